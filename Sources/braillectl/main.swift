// SPDX-License-Identifier: GPL-3.0-or-later
import BrailleClient
import Core
import Glibc
import Louis
import Monitor
import Posix
import Spelling
import Tables

keepCrashesPrivate()
Worker.runIfAsked()

let usage = """
  Usage: braillectl [--socket PATH] COMMAND
  Asks and tells a running brailled, and plays session files.

    status [--json]           how things are, what is wrong and what to do; the exit status is 1
                              without a display or a table
    monitor [--plain] [--keys]  the display, keys and commands, live; with --keys what is typed
                              is pressed
    send [FILE]               lines of JSON from a file or standard input; replies are printed
    announce TEXT             something to be read
    press KEY...              as if pressed on the display: FWINRT, ROUTE 5, space+dot1
    explain [FILE]            how an element, as JSON, comes to its cells
    history                   what has been announced, the newest first
    settings [NAME=VALUE...]  the settings, and what to change
    settings --manual         what each setting is, for brailled.conf(5), without a daemon
    record [--plain] FILE     what happens, as a session file, until Ctrl-C; letters and digits
                              are masked, with --plain they are not
    play FILE.session...      sessions, without a daemon; what differs is printed
    tables [LANGUAGE]         languages and their tables, without a daemon
    keys [PRESET...]          what keys do in the presets that there are, without a daemon
    check                     the configuration and the data files, without a daemon
    --version                 the version
    --help                    this
  """

do {
  let options = try Options(
    Array(CommandLine.arguments.dropFirst()),
    known: [.init("socket", takesValue: true), .init("version"), .init("help")],
    stopsAtOperand: true)
  if options.has("help") {
    print(usage)
    exit(0)
  }
  if options.has("version") {
    print("braillectl \(Release.version)")
    exit(0)
  }
  guard let name = options.operands.first else {
    throw Failure(place: "command", reason: "is missing; see --help", status: 2)
  }
  let arguments = Array(options.operands.dropFirst())
  let isGood: Bool
  switch name {
  case "play": isGood = try play(arguments)
  case "record": isGood = try record(arguments, socket: options.value("socket"))
  case "monitor": isGood = try monitor(arguments, socket: options.value("socket"))
  case "tables": isGood = try listTables(arguments)
  case "keys": isGood = try listKeys(arguments)
  case "check": isGood = try check(arguments)
  case "settings" where arguments == ["--manual"]: isGood = printManual()
  default:
    guard let command = Conversation.Command(rawValue: name) else {
      let names =
        Conversation.Command.allCases.map(\.rawValue) + [
          "check", "keys", "monitor", "play", "record", "tables",
        ]
      let nearest = nearestName(to: name, among: names)
      let remedy = nearest.map { "did you mean \($0)?" } ?? "see --help"
      throw Failure(place: name, reason: "is no command; \(remedy)", status: 2)
    }
    isGood = try Conversation(socket: options.value("socket")).run(command, arguments)
  }
  exit(isGood ? 0 : 1)
} catch let error as Options.Invalid {
  Failure(place: "options", reason: error.reason, status: 2).end()
} catch let error as ConnectionError {
  Failure(error).end()
} catch MonitorError.connection(let error) {
  Failure(error).end()
} catch let error as MonitorError {
  Failure(place: "", reason: error.description, status: 1).end()
} catch let error as PosixError {
  Failure(place: "", reason: error.description, status: 1).end()
} catch let error as Failure {
  error.end()
}
