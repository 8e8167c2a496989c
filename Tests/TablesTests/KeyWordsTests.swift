// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Presentation
import Tables
import Testing

/// What learn mode and the list of keys say (behaviour §5): each key by a name and by what it
/// does, in every language that has words.
@Suite struct KeyWordsTests {
  private static let resources = DataFolders(paths: ["tables"]).read(tables: []).resources

  /// The languages without their styles, which are read over them.
  private static let languages = resources.words.values.filter { !$0.language.contains("-x-") }
    .sorted { $0.language < $1.language }

  private func words(_ language: String) throws -> Words {
    try #require(Self.languages.first { $0.language == language })
  }

  @Test func whatFilesBindHasWordsInEveryLanguage() {
    #expect(Self.languages.count == 19)
    let actions = Set(Self.resources.keys.values.flatMap { $0.bindings.map(\.action) })
    #expect(actions.count > 50)
    for words in Self.languages {
      for action in actions where !words.has(action.description, in: .actions) {
        Issue.record("\(words.language).words has no words for \(action)")
      }
    }
  }

  /// All that can be bound, but for keys and systems' names, which have no end.
  private static let actions: [String] = {
    let plain = """
      route activate longPress escape magicTap increment decrement expand find unstick stepAside \
      history status details title position time learn keys menu contraction computerBraille \
      cursor cursorShape blink styles freeze follow autoScroll autoScrollFromTop \
      autoScrollFaster autoScrollSlower describe refresh quickNavigation oneHand nothing
      """
    var actions = plain.split(separator: " ").map(String.init)
    for turn in Action.Turn.allCases.map(\.rawValue) {
      for name in ["program", "step", "rotor", "favourite", "find"] {
        actions.append("\(name) \(turn)")
      }
      actions += Command.Unit.allCases.map { "move \(turn) \($0.rawValue)" }
      for unit in ["character", "word", "line", "paragraph"] {
        actions.append("select \(turn) \(unit)")
      }
    }
    actions += ["move first item", "move last item", "move in container", "move out container"]
    actions += ["select first character", "select last character"]
    actions += ["shift", "upper", "control", "meta", "altGr", "gui"].map { "stick \($0)" }
    actions += Action.Edit.allCases.map(\.rawValue)
    actions += Action.Pan.allCases.map { "pan \($0.rawValue)" }
    actions += Action.Choice.allCases.map { "choose \($0.rawValue)" }
    actions += Command.ScrollDirection.allCases.map { "scroll \($0.rawValue)" }
    actions += Action.CellSelection.allCases.map { "selectCells \($0.rawValue)" }
    actions += Action.Typing.allCases.map { "typing \($0.rawValue)" }
    actions += Action.Keeping.allCases.map { "settings \($0.rawValue)" }
    return actions
  }()

  @Test(arguments: KeyWordsTests.actions) func whatCanBeBoundHasWords(_ name: String) throws {
    #expect(Action(parsing: name)?.description == name)
    for words in Self.languages {
      #expect(words.has(name, in: .actions), "\(words.language)")
    }
  }

  /// A reader who is told what a key does must not take it for another.
  @Test func noTwoActionsAreSaidAlike() {
    for words in Self.languages {
      let said = Dictionary(grouping: Self.actions) { words.action($0) }
      for (phrase, names) in said where names.count > 1 {
        Issue.record("\(words.language): \(phrase) is \(names.joined(separator: ", "))")
      }
    }
  }

  @Test func unitsHaveWords() {
    for words in Self.languages {
      for unit in Command.Unit.allCases {
        #expect(words.has(unit.rawValue, in: .units), "\(words.language): \(unit.rawValue)")
      }
    }
  }

  @Test func wordsForKeysHaveRoomForTheirNumbers() {
    let numbered: Set<KeyName> = [.chord, .dot, .dots, .routing]
    for words in Self.languages {
      for name in KeyName.allCases {
        let marks = words.key(name).filter { $0 == "%" }.count
        #expect(marks == (numbered.contains(name) ? 1 : 0), "\(words.language): \(name)")
      }
    }
  }

  @Test(arguments: [
    ("space+dot1+dot2+dot5", "space 1 2 5"), ("dot1+dot2+dot7", "dots 1 2 7"), ("dot7", "dot 7"),
    ("space", "space"), ("ROUTE 6", "routing key 7"), ("Return", "Enter key"),
    ("shift+Tab", "shift+Tab key"), ("control+meta+a", "ctrl+alt+a"), ("U0020", "space"),
    ("FWINRT", "FWINRT"), ("CSRTRK on", "CSRTRK on"), ("DESCCHAR 3", "DESCCHAR 3"),
    ("KEYSYM417", "KEYSYM417"),
  ]) func keysAreNamed(_ key: String, _ name: String) throws {
    #expect(try words("en").key(KeyPress(parsing: key)) == name)
  }

  @Test(arguments: [
    ("de", "Leertaste 1 2 5", "Punkte 1 2", "Routingtaste 3"),
    ("fr", "espace 1 2 5", "points 1 2", "touche de routage 3"),
    ("ja", "スペース 1 2 5", "ドット 1 2", "タッチカーソル 3"),
    ("ru", "пробел 1 2 5", "точки 1 2", "клавиша маршрутизации 3"),
  ]) func keysAreNamedInTheReadersLanguage(
    _ language: String, _ chord: String, _ dots: String, _ routing: String
  ) throws {
    let words = try words(language)
    #expect(words.key(KeyPress(.chord(Cell(dots: 1, 2, 5)))) == chord)
    #expect(words.key(KeyPress(.dots(Cell(dots: 1, 2)))) == dots)
    #expect(words.key(KeyPress(.route(2))) == routing)
  }

  /// In a key map `ROUTE 0` stands for all routing keys.
  @Test func boundKeysHaveNoNumber() throws {
    let words = try words("en")
    #expect(try words.key(KeyPress(parsing: "ROUTE 0"), isBound: true) == "routing key")
    #expect(try words.key(KeyPress(parsing: "DESCCHAR 0"), isBound: true) == "DESCCHAR")
    #expect(try words.key(KeyPress(parsing: "space+dot1"), isBound: true) == "space 1")
  }
}
