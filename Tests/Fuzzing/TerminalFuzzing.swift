// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import TerminalDisplay

/// What a terminal sends for keys and the mouse, in two parts.
enum TerminalFuzzing {
  static func problem(with bytes: [UInt8]) -> String? {
    whatBreaks { () throws(Broken) in
      var source = ByteSource(bytes)
      let size = source.one(of: [
        DisplaySize(columns: 40), DisplaySize(columns: 1), DisplaySize(columns: 20, rows: 4),
      ])
      let first = source.number(below: 256)
      let typed = source.rest
      var reader = KeyboardReader(keys: KeyboardFuzzingKeys.keys)
      for part in [typed.prefix(first), typed.dropFirst(first)] {
        let (events, prompt) = reader.read(part, size: size, firstRow: 3)
        try hold(prompt.isEmpty || prompt.hasPrefix(":"), "the prompt is \(prompt)")
        for case .key(let press) in events {
          if case .route(let cell) = press.key, !prompt.hasPrefix(":") {
            try hold(cell >= 0, "a click is on cell \(cell)")
          }
        }
      }
    }
  }
}

private enum KeyboardFuzzingKeys {
  static let keys: [String: KeyPress] = [
    "Left": KeyPress(.route(0)), "Return": KeyPress(.route(1)), "a": KeyPress(.route(2)),
  ]
}
