// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport

extension Run {
  /// Tells what happened and what is wrong; whether nothing is.
  func tell() -> Bool {
    print("\nWhat happened:")
    for (what, number) in ledger.counts { print("  \(number)  \(what)") }
    let answers = ledger.answers
    print(
      "  \(answers.number)  keys timed; the worst was shown after \(milliseconds(answers.worst)) ms"
    )
    var wrong = ledger.failures.told
    let untold = ledger.failures.count - wrong.count
    if untold > 0 { wrong.append("and \(untold) more of these") }
    wrong += growth.leaks
    if answers.worst > Ledger.slowest {
      wrong.append("a key was shown after more than \(Ledger.slowest)")
    }
    for needed in [
      "commands received", "frames to brltty", "frames to observers", "lies refused",
      "routing keys on known places", "programs that came and went",
    ] where ledger.number(of: needed) == 0 {
      wrong.append("there were no \(needed): nothing was tried")
    }
    if let first = growth.all.first, let last = growth.all.last {
      print("After the warm-up: \(first.text)\nAt the end: \(last.text)")
    }
    guard wrong.isEmpty else {
      print("Verdict: not as it must be")
      for what in wrong { print("  \(what)") }
      return false
    }
    print("Verdict: no leak, no lost command, no blank frame, no crash")
    return true
  }

  private func milliseconds(_ time: Duration) -> Int { Int(time / .milliseconds(1)) }
}
