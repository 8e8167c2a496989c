// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Elements
import Panning
import Presentation

/// What else can be done with an element, gone through by the rotor (behaviour §6).
extension Engine {
  /// Shows the next of the element's own actions, or the one before, until the next key.
  mutating func offerAction(_ direction: Command.Direction, _ content: Content) {
    // A program knows an action by its name: of several of one name it knows one.
    var names: Set<String> = []
    let actions = (content.element.actions ?? []).filter { names.insert($0.name).inserted }
    let here = offered.flatMap { name in actions.firstIndex { $0.name == name } }
    let next =
      direction == .next ? here.map { $0 + 1 } ?? 0 : here.map { $0 - 1 } ?? actions.count - 1
    guard actions.indices.contains(next) else {
      tellNone(of: .actions)
      return
    }
    let line = Line(actions[next].label, language: content.element.language ?? settings.language)
    answer = ShownAnswer(reading: Reading(Passage(line)), action: actions[next].name)
  }

  /// Does what a click does, or the action that is shown.
  mutating func activate(_ id: ProgramID, _ content: Content) {
    // So soon after the display changed hands the other one was meant (P3).
    guard guardedUntil == nil else { return }
    guard let offered else {
      send(.activate(offset: nil), to: id, element: content.element.id)
      return
    }
    guard content.element.actions?.contains(where: { $0.name == offered }) == true else {
      tell(.gone)
      return
    }
    send(.performAction(offered), to: id, element: content.element.id)
  }
}
