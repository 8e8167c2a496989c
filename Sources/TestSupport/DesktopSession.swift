// SPDX-License-Identifier: GPL-3.0-or-later
private import Glibc
import Posix

/// A desktop without a screen: a private X server, session bus, accessibility bus and window
/// manager, with a home of their own.
///
/// Nothing of the session that the tests run in is seen, and nothing is left at the end, not even
/// what the buses have started: all processes carry the session's mark in their environment.
public final class DesktopSession: Sendable {
  /// How a session is made.
  public struct Settings: Sendable {
    /// The screen: width, height and depth.
    public var screen = "1024x768x24"
    /// The locale of its programs.
    public var locale = "C.UTF-8"
    /// Whether it has a window manager; without one no window is the active one.
    public var hasWindowManager = true
    /// Services of the session bus that programs may have started by calling them, beside the
    /// accessibility bus, which always is one.
    public var services: [String] = []

    /// The settings above.
    public init() {}
  }

  private struct State {
    var environment: [String: String]
    /// What was started, the oldest first.
    var programs: [DesktopProgram] = []
    var keyboard: DesktopKeyboard?
    var accessibilityBus = ""
    var isClosed = false
  }

  /// Its folder, gone after `close`.
  public let folder: TemporaryFolder
  private let state: Lock<State>

  /// Starts a session, and waits until all of it is there.
  ///
  /// Errors: `ended`, `timedOut` or `system`, with what the process in question has said.
  public init(_ settings: Settings = Settings()) throws(KitError) {
    let folder = try system { () throws(PosixError) in try TemporaryFolder("desktop") }
    self.folder = folder
    state = Lock(State(environment: Self.environment(settings, folder)))
    do throws(KitError) {
      try makeFolders()
      try startScreen(settings)
      try startBus(settings)
      try enableAccessibility()
      if settings.hasWindowManager { try startWindowManager() }
      let keyboard = try DesktopKeyboard(environment)
      state.withLock { $0.keyboard = keyboard }
    } catch {
      close()
      throw error
    }
  }

  deinit {
    close()
  }

  /// Whether what it needs is installed.
  public static var isInstalled: Bool {
    let programs = [
      "/usr/bin/Xvfb", "/usr/bin/dbus-daemon", "/usr/bin/dbus-send", "/usr/bin/openbox",
      "/usr/bin/xprop", DesktopKeyboard.program, launcher, KeptProcess.launcher,
    ]
    return programs.allSatisfy { access($0, X_OK) == 0 }
  }

  /// The variables of its programs.
  public var environment: [String: String] { state.withLock { $0.environment } }

  /// The address of the accessibility bus, as D-Bus writes it.
  public var accessibilityBus: String { state.withLock { $0.accessibilityBus } }

  /// What all its processes have in their environment.
  public var mark: String { "\(Self.markName)=\(folder.path)" }

  private static let markName = "BRAILLED_DESKTOP"
  private static let launcher = "/usr/libexec/at-spi-bus-launcher"

  // MARK: Programs

  /// Starts a program on it; `path` is looked up in /usr/bin if it has no slash.
  public func start(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws(KitError) -> DesktopProgram {
    let program = try DesktopProgram(
      path, arguments, environment: self.environment.merging(environment) { $1 })
    state.withLock { $0.programs.append(program) }
    return program
  }

  /// Runs a program to its end, and gives what it says.
  ///
  /// Errors: `ended` if its status is not 0.
  @discardableResult
  public func run(_ path: String, _ arguments: [String]) throws(KitError) -> String {
    let program = try DesktopProgram(path, arguments, environment: environment)
    defer { program.close() }
    let termination = try program.waitForEnd()
    try program.output.waitForEnd()
    guard termination == .exit(0) else {
      throw .ended("\(path) \(arguments), \(termination)\n\(program.output.text)")
    }
    return program.output.text
  }

  /// The session's keyboard.
  ///
  /// Errors: `ended` after `close`.
  public func keyboard() throws(KitError) -> DesktopKeyboard {
    guard let keyboard = state.withLock({ $0.keyboard }) else { throw .ended("the session") }
    return keyboard
  }

  /// The processes that carry the session's mark now.
  public var processes: [Int32] { MarkedProcesses.all(mark) }

  /// The processes of both buses, the registry of accessibility among them.
  public var buses: [Int32] {
    processes.filter { pid in
      guard let name = try? readFile("/proc/\(pid)/comm") else { return false }
      let text = String(decoding: name, as: UTF8.self)
      return text.hasPrefix("dbus-daemon") || text.hasPrefix("at-spi")
    }
  }

  /// Ends all programs, what they have started, and the session.
  public func close() {
    let programs = state.withLock { state in
      defer { state.isClosed = true }
      return state.isClosed ? nil : state.programs
    }
    guard let programs else { return }
    state.withLock { $0.keyboard }?.close()
    // The buses last, and the X server, which takes its socket and its lock away if it is told
    // to end.
    for program in programs.reversed() { program.stop(grace: Patience.seconds(2)) }
    MarkedProcesses.end(mark)
    folder.close()
  }
}

// MARK: - How it is started

extension DesktopSession {
  private static func environment(
    _ settings: Settings, _ folder: TemporaryFolder
  ) -> [String: String] {
    [
      markName: folder.path, "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.file("home"),
      "XDG_RUNTIME_DIR": folder.file("run"), "XDG_CONFIG_HOME": folder.file("config"),
      "XDG_CACHE_HOME": folder.file("cache"), "XDG_DATA_HOME": folder.file("data"),
      "XDG_STATE_HOME": folder.file("data"), "XDG_SESSION_TYPE": "x11",
      "LANG": settings.locale, "LC_ALL": settings.locale,
      // Nothing is asked of services that nobody has started, and nothing is kept.
      "GSETTINGS_BACKEND": "memory", "GIO_USE_VFS": "local", "GTK_USE_PORTAL": "0",
      "GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb",
      // There is no graphics card.
      "GSK_RENDERER": "cairo", "LIBGL_ALWAYS_SOFTWARE": "1",
    ]
  }

