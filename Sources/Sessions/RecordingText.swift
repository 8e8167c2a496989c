// SPDX-License-Identifier: GPL-3.0-or-later
public import Core
public import Translation
import Commands
import Wire

/// From a recording to the text of a session file.
extension Recording {
  /// The session as it was, with what came of each step; `head` are comments before it.
  public func text(head: [String]) -> String { text(head: head, hasOutcomes: true) }

  private func text(head: [String], hasOutcomes: Bool) -> String {
    var lines = head.map { "# \($0)" }
    for step in steps {
      guard let line = step.kind.line else { continue }
      lines.append(line)
      lines += step.comments.map { "# \($0)" }
      if hasOutcomes, step.isChecked { lines += step.outcome.lines }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The same session with other letters in all that is read and typed (`Masking`), and what comes
  /// of that.
  ///
  /// The other letters have other cells, so what comes of each step is what an engine makes of
  /// them. `deviations` are the steps that came out otherwise than with the real letters in more
  /// than these: another kind of frame, a caret more or less, another command.
  public func masked<Louis: Translator>(
    head: [String], louis: Louis, resources: Resources, end: (inout Louis) -> Void
  ) -> (text: String, deviations: Int) {
    var masked = self
    masked.mask()
    guard let file = try? SessionFile(parsing: masked.text(head: [], hasOutcomes: false)) else {
      return (masked.text(head: head, hasOutcomes: false), steps.count)
    }
    var player = SessionPlayer(file, louis: louis, resources: resources)
    let outcomes = player.outcomes(of: file)
    player.end(end)
    var deviations = 0
    for index in masked.steps.indices {
      guard index < outcomes.count else {
        masked.steps[index].isChecked = false
        continue
      }
      masked.steps[index].outcome = outcomes[index]
      if steps[index].isChecked, steps[index].outcome.shape != outcomes[index].shape {
        deviations += 1
      }
    }
    return (masked.text(head: head, hasOutcomes: true), deviations)
  }

  private mutating func mask() {
    var masking = Masking()
    for index in steps.indices {
      let isTyped = steps[index].isTyped
      func masked(_ keys: [KeyPress]) -> [KeyPress] {
        keys.enumerated().map { place, press in
          isTyped.indices.contains(place) && isTyped[place] ? Masking.mask(press) : press
        }
      }
      switch steps[index].kind {
      case .keys(let keys): steps[index].kind = .keys(masked(keys))
      case .say(let program, let line):
        guard let message = JSONValue(parsing: line) else { continue }
        if case .message(let incoming) = decode(line: line, isFull: true),
          case .press(let keys) = incoming.message
        {
          let names = masked(keys).map { JSONValue.string($0.description) }
          let press: JSONValue = ["method": "press", "params": ["keys": .array(names)]]
          steps[index].kind = .say(program, press.line)
        } else {
          steps[index].kind = .say(program, masking.mask(message).line)
        }
      default: break
      }
    }
  }
}
