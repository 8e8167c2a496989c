// SPDX-License-Identifier: GPL-3.0-or-later
import BrlAPI
import Cells
import Core
private import Glibc
import ICU
import Louis
import Posix
import Sockets
import Tables
import TerminalDisplay

/// Runs the daemon until a signal ends it.
///
/// To be called before any thread is started and any descriptor opened. Errors: see
/// `DaemonError`.
public func runDaemon(_ options: DaemonOptions) throws(DaemonError) {
  // libbrlapi must not look for a terminal of its own in what the session left here.
  setenv("WINDOWPATH", "", 1)
  let started = MonotonicClock.now
  let inherited = Systemd.sockets()
  for socket in inherited { _ = fcntl(socket.descriptor.number, F_SETFD, FD_CLOEXEC) }
  var translator = LouisTranslator(executable: ownExecutable())
  do throws(DaemonError) {
    var loop = try makeLoop(options, translator: translator, inherited, started: started)
    Systemd.notify("READY=1")
    loop.run()
  } catch {
    translator.end()
    throw error
  }
}

private func makeLoop(
  _ options: DaemonOptions, translator: LouisTranslator,
  _ inherited: [(name: String, descriptor: FileDescriptor)], started: Duration
) throws(DaemonError) -> Loop {
  let configured = try Configured(options)
  let log = Log("brailled", options.logLevel)
  configured.report(to: log)
  let listeners = try listeners(inherited, options)
  do throws(PosixError) {
    let signals = try SignalDescriptor()
    let display = try makeDisplay(options, configured)
    var translator = translator
    translator.deadline = .milliseconds(configured.settings.deadline)
    let engine = Engine(
      translator: translator, settings: configured.settings,
      resources: configured.data.resources,
      clock: ReaderClock(
        epoch: WallClock.milliseconds, offset: WallClock.offset),
      breaks: ICUTextBreaks())
    log.notice("ready\(listeners.first?.listener.path.map { " at \($0)" } ?? "")")
    return Loop(
      engine: engine, display: display, listeners: listeners, signals: signals,
      decoder: try LineDecoder(), log: log, options: options, started: started)
  } catch {
    for (listener, _) in listeners { listener.close() }
    throw .system("\(error)")
  }
}

/// The sockets, handed over or made.
private func listeners(
  _ inherited: [(name: String, descriptor: FileDescriptor)], _ options: DaemonOptions
) throws(DaemonError) -> [(listener: Listener, isFull: Bool)] {
  if !inherited.isEmpty {
    return inherited.map { socket in
      (Listener(inherited: socket.descriptor), !socket.name.hasSuffix("producer"))
    }
  }
  let path = try socketPath(options)
  var listeners: [(listener: Listener, isFull: Bool)] = []
  do throws(SocketError) {
    listeners.append((try Listener(path: path), true))
    listeners.append((try Listener(path: path + "-producer"), false))
  } catch {
    for (listener, _) in listeners { listener.close() }
    throw .socket(error.description)
  }
  return listeners
}

/// Where the sockets are; a folder of ours is made, with mode 0700.
private func socketPath(_ options: DaemonOptions) throws(DaemonError) -> String {
  if let path = options.socket ?? environmentVariable("BRAILLED_SOCKET") { return path }
  guard let runtime = environmentVariable("XDG_RUNTIME_DIR") else { throw .noRuntimeDirectory }
  let folder = runtime + "/brailled"
  try makeFolder(folder)
  return folder + "/socket"
}

/// Makes a folder for this user alone, or takes the one that is there if it is this user's.
private func makeFolder(_ folder: String) throws(DaemonError) {
  guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
    throw .runtimeDirectory(
      "\(PosixError("mkdir \(folder)")); let XDG_RUNTIME_DIR name a folder of yours, or give "
        + "--socket PATH")
  }
  var status = stat()
  guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
    throw .runtimeDirectory("\(folder): is no folder; take it away, or give --socket PATH")
  }
  // Whoever has the folder can put another socket into it.
  guard status.st_uid == geteuid() else {
    throw .runtimeDirectory(
      "\(folder): belongs to user \(status.st_uid); take it away, or give --socket PATH")
  }
  guard chmod(folder, 0o700) == 0 else {
    throw .runtimeDirectory(PosixError("chmod \(folder)").description)
  }
}

private func makeDisplay(
  _ options: DaemonOptions, _ configured: Configured
) throws(PosixError) -> AnyDisplay {
  switch options.display {
  case .brlapi:
    return .brlapi(try BrlAPIDisplay(BrlAPISettings(configured.settings)))
  case .terminal:
    return .terminal(
      Terminal(
        size: options.size ?? DisplaySize(columns: 40), input: FileDescriptor(0),
        output: FileDescriptor(1), keys: configured.data.terminalKeys))
  case .none:
    return .none(options.size ?? DisplaySize(columns: 40))
  }
}

/// What was read from files: settings and data.
struct Configured {
  var settings: Settings
  let data: DataFiles
  private let findings: [Finding]

  /// Reads the files.
  ///
  /// Errors: a file that was named on the command line cannot be read.
  init(_ options: DaemonOptions) throws(DaemonError) {
    let files = TableFiles()
    let tables = files.tables
    data = DataFolders.standard().read(tables: tables, dictionaries: files.dictionaries)
    var configuration = Configuration()
    if let path = options.configuration {
      do {
        configuration.read(try IniFile(path: path), tables: tables)
      } catch {
        throw .configuration("\(error)")
      }
    } else {
      configuration.readStandardFiles(tables: tables)
    }
    settings = configuration.settings
    if let host = options.brlapiHost { settings.brlapiHost = host }
    if let auth = options.brlapiAuth { settings.brlapiAuth = auth }
    // Who comes from brltty's own key tables is asked once; what comes of it is kept.
    if options.display == .brlapi, options.configuration == nil, settings.chords == .unknown {
      settings.chords = .ask
    }
    let fault = files.fault.map { [Finding(file: "liblouis", reason: $0)] } ?? []
    findings = fault + data.findings + configuration.findings
  }

  /// Logs what is wrong in the files; the daemon goes on with the defaults.
  func report(to log: Log) {
    for finding in findings { log.warning("\(finding)") }
  }

  /// What is wrong in the files, for the display: the first of it, by the file's last name, and how
  /// much else there is; nil if nothing is.
  var summary: String? {
    guard let first = findings.first else { return nil }
    let name = first.file.split(separator: "/").last.map(String.init) ?? first.file
    let shown = Finding(file: name, line: first.line, reason: first.reason)
    return findings.count == 1
      ? "\(shown)" : "\(shown) (braillectl check: \(findings.count - 1) more)"
  }

  /// What is wrong in the files, a line each.
  var problems: [String] { findings.map(\.description) }
}

/// Reads the configuration and the data files; gives what is wrong in them, a line each.
///
/// Errors: a file that was named on the command line cannot be read.
public func checkConfiguration(_ options: DaemonOptions) throws(DaemonError) -> [String] {
  let configured = try Configured(options)
  return configured.problems + DataFolders.standard().checkNames().map(\.description)
}
