// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Tables
import TestSupport

/// A configuration file: read, used, and with settings kept in it.
enum ConfigurationFuzzing {
  static func problem(with bytes: [UInt8]) -> String? {
    whatBreaks { () throws(Broken) in
      guard let text = String(validating: bytes, as: UTF8.self) else { return }
      let file = IniFile(path: "brailled.conf", text: text)
      try TableFuzzing.check(file, text)
      var configuration = Configuration()
      configuration.read(file, tables: [])
      let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      try TableFuzzing.check(configuration.findings[...], lines: lines.count)
      try use(configuration.settings)
      try keep(text, configuration.settings)
    }
  }

  private static func use(_ settings: Settings) throws(Broken) {
    var trial = EngineTrial(TinyTranslator(), Shipped.resources)
    try trial.happen(.display(DisplayState(size: DisplaySize(columns: 20, rows: 2))))
    try trial.happen(.configuration(settings, Shipped.resources))
    let line = #"{"method":"focus","params":{"element":{"id":"a","role":"button","label":"Go"}}}"#
    try trial.say(Array(line.utf8), by: "a")
    try trial.say(Array(#"{"method":"announce","params":{"text":"News"}}"#.utf8), by: "a")
    try trial.pass(.seconds(30))
  }

  /// What is kept in a file is what is read of it from then on; all else stays.
  private static func keep(_ text: String, _ settings: Settings) throws(Broken) {
    for (name, value, written) in [
      ("braille.mode", Setting.Value.text("contracted"), "contracted"),
      ("display.blink", .number(400), "400"),
    ] {
      var expected = settings
      guard (try? expected.set(name, to: written)) != nil,
        let kept = expected.values.first(where: { $0.name == name })
      else { throw Broken("\(name) cannot be \(written)") }
      try hold(kept.value == value, "\(name) is \(kept.value)")
      let new = SettingsFile.text(text, keeping: [kept])
      var configuration = Configuration()
      configuration.read(IniFile(path: "brailled.conf", text: new), tables: [])
      let read = configuration.settings
      try hold(read == expected, "with \(name) = \(written) kept, \(new) is read as something else")
    }
  }
}
