// SPDX-License-Identifier: GPL-3.0-or-later
//
// A daemon with all that can happen to it, for minutes that are like days: soak BRAILLED MINUTES
// [SEED] [SABOTAGE], where BRAILLED is the daemon as it is packaged (`make soak`,
// docs/testing.md). It ends with figures and a verdict; exit 1: something is not as it must be.
import Glibc
import Posix
import TestSupport

signal(SIGPIPE, SIG_IGN)

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2, let minutes = Int(arguments[1]), minutes > 0 else {
  print("soak: name the daemon and the minutes; see `make soak`")
  exit(2)
}
guard Brltty.isInstalled else {
  print("soak: brltty is missing: apt-get install brltty")
  exit(1)
}
let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : 1
let sabotage = arguments.count > 3 ? Sabotage(rawValue: arguments[3]) : nil
if arguments.count > 3, sabotage == nil {
  print("soak: \(arguments[3]) is none of \(Sabotage.allCases.map(\.rawValue))")
  exit(2)
}

do {
  let run = try Run(executable: arguments[0], seed: seed)
  defer { run.close() }
  try run.run(for: .seconds(60 * minutes), sabotage)
  exit(run.tell() ? 0 : 1)
} catch {
  print("soak: \(error)")
  exit(1)
}
