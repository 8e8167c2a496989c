// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Presentation

/// Settings that are kept, and read again.
extension Engine {
  /// Has what the reader changed kept in the user's file, or has the configuration read again.
  mutating func keep(_ keeping: Action.Keeping) {
    switch keeping {
    case .save:
      let changed = zip(settings.values, kept.values).filter { $0 != $1 }.map { $0.0 }
      guard !changed.isEmpty else {
        tell(.saved)
        return
      }
      outputs.append(.save(changed))
    case .reload: outputs.append(.reload)
    }
  }

  /// What came of keeping settings.
  mutating func saved(_ values: [SettingValue], _ failure: String?) {
    // What the chords are is kept without being asked for.
    let isAsked = !chords.isToBeSaved
    chords.isToBeSaved = false
    if let failure {
      tell("\(words.answer(.notSaved)): \(failure)", for: .seconds(4))
      return
    }
    for value in values { Setting.named(value.name)?.set(&kept, value.value) }
    if isAsked { tell(.saved) }
  }

  /// What came of reading the configuration again; what is wrong in it is a message, for it is long.
  mutating func reloaded(_ failure: String?, _ finding: String?) {
    guard let failure else {
      if let finding { say(finding, language: "en") } else { tell(.reloaded) }
      return
    }
    tell("\(words.answer(.notReloaded)): \(failure)", for: .seconds(4))
  }
}
