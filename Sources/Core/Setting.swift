// SPDX-License-Identifier: GPL-3.0-or-later
import Panning
import Translation

/// A setting: its name, what it may be, and what it does.
public struct Setting: Sendable {
  /// Section and name, joined by a dot: `braille.mode`.
  public let name: String
  /// What it does, as a sentence.
  public let about: String
  /// What it may be.
  public let kind: Kind
  let get: @Sendable (Settings) -> Value
  let set: @Sendable (inout Settings, Value) -> Void

  /// What a setting may be.
  public enum Kind: Equatable, Sendable {
    /// One of these words.
    case word([String])
    /// An integer in a range, with its unit ("" if it counts).
    case number(ClosedRange<Int>, unit: String)
    /// One of these words, or an integer in a range with its unit.
    case wordOrNumber([String], ClosedRange<Int>, unit: String)
    /// Any text.
    case text
    /// The name of a table of liblouis, or empty.
    case table
    /// A language in BCP 47.
    case language
  }

  /// The value of a setting.
  public enum Value: Equatable, Sendable {
    /// A word or a text.
    case text(String)
    /// A number.
    case number(Int)
  }

  /// All settings, in the order in which they are listed.
  public static let all: [Setting] = [
    Setting(
      "braille.language", .language,
      "The language of the reader, and of texts that name none.",
      \.language),
    Setting(
      "braille.mode", choice: \.mode,
      "Whether braille is contracted, uncontracted, or computer braille of eight dots."),
    Setting(
      "braille.table", .table,
      "A table of liblouis for the reader's language instead of the usual one.", \.table),
    Setting(
      "braille.deadline", 20...5000, "ms",
      "How much processor time a translation may take before it is given up.", \.deadline),
    Setting("reading.wrap", choice: \.wrap, "How a line is cut into rows of the display."),
    Setting(
      "reading.context", choice: \.context,
      "When the dialogs, lists and tables around an element are said."),
    Setting(
      "reading.expandAtCaret", choice: \.expandAtCaret,
      "Where the word at the caret is spelled out in contracted braille."),
    Setting("display.cursor", choice: \.cursor, "The dots of the caret."),
    messageDuration,
    Setting(
      "messages.readingPause", 0...60_000, "ms",
      "How long after a key the reader is taken to read on.", \.readingPause),
    Setting(
      "messages.whileReading", choice: \.whileReading,
      "What an announcement does while the reader reads."),
    Setting(
      "keys.preset",
      .word(["voiceover"]), "Which keys do what.", \.keysPreset),
    Setting("brlapi.host", .text, "Where brltty listens, as libbrlapi takes it.", \.brlapiHost),
    Setting(
      "brlapi.auth", .text, "How brltty is asked for access, as libbrlapi takes it.",
      \.brlapiAuth),
    Setting(
      "brlapi.priority", 0...100, "",
      "The priority among brltty's clients; 0 takes no part.", \.brlapiPriority),
    Setting(
      "brlapi.tty", choice: \.brlapiTTY,
      "Where to enter: at the session's virtual terminal, at the root, or as there is one."),
    Setting(
      "brlapi.aside", 1000...600_000, "ms",
      "How long the display is left to brltty when the reader asks for its menus.", \.aside),
  ]

  /// The setting of a name; nil if there is none.
  public static func named(_ name: String) -> Setting? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static let messageDuration = Setting(
    name: "messages.duration",
    about: "How long an announcement is shown: by its length, until a key, or so many ms.",
    kind: .wordOrNumber(["byLength", "untilDismissed"], 500...600_000, unit: "ms"),
    get: { settings in
      switch settings.messageDuration {
      case .byLength: .text("byLength")
      case .untilDismissed: .text("untilDismissed")
      case .fixed(let duration): .number(duration)
      }
    },
    set: { settings, value in
      switch value {
      case .number(let duration): settings.messageDuration = .fixed(duration)
      case .text("untilDismissed"): settings.messageDuration = .untilDismissed
      case .text: settings.messageDuration = .byLength
      }
    })
}

extension Setting {
  private init<Choice: RawRepresentable & CaseIterable & SendableMetatype>(
    _ name: String, choice member: any WritableKeyPath<Settings, Choice> & Sendable, _ about: String
  ) where Choice.RawValue == String {
    self.init(
      name: name, about: about, kind: .word(Choice.allCases.map(\.rawValue)),
      get: { .text($0[keyPath: member].rawValue) },
      set: { settings, value in
        guard case .text(let word) = value, let choice = Choice(rawValue: word) else { return }
        settings[keyPath: member] = choice
      })
  }

