// SPDX-License-Identifier: GPL-3.0-or-later
import CPosix
import Glibc
import Posix

/// A message between the daemon and a worker, in 32-bit words.
///
/// It goes over a socket that keeps messages apart. Both ends are the same program, so there is
/// no version in it.
struct Packet: Equatable {
  var words: [UInt32]

  /// What a worker is asked for.
  enum Request: UInt32 {
    /// To the loader: compile a table, then fork a translator. Words: the paths as bytes.
    case load = 1
    /// To the loader: fork a translator.
    case fork
    /// To a translator: table, mode, scalars, typeforms (none or one each).
    case translate
    /// To a translator: table, mode, cells.
    case backTranslate
    /// To a translator: table, scalars. The answer: a word each, 1 if defined.
    case defined
    /// To a translator: table, scalars of a word. The answer: a word each, 1 if it may be parted
    /// before it.
    case hyphenate
  }

  init(_ request: Request) {
    words = [request.rawValue]
  }

  init(_ request: Request, _ head: [UInt32], _ rest: some Collection<UInt32>) {
    words = []
    words.reserveCapacity(1 + head.count + rest.count)
    words.append(request.rawValue)
    words += head
    words += rest
  }

  init(words: [UInt32]) {
    self.words = words
  }

  init(_ request: Request, text: String) {
    let bytes = Array(text.utf8)
    words = [request.rawValue, UInt32(bytes.count)] + bytes.map { UInt32($0) }
  }

  /// The text that stands in the words from the second on.
  var text: String? {
    guard words.count >= 2, words.count == Int(words[1]) + 2 else { return nil }
    return String(decoding: words.dropFirst(2).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// The most words that a message has: a call's longest answer, and less than a socket takes.
  static let longest = 48_000

  /// Sends it, waiting if it has to; false if the other end is gone.
  func send(to socket: FileDescriptor, attaching descriptor: FileDescriptor? = nil) -> Bool {
    words.withUnsafeBytes { bytes in
      while true {
        let count: Int
        if let descriptor {
          count = cposix_send_descriptor(
            socket.number, bytes.baseAddress, bytes.count, descriptor.number)
        } else {
          count = Glibc.send(socket.number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
        if count == bytes.count { return true }
        if count < 0, errno == EINTR { continue }
        return false
      }
    }
  }

  /// What receiving comes to.
  enum Received {
    case packet(Packet, FileDescriptor?)
    case nothing
    case ended
  }

  /// Receives one; `blocking` waits for it.
  ///
  /// `buffer` has room for the longest, and is used again and again: it is large.
  static func receive(
    from socket: FileDescriptor, blocking: Bool, into buffer: inout [UInt32]
  ) -> Received {
    buffer.withUnsafeMutableBufferPointer { buffer in
      var attached: Int32 = -1
      while true {
        let count = cposix_receive_descriptor(
          socket.number, buffer.baseAddress, buffer.count * 4, &attached,
          blocking ? 0 : Int32(MSG_DONTWAIT))
        if count > 0 {
          let descriptor = attached >= 0 ? FileDescriptor(attached) : nil
          return .packet(Packet(words: Array(buffer[..<(count / 4)])), descriptor)
        }
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN { return .nothing }
        return .ended
      }
    }
  }

  /// Receives one with no descriptor; waits for it as long as the socket does, which for a
  /// translator's is not long (`TranslatorConnection`).
  static func receiveSoon(
    from socket: FileDescriptor, into buffer: inout [UInt32]
  ) -> Received {
    buffer.withUnsafeMutableBufferPointer { buffer in
      let count = Glibc.recv(socket.number, buffer.baseAddress, buffer.count * 4, 0)
      if count > 0 { return .packet(Packet(words: Array(buffer[..<(count / 4)])), nil) }
      if count < 0, errno == EAGAIN || errno == EINTR { return .nothing }
      return .ended
    }
  }

  /// Room for the longest message.
  static var buffer: [UInt32] { Array(repeating: 0, count: longest) }
}
