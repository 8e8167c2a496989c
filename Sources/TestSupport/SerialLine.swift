// SPDX-License-Identifier: GPL-3.0-or-later
private import Glibc
import Posix

/// What a serial display makes of something that brltty sent.
struct SerialMessage: Sendable {
  /// Whether brltty asks what display it is, as it does when it opens the line.
  var isIdentification = false
  /// The dots that shall be shown.
  var cells: [UInt8]?
  /// What the display answers.
  var answer: [UInt8]?
}

/// How a serial display understands brltty.
protocol SerialDialect: Sendable {
  /// The display's cells.
  var size: Int { get }
  /// Takes the next message from the bytes that came; nil if none is there in full.
  func take(_ bytes: inout [UInt8]) -> SerialMessage?
}

/// The display's side of a serial line: it answers, shows cells and sends keys.
struct SerialLine: PolledDisplay {
  var state: DisplayState
  /// Whether the display answers and shows what it gets; false is a dead one.
  var answers = true

  private let dialect: any SerialDialect
  /// The path by which brltty knows the line, always the same.
  private let link: String
  private var terminal: PseudoTerminal?
  private var index: Int?
  private var incoming: [UInt8] = []
  private var replies: [[UInt8]] = []
  private var events: [[UInt8]] = []

  init(_ dialect: any SerialDialect, link: String) {
    self.dialect = dialect
    self.link = link
    state = DisplayState(columns: dialect.size, rows: 1)
  }

  // MARK: The cable

  mutating func plug() throws(KitError) {
    guard self.terminal == nil else { return }
    let terminal = try system { () throws(PosixError) in try PseudoTerminal() }
    unlink(link)
    guard symlink(terminal.path, link) == 0 else {
      let error = PosixError("symlink \(link)")
      terminal.close()
      throw .system(error)
    }
    self.terminal = terminal
  }

  mutating func unplug() {
    unlink(link)
    terminal?.close()
    terminal = nil
    incoming = []
    replies = []
    events = []
    state.disconnect()
  }

  mutating func close() { unplug() }

  /// Sends what keys do, each piece once brltty has read the one before.
  mutating func send(_ pieces: [[UInt8]]) throws(KitError) {
    guard state.isConnected else { throw .notConnected }
    events += pieces
    sendNext()
  }

  // MARK: The thread

  mutating func watch(_ poller: inout Poller) -> Duration? {
    index = terminal.map { poller.add($0.master) }
    // That brltty has read wakes nobody: look again soon.
    let isWaiting = terminal != nil && !(replies.isEmpty && events.isEmpty)
    return isWaiting ? .milliseconds(1) : nil
  }

  mutating func serve(_ poller: Poller) {
    if let index, poller.isReadable(index) { receive() }
    sendNext()
  }

  private mutating func receive() {
    guard let terminal else { return }
    var space = [UInt8](repeating: 0, count: 4096)
    guard case .bytes(let count) = space.withUnsafeMutableBytes({ terminal.master.read(into: $0) })
    else { return }
    incoming += space[..<count]
    while let message = dialect.take(&incoming) {
      if message.isIdentification { state.inquiries += 1 }
      guard answers else { continue }
      if message.isIdentification {
        // A brltty that has just come knows nothing of what another one has not read.
        replies = []
        events = []
        tcflush(terminal.slave.number, TCIFLUSH)
        state.connect()
      }
      if let cells = message.cells { state.show(cells: cells) }
      if let answer = message.answer { replies.append(answer) }
    }
  }

  /// Sends the next piece if brltty has read all before it.
  ///
  /// The driver `ht` takes one key each time that the line becomes readable; a second one that it
  /// has read along waits until more comes.
  private mutating func sendNext() {
    guard let terminal, let piece = replies.first ?? events.first, terminal.isRead else { return }
    if replies.isEmpty { events.removeFirst() } else { replies.removeFirst() }
    _ = piece.withUnsafeBytes { terminal.master.write($0) }
  }
}
