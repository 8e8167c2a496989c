// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc
public import Posix

/// Why a socket cannot be had.
public enum SocketError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A path is longer than a socket's may be, 107 bytes.
  case pathTooLong(String)
  /// Another daemon listens there.
  case inUse(String)
  /// The file is no socket, and is not removed.
  case notASocket(String)
  /// The operating system says no.
  case system(PosixError)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .pathTooLong(let path): "\(path): is longer than 107 bytes; choose a shorter --socket"
    case .inUse(let path):
      "\(path): another daemon listens there; stop it or choose another --socket"
    case .notASocket(let path): "\(path): is there and is no socket; choose another --socket"
    case .system(let error): error.description
    }
  }
}

/// A Unix socket that programs connect to.
public struct Listener: Sendable {
  /// To be polled for reading, then `accept`.
  public let descriptor: FileDescriptor
  /// Where it listens; nil if it was handed over.
  public let path: String?
  /// Locked as long as the socket is ours, so that no other daemon takes it for a stale one.
  private let lock: FileDescriptor?
  /// Whose members may connect too; nil: nobody's.
  private let group: UInt32?

  /// A socket that listens already, handed over by systemd.
  ///
  /// If its group may write to its file, the members of that group may connect too: who made the
  /// socket has said so by its mode.
  public init(inherited descriptor: FileDescriptor) {
    self.descriptor = descriptor
    path = nil
    lock = nil
    group = Listener.groupThatMayWrite(descriptor)
    descriptor.setNonBlocking()
  }

  /// Makes a socket that its user alone can connect to.
  ///
  /// A socket file that nobody listens on is replaced. Errors: see `SocketError`.
  public init(path: String) throws(SocketError) {
    guard path.utf8.count <= 107 else { throw .pathTooLong(path) }
    let lock = try Listener.lock(path)
    do throws(SocketError) {
      try Listener.removeStale(path)
      descriptor = try Listener.listen(path)
    } catch {
      lock.close()
      throw error
    }
    self.path = path
    self.lock = lock
    group = nil
  }

  /// The group of a socket's file, if it may write there.
  private static func groupThatMayWrite(_ descriptor: FileDescriptor) -> UInt32? {
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor.number, $0, &size)
      }
    }
    guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
    let path = withUnsafeBytes(of: &address.sun_path) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IWGRP != 0 else { return nil }
    return status.st_gid
  }

  /// Takes the file beside a socket that says whose it is; a daemon that ends lets it go.
  private static func lock(_ path: String) throws(SocketError) -> FileDescriptor {
    let number = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw .system(PosixError("open \(path).lock")) }
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      let error = PosixError("flock \(path).lock")
      Glibc.close(number)
      throw error.code == EWOULDBLOCK ? .inUse(path) : .system(error)
    }
    return FileDescriptor(number)
  }

  private static func listen(_ path: String) throws(SocketError) -> FileDescriptor {
    let number = try streamSocket(SOCK_NONBLOCK)
    // Linux gives the file the mode that the socket has, so that it is right from the first
    // moment on; the umask would be that of all threads.
    fchmod(number, 0o600)
    guard withAddress(path, { bind(number, $0, $1) }) == 0 else {
      let error = PosixError("bind \(path)")
      Glibc.close(number)
      throw .system(error)
    }
    guard Glibc.listen(number, 64) == 0 else {
      let error = PosixError("listen \(path)")
      Glibc.close(number)
      throw .system(error)
    }
    return FileDescriptor(number)
  }

  private static func streamSocket(_ flags: __socket_type) throws(SocketError) -> Int32 {
    let number = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | flags.rawValue), 0)
    guard number >= 0 else { throw .system(PosixError("socket")) }
    return number
  }

  private static func removeStale(_ path: String) throws(SocketError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
    let number = try streamSocket(SOCK_NONBLOCK)
    defer { Glibc.close(number) }
    // One that is too busy to take us is there all the same.
    if withAddress(path, { connect(number, $0, $1) }) == 0 || errno == EAGAIN {
      throw .inUse(path)
    }
    unlink(path)
  }

  /// What accepting comes to.
  public enum Accepted: Sendable {
    /// A program connected.
    case connection(FileDescriptor, Peer)
    /// A program connected that may not.
    case refused(Peer)
    /// Nobody is waiting.
    case nobody
    /// There are no descriptors left; the program waits.
    case outOfDescriptors
  }

  /// Takes the next program that connects; it has to be of this user or root (SO_PEERCRED), or in
  /// the group that may connect too.
  public func accept() -> Accepted {
    while true {
      let number = accept4(
        descriptor.number, nil, nil,
        Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
      guard number >= 0 else {
        switch errno {
        case EINTR, ECONNABORTED: continue
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .outOfDescriptors
        default: return .nobody
        }
      }
      let connection = FileDescriptor(number)
      var pid: pid_t = 0
      var uid: uid_t = 0
      guard cposix_peer(number, &pid, &uid) == 0 else {
        connection.close()
        continue
      }
      let peer = Peer(pid: Int(pid), uid: Int(uid))
      let isMember = group.map { cposix_peer_is_in_group(number, $0) != 0 } ?? false
      guard uid == 0 || uid == geteuid() || isMember else {
        connection.close()
        return .refused(peer)
      }
      return .connection(connection, peer)
    }
  }

  /// Stops listening, and removes the socket's file if it made it.
  public func close() {
    descriptor.close()
    if let path { unlink(path) }
    lock?.close()
  }
}

/// The process at the other end of a socket.
public struct Peer: Equatable, Sendable {
  /// Its process number.
  public let pid: Int
  /// Its user.
  public let uid: Int
}

/// Connects to a Unix socket, closed on exec.
///
/// `isBlocking`: false for whoever must not wait for a server that takes nobody now; the error is
/// EAGAIN then, and reading and writing do not wait either.
public func connectStream(
  _ path: String, isBlocking: Bool = true
) throws(PosixError) -> FileDescriptor {
  guard path.utf8.count <= 107 else { throw PosixError("connect \(path)", code: ENAMETOOLONG) }
  let flags = isBlocking ? SOCK_CLOEXEC.rawValue : SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
  let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | flags), 0)
  guard number >= 0 else { throw PosixError("socket") }
  guard withAddress(path, { connect(number, $0, $1) }) == 0 else {
    let error = PosixError("connect \(path)")
    close(number)
    throw error
  }
  return FileDescriptor(number)
}

private func withAddress<Result>(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8.prefix(107))) }
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
