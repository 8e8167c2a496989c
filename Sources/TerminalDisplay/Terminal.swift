// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Commands
public import Panning
public import Posix

/// A braille display in a terminal: the cells as Unicode braille, the print below, and keys from
/// the keyboard or by their names.
///
/// Nothing in it waits: it is read when there is something to read, and what does not fit is
/// written when the terminal takes it, the newest frame only.
public struct Terminal: Sendable {
  private let input: FileDescriptor
  private let output: FileDescriptor
  private let style: Style
  private var keyboard: KeyboardReader
  private var lines: [UInt8] = []
  private var isInputOpen = true
  private var pending: [UInt8] = []
  private var waiting: Frame?
  /// What was drawn last; what looks the same is not drawn again.
  private var drawn: Frame?
  private var original: TerminalMode?
  /// What stands below the print: what is typed after a colon, or what is wrong with it.
  private var prompt = ""

  /// How it is drawn and what is read.
  private struct Style {
    var drawsScreen: Bool
    var readsKeyboard: Bool
    var size: DisplaySize
  }

  /// What came from the keyboard.
  public enum Event: Equatable, Sendable {
    /// A key of the display.
    case key(KeyPress)
    /// A line that names no key; why.
    case invalid(String)
    /// The user wants to leave.
    case quit
  }

  /// A display of a size on two descriptors; `keys` are those of the keyboard by their names.
  ///
  /// Where the output is no terminal, each frame is two lines a row. Where the input is none,
  /// each line names keys.
  public init(
    size: DisplaySize, input: FileDescriptor, output: FileDescriptor,
    keys: [String: KeyPress]
  ) {
    self.input = input
    self.output = output
    style = Style(
      drawsScreen: output.isTerminal, readsKeyboard: input.isTerminal && output.isTerminal,
      size: size)
    keyboard = KeyboardReader(keys: keys)
    if style.readsKeyboard { original = TerminalMode.raw(input) }
    if style.drawsScreen { pending = Array(Screen.begin.utf8) }
  }

  /// Its size.
  public var size: DisplaySize { style.size }

  /// To be polled for reading; nil when nothing more will come.
  public var readable: FileDescriptor? { isInputOpen ? input : nil }

  /// To be polled for writing; nil when nothing is to be written.
  public var writable: FileDescriptor? { pending.isEmpty ? nil : output }

  /// Whether a frame would be written soon.
  public var takesFrame: Bool { pending.isEmpty }

  /// Shows a frame; the newest if it has to wait.
  public mutating func show(_ frame: Frame) {
    guard pending.isEmpty else {
      waiting = frame
      return
    }
    draw(frame)
    write()
  }

  /// Writes what the terminal takes.
  ///
  /// To be called when `writable` takes bytes; a terminal that is stopped takes none.
  public mutating func write() {
    while !pending.isEmpty {
      var poller = Poller()
      let index = poller.add(output, reading: false, writing: true)
      poller.wait(.zero)
      guard poller.takesBytes(index) else {
        // The terminal has gone: nobody sees anything any more.
        if poller.isWritable(index) { pending = [] }
        return
      }
      let part = Array(pending.prefix(1024))
      guard case .bytes(let count) = part.withUnsafeBytes({ output.write($0) }) else {
        pending = []
        return
      }
      pending.removeFirst(count)
    }
    if let frame = waiting {
      waiting = nil
      draw(frame)
      write()
    }
  }

  /// Reads what there is.
  public mutating func read() -> [Event] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    switch buffer.withUnsafeMutableBytes({ input.read(into: $0) }) {
    case .bytes(let count):
      return style.readsKeyboard ? typed(buffer[..<count]) : take(buffer[..<count])
    case .wouldBlock:
      return []
    case .ended, .failed:
      isInputOpen = false
      return style.readsKeyboard ? [.quit] : take([UInt8(ascii: "\n")])
    }
  }

  /// Puts the terminal back as it was.
  public mutating func restore() {
    if style.drawsScreen {
      pending += Array(Screen.end.utf8)
      write()
    }
    original?.restore(input)
    original = nil
  }

  private mutating func typed(_ bytes: ArraySlice<UInt8>) -> [Event] {
    let first = style.drawsScreen ? Screen.firstRow : 0
    let result = keyboard.read(bytes, size: style.size, firstRow: first)
    if result.prompt != prompt {
      prompt = result.prompt
      if style.drawsScreen { pending += Array(Screen.prompt(prompt, below: style.size).utf8) }
      write()
    }
    return result.events
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        // A line that nobody means is not kept.
        if lines.count < 4096 { lines.append(byte) }
        continue
      }
      let line = String(decoding: lines, as: UTF8.self)
      lines = []
      events += KeyboardReader.keys(named: line)
    }
    return events
  }

  private mutating func draw(_ frame: Frame) {
    guard frame != drawn else { return }
    drawn = frame
    let text =
      style.drawsScreen ? Screen.picture(of: frame, prompt: prompt) : Screen.lines(of: frame)
    pending += Array(text.utf8)
  }
}
