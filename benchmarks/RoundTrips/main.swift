// SPDX-License-Identifier: GPL-3.0-or-later
//
// Types 5,000 words of each language by the cells of their translation, and looks whether they
// come back: round-trips [--through reading|engine] [--failures COUNT] [--words COUNT] [TABLE...]
//
// Through the reading of typed cells alone, and by the tables that languages are typed by also
// through the whole engine, into a program.
import Glibc
import Louis
import Posix

Worker.runIfAsked()

var options = Options()
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--failures":
    options.shown = arguments.popFirst().flatMap { Int($0) } ?? options.shown
  case "--words": options.count = arguments.popFirst().flatMap { Int($0) } ?? options.count
  case "--through":
    let way = arguments.popFirst().flatMap { Options.Way(rawValue: $0) }
    guard let way else {
      print("round-trips: words can be typed through: reading, engine")
      exit(2)
    }
    options.way = way
  default: options.tables.insert(argument)
  }
}

let start = MonotonicClock.now
do {
  let isRight = try RoundTrips(options).run()
  print("\((MonotonicClock.now - start).components.seconds) s")
  exit(isRight ? 0 : 1)
} catch {
  print("round-trips: \(error)")
  exit(2)
}