  private init(
    _ name: String, _ kind: Kind, _ about: String,
    _ member: any WritableKeyPath<Settings, String> & Sendable
  ) {
    self.init(
      name: name, about: about, kind: kind, get: { .text($0[keyPath: member]) },
      set: { settings, value in
        if case .text(let text) = value { settings[keyPath: member] = text }
      })
  }

  private init(
    _ name: String, _ range: ClosedRange<Int>, _ unit: String, _ about: String,
    _ member: any WritableKeyPath<Settings, Int> & Sendable
  ) {
    self.init(
      name: name, about: about, kind: .number(range, unit: unit),
      get: { .number($0[keyPath: member]) },
      set: { settings, value in
        if case .number(let number) = value { settings[keyPath: member] = number }
      })
  }
}

/// A setting's name with its value.
public struct SettingValue: Equatable, Sendable {
  /// Section and name, joined by a dot.
  public var name: String
  /// The value.
  public var value: Setting.Value
}

/// Why a setting cannot be what was asked.
public struct InvalidSetting: Error, Equatable, Sendable {
  /// The setting's name as it was given.
  public let name: String
  /// What is wrong and what would be right, as a sentence without its full stop.
  public let reason: String
}

extension Settings {
  /// All settings with their values, in the order of `Setting.all`.
  public var values: [SettingValue] {
    Setting.all.map { SettingValue(name: $0.name, value: $0.get(self)) }
  }

  /// Sets a setting by its name to a value as a file writes it: durations may have a unit, `ms`
  /// or `s`.
  ///
  /// `tables` are the tables of liblouis that there are; empty: any. Errors: no such setting,
  /// with the nearest name; a value that it cannot have, with those that it can.
  public mutating func set(
    _ name: String, to value: String, tables: Set<String> = []
  ) throws(InvalidSetting) {
    guard let setting = Setting.named(name) else {
      let nearest = Setting.all.map(\.name).min {
        editDistance($0, name) < editDistance($1, name)
      }
      throw InvalidSetting(
        name: name, reason: "there is no such setting; the nearest is \(nearest ?? "")")
    }
    switch setting.kind.value(value, tables: tables) {
    case .some(let value): setting.set(&self, value)
    case nil:
      throw InvalidSetting(name: name, reason: "cannot be \(value); \(setting.kind.remedy)")
    }
  }
}

extension Setting.Kind {
  fileprivate func value(_ text: String, tables: Set<String>) -> Setting.Value? {
    switch self {
    case .word(let words): words.contains(text) ? .text(text) : nil
    case .number(let range, let unit): Setting.Kind.number(text, range, unit)
    case .wordOrNumber(let words, let range, let unit):
      words.contains(text) ? .text(text) : Setting.Kind.number(text, range, unit)
    case .text: .text(text)
    case .table: text.isEmpty || tables.isEmpty || tables.contains(text) ? .text(text) : nil
    case .language: Setting.Kind.isLanguage(text) ? .text(text) : nil
    }
  }

  private static func number(
    _ text: String, _ range: ClosedRange<Int>, _ unit: String
  ) -> Setting.Value? {
    var digits = Substring(text)
    var factor = 1
    if unit == "ms" {
      if digits.hasSuffix("ms") {
        digits = digits.dropLast(2)
      } else if digits.hasSuffix("s") {
        digits = digits.dropLast()
        factor = 1000
      }
    }
    while digits.last == " " { digits.removeLast() }
    guard let number = Int(digits) else { return nil }
    let (value, overflow) = number.multipliedReportingOverflow(by: factor)
    return !overflow && range.contains(value) ? .number(value) : nil
  }

  private static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }

  fileprivate var remedy: String {
    switch self {
    case .word(let words): "one of \(words.joined(separator: ", ")) is"
    case .number(let range, let unit):
      "a number from \(range.lowerBound) to \(range.upperBound)\(unit.isEmpty ? "" : " ")\(unit) is"
    case .wordOrNumber(let words, let range, let unit):
      "\(words.joined(separator: ", ")) or a number from \(range.lowerBound) to "
        + "\(range.upperBound)\(unit.isEmpty ? "" : " ")\(unit) is"
    case .text: "a text is"
    case .table: "the name of a table that liblouis has, as en-ueb-g2.ctb, is"
    case .language: "a language as en, de or pt-BR is"
    }
  }
}

/// How many letters have to be put in, left out or replaced to make one word another.
func editDistance(_ left: String, _ right: String) -> Int {
  let right = Array(right.unicodeScalars)
  var row = Array(0...right.count)
  for (index, scalar) in left.unicodeScalars.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in right.indices {
      let replaced = diagonal + (right[column] == scalar ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
    }
  }
  return row[right.count]
}
