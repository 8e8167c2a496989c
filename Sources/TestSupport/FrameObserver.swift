// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
private import Sockets
private import Wire

/// What the daemon told an observer that the display shows, from a moment on.
public struct ObservedFrame: Equatable, Sendable {
  /// When it came, by `MonotonicClock`.
  public let time: Duration
  /// Unicode braille, row after row.
  public let cells: String
  /// The print behind the cells, row after row, without blanks at its end.
  public let text: String
  /// Where the caret is in its row; nil if none is shown.
  public let caret: Int?
  /// What it is: `content`, `message`, `answer`, `idle` and so on.
  public let kind: String
  /// The element's id, as its program calls it.
  public let element: String?
}

/// Somebody who looks on all the time at what the daemon has the display show.
public final class FrameObserver: Sendable {
  private let thread: PolledThread<FrameReader>

  /// Connects to a daemon's socket, and asks for its frames.
  public init(socket: String) throws(KitError) {
    let descriptor = try system { () throws(PosixError) in try connectStream(socket) }
    descriptor.setNonBlocking()
    thread = try PolledThread(name: "observer", FrameReader(descriptor))
  }

  deinit {
    close()
  }

  /// All frames so far, the oldest first.
  public var frames: [ObservedFrame] { thread.look { $0.frames } }

  /// The frame that is shown now; nil if there was none yet.
  public var last: ObservedFrame? { thread.look { $0.frames.last } }

  /// Waits until the last frame is as wanted, and gives it; nil if it was not before `deadline`.
  ///
  /// `condition` must not call the observer.
  public func frame(
    before deadline: Duration, where condition: (ObservedFrame) -> Bool
  ) -> ObservedFrame? {
    thread.wait(until: deadline) { reader in
      reader.frames.last.flatMap { condition($0) ? $0 : nil }
    }
  }

  /// Stops looking.
  public func close() {
    thread.close()
  }
}

/// The connection, and the frames that came over it.
private struct FrameReader: Polled {
  private(set) var frames: [ObservedFrame] = []
  private var stream: ByteStream

  init(_ descriptor: FileDescriptor) {
    stream = ByteStream(descriptor)
    stream.send(Array(#"{"method":"observe","params":{"events":["frame"]}}"#.utf8) + [0x0A])
  }

  mutating func watch(_ poller: inout Poller) -> Duration? {
    stream.watch(&poller)
    return nil
  }

  mutating func serve(_ poller: Poller) {
    guard stream.serve(poller), let end = stream.incoming.lastIndex(of: 0x0A) else { return }
    let time = MonotonicClock.now
    let lines = stream.incoming[..<end].split(separator: 0x0A)
    stream.incoming.removeFirst(end + 1)
    for line in lines {
      guard let message = JSONValue(parsing: line), message["method"] == .string("frame"),
        let params = message["params"]
      else { continue }
      if frames.count >= 100_000 { frames.removeFirst(50_000) }
      frames.append(ObservedFrame(time: time, params))
    }
  }

  mutating func close() {
    stream.descriptor.close()
  }
}

extension ObservedFrame {
  fileprivate init(time: Duration, _ params: JSONValue) {
    self.time = time
    cells = Self.joined(params["cells"])
    var text = Self.joined(params["text"]).unicodeScalars[...]
    while text.last == " " { text.removeLast() }
    self.text = String(String.UnicodeScalarView(text))
    if case .number(let column) = params["caret"]?["column"] {
      caret = Int(column)
    } else {
      caret = nil
    }
    kind = Self.string(params["kind"]) ?? ""
    element = Self.string(params["element"])
  }

  private static func joined(_ rows: JSONValue?) -> String {
    guard case .array(let rows) = rows else { return "" }
    return rows.compactMap(string).joined()
  }

  private static func string(_ value: JSONValue?) -> String? {
    guard case .string(let text) = value else { return nil }
    return text
  }
}
