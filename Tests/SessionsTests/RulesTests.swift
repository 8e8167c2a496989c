// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import Testing

/// Each rule of what a reader feels is shown by a session whose head names it.
@Suite struct RulesTests {
  /// Who has the display, what elements are, the line, text, the viewport, messages, keys, modes.
  static let rules =
    numbered("P", 1...4) + ["E2", "E3"] + numbered("L", 1...4) + numbered("T", 1...6)
    + numbered("V", 1...4) + numbered("M", 1...4) + numbered("K", 1...3) + numbered("X", 1...2)

  private static func numbered(_ letter: String, _ numbers: ClosedRange<Int>) -> [String] {
    numbers.map { letter + String($0) }
  }

  /// What the heads of all session files name.
  static let named: Set<String> = {
    let files = SessionFileTests.names.compactMap { name in
      try? readFile("\(SessionFileTests.folder)/\(name)")
    }
    return files.reduce(into: []) { names, file in
      let head = String(decoding: file, as: UTF8.self)
        .split(separator: "\n").prefix { $0.hasPrefix("#") }
      for line in head {
        names.formUnion(line.split { !$0.isLetter && !$0.isNumber }.map(String.init))
      }
    }
  }()

  @Test(arguments: rules) func isShown(_ rule: String) {
    #expect(Self.named.contains(rule), "no session names \(rule)")
  }
}
