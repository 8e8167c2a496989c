// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Daemon
import Glibc
import Louis
import Posix
import Spelling

keepCrashesPrivate()
Worker.runIfAsked()

let usage = """
  Usage: brailled [OPTION]...
  Shows on a braille display what programs tell over a socket, and tells them what is pressed.

    --socket PATH          where programs connect (default $XDG_RUNTIME_DIR/brailled/socket)
    --config FILE          a configuration file instead of the usual ones
    --display KIND         brlapi (default), terminal or none
    --brlapi-host HOST     where brltty listens
    --brlapi-auth AUTH     how brltty is asked for access
    --size COLSxROWS       the size of a display in the terminal, or of none
    --log-level LEVEL      error, warning, notice (default), info or debug
    --check-config         tell what is wrong in the configuration, and end
    --version              tell the version, and end
    --help                 tell this, and end
  """

let known: [Options.Known] = [
  .init("socket", takesValue: true), .init("config", takesValue: true),
  .init("display", takesValue: true), .init("brlapi-host", takesValue: true),
  .init("brlapi-auth", takesValue: true), .init("size", takesValue: true),
  .init("log-level", takesValue: true), .init("check-config"), .init("version"), .init("help"),
]

/// Ends with what is wrong, on one line.
func fail(_ reason: String, status: Int32) -> Never {
  tell(reason)
  exit(status)
}

func tell(_ reason: String) {
  Array("brailled: \(reason)\n".utf8).withUnsafeBytes { _ = FileDescriptor(2).write($0) }
}

/// Reads the options that change how the daemon runs.
func daemonOptions(_ options: Options) -> DaemonOptions {
  var result = DaemonOptions()
  result.socket = options.value("socket")
  result.configuration = options.value("config")
  result.brlapiHost = options.value("brlapi-host")
  result.brlapiAuth = options.value("brlapi-auth")
  if let name = options.value("display") {
    guard let display = DaemonOptions.Display(rawValue: name) else {
      let kinds = DaemonOptions.Display.allCases.map(\.rawValue)
      fail("--display \(name): \(remedy(for: name, among: kinds))", status: 2)
    }
    result.display = display
  }
  if let text = options.value("size") {
    guard let size = DisplaySize(text) else {
      fail("--size \(text): write COLSxROWS, as 40 or 20x4, at most 2000 cells", status: 2)
    }
    result.size = size
  }
  if let name = options.value("log-level") {
    guard let level = LogLevel(named: name) else {
      let levels = LogLevel.allCases.map(\.name)
      fail("--log-level \(name): \(remedy(for: name, among: levels))", status: 2)
    }
    result.logLevel = level
  }
  return result
}

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()), known: known)
  if let operand = options.operands.first {
    fail("\(operand): takes no operands; see --help", status: 2)
  }
  if options.has("help") {
    print(usage)
  } else if options.has("version") {
    print("brailled \(Release.version)")
  } else if options.has("check-config") {
    let problems = try checkConfiguration(daemonOptions(options))
    for problem in problems { tell(problem) }
    exit(problems.isEmpty ? 0 : 1)
  } else {
    try runDaemon(daemonOptions(options))
  }
} catch let error as Options.Invalid {
  fail(error.reason, status: 2)
} catch let error as DaemonError {
  fail(error.description, status: error.status)
}
