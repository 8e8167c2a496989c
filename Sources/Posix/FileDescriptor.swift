// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc

/// What reading or writing a descriptor without waiting came to.
public enum Transfer: Equatable, Sendable {
  /// So many bytes went over, at least 1.
  case bytes(Int)
  /// Nothing can go over now.
  case wouldBlock
  /// The other end is closed.
  case ended
  /// The call failed with this `errno`.
  case failed(Int32)
}

/// A file descriptor; whoever made it closes it, once.
public struct FileDescriptor: Hashable, Sendable {
  /// The number, at least 0.
  public let number: Int32

  /// A descriptor that exists already.
  public init(_ number: Int32) {
    self.number = number
  }

  /// Closes it; the number may be another file's from now on.
  public func close() {
    _ = Glibc.close(number)
  }

  /// Makes calls return at once where they would wait.
  public func setNonBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// Reads into `buffer`.
  public func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    while true {
      let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .wouldBlock : .failed(errno)
    }
  }

  /// Writes as many of `bytes` as fit.
  public func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    transfer { Glibc.write(number, bytes.baseAddress, bytes.count) }
  }

  /// Sends as many of `bytes` as fit over a socket, with no SIGPIPE and without waiting.
  public func send(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    transfer {
      Glibc.send(
        number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
  }

  private func transfer(_ call: () -> Int) -> Transfer {
    while true {
      let count = call()
      if count >= 0 { return .bytes(count) }
      if errno == EINTR { continue }
      switch errno {
      case EAGAIN: return .wouldBlock
      case EPIPE, ECONNRESET: return .ended
      default: return .failed(errno)
      }
    }
  }

  /// Opens an existing file to read, closed on exec.
  public static func open(
    reading path: String, flags: Int32 = 0
  ) throws(PosixError) -> FileDescriptor {
    let number = Glibc.open(path, O_RDONLY | O_CLOEXEC | flags)
    guard number >= 0 else { throw PosixError("open \(path)") }
    return FileDescriptor(number)
  }

  /// Opens a file to write at its end, closed on exec; makes it with `mode` if it is not there.
  public static func open(
    appending path: String, mode: UInt32 = 0o644
  ) throws(PosixError) -> FileDescriptor {
    let number = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, mode)
    guard number >= 0 else { throw PosixError("open \(path)") }
    return FileDescriptor(number)
  }

  /// Makes a new file to write, for the user alone, closed on exec.
  ///
  /// Errors: a file of this name is there (EEXIST), or cannot be made.
  public static func open(new path: String) throws(PosixError) -> FileDescriptor {
    let number = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw PosixError("open \(path)") }
    return FileDescriptor(number)
  }

  /// A file without a name, closed on exec, whose content is read from its start.
  public static func memory(_ content: [UInt8]) throws(PosixError) -> FileDescriptor {
    let number = memfd_create("content", UInt32(MFD_CLOEXEC))
    guard number >= 0 else { throw PosixError("memfd_create") }
    let file = FileDescriptor(number)
    var written = 0
    while written < content.count {
      let transfer = content.withUnsafeBytes {
        file.write(UnsafeRawBufferPointer(rebasing: $0[written...]))
      }
      guard case .bytes(let count) = transfer else {
        file.close()
        throw PosixError("write to memory", code: ENOSPC)
      }
      written += count
    }
    lseek(number, 0, SEEK_SET)
    return file
  }

  /// A pair of connected Unix sockets that keep messages apart (SOCK_SEQPACKET), closed on exec.
  public static func packetPair() throws(PosixError) -> (FileDescriptor, FileDescriptor) {
    try pair(type: Int32(SOCK_SEQPACKET.rawValue))
  }

  /// A pair of connected Unix stream sockets, closed on exec.
  public static func streamPair() throws(PosixError) -> (FileDescriptor, FileDescriptor) {
    try pair(type: Int32(SOCK_STREAM.rawValue))
  }

  private static func pair(type: Int32) throws(PosixError) -> (FileDescriptor, FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, type | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw PosixError("socketpair")
    }
    return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
  }
}

/// A file's whole content.
///
/// Errors: what open or read says, with the path.
public func readFile(_ path: String, limit: Int = 16 << 20) throws(PosixError) -> [UInt8] {
  let file = try FileDescriptor.open(reading: path)
  defer { file.close() }
  var content: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 65_536)
  while content.count < limit {
    switch part.withUnsafeMutableBytes({ file.read(into: $0) }) {
    case .bytes(let count): content += part[..<count]
    case .ended: return content
    case .wouldBlock: throw PosixError("read \(path)", code: EAGAIN)
    case .failed(let code): throw PosixError("read \(path)", code: code)
    }
  }
  throw PosixError("read \(path)", code: EFBIG)
}

/// Makes a file with this content, or replaces the content that it has.
///
/// Errors: what open or write says, with the path.
public func writeFile(
  _ path: String, _ content: [UInt8], mode: UInt32 = 0o644
) throws(PosixError) {
  let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
  guard number >= 0 else { throw PosixError("open \(path)") }
  let file = FileDescriptor(number)
  defer { file.close() }
  var written = 0
  while written < content.count {
    let transfer = content.withUnsafeBytes {
      file.write(UnsafeRawBufferPointer(rebasing: $0[written...]))
    }
    switch transfer {
    case .bytes(let count): written += count
    case .ended: throw PosixError("write \(path)", code: EPIPE)
    case .wouldBlock: throw PosixError("write \(path)", code: EAGAIN)
    case .failed(let code): throw PosixError("write \(path)", code: code)
    }
  }
}
