// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix

/// The file whose readers brltty lets in, as this user finds it.
public struct BrlAPIKey: Sendable {
  /// Where it is.
  public let path: String
  /// What is wrong with it.
  private let state: State

  private enum State {
    case readable
    case missing
    /// It is there and cannot be read; the name of its group.
    case unreadable(group: String)
  }

  /// Looks at the file where brltty makes it.
  public init(path: String = "/etc/brlapi.key") {
    self.path = path
    var status = stat()
    if access(path, R_OK) == 0 {
      state = .readable
    } else if stat(path, &status) != 0 {
      state = .missing
    } else {
      let entry = getgrgid(status.st_gid)
      let name = entry.flatMap { $0.pointee.gr_name }.map { String(cString: $0) }
      state = .unreadable(group: name ?? "\(status.st_gid)")
    }
  }

  /// What is wrong and what to do, as a line; nil if it can be read.
  public var line: String? {
    let user = environmentVariable("USER") ?? "USER"
    let login = "then log in anew"
    switch state {
    case .readable: return nil
    case .missing:
      return "key: \(path) is not there; make it: apt-get install --reinstall brltty"
    case .unreadable(let group) where group != "root":
      return "key: \(path) is for the group \(group); as root: adduser \(user) \(group), \(login)"
    case .unreadable:
      return
        "key: \(path) is for root alone; as root: addgroup --system brlapi, chgrp brlapi \(path), "
        + "chmod 640 \(path), adduser \(user) brlapi, \(login)"
    }
  }
}
