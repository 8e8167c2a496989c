// SPDX-License-Identifier: GPL-3.0-or-later
private import CSystemd
private import Glibc
import Posix

/// What systemd gives and is told.
enum Systemd {
  /// Sockets that were handed over (sd_listen_fds), by their names in the unit.
  ///
  /// The variables are taken out of the environment, so that no child believes them its own.
  static func sockets() -> [(name: String, descriptor: FileDescriptor)] {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = sd_listen_fds_with_names(1, &names)
    guard count > 0 else { return [] }
    defer { free(names) }
    return (0..<Int(count)).map { index in
      let name = names?[index].map { String(cString: $0) } ?? ""
      free(names?[index])
      return (name, FileDescriptor(SD_LISTEN_FDS_START + Int32(index)))
    }
  }

  /// Tells systemd that the daemon is ready, or something else about its state.
  static func notify(_ state: String) {
    sd_notify(0, state)
  }

  /// Tells systemd that the configuration is being read; `READY=1` tells the end.
  static func notifyReloading() {
    let (seconds, attoseconds) = MonotonicClock.now.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    notify("RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
  }

  /// The virtual terminal of the user's session, from logind; nil if there is none.
  static func sessionTerminal() -> Int? {
    var session: UnsafeMutablePointer<CChar>?
    guard sd_uid_get_display(getuid(), &session) >= 0, let session else { return nil }
    defer { free(session) }
    var terminal: UInt32 = 0
    guard sd_session_get_vt(session, &terminal) >= 0, terminal > 0 else { return nil }
    return Int(terminal)
  }
}

/// The signs of life that systemd waits for (`WatchdogSec=`): the loop gives them itself, so that
/// one that hangs gives none and is started again.
struct Watchdog {
  /// Half of what systemd waits, so that a sign may be late.
  private let interval: Duration
  /// When the next sign is to be given.
  private(set) var due: Duration

  /// The first sign is due at once; nil if systemd waits for none.
  init?(at now: Duration) {
    var microseconds: UInt64 = 0
    guard sd_watchdog_enabled(1, &microseconds) > 0 else { return nil }
    interval = .microseconds(Int64(microseconds / 2))
    due = now
  }

  /// Gives the sign if it is due.
  mutating func giveSign(at now: Duration) {
    guard due <= now else { return }
    Systemd.notify("WATCHDOG=1")
    due = now + interval
  }
}
