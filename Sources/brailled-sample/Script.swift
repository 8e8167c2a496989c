// SPDX-License-Identifier: MIT
import BrailleClient

/// Walks through the sample's screen by keys, and looks whether the display shows it.
struct Script {
  /// A key, and what the display must show then: the print without blanks at the end, and where
  /// the caret is.
  private let steps: [(key: String, print: String, caret: Int?)] = [
    ("space+dot4", "570 g, thin dough", nil),
    ("space+dot4", "Nutrition facts btn", nil),
    ("space+dot3+dot6", "2,430 kJ in 100 g", nil),
    ("space+dot4", "Size sldr medium", nil),
    ("MENU_NEXT_SETTING", "Size sldr large", nil),
    ("space+dot4", "Bacon chk ⣏⣀⣹", nil),
    ("ROUTE 2", "Bacon chk ⣏⣿⣹", nil),
    ("space+dot4", "Jalapeño 🌶 chk ⣏⣿⣹", nil),
    ("space+dot4", "Note edt Please ring the bell twice", 10),
    ("ROUTE 20", "Note edt Please ring the bell twice", 20),
    ("ROUTE 37", "Note edt Please ring the bell twice", 37),
    ("dot2+dot3+dot5", "Note edt Please ring the bell twice!", 38),
    ("dot7", "Note edt Please ring the bell twice", 37),
    ("space+dot4+dot5+dot6", "Buy btn large with bacon and jalapeño", nil),
    ("FWINRT", "🌶, €10", nil),
    ("FWINLT", "Buy btn large with bacon and jalapeño", nil),
    ("space+dot4", "end", nil),
    ("space+dot1+dot2+dot3", "Pepperoni h1", nil),
  ]

  private struct Frame: Decodable {
    var text: [String]
    var caret: Caret?

    struct Caret: Decodable {
      var column: Int
    }
  }

  /// What the display shows instead of what it must.
  struct Difference: Error, CustomStringConvertible {
    var key: String
    var expected: String
    var actual: String
    var description: String {
      "after \(key) the display must show \(expected), but shows \(actual)"
    }
  }

  /// Presses the keys; the observer is a second connection, as of a person who looks on.
  ///
  /// Errors: the display does not show what it must within 5 s.
  func run(_ sample: inout Sample, observer: Connection) throws {
    struct Events: Encodable { var events = ["frame"] }
    struct Keys: Encodable { var keys: [String] }
    try observer.request("observe", Events())
    try wait(for: ("the start", "Pepperoni h1", nil), &sample, observer)
    for step in steps {
      try observer.notify("press", Keys(keys: [step.key]))
      try wait(for: step, &sample, observer)
    }
  }

  private func wait(
    for step: (key: String, print: String, caret: Int?), _ sample: inout Sample,
    _ observer: Connection
  ) throws {
    var shown = "nothing"
    // Each round waits a little for the frame, and then for what the program is asked for.
    for _ in 0..<250 {
      while try sample.takeNext(timeout: 0) {}
      guard let frame = try observer.next(timeout: 20)?.params(Frame.self) else { continue }
      shown = frame.text.joined(separator: "\n").trimmed
      if shown == step.print, frame.caret?.column == step.caret { return }
    }
    throw Difference(key: step.key, expected: step.print, actual: shown)
  }
}

extension String {
  /// The string without blanks at its end.
  fileprivate var trimmed: String {
    var result = self[...]
    while result.last == " " { result = result.dropLast() }
    return String(result)
  }
}
