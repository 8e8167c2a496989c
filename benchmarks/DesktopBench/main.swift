// SPDX-License-Identifier: GPL-3.0-or-later
//
// The desktop read on a braille display, by Orca and by brailled with its producer, in turns with
// the same applications on the same display: desktop-bench FOLDER [PART]..., where FOLDER has
// both programs as they are packaged, and the parts are keys, storm and stopped, without any of
// them all. `make desktop-bench` builds everything and runs it; `words` shows with each key what
// stands on the display.
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
let showsWords = CommandLine.arguments.contains("words")
let parts = Set(CommandLine.arguments.dropFirst(2)).subtracting(["words"])

/// Whether a part is to be measured.
func isWanted(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }

var report = Report()
do {
  if isWanted("keys") || parts.contains("orca") || parts.contains("ours") {
    try KeyBench(programs: programs, showsWords: showsWords, parts: parts).run(&report)
  }
  report.show()
} catch {
  print("desktop-bench: \(error)")
  exit(1)
}
