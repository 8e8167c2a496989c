// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc
public import Posix

/// A serial line without hardware: what is written to one end is read from the other.
public struct PseudoTerminal: Sendable {
  /// The end that plays the device; calls on it never wait.
  public let master: FileDescriptor
  /// The other end, raw.
  ///
  /// It is kept open, so that the line does not hang up while no program has it.
  public let slave: FileDescriptor
  /// The path by which a program opens the other end; everybody may.
  public let path: String

  /// Makes a line that passes all bytes as they are, both ends closed on exec.
  public init() throws(PosixError) {
    let master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard master >= 0 else { throw PosixError("posix_openpt") }
    self.master = FileDescriptor(master)
    var name = [CChar](repeating: 0, count: 64)
    guard grantpt(master) == 0, unlockpt(master) == 0,
      ptsname_r(master, &name, name.count) == 0
    else {
      let error = PosixError("unlockpt")
      self.master.close()
      throw error
    }
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else {
      let error = PosixError("open \(path)")
      self.master.close()
      throw error
    }
    self.slave = FileDescriptor(slave)
    var attributes = termios()
    tcgetattr(slave, &attributes)
    cfmakeraw(&attributes)
    tcsetattr(slave, TCSANOW, &attributes)
    chmod(path, 0o666)
    self.master.setNonBlocking()
  }

  /// Whether everything that was written to `master` has been read.
  ///
  /// Linux moves bytes from one end to the other in the background; `poll` finishes that before
  /// it says that there is nothing to read (n_tty_poll), so that this is no race.
  public var isRead: Bool {
    var poller = Poller()
    let index = poller.add(slave)
    poller.wait(.zero)
    return !poller.isReadable(index)
  }

  /// Closes both ends; a program that has the line open sees it hang up.
  public func close() {
    slave.close()
    master.close()
  }
}
