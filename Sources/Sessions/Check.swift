// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Panning
import Wire

/// Compares what came of an input with what must have come of it.
struct Check {
  let happened: Outcome
  /// The input's line.
  let after: Int
  /// The rows of the display.
  let rows: Int

  /// A frame that must have come, and the lines that say so.
  private struct ExpectedFrame {
    var line: Int
    var text: [(line: Int, text: String)] = []
    var cells: [(line: Int, cells: [Cell])] = []
    var unmarked: [(line: Int, cells: [Cell])] = []
    var others: [(line: Int, expectation: SessionFile.Expectation)] = []
  }

  func differences(_ steps: [SessionFile.Step]) -> [Difference] {
    var differences: [Difference] = []
    let (frames, same) = expectedFrames(steps)
    for (index, expected) in frames.enumerated() {
      guard happened.frames.indices.contains(index) else {
        let count = happened.frames.count
        differences.append(
          Difference(
            line: expected.line, expected: "a frame",
            actual: count == 0 ? "no frame" : "\(count) frames only"))
        continue
      }
      differences += compare(happened.frames[index], expected)
    }
    for frame in happened.frames.dropFirst(frames.count) {
      differences.append(
        Difference(
          line: same ?? after, expected: "no further frame",
          actual: "=|" + frame.text.joined(separator: "|\n=|") + "|"))
    }
    return differences + commandDifferences(steps) + errorDifferences(steps)
  }

  /// Puts the lines that belong to one frame together.
  private func expectedFrames(_ steps: [SessionFile.Step]) -> ([ExpectedFrame], same: Int?) {
    var frames: [ExpectedFrame] = []
    var same: Int?
    for step in steps {
      guard case .expect(let expectation) = step.kind else { continue }
      switch expectation {
      case .text(let text):
        // A full set of rows, or cells without print, belong to the frame before.
        if frames.isEmpty || frames[frames.count - 1].text.count == rows
          || frames[frames.count - 1].text.isEmpty
        {
          frames.append(ExpectedFrame(line: step.line))
        }
        frames[frames.count - 1].text.append((step.line, text))
      case .cells(let cells):
        if frames.isEmpty || frames[frames.count - 1].cells.count == rows {
          frames.append(ExpectedFrame(line: step.line))
        }
        frames[frames.count - 1].cells.append((step.line, cells))
      case .unmarkedCells(let cells):
        if frames.isEmpty { frames.append(ExpectedFrame(line: step.line)) }
        frames[frames.count - 1].unmarked.append((step.line, cells))
      case .caret, .kind:
        if frames.isEmpty { frames.append(ExpectedFrame(line: step.line)) }
        frames[frames.count - 1].others.append((step.line, expectation))
      case .same: same = step.line
      case .command, .noCommand, .error: break
      }
    }
    return (frames, same)
  }

  private func compare(_ frame: Frame, _ expected: ExpectedFrame) -> [Difference] {
    var differences: [Difference] = []
    for (row, (line, text)) in expected.text.enumerated()
    where row >= frame.text.count || frame.text[row] != text {
      let actual = row < frame.text.count ? "=|\(frame.text[row])|" : "no such row"
      differences.append(Difference(line: line, expected: "=|\(text)|", actual: actual))
    }
    differences += compare(frame, "=:", expected.cells)
    differences += compare(frame.withoutMarks, "=~:", expected.unmarked)
    for (line, expectation) in expected.others {
      if let difference = compare(frame, expectation, line) { differences.append(difference) }
    }
    return differences
  }

  private func compare(
    _ frame: Frame, _ sign: String, _ expected: [(line: Int, cells: [Cell])]
  ) -> [Difference] {
    expected.enumerated().compactMap { row, expected in
      let actual = row < frame.size.rows ? Array(frame.row(row)) : []
      let padding = max(0, actual.count - expected.cells.count)
      guard expected.cells + Array(repeating: .blank, count: padding) != actual else { return nil }
      return Difference(
        line: expected.line, expected: sign + expected.cells.unicode,
        actual: sign + actual.unicode)
    }
  }

  private func compare(
    _ frame: Frame, _ expectation: SessionFile.Expectation, _ line: Int
  ) -> Difference? {
    switch expectation {
    case .caret(let column, let row, let isNone):
      let wanted = isNone ? nil : CellOffset(row * frame.size.columns + column)
      guard wanted != frame.caret else { return nil }
      return Difference(
        line: line, expected: "=^ " + place(wanted, in: frame),
        actual: "=^ " + place(frame.caret, in: frame))
    case .kind(let kind):
      guard kind != frame.kind.rawValue else { return nil }
      return Difference(
        line: line, expected: "=kind \(kind)", actual: "=kind \(frame.kind.rawValue)")
    default: return nil
    }
  }

  private func place(_ caret: CellOffset?, in frame: Frame) -> String {
    guard let caret else { return "none" }
    let (row, column) = caret.value.quotientAndRemainder(dividingBy: frame.size.columns)
    return row == 0 ? "\(column)" : "\(column),\(row)"
  }

  private func commandDifferences(_ steps: [SessionFile.Step]) -> [Difference] {
    var differences: [Difference] = []
    var left = happened.commands
    for step in steps {
      guard case .expect(.command(let program, let command)) = step.kind else { continue }
      let expected = program + "< " + command.text
      guard let index = left.firstIndex(where: { $0.program == program }) else {
        differences.append(
          Difference(line: step.line, expected: expected, actual: "no command"))
        continue
      }
      let actual = left.remove(at: index)
      if actual.params != command {
        differences.append(
          Difference(
            line: step.line, expected: expected, actual: program + "< " + actual.params.text))
      }
    }
    return differences
      + left.map {
        Difference(
          line: after, expected: "no further command", actual: "\($0.program)< \($0.params.text)")
      }
  }

  private func errorDifferences(_ steps: [SessionFile.Step]) -> [Difference] {
    var differences: [Difference] = []
    var left = happened.errors
    for step in steps {
      guard case .expect(.error(let program, let error)) = step.kind else { continue }
      let expected = program + "! " + error.text
      guard let index = left.firstIndex(where: { $0.program == program }) else {
        differences.append(Difference(line: step.line, expected: expected, actual: "no error"))
        continue
      }
      let actual = left.remove(at: index)
      if !actual.params.contains(error) {
        differences.append(
          Difference(
            line: step.line, expected: expected, actual: program + "! " + actual.params.text))
      }
    }
    return differences
      + left.map {
        Difference(line: after, expected: "no error", actual: "\($0.program)! \($0.params.text)")
      }
  }
}

extension JSONValue {
  /// The JSON as a string.
  var text: String { String(decoding: line, as: UTF8.self) }

  /// Whether it has all members of another object, with the same values.
  fileprivate func contains(_ other: JSONValue) -> Bool {
    guard case .object(let members) = self, case .object(let wanted) = other else {
      return self == other
    }
    return wanted.allSatisfy { members[$0.key] == $0.value }
  }
}
