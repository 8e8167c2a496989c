// SPDX-License-Identifier: GPL-3.0-or-later
//
// Types 5,000 words of each language by the cells of their translation, and looks whether they
// come back: round-trips [--through reading] [--failures COUNT] [--words COUNT] [TABLE...]
import Core
import Glibc
import Louis
import Posix
import Tables
import Translation
import Typing

Worker.runIfAsked()

var shown = 3
var count = 5000
var chosen: Set<String> = []
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--failures": shown = arguments.popFirst().flatMap { Int($0) } ?? shown
  case "--words": count = arguments.popFirst().flatMap { Int($0) } ?? count
  case "--through":
    guard arguments.popFirst() == "reading" else {
      print("round-trips: words can be typed through: reading")
      exit(2)
    }
  default: chosen.insert(argument)
  }
}

func percent(_ share: Double?) -> String {
  guard let share else { return "     -" }
  let hundredths = Int((share * 100).rounded(.down))
  let rest = hundredths % 100
  let text = "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  return String(repeating: " ", count: max(0, 6 - text.count)) + text
}

func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

let start = MonotonicClock.now
let resources = DataFolders.standard().read(tables: []).resources
let executable = ownExecutable()
var typist = ReadingTypist(
  backTranslation: resources.backTranslation, translator: LouisTranslator(executable: executable))
var plain = ReadingTypist(
  backTranslation: BackTranslation(), translator: LouisTranslator(executable: executable))
var lists: [String: WordList] = [:]
var isRight = true

print("of \(count) words            list                same  uncorrected  at least  same capitals")
for trip in Trip.all(of: resources.languages) {
  guard chosen.isEmpty || chosen.contains(trip.table.name) else { continue }
  if lists[trip.list] == nil {
    do {
      lists[trip.list] = try WordList(trip.list, count: count)
    } catch {
      print("round-trips: /usr/share/dict/\(trip.list): \(PosixError.text(error.code))")
      exit(2)
    }
  }
  let words = lists[trip.list]?.words ?? []
  let outcome = Outcome(words, in: trip.table, by: &typist)
  let without = Outcome(words, in: trip.table, by: &plain)
  // As the figures are rounded.
  let tenths = (outcome.share * 10).rounded() / 10
  let isGood =
    tenths >= trip.least ?? 0 && (!trip.isWhole || outcome.same == outcome.words)
    && outcome.same >= without.same
  if !isGood { isRight = false }
  print(
    padded(trip.table.name, 22), padded(trip.list, 17), percent(outcome.share),
    "     " + percent(without.share), "  " + percent(trip.least),
    "       " + percent(outcome.exactShare), isGood ? "" : "  worse")
  for failure in outcome.failures.prefix(shown) { print("  " + failure) }
  fflush(nil)
}
typist.translator.end()
plain.translator.end()
let seconds = (MonotonicClock.now - start).components.seconds
print("\(seconds) s")
exit(isRight ? 0 : 1)
