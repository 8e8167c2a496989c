// SPDX-License-Identifier: GPL-3.0-or-later
import CBrlAPI
import Glibc
import Posix

/// The library's socket, as it is between two calls of the library.
///
/// brlapi__sync keeps keys that come meanwhile where only brlapi__readKey finds them, and that
/// polls without a pause for a whole millisecond when there are none: as long as twenty frames
/// take. So brltty is asked here whether it has taken a write, and what comes is looked at before
/// the library reads it. It reads whole packets, so that there is always one at the beginning.
struct BrlAPISocket {
  let descriptor: FileDescriptor

  /// What comes next.
  enum Next {
    /// Nothing is there.
    case nothing
    /// A packet that has not come whole yet.
    case part
    /// A packet of this type; an error and an exception have a code.
    case packet(UInt32, size: Int, code: Int)
    /// The other end is closed.
    case end
  }

  private static let headerSize = 8

  /// What comes next, left where it is.
  func next() -> Next {
    withUnsafeTemporaryAllocation(
      byteCount: BrlAPISocket.headerSize + Int(CBRLAPI_PACKET_LONGEST), alignment: 4
    ) { buffer in
      let count = recv(
        descriptor.number, buffer.baseAddress, buffer.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
      if count == 0 { return .end }
      guard count > 0 else { return errno == EAGAIN || errno == EINTR ? .nothing : .end }
      guard count >= BrlAPISocket.headerSize else { return .part }
      let words = buffer.bindMemory(to: UInt32.self)
      let size = Int(UInt32(bigEndian: words[0]))
      // What is too long for a packet is the library's to refuse.
      guard count >= BrlAPISocket.headerSize + size || size > Int(CBRLAPI_PACKET_LONGEST) else {
        return .part
      }
      let code = size >= 4 && count >= 12 ? Int(UInt32(bigEndian: words[2])) : 0
      return .packet(UInt32(bigEndian: words[1]), size: size, code: code)
    }
  }

  /// Whether the other end is closed, also if there is something to read still.
  var hasEnded: Bool {
    // POLLRDHUP of poll(2), which Glibc's module lacks.
    var entry = pollfd(fd: descriptor.number, events: 0x2000, revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  /// Takes a packet away that `next` has told of.
  func skip(size: Int) {
    withUnsafeTemporaryAllocation(byteCount: BrlAPISocket.headerSize + size, alignment: 4) {
      _ = recv(descriptor.number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
    }
  }

  /// Asks to be told when all before this has been dealt with; false if the other end is gone.
  func synchronize() -> Bool {
    let header = [UInt32(0), CBRLAPI_PACKET_SYNCHRONIZE.bigEndian]
    return header.withUnsafeBytes {
      send(descriptor.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count
    }
  }
}
