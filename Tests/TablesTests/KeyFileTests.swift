// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Core
import Posix
import Tables
import TestSupport
import Testing

/// Files of keys (docs/keys.md).
@Suite struct KeyFileTests {
  private func file(_ text: String) -> IniFile { IniFile(path: "x", text: text) }

  private func read(_ texts: String...) -> DataFiles {
    var data = DataFiles()
    for text in texts { data.readKeys(file(text), preset: "p") }
    return data
  }

  private func action(
    _ key: String, in data: DataFiles, driver: String = "", model: String = ""
  ) throws -> Action? {
    data.resources.keys["p"]?.action(
      for: try KeyPress(parsing: key), driver: driver, model: model)
  }

  @Test func aFileIsReadOverThoseThatAreThere() throws {
    let data = read("[keys]\nFWINRT = pan right\nROUTE = route\n", "[keys]\nFWINRT = activate\n")
    #expect(try action("FWINRT", in: data) == .activate)
    #expect(try action("ROUTE 7", in: data) == .route)
    #expect(data.findings == [])
  }

  @Test(arguments: [
    "NOSUCH = route", "space+dot9 = route", "HOME = dance", "HOME = move next itme",
    "HOME = move forth item", "HOME = system hoover", "HOME = system", "HOME = key Entre",
    "HOME = key Hyper+Tab", "HOME = find last", "HOME = choose wisely", "HOME = select next",
    "hyper+HOME = route", "HOME =",
  ]) func whatIsNoneIsTold(_ line: String) {
    let data = read("[keys]\nTOP = escape\n\(line)\n")
    #expect(data.findings.map(\.line) == [3])
    #expect(data.findings.map(\.file) == ["x"])
    #expect(data.resources.keys["p"]?.bindings.count == 1)
  }

  @Test(arguments: [
    ("[keys]\nHOME = move nxt item", "move nxt item is no action; did you mean move next item?"),
    ("[keys]\nHOME = longpress", "longpress is no action; did you mean longPress?"),
    ("[keys]\nHOME = key Entre", "key Entre is no action; did you mean key Enter?"),
    ("[keys]\nHOME = dance", "dance is no action; docs/keys.md lists them"),
    ("[keys]\nHOME =", "nothing behind the = is no action; docs/keys.md lists them"),
    (
      "[keys]\nHOEM = escape",
      "HOEM: is neither a command of brltty, nor dots, nor a keysym of X; did you mean HOME?"
    ),
    ("[kesy]\nHOME = escape", "there is no section [kesy]; did you mean [keys]?"),
    (
      "[rotor]\nHOME = escape",
      "there is no section [rotor]; there are [preset], [keys], [keys DRIVER], [keys DRIVER MODEL]"
    ),
  ]) func whatIsNearIsNamed(_ text: String, _ reason: String) {
    #expect(read(text).findings == [Finding(file: "x", line: 2, reason: reason)])
  }

