// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Posix
import Tables
import TestSupport
import Testing

/// The key files of this checkout.
@Suite struct ShippedKeyTests {
  private static let resources = DataFolders(paths: ["tables"]).read(tables: []).resources
  private static let keys = resources.keys

  private static func action(_ key: String, of preset: String = "voiceover") throws -> Action? {
    keys[preset]?.action(for: try KeyPress(parsing: key))
  }

  private static func chord(_ dots: String) -> KeyPress {
    KeyPress(.chord(Cell(dots: dots.compactMap(\.wholeNumberValue))))
  }

  /// VoiceOver's chords as Apple lists them for iOS and iPadOS, with what is nearest here.
  ///
  /// 3D touch shows what can be done with an item; the app switcher goes to the next program, as
  /// the left and the right app of Split View do; reading is panning by itself; help that is
  /// asked for again lists the keys.
  static let voiceOver = """
    1 move previous item|4 move next item|123 move first item|456 move last item|24 choose items
    234 status|46 system notifications|25 system controlCentre|12 escape|246 scroll left
    135 scroll right|3456 scroll up|1456 scroll down|34 position|3 step previous|6 step next
    23 rotor previous|56 rotor next|36 activate|125 system home|345 system volumeUp
    126 system volumeDown|146 system keyboard|356 choose actions|1235 autoScroll
    2456 autoScrollFromTop|2356 selectAll|235 select previous character|256 select next character
    2345 key Tab|1256 key Shift+Tab|1346 cut|14 copy|1236 paste|145 deleteBackward|15 key Enter
    1356 undo|2346 redo|124 find|23456 styles|156 magicTap|123456 system screenCurtain
    1234 system pauseSpeech|134 system speech|16 program next|13 learn|12346 system label
    12345 quickNavigation|2 pan left|5 pan right|1345 history|45 typing translate|1245 contraction
    236 typing nextMode|17 move previous container|47 move next container|7 deleteBackward
    8 key Enter|1347 system mute|137 keys|34568 scroll up|14568 scroll down|3678 longPress
    123457 quickNavigation|35 program previous|26 program next
    """.split { $0 == "|" || $0 == "\n" }.map(String.init)

  @Test func thereAreAllOfVoiceOversChords() {
    #expect(Set(Self.voiceOver.map { $0.prefix { $0 != " " } }).count == 66)
  }

  @Test(arguments: voiceOver) func chordsDoWhatVoiceOversDo(_ line: String) throws {
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    let wanted = try #require(Action(parsing: parts[1]))
    #expect(Self.keys["voiceover"]?.action(for: Self.chord(parts[0])) == wanted)
  }

  /// What a reader cannot do without, or has no other way to; by dots, so that no display lacks it.
  private static let essential = """
    move previous item|move next item|move first item|move last item|pan left|pan right|activate
    escape|step previous|step next|rotor previous|rotor next|choose items|find|history|learn|menu
    status|contraction|magicTap|longPress|key Tab|key Shift+Tab|key Enter|deleteBackward|selectAll
    cut|copy|paste|undo|redo|scroll up|scroll down|program next|position|details|title|time|keys
    typing nextMode|system home|system notifications|settings save|stepAside|choose actions
    """.split { $0 == "|" || $0 == "\n" }.map(String.init)

  @Test(arguments: Settings.keyPresets) func noPresetIsHalf(_ preset: String) throws {
    let map = try #require(Self.keys[preset])
    // A chord that stands for a key of the keyboard does outside of text what its keysym does.
    let byDots = map.bindings.filter { binding in
      switch binding.press.key {
      case .dots, .chord: true
      default: false
      }
    }.map { binding -> Action in
      guard case .key(let name, []) = binding.action,
        let keysym = Keysym.number(keyboardEventKey: name)
      else { return binding.action }
      return map.action(for: KeyPress(.keysym(keysym))) ?? binding.action
    }
    for text in Self.essential {
      let action = try #require(Action(parsing: text), "\(text)")
      #expect(byDots.contains(action), "\(preset) has no dots for \(text)")
    }
    let byCommands = map.bindings.filter {
      if case .command = $0.press.key { true } else { false }
    }.map(\.action)
    for text in ["move previous item", "move next item", "pan left", "pan right", "pan caret"] {
      let action = try #require(Action(parsing: text), "\(text)")
      #expect(byCommands.contains(action), "\(preset) has no command for \(text)")
    }
  }

