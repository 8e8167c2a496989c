// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Panning
import Presentation
import Translation

/// An entry of the menu of settings.
enum MenuEntry: Sendable {
  /// A setting, and what it is set to one after the other.
  case setting(Setting, [Setting.Value])
  /// The language or the table that is read by.
  case table
  /// What keeps all as it is.
  case save

  /// Names it among all, which are not the same on every display.
  var name: String {
    switch self {
    case .setting(let setting, _): setting.name
    case .table: "braille.table"
    case .save: "save"
    }
  }
}

/// The settings that a reader changes often, changed on the display (behaviour X1).
extension Engine {
  /// What the menu has, in its order.
  var menu: [MenuEntry] {
    var names = [
      "braille.mode", "reading.wrap", "reading.context", "reading.signs", "reading.expandAtCaret",
      "typing.mode", "typing.show", "reading.follow", "reading.autoScroll", "display.cursor",
      "display.blink",
      "display.statusCells", "messages.duration", "messages.whileReading", "rotor.unit",
      "rotor.autoAdjust", "keys.preset",
    ]
    if let size = display.size, size.rows > 1 { names.insert("reading.rows", at: 2) }
    var entries = names.compactMap { Setting.named($0) }.map { setting in
      MenuEntry.setting(setting, setting.choices)
    }
    if readerTables.count > 1 { entries.insert(.table, at: 1) }
    return entries + [.save]
  }

  /// Where an entry stands now; at the first if it is not there any more.
  func menuPlace(_ name: String) -> Int { menu.firstIndex { $0.name == name } ?? 0 }

  /// What an entry says.
  func text(of entry: MenuEntry) -> String {
    switch entry {
    case .setting(let setting, _):
      return "\(words.setting(setting.name)): \(text(of: setting.get(settings), in: setting))"
    case .table:
      let table =
        settings.table.isEmpty
        ? resources.languages.tables(for: settings.language)?.name ?? settings.language
        : settings.table
      return "\(words.setting("braille.table")): \(table)"
    case .save: return words.action(Action.settings(.save))
    }
  }

  private func text(of value: Setting.Value, in setting: Setting) -> String {
    switch value {
    case .text(""): return words.value("usual", of: setting.name) ?? ""
    case .text(let unit) where setting.name == "rotor.unit": return words.unit(unit)
    case .text(let word): return words.value(word, of: setting.name) ?? word
    case .number(0): return words.value("off", of: setting.name) ?? "0"
    case .number(let number): return setting.isTime ? number.seconds : String(number)
    }
  }

  /// Does what a key does to an entry of the menu; false if that is nothing.
  mutating func keyInMenu(_ action: Action?, at name: String) -> Bool {
    guard let entry = menu.element(at: menuPlace(name)) else { return false }
    guard entry.name == name || name.isEmpty else {
      // Nothing is changed that was not under the finger.
      if let line = line(of: .menu(entry.name)) {
        mode = Mode(kind: .menu(entry.name), reading: Reading(Passage(line)))
      }
      return true
    }
    switch action {
    case .activate, .route:
      if case .save = entry {
        keep(.save)
      } else {
        change(entry, isMore: true, wraps: true)
      }
    // space-3 is more, space-6 is less, as for what can be adjusted.
    case .increment, .step(.previous): change(entry, isMore: true, wraps: false)
    case .decrement, .step(.next): change(entry, isMore: false, wraps: false)
    default: return false
    }
    return true
  }

  /// Sets what the entry is about to the next value or the one before; it acts at once.
  private mutating func change(_ entry: MenuEntry, isMore: Bool, wraps: Bool) {
    let before = settings
    switch entry {
    case .save:
      tell(.notAvailable)
      return
    case .table: takeTable(isMore ? .next : .previous)
    case .setting(let setting, let choices):
      let value = setting.get(settings)
      guard let next = value.neighbour(among: choices, isMore: isMore, wraps: wraps) else {
        tell(isMore ? .end : .top)
        return
      }
      var new = settings
      setting.set(&new, next)
      apply(new)
    }
    guard settings != before, let line = line(of: .menu(entry.name)) else {
      tell(.notAvailable)
      return
    }
    // What was changed stands at the end.
    mode = Mode(kind: .menu(entry.name), reading: Reading(Passage(line), from: .tail))
    blankIfSame()
  }
}

extension Setting {
  /// Whether it is a time, in ms.
  fileprivate var isTime: Bool {
    switch kind {
    case .number(_, unit: "ms"), .wordOrNumber(_, _, unit: "ms"): true
    default: false
    }
  }

  /// What the menu sets it to, one after the other.
  fileprivate var choices: [Value] {
    switch name {
    case "rotor.unit":
      let units = Rotor.units.map(\.rawValue)
      return ([""] + units + ["adjust", "actions", "selection"]).map { .text($0) }
    case "display.blink": return numbers([0, 200, 300, 400, 500, 700, 1000, 1500, 2000])
    case "messages.duration": return words + numbers([3000, 5000, 10_000, 20_000, 60_000])
    case "reading.autoScroll":
      return numbers([500, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7000, 10_000, 15_000, 20_000])
    default: break
    }
    switch kind {
    case .word: return words
    case .number(let range, _): return numbers(Array(range))
    default: return []
    }
  }

  private var words: [Value] {
    switch kind {
    case .word(let words), .wordOrNumber(let words, _, _): words.map { .text($0) }
    default: []
    }
  }

  private func numbers(_ numbers: [Int]) -> [Value] { numbers.map { .number($0) } }
}

extension Setting.Value {
  /// The choice that comes next, or before; nil at the end, unless it `wraps`.
  ///
  /// A number that is none of them stands among them by its size.
  fileprivate func neighbour(among choices: [Self], isMore: Bool, wraps: Bool) -> Self? {
    let place: Int
    if let known = choices.firstIndex(of: self) {
      place = known + (isMore ? 1 : -1)
    } else {
      let above = choices.firstIndex { $0.isAbove(self) } ?? choices.count
      place = isMore ? above : above - 1
    }
    guard !choices.isEmpty, wraps || choices.indices.contains(place) else { return nil }
    return choices[(place + choices.count) % choices.count]
  }

  private func isAbove(_ other: Self) -> Bool {
    if case .number(let mine) = self, case .number(let others) = other {
      mine > others
    } else {
      false
    }
  }
}

extension Int {
  /// A time in ms as seconds: `2.5 s`.
  var seconds: String {
    let (seconds, rest) = quotientAndRemainder(dividingBy: 1000)
    return "\(seconds)\(rest == 0 ? "" : ".\(rest / 100)") s"
  }
}