  private func makeFolders() throws(KitError) {
    try system { () throws(PosixError) in
      for name in ["home", "run", "config", "cache", "data", "services"] {
        chmod(try folder.folder(name), 0o700)
      }
    }
  }

  /// The X server chooses its number, and tells it.
  private func startScreen(_ settings: Settings) throws(KitError) {
    let number = try service(
      "/usr/bin/Xvfb",
      [
        "-displayfd", "3", "-screen", "0", settings.screen, "-nolisten", "tcp", "-noreset",
      ], isReady: { $0.contains("\n") })
    let display = ":" + number.prefix { $0 != "\n" }
    state.withLock { $0.environment["DISPLAY"] = display }
  }

  /// A session bus that starts what is in our folder of services alone.
  private func startBus(_ settings: Settings) throws(KitError) {
    try system { () throws(PosixError) in
      try writeService("org.a11y.Bus", "\(Self.launcher) --a11y=1")
      for name in settings.services {
        let path = "/usr/share/dbus-1/services/\(name).service"
        let lines = String(decoding: try readFile(path), as: UTF8.self).split(separator: "\n")
        guard let command = lines.first(where: { $0.hasPrefix("Exec=") }) else { continue }
        let name = lines.first { $0.hasPrefix("Name=") }?.dropFirst(5)
        try writeService(name.map(String.init) ?? "", String(command.dropFirst(5)))
      }
      try writeFile(folder.file("session.conf"), Array(busConfiguration.utf8))
    }
    let address = "unix:path=" + folder.file("run/bus")
    state.withLock { $0.environment["DBUS_SESSION_BUS_ADDRESS"] = address }
    _ = try service(
      "/usr/bin/dbus-daemon",
      [
        "--config-file", folder.file("session.conf"), "--nofork", "--nopidfile",
        "--print-address=3",
      ], isReady: { $0.contains("\n") })
  }

  /// Lets the bus start a service, which ends by itself when the bus is gone, should we crash.
  private func writeService(_ name: String, _ command: String) throws(PosixError) {
    let lines = ["[D-BUS Service]", "Name=\(name)", "Exec=\(command)", ""]
    try writeFile(
      folder.file("services/\(name).service"), Array(lines.joined(separator: "\n").utf8))
  }

  private var busConfiguration: String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <keep_umask/>
      <listen>unix:path=\(folder.file("run/bus"))</listen>
      <auth>EXTERNAL</auth>
      <servicedir>\(folder.file("services"))</servicedir>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """
  }

  /// The call starts the accessibility bus, and is answered when it is there.
  private func enableAccessibility() throws(KitError) {
    let bus = ["--session", "--print-reply=literal", "--dest=org.a11y.Bus", "/org/a11y/bus"]
    let address = try run("/usr/bin/dbus-send", bus + ["org.a11y.Bus.GetAddress"])
      .split { $0 == " " || $0 == "\n" }.first.map(String.init)
    guard let address else { throw .malformed("org.a11y.Bus has no address") }
    state.withLock { $0.accessibilityBus = address }
    try run(
      "/usr/bin/dbus-send",
      bus + [
        "org.freedesktop.DBus.Properties.Set", "string:org.a11y.Status", "string:IsEnabled",
        "variant:boolean:true",
      ])
  }

  /// The window manager is there when the root window says so.
  private func startWindowManager() throws(KitError) {
    try system { () throws(PosixError) in
      _ = try folder.folder("config/openbox")
      try writeFile(folder.file("config/openbox/rc.xml"), Array(Self.windowManager.utf8))
    }
    _ = try start("/usr/bin/openbox", ["--sm-disable"])
    // All properties: one that nobody has heard of yet is not watched by its name.
    let watcher = try DesktopProgram(
      "/usr/bin/xprop", ["-root", "-spy"], environment: environment)
    defer { watcher.close() }
    try watcher.output.wait(for: "_NET_SUPPORTING_WM_CHECK")
  }

  /// Alt and Tab go to the next window at once: with the dialog that shows them all it depends on how
  /// long they are held.
  private static let windowManager = """
    <?xml version="1.0"?>
    <openbox_config xmlns="http://openbox.org/3.4/rc">
      <keyboard>
        <keybind key="A-Tab">
          <action name="NextWindow"><interactive>no</interactive><dialog>none</dialog></action>
        </keybind>
      </keyboard>
    </openbox_config>
    """

  /// Starts a program that says on descriptor 3 when it is ready, and gives what it said there.
  private func service(
    _ path: String, _ arguments: [String], isReady: (String) -> Bool
  ) throws(KitError) -> String {
    let (ready, writing) = try Transcript.pipe()
    defer { ready.close() }
    let program: DesktopProgram
    do {
      defer { writing.close() }
      program = try DesktopProgram(
        path, arguments, environment: environment, descriptor: writing)
    }
    state.withLock { $0.programs.append(program) }
    do throws(KitError) {
      return try ready.wait(for: "readiness of \(path)", isReady)
    } catch {
      throw .ended("\(error)\n\(program.output.text)")
    }
  }
}
