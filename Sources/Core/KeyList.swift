// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Presentation

/// What the keys of this display do, to be read on it (behaviour §5).
extension Engine {
  /// All keys that the display can send and that do something, each with what it does.
  ///
  /// What belongs together stands together, and keys that do the same are neighbours.
  var keyList: [String] {
    let keys = resources.keys[settings.keysPreset]
    let bindings = keys?.bindings(driver: display.driver, model: display.model) ?? []
    let useful = bindings.filter { sends($0.press.key) }
    let entries = useful.map { binding in
      (
        group: binding.action.group.rawValue, action: binding.action.description,
        name: words.key(binding.press, isBound: true)
      )
    }
    return entries.sorted(by: <).map { "\($0.name): \(words.action($0.action))" }
  }

  /// Whether the display can send a key, as far as that is known.
  private func sends(_ key: KeyPress.Key) -> Bool {
    switch key {
    case .command(let command, _, _): display.commands?.contains(command) ?? true
    case .route: display.commands?.contains(.route) ?? true
    case .keysym: display.sendsKeysyms
    case .dots, .chord: sendsChords
    }
  }
}

/// What an action is about, in the order in which keys are listed.
private enum ActionGroup: Int {
  case reading, moving, doing, typing, settings
}

extension Action {
  fileprivate var group: ActionGroup {
    switch self {
    case .pan, .autoScroll, .autoScrollFromTop, .autoScrollFaster, .autoScrollSlower, .freeze,
      .follow, .describe, .details, .title, .position, .status, .time, .history:
      .reading
    case .move, .step, .rotor, .choose, .find, .scroll, .program: .moving
    case .route, .activate, .longPress, .escape, .magicTap, .increment, .decrement, .expand,
      .system:
      .doing
    case .key, .stick, .unstick, .edit, .select, .selectCells, .typing, .quickNavigation,
      .oneHand:
      .typing
    default: .settings
    }
  }
}
