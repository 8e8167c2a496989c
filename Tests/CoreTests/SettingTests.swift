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
      #expect(error?.name == name && error?.reason.contains("is") == true)
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

  @Test func aNameThatIsNoneTellsTheNearest() {
    var settings = Settings()
    let error = #expect(throws: InvalidSetting.self) {
      try settings.set("braile.mode", to: "contracted")
    }
    #expect(error?.name == "braile.mode" && error?.reason.hasSuffix("braille.mode") == true)
  }

  /// To compare it would take seconds, in which no key is answered.
  @Test func aNameThatIsMuchTooLongHasNoNearest() {
    var settings = Settings()
    let name = String(repeating: "n", count: 262_144)
    let error = #expect(throws: InvalidSetting.self) { try settings.set(name, to: "1") }
    #expect(error?.reason == "is no setting")
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "ab", 2), ("kitten", "sitting", 3), ("abc", "acb", 2),
    ("same", "same", 0),
  ]) func distancesAreThoseOfLevenshtein(_ left: String, _ right: String, _ distance: Int) {
    #expect(editDistance(left, right) == distance)
    #expect(editDistance(right, left) == distance)
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
