// SPDX-License-Identifier: GPL-3.0-or-later
import Fuzzing
import Posix
import Tables
import Testing

/// All that the fuzzers are begun with, and all that they ever found (docs/testing.md).
@Suite struct CorpusTests {
  @Test(arguments: FuzzTarget.allCases) func isTaken(_ target: FuzzTarget) throws {
    let folder = "Tests/Cases/fuzz/\(target.rawValue)"
    let names = list(folder)
    #expect(!names.isEmpty, "there is nothing in \(folder)")
    for name in names {
      let bytes = try readFile("\(folder)/\(name)")
      let problem = target.problem(with: bytes)
      #expect(problem == nil, "\(folder)/\(name)")
    }
  }
}
