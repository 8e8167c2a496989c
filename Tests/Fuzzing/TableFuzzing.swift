// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Panning
import Presentation
import Tables
import TestSupport
import Translation
import Typing
import Wire

/// Files of `tables`, each behind a line `%% NAME`, read over those that come with brailled, and
/// then used.
enum TableFuzzing {
  static func problem(with bytes: [UInt8]) -> String? {
    whatBreaks { () throws(Broken) in
      var data = DataFiles()
      let files = files(in: bytes)
      for file in files { try read(file, into: &data) }
      data.joinPresets()
      try use(data.resources, files)
    }
  }

  private struct File {
    var name: String
    var bytes: [UInt8]

    /// The name without its folder and an ending; nil if it has another one.
    func name(ending: String) -> String? {
      guard name.hasSuffix(ending) else { return nil }
      let last = name.split(separator: "/").last.map(String.init) ?? ""
      return String(last.dropLast(ending.count))
    }
  }

  private static func files(in bytes: [UInt8]) -> [File] {
    var files: [File] = []
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.starts(with: "%% ".utf8) {
        files.append(File(name: String(decoding: line.dropFirst(3), as: UTF8.self), bytes: []))
      } else if !files.isEmpty {
        files[files.count - 1].bytes += Array(line) + [0x0A]
      }
    }
    return files
  }

  private static func read(_ file: File, into data: inout DataFiles) throws(Broken) {
    let before = data.findings.count
    if let language = file.name(ending: ".names") {
      try readNames(file, language, into: &data)
    } else if let text = String(validating: file.bytes, as: UTF8.self) {
      let ini = IniFile(path: file.name, text: text)
      try check(ini, text)
      if let language = file.name(ending: ".words") {
        data.readWords(ini, language: language)
      } else if file.name == "quickNavigation.keys" {
        data.readQuickNavigation(ini)
      } else if let preset = file.name(ending: ".keys") {
        data.readKeys(ini, preset: preset)
      } else if let table = file.name(ending: ".typing") {
        data.readTyping(ini, table: table)
      } else if file.name == "languages.conf" {
        data.readLanguages(ini)
      } else if file.name == "substitutes.conf" {
        data.readSubstitutes(ini)
      } else {
        data.readTerminalKeys(ini)
      }
    }
    let lines = file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    try check(data.findings[before...], lines: lines.count)
  }

  /// An entry stands on a line of the file, and the lines that are none are told.
  static func check(_ file: IniFile, _ text: String) throws(Broken) {
    let count = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.count
    for entry in file.entries {
      try hold((1...count).contains(entry.line), "\(entry) is on no line")
    }
    try check(file.findings[...], lines: count)
  }

  static func check(_ findings: ArraySlice<Finding>, lines: Int) throws(Broken) {
    for finding in findings {
      try hold(!finding.reason.isEmpty, "nothing is said of \(finding.file)")
      if let line = finding.line {
        try hold((1...lines).contains(line), "\(finding) is on no line")
      }
    }
  }

  /// A name that is written as it has to be is found.
  private static func readNames(
    _ file: File, _ language: String, into data: inout DataFiles
  ) throws(Broken) {
    data.takeNames(file.bytes, language: language)
    let findings = NamesFile.check(file.bytes, path: file.name)
    let lines = file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    try check(findings[...], lines: lines.count)
    guard findings.isEmpty else { return }
    let names = CharacterNames(file: file.bytes)
    for line in lines where !line.isEmpty && !(line.starts(with: "# ".utf8) || line == [0x23]) {
      let text = String(decoding: line, as: UTF8.self)
      guard let blank = text.firstIndex(of: " ") else { continue }
      let name = names.name(of: text[..<blank].unicodeScalars)
      try hold(
        name == String(text[text.index(after: blank)...]),
        "\(text) is found as \(name ?? "nothing")")
    }
  }

  // MARK: Used

  private static func use(_ new: Resources, _ files: [File]) throws(Broken) {
    var resources = Shipped.resources
    resources.words.merge(new.words) { $1.over($0) }
    resources.keys.merge(new.keys) { $1.over($0) }
    resources.quickNavigation = new.quickNavigation.over(resources.quickNavigation)
    if files.contains(where: { $0.name == "languages.conf" }) {
      resources.languages = new.languages
    }
    if files.contains(where: { $0.name == "substitutes.conf" }) {
      resources.substitutes = new.substitutes
    }
    resources.names.merge(new.names) { $1.or($0) }
    resources.backTranslation.corrections.merge(new.backTranslation.corrections) { $1 }
    var settings = Settings()
    settings.language = (new.words.keys.sorted() + new.names.keys.sorted()).first ?? "en"
    settings.keysPreset = new.keys.keys.sorted().first ?? "voiceover"
    settings.unknown = .name
    settings.typingMode = .contracted
    if let table = new.backTranslation.corrections.keys.map(\.name).sorted().first {
      settings.inputTable = table
    }
    var trial = EngineTrial(TinyTranslator(), resources, settings: settings)
    try trial.happen(.display(Core.DisplayState(size: DisplaySize(columns: 12), driver: "ht")))
    for line in Shown.lines { try trial.say(Array(line.utf8), by: "a") }
    let keys = resources.keys[settings.keysPreset]?.bindings(driver: "ht", model: "") ?? []
    let bound = keys.map(\.press).sorted { $0.description < $1.description }
    for key in bound.prefix(4) + Shown.keys { try trial.press(key) }
    // Only these are in what the daemon says itself, which takes long to make.
    if files.contains(where: { $0.name.hasSuffix(".words") || $0.name.hasSuffix(".keys") }) {
      for key in Shown.menus { try trial.press(key) }
    }
    try trial.pass(.seconds(3))
  }

  /// What is shown by what was read, and what is pressed on it.
  private enum Shown {
    static let lines = [
      #"""
      {"method":"focus","params":{"element":{"id":"b","role":"checkbox","label":"–☃ x₂ 👍🏽","checked":"mixed","required":true,"positionInSet":2,"setSize":3},"ancestors":[{"id":"t","role":"table","label":"T","rowCount":3},{"id":"d","role":"dialog","label":"D"}]}}
      """#,
      #"""
      {"method":"focus","params":{"element":{"id":"f","role":"textbox","label":"N","text":{"content":"The word","caret":8,"runs":[{"start":0,"end":3,"style":["bold","deleted"]}]}}}}
      """#,
    ]
    static let keys =
      (try? KeyPress.list(
        parsing: """
          dot6 dot1 dot3+dot4+dot5+dot6 dot1+dot2 dot2+dot5+dot6 space dot8
          """)) ?? []
    static let menus =
      (try? KeyPress.list(
        parsing: "space+dot1+dot3+dot7 FWINRT space+dot1+dot3+dot4+dot8 FWINRT h")) ?? []
  }
}
