// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import DesktopProducer
import Glibc
import Posix
import Spelling

keepCrashesPrivate()

let usage = """
  Usage: brailled-atspi [OPTION]...
  Tells brailled what has the focus on the desktop, and does what its reader wants there.

    --socket PATH          where brailled listens (default $XDG_RUNTIME_DIR/brailled/socket)
    --log-level LEVEL      error, warning, notice (default), info or debug
    --version              tell the version, and end
    --help                 tell this, and end
  """

let known: [Options.Known] = [
  .init("socket", takesValue: true), .init("log-level", takesValue: true), .init("version"),
  .init("help"),
]

/// Ends with what is wrong, on one line.
func fail(_ reason: String, status: Int32) -> Never {
  Array("brailled-atspi: \(reason)\n".utf8).withUnsafeBytes { _ = FileDescriptor(2).write($0) }
  exit(status)
}

func producerOptions(_ options: Options) -> ProducerOptions {
  var result = ProducerOptions()
  result.socket = options.value("socket")
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
    print("brailled-atspi \(Release.version)")
  } else {
    try runProducer(producerOptions(options))
  }
} catch let error as Options.Invalid {
  fail(error.reason, status: 2)
} catch let error as ProducerError {
  fail(error.description, status: 1)
}
