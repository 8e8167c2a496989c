// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measures the daemon against what does the same with nothing around it, in turns, so that a
// busy machine is as busy for both: bench FOLDER [PART]..., where FOLDER has the clients in C and
// the daemon as it is packaged, and the parts are engine, caret, zh-tw, screen, socket, flood and
// rest, without any of them all. `make bench` builds everything and runs it.
import Glibc
import Louis
import Measurement
import Posix
import Sockets
import TestSupport
import Translation

Worker.runIfAsked()
signal(SIGPIPE, SIG_IGN)

/// The programs that take part.
struct Programs {
  let daemon: String
  /// The daemon with its libraries in it, stripped.
  let packaged: String
  let limit: String
  let client: String
  let python = "/usr/bin/python3"
  let script = "benchmarks/client.py"

  init(folder: String) {
    daemon = Executables.path("brailled")
    packaged = folder + "/brailled"
    limit = folder + "/limit"
    client = folder + "/client"
  }

  /// A name that no other run uses.
  let uniqueName = "bench-\(getpid())"
}

/// Whether a file is there.
func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

guard CommandLine.arguments.count > 1 else {
  print("bench: name the folder of the clients; see `make bench`")
  exit(2)
}
let parts = CommandLine.arguments.dropFirst(2)

/// Whether a part is to be measured.
func isWanted(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }

let programs = Programs(folder: CommandLine.arguments[1])
var report = Report()
do {
  let labels = try Labels(path: "benchmarks/labels.txt")
  let folder = try TemporaryFolder("bench")
  defer { folder.close() }
  guard let files = TableFiles().paths(of: TableName("en-ueb-g2.ctb")) else {
    print("bench: en-ueb-g2.ctb is missing: apt-get install liblouis-data")
    exit(1)
  }
  let limit =
    isReadable(programs.limit)
    ? Limit(program: programs.limit, files: files, labels: labels) : nil
  if limit == nil { report.note("there is no limit in C: install gcc") }
  if isWanted("engine") {
    var engine = EngineBench(labels: labels, limit: limit, files: files)
    engine?.run(&report)
  }
  limit?.end()
  if isWanted("caret") {
    var caret = CaretBench(labels: labels, files: files)
    caret?.run(&report)
  }
  if isWanted("zh-tw") {
    let lines = try Labels(path: "benchmarks/lines.zh-tw.txt", role: nil, suffix: "")
    let files = TableFiles().paths(of: TableName("zh-tw.ctb"))
    var chinese = files.flatMap { ChineseBench(programs: programs, lines: lines, files: $0) }
    chinese?.run(&report)
  }
  if isWanted("screen") {
    var screen = ScreenBench(files: files)
    screen?.run(&report)
  }
  if isWanted("socket") {
    var socket = SocketBench(programs: programs, labels: labels, files: files, folder: folder)
    socket.run(&report)
  }
  if isWanted("flood") {
    FloodBench(programs: programs, labels: labels, folder: folder).run(&report)
  }
  if isWanted("rest") {
    RestBench(programs: programs, labels: labels, folder: folder).run(&report)
  }
  report.show()
} catch {
  print("bench: \(error)")
  exit(1)
}
