// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc
public import Posix

/// What a program says on a descriptor, read as it comes.
public final class Transcript: Sendable {
  private let thread: PolledThread<TranscriptReader>

  /// Reads from a descriptor, and closes it in the end.
  ///
  /// Errors: no thread can be had.
  public init(_ descriptor: FileDescriptor) throws(KitError) {
    descriptor.setNonBlocking()
    thread = try PolledThread(name: "transcript", TranscriptReader(descriptor))
  }

  /// A transcript with the end that is to be written to; whoever got that one closes it.
  ///
  /// Errors: no pipe or thread can be had.
  public static func pipe() throws(KitError) -> (transcript: Transcript, writing: FileDescriptor) {
    let pipe = try FileDescriptor.pipe()
    do throws(KitError) {
      return (try Transcript(pipe.reading), pipe.writing)
    } catch {
      pipe.writing.close()
      throw error
    }
  }

  /// What a service tells systemd (sd_notify(3)): `path` is to be its NOTIFY_SOCKET.
  ///
  /// Errors: no socket or thread can be had.
  public static func notifications(at path: String) throws(KitError) -> Transcript {
    let socket = try system { () throws(PosixError) in
      try SocketAddress.unix(path: path).reserved(datagrams: true)
    }
    return try Transcript(socket)
  }

  deinit {
    close()
  }

  /// All that was said so far.
  public var text: String { thread.look { $0.text } }

  /// Its lines.
  public var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }

  /// How many lines contain a text.
  public func count(of part: String) -> Int {
    lines.count { $0.contains(part) }
  }

  /// Waits until what was said is as wanted; `condition` must not call the transcript.
  @discardableResult
  public func wait(
    for what: String, limit: Duration = Patience.limit, _ condition: (String) -> Bool
  ) throws(KitError) -> String {
    let text: String?? = thread.wait(until: MonotonicClock.now + limit) { reader in
      if condition(reader.text) { return .some(reader.text) }
      return reader.hasEnded ? .some(nil) : nil
    }
    guard let text else { throw .timedOut("no \(what) in \(limit), only:\n\(self.text)") }
    guard let text else { throw .ended("what was said, before \(what):\n\(self.text)") }
    return text
  }

  /// Waits until a text was said so many times.
  public func wait(
    for part: String, times: Int = 1, limit: Duration = Patience.limit
  ) throws(KitError) {
    try wait(for: "\"\(part)\" \(times) times", limit: limit) { text in
      text.split(separator: part, omittingEmptySubsequences: false).count > times
    }
  }

  /// Waits until nobody can say anything any more.
  public func waitForEnd(limit: Duration = Patience.limit) throws(KitError) {
    let end: Bool? = thread.wait(until: MonotonicClock.now + limit) { reader in
      reader.hasEnded ? true : nil
    }
    if end == nil { throw .timedOut("no end in \(limit) of:\n\(text)") }
  }

  /// Stops reading.
  public func close() {
    thread.close()
  }
}

/// The descriptor, and what came over it.
struct TranscriptReader: Polled {
  private(set) var hasEnded = false
  private(set) var text = ""
  private let descriptor: FileDescriptor
  private var bytes: [UInt8] = []
  private var index: Int?

  init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
  }

  mutating func watch(_ poller: inout Poller) -> Duration? {
    index = hasEnded ? nil : poller.add(descriptor)
    return nil
  }

  mutating func serve(_ poller: Poller) {
    guard let index, poller.isReadable(index) else { return }
    var space = [UInt8](repeating: 0, count: 65_536)
    switch space.withUnsafeMutableBytes({ descriptor.read(into: $0) }) {
    case .bytes(let count):
      bytes += space[..<count]
      text = String(decoding: bytes, as: UTF8.self)
    case .wouldBlock: break
    // A terminal whose other end is closed gives an error in place of an end.
    case .ended, .failed: hasEnded = true
    }
  }

  mutating func close() {
    descriptor.close()
  }
}

extension FileDescriptor {
  /// A pipe, closed on exec.
  ///
  /// Errors: no descriptors are left.
  public static func pipe() throws(KitError) -> (reading: FileDescriptor, writing: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .system(PosixError("pipe2")) }
    return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
  }
}
