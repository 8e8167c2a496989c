// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Core
import Louis
import Presentation
import Tables
import Testing
import Translation

/// The data files of this checkout.
@Suite struct ShippedTests {
  private let data = DataFolders(paths: ["tables"]).read(
    tables: TableFiles().tables, dictionaries: TableFiles().dictionaries)

  @Test func nothingIsWrongInThem() {
    #expect(data.findings == [])
    #expect(DataFolders(paths: ["tables"]).checkNames() == [])
  }

  @Test func allLanguagesWithWordsHaveNamesOfCharacters() {
    let words = data.resources.words.keys.filter { !$0.contains("-x-") }
    #expect(Set(words) == Set(data.resources.names.keys))
  }

  /// Docs/protocol.md, "Roles"; groupings that are as ignored need no word.
  @Test func allRolesOfTheProtocolHaveAWord() throws {
    let roles = """
      button link heading checkbox radio radiogroup switch textbox searchbox combobox slider \
      spinbutton progressbar meter list listitem listbox option menu menubar menuitem \
      menuitemcheckbox menuitemradio tab tablist tabpanel table grid row cell gridcell rowheader \
      columnheader tree treeitem treegrid dialog alertdialog alert status log timer marquee feed \
      img figure caption article banner navigation main complementary contentinfo form search \
      region group toolbar tooltip separator scrollbar document application paragraph blockquote \
      code math note comment suggestion insertion deletion mark emphasis strong subscript \
      superscript time term definition sectionheader sectionfooter audio video text key terminal \
      window visitedLink multilineTextbox toggleButton menuButton level position rowIndex columnIndex
      """
    let words = try #require(data.resources.words["en"])
    for role in roles.split(separator: " ") { #expect(words.has(role: String(role)), "\(role)") }
  }

  @Test func allStatesAnswersAndUnitsHaveAWord() throws {
    let words = try #require(data.resources.words["en"])
    for answer in Answer.allCases where answer.rawValue.contains(where: \.isUppercase) {
      #expect(words.answer(answer) != answer.rawValue, "\(answer)")
    }
    for state in State.allCases where state.rawValue.contains(where: \.isUppercase) {
      #expect(words.state(state) != state.rawValue, "\(state)")
    }
    for unit in Command.Unit.allCases where unit.rawValue.contains(where: \.isUppercase) {
      #expect(words.unit(unit.rawValue) != unit.rawValue, "\(unit)")
    }
    #expect(words.answer(.none).contains("%") && words.answer(.more).contains("%"))
    #expect(words.role("position").filter { $0 == "%" }.count == 2)
  }

  /// VoiceOver's own chords.
  @Test(arguments: [
    ("space+dot1", "move previous item"), ("space+dot4", "move next item"),
    ("space+dot1+dot2+dot3", "move first item"), ("space+dot4+dot5+dot6", "move last item"),
    ("space+dot2", "pan left"), ("space+dot5", "pan right"), ("space+dot3+dot6", "activate"),
    ("space+dot1+dot2", "escape"), ("space+dot1+dot3+dot5", "scroll right"),
    ("space+dot2+dot4+dot6", "scroll left"), ("space+dot3+dot4+dot5+dot6", "scroll up"),
    ("space+dot1+dot4+dot5+dot6", "scroll down"), ("ROUTE 7", "route"), ("FWINRT", "pan right"),
    ("FWINLT", "pan left"), ("HOME", "pan caret"), ("SHIFT", "stick shift"),
  ]) func keysDoWhatVoiceOversDo(_ key: String, _ action: String) throws {
    let map = try #require(data.resources.keys["voiceover"])
    let wanted = try #require(Action(parsing: action))
    #expect(map.action(for: try KeyPress(parsing: key)) == wanted)
  }

  @Test func presetsAreThoseThatTheSettingNames() throws {
    guard case .word(let presets)? = Setting.named("keys.preset")?.kind else {
      Issue.record("keys.preset has no words")
      return
    }
    #expect(Set(presets) == Set(data.resources.keys.keys))
  }

  @Test func englishHasAllKindsOfTables() {
    let english = data.resources.languages.tables(for: "en")
    #expect(english?.contracted != nil && english?.uncontracted != nil)
    #expect(english?.computer != nil && english?.input != nil)
    #expect(data.resources.languages.all.count > 20)
  }
}
