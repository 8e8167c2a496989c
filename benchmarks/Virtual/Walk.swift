// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Posix
import TestSupport

/// Walks through the sample program by keys of the virtual display.
struct Walk {
  /// A key, and the print that brailled must show then, without blanks at the end.
  private let steps: [(key: String, print: String)] = [
    ("LNDN", "570 g, thin dough"),
    ("space+dot4", "Nutrition facts btn"),
    ("ROUTE 3", "2,430 kJ in 100 g"),
    ("LNDN", "Size sldr medium"),
    ("MENU_NEXT_SETTING", "Size sldr large"),
    ("LNDN", "Bacon chk ⣏⣀⣹"),
    ("ROUTE 0", "Bacon chk ⣏⣿⣹"),
    ("LNUP", "Size sldr large"),
    ("space+dot1+dot2+dot3", "Pepperoni h1"),
  ]

  /// Presses the keys, and looks each time whether the display shows the cells that brailled has for
  /// the print.
  ///
  /// Errors: something else is shown, or nothing in time.
  func run(_ stage: VirtualStage) throws {
    let observer = try FrameObserver(socket: stage.daemon.socket)
    defer { observer.close() }
    try expect("Pepperoni h1", after: "the start", stage, observer)
    for step in steps {
      try stage.waitUntilTaken()
      try stage.press(try KeyPress(parsing: step.key))
      try expect(step.print, after: step.key, stage, observer)
    }
  }

  private func expect(
    _ text: String, after key: String, _ stage: VirtualStage, _ observer: FrameObserver
  ) throws {
    let deadline = MonotonicClock.now + Patience.limit
    guard let frame = observer.frame(before: deadline, where: { $0.text == text }) else {
      throw TimedOut(
        "after \(key) brailled must show \(text), but shows \(observer.last?.text ?? "nothing")")
    }
    try stage.display.wait(for: "\(text) as \(frame.cells)") { $0.braille == frame.cells }
    print("\(key): \(text)")
  }
}
