// SPDX-License-Identifier: GPL-3.0-or-later
private import Glibc
import Posix

/// The display's side of the driver `vr`: lines of text over a Unix socket.
///
/// The driver says `Visual "text"` when the text has changed, then `Braille "1|12| |145"` when
/// the dots have; the display says `Cells columns rows` and the words of `VirtualKey`.
struct VirtualLine: PolledDisplay {
  var state: DisplayState
  /// Whether a driver that connects is told the size.
  var handshake: Bool
  /// Whether what the driver sends is taken.
  var isReading = true

  private let path: String
  private var listener: FileDescriptor?
  private var listenerIndex: Int?
  private var stream: ByteStream?

  init(path: String, columns: Int, rows: Int, handshake: Bool) {
    self.path = path
    self.handshake = handshake
    state = DisplayState(columns: columns, rows: rows)
  }

  // MARK: The cable

  mutating func plug() throws(KitError) {
    guard listener == nil else { return }
    let path = path
    listener = try system { () throws(PosixError) in
      try SocketAddress.unix(path: path).listening()
    }
    // brltty may run as somebody else.
    chmod(path, 0o666)
  }

  mutating func unplug() {
    listener?.close()
    listener = nil
    unlink(path)
    drop()
  }

  mutating func drop() {
    stream?.descriptor.close()
    stream = nil
    state.disconnect()
  }

  mutating func close() { unplug() }

  /// Sends a line, as long as the driver's buffer (INPUT_SIZE of its braille.c).
  ///
  /// The driver reads a buffer full each 40 ms and takes one line from it; a second line in the
  /// buffer would stay there until more comes. So every read must get one line.
  mutating func send(_ line: String) throws(KitError) {
    guard stream != nil else { throw .notConnected }
    let bytes = Array(line.utf8)
    guard bytes.count < Self.lineSize, !bytes.contains(UInt8(ascii: "\n")) else {
      throw .notAKey("the driver takes no line like \(line)")
    }
    let padding = [UInt8](repeating: UInt8(ascii: " "), count: Self.lineSize - 1 - bytes.count)
    stream?.send(bytes + padding + [UInt8(ascii: "\n")])
  }

  private static let lineSize = 512

  // MARK: The thread

  mutating func watch(_ poller: inout Poller) -> Duration? {
    listenerIndex = stream == nil ? listener.map { poller.add($0) } : nil
    stream?.watch(&poller, reading: isReading)
    return nil
  }

  mutating func serve(_ poller: Poller) {
    if let listenerIndex, poller.isReadable(listenerIndex), let peer = listener?.accepted() {
      stream = ByteStream(peer)
      state.connect()
      if handshake { try? send("Cells \(state.columns) \(state.rows)") }
      return
    }
    guard stream?.serve(poller) == true || stream?.hasEnded == true else { return }
    while let line = takeLine() { show(line) }
    if stream?.hasEnded == true { drop() }
  }

  /// Takes a line without its end; an end inside quotes belongs to the line.
  private mutating func takeLine() -> String? {
    guard let incoming = stream?.incoming else { return nil }
    var isQuoted = false
    var isEscaped = false
    for (offset, byte) in incoming.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if isQuoted, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: "\n"), !isQuoted {
        stream?.incoming.removeFirst(offset + 1)
        return String(decoding: incoming[..<offset], as: UTF8.self)
      }
    }
    return nil
  }

  private mutating func show(_ line: String) {
    // Status cells and single settings (`CSRVIS 1`) are no concern of a BrlAPI client.
    guard let quote = line.firstIndex(of: "\""), line.last == "\"" else { return }
    let value = line[line.index(after: quote)...].dropLast()
    if line.hasPrefix("Visual ") {
      state.show(text: Self.unescaped(value))
    } else if line.hasPrefix("Braille ") {
      state.show(cells: Self.cells(value))
    }
  }

  private static func unescaped(_ value: Substring) -> String {
    var text = ""
    var isEscaped = false
    for scalar in value.unicodeScalars {
      isEscaped = !isEscaped && scalar == "\\"
      if !isEscaped { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  private static func cells(_ value: Substring) -> [UInt8] {
    value.split(separator: "|", omittingEmptySubsequences: false).map { dots in
      dots.reduce(0) { cell, digit in
        guard let number = digit.wholeNumberValue, number > 0 else { return cell }
        return cell | 1 << UInt8(number - 1)
      }
    }
  }
}
