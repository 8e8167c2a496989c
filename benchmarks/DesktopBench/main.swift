// SPDX-License-Identifier: GPL-3.0-or-later
//
// The desktop read on a braille display, by Orca and by brailled with its producer, in turns with
// the same applications on the same display: desktop-bench FOLDER [PART]..., where FOLDER has
// both programs as they are packaged, and the parts are keys, storm and stopped, without any of
// them all. `make desktop-bench` builds everything and runs it. `ours` or `orca` measures one of
// them alone, `words` shows with each key what stands on the display.
import Glibc
import Measurement
import Posix
import TestSupport

signal(SIGPIPE, SIG_IGN)

guard CommandLine.arguments.count > 1 else {
  print("desktop-bench: name the folder of the programs; see `make desktop-bench`")
  exit(2)
}
guard DesktopSession.isInstalled, Brltty.isInstalled else {
  print("desktop-bench: packages are missing; see `make desktop-packages`")
  exit(1)
}
let programs = Programs(folder: CommandLine.arguments[1])
/// What was asked for besides the folder.
let words = CommandLine.arguments.dropFirst(2)
/// Only one contender: for the keys alone.
let only = words.first { $0 == "ours" || $0 == "orca" }

/// Whether a part is to be measured.
func isWanted(_ part: String) -> Bool {
  let parts = words.filter { $0 != "words" && $0 != only }
  return parts.isEmpty ? only == nil || part == "keys" : parts.contains(part)
}

var report = Report()
if let load = try? readFile("/proc/loadavg") {
  let load = String(decoding: load, as: UTF8.self).split(separator: " ").first ?? ""
  report.note(
    "Others kept \(load) processors busy in the minute before, of \(sysconf(Int32(_SC_NPROCESSORS_ONLN)))."
  )
}
do {
  if isWanted("keys") {
    try KeyBench(programs: programs, showsWords: words.contains("words"), only: only)
      .run(&report)
  }
  if isWanted("storm") { try StormBench(programs: programs).run(&report) }
  if isWanted("stopped") { try StoppedBench(programs: programs).run(&report) }
  report.show()
} catch {
  print("desktop-bench: \(error)")
  exit(1)
}
