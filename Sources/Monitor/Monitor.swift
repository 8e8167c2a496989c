// SPDX-License-Identifier: GPL-3.0-or-later
public import BrailleClient
import Cells
public import Commands
public import Posix
import TerminalDisplay
import Wire

/// How a running daemon is watched.
public struct MonitorOptions: Sendable {
  /// Where the daemon listens; nil: where it usually does.
  public var socket: String?
  /// Whether lines are printed where a picture could be drawn.
  public var isPlain = false
  /// Whether what is typed is pressed on the display.
  public var pressesKeys = false
  /// The keys of the keyboard by their names, as tables/terminal.conf has them.
  public var keys: [String: KeyPress] = [:]

  /// Everything as usual.
  public init() {}
}

/// Why a daemon cannot be watched.
public enum MonitorError: Error, Sendable, CustomStringConvertible {
  /// The daemon cannot be reached, or refuses to be watched.
  case connection(ConnectionError)
  /// The operating system says no.
  case system(PosixError)

  /// What is wrong and what to do, with its place.
  public var description: String {
    switch self {
    case .connection(let error): error.description
    case .system(let error): "monitor: \(error)"
    }
  }
}

/// Watches a running daemon until it shuts down or the user has seen enough.
///
/// Without a daemon it ends with an error; one that vanishes without a farewell is waited for. To
/// be called before any thread is started.
public struct Monitor {
  private let options: MonitorOptions
  private let input = FileDescriptor(0)
  private let output = FileDescriptor(1)
  private let signals: SignalDescriptor
  /// Whether a picture is drawn, not lines.
  private let draws: Bool
  private var view = MonitorView()
  private var connection: Connection?
  private var keyboard: KeyboardReader
  private var prompt = ""
  private var typedLine: [UInt8] = []
  private var isInputOpen: Bool
  private var isOver = false
  /// What is said when all is over.
  private var farewell = ""
  private var isChanged = true

  /// A monitor that is not connected yet.
  ///
  /// Where standard output is no terminal, and with `NO_COLOR` or a terminal that is called dumb,
  /// it prints lines. Errors: no descriptors.
  public init(_ options: MonitorOptions) throws(MonitorError) {
    self.options = options
    do throws(PosixError) {
      signals = try SignalDescriptor(includesResize: true)
    } catch {
      throw .system(error)
    }
    let name = environmentVariable("TERM") ?? "dumb"
    draws =
      output.isTerminal && input.isTerminal && !options.isPlain && name != "dumb"
      && environmentVariable("NO_COLOR") == nil
    keyboard = KeyboardReader(keys: options.keys)
    // What is no terminal and no keys to be pressed is not ours to read.
    isInputOpen = input.isTerminal || options.pressesKeys
  }

  /// Watches.
  public mutating func run() throws(MonitorError) {
    try connect()
    let mode = draws ? TerminalMode.raw(input) : nil
    if draws { write(MonitorView.begin(takesClicks: options.pressesKeys)) }
    while !isOver {
      if isChanged, draws { draw() }
      isChanged = false
      wait()
    }
    if draws { write(MonitorView.end(takesClicks: options.pressesKeys)) }
    mode?.restore(input)
    if draws, !farewell.isEmpty { write(farewell + "\n") }
  }

  /// So soon it is tried again to reach a daemon that is gone.
  private static let patience = Duration.milliseconds(250)

  private mutating func wait() {
    var poller = Poller()
    let signalled = poller.add(signals.descriptor)
    let typed = isInputOpen ? poller.add(input) : nil
    let told = connection.map { poller.add(FileDescriptor($0.descriptor)) }
    poller.wait(connection == nil ? Monitor.patience : nil)
    if poller.isReadable(signalled) {
      for meaning in signals.take() {
        if meaning == .resize { isChanged = true } else { isOver = true }
      }
    }
    if let typed, poller.isReadable(typed) { read() }
    if let told {
      if poller.isReadable(told) { takeMessages() }
    } else if (try? connect()) != nil {
      say(view.note("brailled is back"))
      _ = view.note("")
    }
  }

  // MARK: The daemon

  private mutating func connect() throws(MonitorError) {
    do throws(ConnectionError) {
      let connection = try Connection(path: options.socket)
      let events: JSONValue = ["events": ["frame", "display", "keys", "commands"]]
      try connection.request("observe", events)
      self.connection = connection
    } catch {
      throw .connection(error)
    }
    takeMessages()
  }

  private mutating func takeMessages() {
    do throws(ConnectionError) {
      while let message = try connection?.next(timeout: 0) {
        guard let method = message.method else { continue }
        if method == "shutdown" {
          farewell = "brailled has ended"
          say(view.note(farewell))
          isOver = true
          return
        }
        let params = JSONValue(parsing: message.line)?["params"] ?? .null
        say(view.take(method, params))
      }
    } catch {
      connection = nil
      say(view.note("brailled is gone; it is waited for, q ends this"))
    }
  }

  // MARK: The user

  private mutating func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    switch buffer.withUnsafeMutableBytes({ input.read(into: $0) }) {
    case .bytes(let count): take(buffer[..<count])
    case .wouldBlock: break
    case .ended, .failed:
      isInputOpen = false
      if draws { isOver = true }
    }
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) {
    guard draws else { return takeLines(bytes) }
    guard options.pressesKeys else {
      // q, Ctrl-C and Ctrl-D.
      isOver = isOver || bytes.contains { [UInt8(ascii: "q"), 0x03, 0x04].contains($0) }
      return
    }
    let result = keyboard.read(
      bytes, size: view.size ?? DisplaySize(columns: 1), firstRow: MonitorView.firstRow)
    if prompt != result.prompt { isChanged = true }
    prompt = result.prompt
    for event in result.events { take(event) }
  }

  /// Without a picture a line is `q`, or names keys.
  private mutating func takeLines(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        if typedLine.count < 4096 { typedLine.append(byte) }
        continue
      }
      let line = String(decoding: typedLine, as: UTF8.self)
      typedLine = []
      if line == "q" {
        isOver = true
      } else if options.pressesKeys {
        for event in KeyboardReader.keys(named: line) { take(event) }
      }
    }
  }

  private mutating func take(_ event: Terminal.Event) {
    switch event {
    case .quit: isOver = true
    case .invalid(let reason): say(view.note(reason))
    case .key(let press):
      _ = view.note("")
      let keys: JSONValue = ["keys": [.string(press.description)]]
      try? connection?.notify("press", keys)
    }
  }

  // MARK: The screen

  /// Prints lines, or draws anew as soon as all is taken.
  private mutating func say(_ lines: [String]) {
    isChanged = true
    guard !draws, !lines.isEmpty else { return }
    write(lines.map { $0 + "\n" }.joined())
  }

  private mutating func draw() {
    let help =
      options.pressesKeys
      ? "↑↓ items  ←→ panning  Enter activate  Esc escape  click routing key  : key  q quit"
      : "q quit"
    let rows = output.terminalSize?.rows ?? 24
    write(view.picture(rows: rows, prompt: prompt.isEmpty ? help : prompt))
  }

  private mutating func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      guard case .bytes(let count) = bytes.withUnsafeBytes({ output.write($0) }) else {
        // Nobody reads it any more.
        isOver = true
        return
      }
      bytes = bytes.dropFirst(count)
    }
  }
}