  /// What the users of others know: TalkBack's and ChromeVox's maps of dots, NVDA's for displays by
  /// the standard of HID, brltty's chords.
  @Test(arguments: [
    ("talkback", "dot4+dot5+dot8", "move next item"),
    ("talkback", "dot1+dot2+dot7", "move previous item"),
    ("talkback", "space+dot4", "move next line"), ("talkback", "space+dot2", "move previous word"),
    ("talkback", "space+dot1+dot3+dot4+dot5", "system notifications"),
    ("talkback", "space+dot1+dot3+dot4", "menu"), ("talkback", "space+dot3+dot4", "find"),
    ("talkback", "dot1+dot3+dot7+dot8", "learn"), ("talkback", "space+dot2+dot7", "deleteWord"),
    ("chromevox", "space+dot1+dot2+dot5", "move next heading"),
    ("chromevox", "space+dot1+dot2+dot5+dot7", "move previous heading"),
    ("chromevox", "space+dot8", "activate"),
    ("chromevox", "space+dot2+dot3", "move previous container"),
    ("chromevox", "space+dot1+dot4+dot5+dot6", "learn"),
    ("nvda", "space+dot1+dot3+dot4+dot5", "menu"), ("nvda", "space+dot1+dot5", "escape"),
    ("nvda", "space+dot4+dot6", "key Tab"), ("nvda", "space+dot1", "key ArrowUp"),
    ("nvda", "PREFMENU", "menu"), ("brltty", "space+dot1+dot2+dot5", "keys"),
    ("brltty", "space+dot1+dot2+dot4", "freeze"), ("brltty", "space+dot2", "key Home"),
    ("brltty", "space+dot1+dot2+dot3+dot4", "stepAside"), ("brltty", "LEARN", "learn"),
    ("talkback", "FWINRT", "pan right"), ("chromevox", "ROUTE 7", "route"),
  ]) func presetsHaveTheirUsersKeys(_ preset: String, _ key: String, _ action: String) throws {
    let wanted = try #require(Action(parsing: action))
    #expect(try Self.action(key, of: preset) == wanted)
  }

  /// A key that only some displays have it for does not come before the preset's own.
  @Test func commandsAreBrlttysForBrlttysUsers() throws {
    let learn = try KeyPress(parsing: "LEARN")
    let humanWare = { (preset: String) in
      Self.keys[preset]?.action(for: learn, driver: "HumanWare", model: "BI40")
    }
    #expect(humanWare("voiceover") == .move(.first, .item))
    #expect(humanWare("brltty") == .learn)
  }

  @Test func theListOfKeysIsTheirs() throws {
    let page = String(decoding: try readFile("docs/keys.md"), as: UTF8.self)
    let marker = "<!-- made by make keys; what follows is not changed by hand -->\n\n"
    let parts = page.components(around: marker)
    #expect(parts?.behind == KeyPage(Settings.keyPresets, of: Self.resources).text, "run make keys")
  }

  @Test func brlttysTableOfChordsIsMadeByItsScript() throws {
    let (transcript, writing) = try Transcript.pipe()
    defer { transcript.close() }
    let process = try KeptProcess(
      path: "/bin/sh", arguments: ["scripts/brltty-chords"],
      environment: ["PATH": "/usr/bin:/bin"], descriptors: [nil, writing, writing])
    writing.close()
    defer { process.close() }
    try transcript.waitForEnd()
    let file = String(
      decoding: try readFile("tables/brltty/brailled-chords.kti"), as: UTF8.self)
    #expect(transcript.text == file, "run make chords")
    let lines = file.split(separator: "\n")
    let chords = lines.filter { $0.hasPrefix("bind \\{chord}") }
    #expect(Set(chords).count == 255)
    #expect(chords.contains("bind \\{chord}Dot3+Dot6 PASSDOTS+space+dot3+dot6"))
  }
}

extension String {
  /// What stands before and behind a text that stands in it once; nil if it does not.
  fileprivate func components(around text: String) -> (before: String, behind: String)? {
    let found = ranges(of: text)
    guard let range = found.first, found.count == 1 else { return nil }
    return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
  }
}
