// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Elements
import Panning
import Presentation

/// What the rotor's keys step by (behaviour §6).
enum Rotor: Equatable, Sendable {
  case unit(Command.Unit)
  case adjust

  /// What the setting may be, but for nothing.
  static let settable = Command.Unit.allCases.map(\.rawValue) + ["adjust"]

  init?(setting: String) {
    if setting == "adjust" {
      self = .adjust
    } else if let unit = Command.Unit(rawValue: setting) {
      self = .unit(unit)
    } else {
      return nil
    }
  }

  /// The units that are offered, in the order in which they are gone through.
  static let offered: [Command.Unit] = [
    .heading, .link, .visitedLink, .unvisitedLink, .inPageLink, .button, .formControl, .textField,
    .searchField, .image, .table, .row, .list, .landmark, .staticText, .sameKind, .container,
  ]
  /// What is taken where the reader has chosen nothing: the first that the screen has.
  static let usual: [Command.Unit] = [.heading, .link, .formControl]

  /// What the setting is for it.
  var setting: String {
    switch self {
    case .unit(let unit): unit.rawValue
    case .adjust: "adjust"
    }
  }
}

extension Engine {
  /// Steps by the rotor's unit: to the next one of its kind, or to more of what can be adjusted.
  mutating func step(_ direction: Command.Direction, of id: ProgramID, _ content: Content) {
    let isAdjustable = content.element.isAdjustable
    switch rotor(of: id) {
    case .adjust:
      guard isAdjustable else {
        tell(.notAvailable)
        return
      }
      adjust(direction, of: id, content)
    case .unit where isAdjustable && settings.autoAdjust == .true:
      adjust(direction, of: id, content)
    case .unit(let unit):
      go(direction, unit, of: id)
    }
  }

  /// space-3 is more, space-6 is less (VoiceOver's rotor up and down).
  private mutating func adjust(
    _ direction: Command.Direction, of id: ProgramID, _ content: Content
  ) {
    let command: Command = direction == .previous ? .increment : .decrement
    send(command, to: id, element: content.element.id)
  }

  /// What the rotor's keys step by now.
  mutating func rotor(of id: ProgramID) -> Rotor {
    if let chosen = Rotor(setting: settings.rotorUnit) { return chosen }
    guard programs[id]?.screen != nil else { return .unit(.word) }
    return .unit(Rotor.usual.first { count($0, of: id) > 0 } ?? .word)
  }

  /// How many of a unit the screen of a program has.
  private mutating func count(_ unit: Command.Unit, of id: ProgramID) -> Int {
    guard var screen = programs[id]?.screen else { return 0 }
    programs[id]?.screen = nil
    defer { programs[id]?.screen = screen }
    let kind = programs[id]?.screenCursor.flatMap { screen[$0]?.role?.name }
    return screen.count(unit, like: kind)
  }

  /// Takes the next unit that the screen has, and says it with its number.
  mutating func chooseRotor(_ direction: Command.Direction, of id: ProgramID, _ content: Content) {
    var choices = Rotor.offered.filter { count($0, of: id) > 0 }.map { Rotor.unit($0) }
    if content.element.isAdjustable { choices.append(.adjust) }
    if programs[id]?.screen == nil { choices = Rotor.offered.map { .unit($0) } }
    guard !choices.isEmpty else {
      tell(.notAvailable)
      return
    }
    let here = choices.firstIndex(of: rotor(of: id))
    let step = direction == .next ? 1 : choices.count - 1
    let start = here ?? (direction == .next ? choices.count - 1 : 0)
    let chosen = choices[(start + step) % choices.count]
    settings.rotorUnit = chosen.setting
    switch chosen {
    case .adjust: tell(words.unit("adjust"))
    case .unit(let unit):
      let count = programs[id]?.screen == nil ? "" : " \(self.count(unit, of: id))"
      tell(words.unit(unit.rawValue) + count)
    }
  }
}
