// SPDX-License-Identifier: GPL-3.0-or-later
private import Glibc
import Posix

extension Brltty {
  /// A braille driver of brltty that the kit has a display for.
  public enum Driver: String, Sendable {
    /// Lines of text over a Unix socket; `VirtualDisplay`.
    case virtual = "vr"
    /// Handy Tech over a serial line; `HandyTechDisplay`.
    case handyTech = "ht"
    /// HumanWare over a serial line; `BrailliantDisplay`.
    case humanWare = "hw"
  }

  /// How BrlAPI clients reach a brltty.
  public enum Transport: Sendable {
    /// A TCP port of 127.0.0.1 of its own.
    case tcp
    /// A Unix socket of its own where BrlAPI looks for sockets; needed for authorization by user.
    case unix
  }

  /// How a brltty is started.
  public struct Settings: Sendable {
    /// How clients reach it.
    public var transport = Transport.tcp
    /// Its API parameter `auth`: `none`, `keyfile:/path`, `user:name`, `group:name`.
    public var authorization = "none"
    /// The folder of its text, key and other tables; nil for the one it was installed with.
    public var tables: String?
    /// The content of its preferences file, a line for each: `braille-quick-space=yes`.
    public var preferences = ""
    /// Its log level or categories.
    public var logLevel = "notice"

    /// The settings above.
    public init() {}
  }

  /// Whether brltty and setpriv are installed.
  public static var isInstalled: Bool {
    access(program, X_OK) == 0 && access(KeptProcess.launcher, X_OK) == 0
  }

  static let program = "/usr/bin/brltty"

  /// Who runs brltty if we are root: nobody.
  static var user: UInt32? { geteuid() == 0 ? 65534 : nil }

  /// The arguments that start a brltty.
  static func arguments(
    _ settings: Settings, driver: Driver, device: String, host: String, folder: TemporaryFolder
  ) -> [String] {
    var arguments = [
      "--no-daemon", "--quiet", "--standard-error", "--environment-variables",
      "--log-level=\(settings.logLevel)",
      "--configuration-file=\(folder.file("brltty.conf"))",
      "--preferences-file=\(folder.file("updatable/brltty.prefs"))",
      "--override-preferences=alert-tunes=no,autospeak=no",
      "--updatable-directory=\(folder.file("updatable"))",
      "--writable-directory=\(folder.file("writable"))",
      "--braille-driver=\(driver.rawValue)", "--braille-device=\(device)",
      "--screen-driver=no", "--speech-driver=no",
      // How long it shows that it stops; it would take 4 s to end.
      "--message-time=1",
      "--api-parameters=auth=\(settings.authorization),host=\(host)",
    ]
    if let tables = settings.tables { arguments.append("--tables-directory=\(tables)") }
    return arguments
  }
}
