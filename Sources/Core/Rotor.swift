// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Elements
import Panning
import Presentation

/// What the rotor's keys step by (behaviour §6).
enum Rotor: Hashable, Sendable {
  /// By what a move counts.
  case unit(Command.Unit)
  /// By a rotor of the program's own, by its name.
  case custom(String)
  /// More and less of what can be adjusted.
  case adjust
  /// Through what else can be done with the element.
  case actions
  /// Selecting more or less of the text, by characters.
  case selection

  /// What the setting may be, but for nothing.
  static let settable =
    Command.Unit.allCases.map(\.rawValue) + ["adjust", "actions", "selection"]

  init?(setting: String) {
    switch setting {
    case "adjust": self = .adjust
    case "actions": self = .actions
    case "selection": self = .selection
    default:
      guard let unit = Command.Unit(rawValue: setting) else { return nil }
      self = .unit(unit)
    }
  }

  /// The units that are offered, in the order in which they are gone through.
  static let units: [Command.Unit] = [
    .character, .word, .line, .paragraph, .heading, .link, .visitedLink, .unvisitedLink,
    .inPageLink, .button, .formControl, .textField, .searchField, .image, .table, .row, .column,
    .list, .landmark, .staticText, .sameKind, .container, .heading1, .heading2, .heading3,
    .heading4, .heading5, .heading6, .misspelled,
  ]
  /// What is taken where the reader has chosen nothing: the first that the screen has.
  static let usual: [Command.Unit] = [.heading, .link, .formControl]
}

extension Engine {
  /// Steps by the rotor's unit: to the next one of its kind, or to more of what can be adjusted.
  mutating func step(_ direction: Command.Direction, of id: ProgramID, _ content: Content) {
    switch rotor(of: id, content) {
    case .adjust:
      guard content.element.isAdjustable else {
        tell(.notAvailable)
        return
      }
      // space-3 is more, space-6 is less (VoiceOver's rotor up and down).
      let command: Command = direction == .previous ? .increment : .decrement
      send(command, to: id, element: content.element.id)
    case .unit(let unit): go(direction, unit, of: id)
    case .custom(let name): go(direction, by: name, of: id, content)
    case .actions: offerAction(direction, content)
    case .selection: select(direction, .character, of: id, content)
    }
  }

  /// What the rotor's keys step by on an element.
  ///
  /// What can be adjusted is adjusted, unless the reader has chosen something else there; what was
  /// chosen before is back elsewhere.
  mutating func rotor(of id: ProgramID, _ content: Content) -> Rotor {
    let adjusts = content.element.isAdjustable && settings.autoAdjust == .true
    return adjusts && !content.hasChosenRotor ? .adjust : rotor(of: id)
  }

  /// What the reader has chosen in a program, or by the setting, else what the screen has.
  private mutating func rotor(of id: ProgramID) -> Rotor {
    if let chosen = programs[id].flatMap({ rotors[$0.name] }) ?? Rotor(setting: settings.rotorUnit)
    {
      return chosen
    }
    let unit = Rotor.usual.first { unit in
      ask(screenOf: id) { $0.target(.first, unit, from: nil) != nil } ?? false
    }
    return .unit(unit ?? .word)
  }

  /// Takes the next unit that is offered, and says it with its number.
  mutating func chooseRotor(_ direction: Command.Direction, of id: ProgramID, _ content: Content) {
    let all = choices(of: id, content)
    let step = direction == .next ? 1 : all.count - 1
    let here = all.firstIndex(of: rotor(of: id, content))
    var place = here ?? (direction == .next ? all.count - 1 : 0)
    for _ in all.indices {
      place = (place + step) % all.count
      guard let text = offer(all[place], of: id, content) else { continue }
      choose(all[place], of: id)
      tell(text)
      return
    }
    tell(.notAvailable)
  }

  private mutating func choose(_ rotor: Rotor, of id: ProgramID) {
    guard let name = programs[id]?.name else { return }
    // What is adjusted anyway is no choice for what cannot be.
    let isUsual = rotor == .adjust && settings.autoAdjust == .true
    if !isUsual { rotors[name] = rotor }
    programs[id]?.content?.hasChosenRotor = !isUsual
  }

  /// All that may be offered somewhere, in order.
  private func choices(of id: ProgramID, _ content: Content) -> [Rotor] {
    Rotor.units.map { .unit($0) } + customRotors(of: id, content).map { .custom($0.name) }
      + [.actions, .selection, .adjust]
  }

  /// The program's own rotors where the reader is.
  func customRotors(of id: ProgramID, _ content: Content) -> [CustomRotor] {
    if let screen = programs[id]?.screen { return screen.rotors(at: content.element.id) }
    var rotors: [CustomRotor] = []
    for element in [content.element] + content.ancestors.reversed() {
      for rotor in element.rotors ?? [] where !rotors.contains(where: { $0.name == rotor.name }) {
        rotors.append(rotor)
      }
    }
    return rotors
  }

  /// What is said of a rotor that is chosen: its word, with the number of what it steps by as far
  /// as that is known; nil if there is nothing to step by.
  private mutating func offer(_ rotor: Rotor, of id: ProgramID, _ content: Content) -> String? {
    let word = word(for: rotor)
    switch rotor {
    case .adjust: return content.element.isAdjustable ? word : nil
    case .selection: return content.element.text?.caret == nil ? nil : word
    case .actions:
      let count = content.element.actions?.count ?? 0
      return count > 0 ? "\(word) \(count)" : nil
    case .custom(let name):
      guard programs[id]?.screen != nil else { return word }
      let rotor = customRotors(of: id, content).first { $0.name == name }
      let count = rotor.flatMap { rotor in ask(screenOf: id) { $0.targets(of: rotor).count } } ?? 0
      return count > 0 ? "\(word) \(count)" : nil
    case .unit(let unit):
      if isAskedFor(unit, of: id) {
        return programs[id]?.takes(.move(.next, unit)) == true ? word : nil
      }
      let count = count(unit, of: id, content)
      return count > 0 ? "\(word) \(count)" : nil
    }
  }

  /// How many of a unit there are, on the screen or in the text that is read.
  private mutating func count(_ unit: Command.Unit, of id: ProgramID, _ content: Content) -> Int {
    if let unit = unit.textUnit { return count(unit, of: id, content) }
    if unit == .misspelled, programs[id]?.screen == nil {
      return content.element.text?.misspellings.count ?? 0
    }
    return ask(screenOf: id) { $0.count(unit, from: content.element.id) } ?? 0
  }

  /// The reader's word for what the rotor steps by; of a heading's level it is that of the heading
  /// itself.
  func word(for rotor: Rotor) -> String {
    switch rotor {
    case .adjust: return words.unit("adjust")
    case .actions: return words.unit("actions")
    case .selection: return words.unit("selection")
    case .custom(let name):
      guard let shown, let content = programs[shown]?.content else { return name }
      return customRotors(of: shown, content).first { $0.name == name }?.label ?? name
    case .unit(let unit):
      guard let level = unit.level else { return words.unit(unit.rawValue) }
      let heading = words.role("heading")
      return heading.isEmpty ? "\(words.unit("heading")) \(level)" : "\(heading)\(level)"
    }
  }
}