  @Test func everyActionHasItsNameAmongAll() {
    #expect(Set(Action.names).count == Action.names.count)
    for name in Action.names { #expect(Action(parsing: name)?.description == name) }
    let shipped = DataFolders(paths: ["tables"]).read(tables: []).resources.keys
    for binding in shipped.values.flatMap(\.bindings) {
      let name = binding.action.description
      #expect(name.contains("+") || Action.names.contains(name), "\(name)")
    }
  }

  @Test func aKeyThatASectionBindsTwiceIsTold() throws {
    let data = read(
      """
      [keys]
      space+dot1+dot2 = escape
      space+dot2+dot1 = activate
      CSRTRK = follow
      CSRTRK on = follow
      [keys Baum]
      space+dot1+dot2 = longPress
      [keys baum]
      space+dot1+dot2 = details
      """)
    #expect(data.findings.map(\.line) == [3, 9])
    #expect(data.findings.first?.reason.contains("line 2") == true)
    #expect(try action("space+dot1+dot2", in: data) == .escape)
    #expect(try action("space+dot1+dot2", in: data, driver: "Baum") == .longPress)
  }

  @Test func sectionsThatAreNoneAreTold() {
    let data = read("[key]\nTOP = escape\n[keys a b c]\nTOP = escape\n[preset]\nunder = x\n")
    #expect(data.findings.map(\.line) == [2, 4, 6])
    #expect(data.resources.keys["p"]?.bindings.isEmpty == true)
  }

  @Test func theNarrowerSectionWins() throws {
    let data = read(
      """
      [keys]
      TOP = escape
      BOT = escape
      HOME = escape
      [keys Baum]
      TOP = activate
      BOT = activate
      [keys Baum ultra]
      TOP = details
      HOME = nothing
      """)
    #expect(try action("TOP", in: data) == .escape)
    #expect(try action("TOP", in: data, driver: "HumanWare", model: "ultra") == .escape)
    #expect(try action("TOP", in: data, driver: "Baum", model: "vk") == .activate)
    #expect(try action("TOP", in: data, driver: "baum", model: "Ultra") == .details)
    #expect(try action("BOT", in: data, driver: "Baum", model: "ultra") == .activate)
    #expect(try action("HOME", in: data, driver: "Baum", model: "ultra") == nil)
    #expect(try action("HOME", in: data, driver: "Baum", model: "vk") == .escape)
  }

  @Test func aLaterFileWinsOverASectionOfAnEarlierOne() throws {
    let data = read(
      "[keys]\nTOP = escape\n[keys Baum]\nTOP = activate\nBOT = activate\nFREEZE on = freeze\n",
      "[keys]\nTOP = nothing\nFREEZE = find\n[keys Baum]\nHOME = details\n")
    #expect(try action("TOP", in: data) == nil)
    #expect(try action("TOP", in: data, driver: "Baum") == nil)
    #expect(try action("BOT", in: data, driver: "Baum") == .activate)
    #expect(try action("HOME", in: data, driver: "Baum") == .details)
    #expect(try action("FREEZE on", in: data, driver: "Baum") == .find(nil))
  }
}

/// Presets over others, in folders over others.
@Suite struct PresetTests {
  private let near: TemporaryFolder
  private let far: TemporaryFolder

  init() throws {
    near = try TemporaryFolder("near")
    far = try TemporaryFolder("far")
    for folder in [near, far] { _ = try folder.folder("keys") }
  }

  private func write(_ folder: TemporaryFolder, _ name: String, _ text: String) throws {
    try writeFile(folder.file("keys/\(name).keys"), Array(text.utf8))
  }

  private func read() -> DataFiles {
    DataFolders(paths: [near.path, far.path]).read(tables: [])
  }

  private func action(_ key: String, of preset: String) throws -> Action? {
    read().resources.keys[preset]?.action(
      for: try KeyPress(parsing: key), driver: "Baum", model: "")
  }

  @Test func aPresetIsReadOverTheOneThatItNames() throws {
    try write(far, "base", "[keys]\nTOP = escape\nBOT = escape\nHOME = escape\n")
    try write(far, "other", "[preset]\nover = base\n[keys]\nTOP = activate\n")
    try write(near, "other", "[keys]\nBOT = details\n")
    try write(near, "base", "[keys Baum]\nTOP = title\nHOME = title\n")
    #expect(read().findings == [])
    #expect(try action("TOP", of: "other") == .activate)
    #expect(try action("BOT", of: "other") == .details)
    #expect(try action("HOME", of: "other") == .title)
    #expect(try action("TOP", of: "base") == .title)
    #expect(try action("BOT", of: "base") == .escape)
  }

  @Test func presetsThatAreNotThereOrOverThemselvesAreTold() throws {
    try write(far, "a", "[preset]\nover = none\n[keys]\nTOP = escape\n")
    try write(far, "b", "[keys]\nBOT = escape\n[preset]\nover = c\n")
    try write(far, "c", "[preset]\nover = b\n[keys]\nTOP = escape\n")
    try write(far, "d", "[preset]\nover = c\n[keys]\nHOME = escape\n")
    let findings = read().findings
    #expect(
      findings.map { "\($0.file.split(separator: "/").last ?? ""):\($0.line ?? 0)" }
        == ["a.keys:2", "c.keys:2", "b.keys:4"])
    #expect(try action("BOT", of: "d") == .escape)
    #expect(try action("TOP", of: "a") == .escape)
  }
}
