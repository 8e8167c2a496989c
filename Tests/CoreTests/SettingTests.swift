// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Core
import Panning
import TestSupport
import Testing
import Translation

/// The settings (docs/protocol.md, "Settings").
@Suite struct SettingTests {
  /// Name, default, values that it takes, and values that it does not.
  @Test(arguments: [
    (
      "braille.language", "en", ["de", "pt-BR", "zh-Hant-TW", "x"], ["", "de_DE", "d e", "-", "ü"]
    ),
    ("braille.mode", "uncontracted", ["contracted", "computer"], ["", "Contracted", "grade2"]),
    ("braille.table", "", ["de-g2.ctb"], ["none.ctb"]),
    ("braille.favourites", "", ["en", "en de-g2.ctb pt-BR"], ["none.ctb", "en de_DE"]),
    (
      "braille.deadline", "250", ["20", "5000", "20 ms", "1s", "5 s"],
      ["19", "5001", "6s", "1.5", "x"]
    ),
    ("reading.wrap", "word", ["off", "cut"], ["words"]),
    ("reading.context", "changed", ["back", "always"], ["never"]),
    ("display.cursor", "7-8", ["8", "all", "off"], ["78"]),
    ("display.selection", "7-8", ["off"], ["8"]),
    ("reading.wrapAround", "off", ["on", "off"], ["true"]),
    (
      "rotor.unit", "", ["heading", "heading6", "misspelled", "adjust", "actions", "selection"],
      ["heading7", "warnings"]
    ),
    (
      "messages.duration", "byLength", ["untilDismissed", "500", "10 s"], ["499", "600001", "long"]
    ),
    ("messages.readingPause", "3000", ["0", "60s"], ["-1", "61s"]),
    ("messages.whileReading", "wait", ["sign", "show"], ["hide"]),
    ("keys.preset", "voiceover", ["voiceover"], ["other"]),
    ("brlapi.host", "", [":0", "host:1"], []), ("brlapi.auth", "", ["none"], []),
    ("brlapi.priority", "50", ["0", "100"], ["101", "-1", "5s", "50ms"]),
    ("brlapi.tty", "auto", ["root", "session"], ["1"]),
    ("brlapi.aside", "30000", ["1s", "600000"], ["999", "601s"]),
  ]) func aSettingTakesItsValuesOnly(
    _ name: String, _ standard: String, _ values: [String], _ wrong: [String]
  ) throws {
    let tables: Set<String> = ["de-g2.ctb"]
    var settings = Settings()
    #expect(settings.text(name) == standard)
    for value in values {
      try settings.set(name, to: value, tables: tables)
      // What is told can be set again, and is the same then.
      let told = try #require(settings.text(name))
      var again = Settings()
      try again.set(name, to: told, tables: tables)
      #expect(again.text(name) == told)
    }
    for value in wrong {
      let before = settings
      let error = #expect(throws: InvalidSetting.self) {
        try settings.set(name, to: value, tables: tables)
      }
      #expect(error?.name == name)
      #expect(error?.reason.hasPrefix("cannot be \(value.isEmpty ? "empty" : value); ") == true)
      #expect(settings == before)
    }
  }

  @Test func everyDefaultPassesItsOwnCheck() throws {
    for value in Settings().values {
      var settings = Settings()
      try settings.set(value.name, to: value.text)
      #expect(settings == Settings())
    }
  }

  @Test func everySettingHasASentenceAndItsSection() {
    #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
    for setting in Setting.all {
      #expect(setting.name.split(separator: ".").count == 2)
      #expect(setting.about.hasSuffix(".") && setting.about.first?.isUppercase == true)
      #expect(Setting.named(setting.name)?.name == setting.name)
    }
    #expect(Setting.named("braille") == nil)
  }

  @Test func unitsAreReadAndNumbersTold() throws {
    var settings = Settings()
    try settings.set("messages.duration", to: "2 s")
    #expect(settings.messageDuration == .fixed(2000))
    #expect(settings.values.first { $0.name == "messages.duration" }?.value == .number(2000))
    try settings.set("messages.duration", to: "byLength")
    #expect(settings.messageDuration == .byLength)
    #expect(throws: InvalidSetting.self) {
      try settings.set("braille.deadline", to: "9223372036854775807s")
    }
  }

  @Test func anyTableIsTakenWhereNoneAreKnown() throws {
    var settings = Settings()
    try settings.set("braille.table", to: "any.ctb")
    #expect(settings.table == "any.ctb")
  }

  @Test(arguments: [
    ("braile.mode", "did you mean braille.mode?"), ("braille.mod", "did you mean braille.mode?"),
    ("Reading.Wrap", "did you mean reading.wrap?"), ("mode", "did you mean braille.mode?"),
    ("brailleMode", "did you mean braille.mode?"),
    // Right in another section; not what only looks like it in this one.
    ("reading.blink", "did you mean display.blink?"),
    ("braille.rows", "did you mean reading.rows?"),
    ("rotor.nothing", "[rotor] has unit, autoAdjust"),
    (
      "network.proxy",
      "the sections are braille, reading, emphasis, display, messages, rotor, keys, typing, brlapi"
    ),
    ("", "the sections are braille, reading"), (".", "the sections are braille, reading"),
  ]) func aNameThatIsNoneTellsTheNearest(_ name: String, _ remedy: String) {
    var settings = Settings()
    let error = #expect(throws: InvalidSetting.self) {
      try settings.set(name, to: "contracted")
    }
    #expect(error?.name == name)
    #expect(error?.reason.hasPrefix("is no setting; \(remedy)") == true, "\(error?.reason ?? "")")
  }

  /// To compare it would take seconds, in which no key is answered.
  @Test func aNameThatIsMuchTooLongHasNoNearest() {
    var settings = Settings()
    let name = String(repeating: "n", count: 262_144)
    let error = #expect(throws: InvalidSetting.self) { try settings.set(name, to: "1") }
    #expect(error?.reason.hasPrefix("is no setting; the sections are ") == true)
  }

  @Test(arguments: [
    (
      "braille.mode", "contractd",
      "did you mean contracted? It can be uncontracted, contracted, computer"
    ),
    ("braille.mode", "grade2", "it can be uncontracted, contracted, computer"),
    ("braille.deadline", "6s", "it can be a number from 20 to 5000 ms"),
    ("display.rows", "x", "it can be a number from 0 to 100"),
    (
      "messages.duration", "untildismissed",
      "did you mean untilDismissed? It can be byLength, untilDismissed, or a number from 500 to "
        + "600000 ms"
    ),
    ("rotor.unit", "headings", "did you mean heading? It can be empty, item, container"),
    ("reading.order", "label, rolle", "did you mean role? It can be nvda, standard, voiceover, or"),
    ("reading.order", "label label", "it can be nvda, standard, voiceover, or a list of"),
    ("emphasis.dots", "non", "did you mean none? It can be"),
    ("braille.table", "de-g2.cbt", "did you mean de-g2.ctb?"),
    ("braille.table", "grade2", "it can be empty, or the name of a table that liblouis has"),
    ("braille.language", "de_DE.UTF-8", "did you mean de-DE?"),
    ("braille.language", "?", "it can be a language, as en, de or pt-BR"),
    ("braille.favourites", "en de-g.ctb", "did you mean de-g2.ctb?"),
    ("braille.favourites", "en pt_BR", "did you mean pt-BR?"),
    ("braille.favourites", "en en", "it can be a list of languages, as de, and of tables"),
  ]) func aValueThatItCannotHaveTellsTheNearest(
    _ name: String, _ value: String, _ remedy: String
  ) {
    var settings = Settings()
    let error = #expect(throws: InvalidSetting.self) {
      try settings.set(name, to: value, tables: ["de-g2.ctb", "en-ueb-g2.ctb"])
    }
    let wanted = "cannot be \(value); \(remedy)"
    #expect(error?.reason.hasPrefix(wanted) == true, "\(error?.reason ?? "")")
    #expect(settings == Settings())
  }

  /// A program may send megabytes: what is told of them is short.
  @Test func whatIsLongIsNotRepeated() {
    var settings = Settings()
    let long = String(repeating: "contracted ", count: 100_000)
    for name in ["braille.mode", "reading.order", "braille.favourites", "braille.language"] {
      let error = #expect(throws: InvalidSetting.self) { try settings.set(name, to: long) }
      #expect(error?.reason.count ?? .max < 400)
    }
    #expect(throws: InvalidSetting.self) { try settings.set(long, to: "contracted") }
  }
}

extension SettingValue {
  fileprivate var text: String {
    switch value {
    case .text(let text): text
    case .number(let number): "\(number)"
    }
  }
}

extension Settings {
  fileprivate func text(_ name: String) -> String? { values.first { $0.name == name }?.text }
}
