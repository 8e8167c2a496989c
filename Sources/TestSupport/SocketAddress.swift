// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc
import Posix

/// Where a BrlAPI server or a display listens.
enum SocketAddress: Equatable, Sendable {
  /// A TCP port of 127.0.0.1; 0 lets the operating system choose one.
  case loopback(port: UInt16)
  /// A Unix socket.
  case unix(path: String)

  /// `BRLAPI_HOST` n means TCP port 4101 + n (BRLAPI_SOCKETPORTNUM of brlapi.h).
  static let firstPort = 4101

  /// Where BrlAPI's Unix sockets are on Debian 12 (BRLAPI_SOCKETPATH).
  static let apiFolder = "/var/lib/BrlAPI"

  /// What a value of `BRLAPI_HOST` means; nil unless it is `:name` or `127.0.0.1:number`.
  init?(host: String) {
    if host.hasPrefix(":") {
      self = .unix(path: "\(SocketAddress.apiFolder)/\(host.dropFirst())")
      return
    }
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "127.0.0.1", let number = Int(parts[1]),
      let port = UInt16(exactly: SocketAddress.firstPort + number)
    else { return nil }
    self = .loopback(port: port)
  }

  /// The value of `BRLAPI_HOST` that means this.
  var host: String {
    switch self {
    case .loopback(let port): "127.0.0.1:\(Int(port) - SocketAddress.firstPort)"
    case .unix(let path): ":\(path.dropFirst(SocketAddress.apiFolder.utf8.count + 1))"
    }
  }

  private func withPointer<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    switch self {
    case .loopback(let port):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return withUnsafeBytes(of: &address) { Self.call($0, body) }
    case .unix(let path):
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let fits = withUnsafeMutableBytes(of: &address.sun_path) { space in
        guard path.utf8.count < space.count else { return false }
        space.copyBytes(from: path.utf8)
        return true
      }
      guard fits else { return nil }
      return withUnsafeBytes(of: &address) { Self.call($0, body) }
    }
  }

  private static func call<Result>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    guard let base = bytes.baseAddress else { return nil }
    return body(base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
  }

  private var family: Int32 {
    switch self {
    case .loopback: AF_INET
    case .unix: AF_UNIX
    }
  }

  /// A new socket for this address: close on exec, calls never wait, small packets sent at once.
  private func socket(datagrams: Bool = false) throws(PosixError) -> FileDescriptor {
    let kind = datagrams ? SOCK_DGRAM : SOCK_STREAM
    let type = kind.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let number = Glibc.socket(family, Int32(type), 0)
    guard number >= 0 else { throw PosixError("socket") }
    if case .loopback = self {
      var yes: Int32 = 1
      setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
      setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    }
    return FileDescriptor(number)
  }

  /// A socket bound to this address that does not listen: it keeps a port for somebody else.
  func reserved(datagrams: Bool = false) throws(PosixError) -> FileDescriptor {
    let socket = try socket(datagrams: datagrams)
    guard withPointer({ Glibc.bind(socket.number, $0, $1) }) == 0 else {
      let error = PosixError("bind \(self)")
      socket.close()
      throw error
    }
    return socket
  }

  /// A socket that listens here.
  func listening() throws(PosixError) -> FileDescriptor {
    let socket = try reserved()
    guard listen(socket.number, 16) == 0 else {
      let error = PosixError("listen \(self)")
      socket.close()
      throw error
    }
    return socket
  }

  /// Removes the file of a Unix socket that listened here.
  func remove() {
    if case .unix(let path) = self { unlink(path) }
  }

  /// A socket that is connected to this address, or will be when it can be written.
  func connecting() throws(PosixError) -> FileDescriptor {
    let socket = try socket()
    guard withPointer({ Glibc.connect(socket.number, $0, $1) }) == 0 || errno == EINPROGRESS else {
      let error = PosixError("connect \(self)")
      socket.close()
      throw error
    }
    return socket
  }
}

extension FileDescriptor {
  /// The next connection of a listening socket, made as `SocketAddress` makes its own.
  func accepted() -> FileDescriptor? {
    let flags = SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let number = accept4(self.number, nil, nil, Int32(flags))
    guard number >= 0 else { return nil }
    var yes: Int32 = 1
    // Fails on a Unix socket, which needs it not.
    setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    return FileDescriptor(number)
  }

  /// The TCP port that a socket is bound to.
  var port: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutableBytes(of: &address) { bytes in
      guard let base = bytes.baseAddress else { return }
      _ = getsockname(number, base.assumingMemoryBound(to: sockaddr.self), &size)
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Tells the other end that nothing more comes; reading goes on.
  func finishSending() {
    _ = shutdown(number, Int32(SHUT_WR))
  }
}
