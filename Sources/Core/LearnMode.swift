// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Panning
import Presentation
import Translation

/// Keys are named and explained, and nothing is done (behaviour X1).
extension Engine {
  /// So long after the last key it is left by itself.
  static var learningTime: Duration { .seconds(60) }

  /// Whether keys are only explained.
  var isLearning: Bool {
    if case .learn? = mode?.kind { true } else { false }
  }

  /// Explains a key; its own key and escape leave.
  mutating func learn(_ press: KeyPress) {
    guard case .learn(let last)? = mode?.kind else { return }
    if let action = bound(press), action == .learn || action == .escape {
      leaveMode()
      return
    }
    mode?.leavesAt = now + Engine.learningTime
    if press == last {
      showMore()
    } else {
      mode?.kind = .learn(press)
      if let line = line(of: .learn(press)) { mode?.reading = Reading(Passage(line)) }
    }
    blankIfSame()
  }

  /// What did not fit, or the beginning again.
  private mutating func showMore() {
    guard var reading = mode?.reading else { return }
    if !reading.pan(.right, style, &translator) { _ = reading.pan(.start, style, &translator) }
    mode?.reading = reading
  }

  /// Leaves when no key has been pressed for so long, and says so.
  mutating func leaveIfDue() {
    guard let time = mode?.leavesAt, time <= now else { return }
    leaveMode()
    tell(.learned)
  }

  /// What a key is called and what it does; of a command of brltty, which is some key of the
  /// display, only what it does.
  func explanation(of press: KeyPress) -> String {
    let name = words.key(press)
    let action = action(for: press.key, held: press.modifiers)
    let purpose = action.flatMap { $0 == .nothing ? nil : words.action($0) }
    switch press.key {
    case .command: return purpose ?? "\(name): \(words.answer(.notAvailable))"
    case .dots(let cell) where !cell.isBlank:
      return "\(name): \(purpose ?? [cell].unicode)"
    case .keysym:
      // What a keyboard has is known by its name.
      if case .key = action { return name }
      return "\(name): \(purpose ?? words.answer(.notAvailable))"
    default: return "\(name): \(purpose ?? words.answer(.notAvailable))"
    }
  }
}
