// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Panning
@testable import TerminalDisplay
import TestSupport
import Testing

@Suite struct KeyboardTests {
  private let size = DisplaySize(columns: 20, rows: 2)
  private let keys: [String: KeyPress]

  init() throws {
    var keys: [String: KeyPress] = [:]
    for (name, key) in [
      ("Left", "FWINLT"), ("Right", "FWINRT"), ("Up", "space+dot1"), ("Return", "space+dot3+dot6"),
      ("Escape", "space+dot1+dot2"), ("Prior", "WINUP"), ("Delete", "Delete"), ("c", "HOME"),
      ("BackTab", "shift+Tab"), ("Tab", "Tab"), ("BackSpace", "BackSpace"), ("Home", "LNBEG"),
    ] { keys[name] = try KeyPress(parsing: key) }
    self.keys = keys
  }

  private func events(_ inputs: String...) -> [Terminal.Event] {
    var reader = KeyboardReader(keys: keys)
    return inputs.flatMap { reader.read(Array($0.utf8)[...], size: size, firstRow: 2).events }
  }

  private func key(_ name: String) throws -> Terminal.Event { .key(try KeyPress(parsing: name)) }

  @Test func sequencesOfXtermAreKeys() throws {
    #expect(events("\u{1B}[D\u{1B}[C") == [try key("FWINLT"), try key("FWINRT")])
    #expect(events("\u{1B}OA") == [try key("space+dot1")])
    #expect(events("\u{1B}[5~\u{1B}[3~") == [try key("WINUP"), try key("Delete")])
    #expect(events("\u{1B}[Z") == [try key("shift+Tab")])
    #expect(events("\u{1B}[H\u{1B}[1~") == [try key("LNBEG"), try key("LNBEG")])
    // Sequences that mean nothing here are no letters.
    #expect(events("\u{1B}[99~\u{1B}[1;5D") == [])
  }

  @Test func plainKeysAreThemselves() throws {
    #expect(
      events("c\r\t\u{7F}") == [
        try key("HOME"), try key("space+dot3+dot6"), try key("Tab"), try key("BackSpace"),
      ])
    #expect(events("x") == [])
    #expect(events("\u{1B}") == [try key("space+dot1+dot2")])
    #expect(events("q") == [.quit] && events("\u{3}") == [.quit])
  }

  @Test func aColonNamesKeys() throws {
    #expect(events(":", "ROUTE 5 ", "HOMEX\u{7F}\r") == [try key("ROUTE 5"), try key("HOME")])
    #expect(events(":q\u{1B}c") == [try key("HOME")])
    #expect(events(":\u{7F}c") == [try key("HOME")])
    guard case .invalid(let reason)? = events(":NOSUCH\r").first else {
      Issue.record("it was taken")
      return
    }
    #expect(reason.hasPrefix("NOSUCH: "))
  }

  @Test func whatIsTypedIsThePrompt() {
    var reader = KeyboardReader(keys: keys)
    #expect(reader.read(Array(":RO".utf8)[...], size: size, firstRow: 2).prompt == ":RO")
    #expect(reader.read([0x1B], size: size, firstRow: 2).prompt == "")
  }

  @Test func clicksAreRoutingKeys() throws {
    // The frame of lines is in the first row and column; each row has cells and print.
    #expect(events("\u{1B}[<0;2;2M\u{1B}[<0;2;2m") == [try key("ROUTE 0")])
    #expect(events("\u{1B}[<0;7;3M") == [try key("ROUTE 5")])
    #expect(events("\u{1B}[<0;2;4M") == [try key("ROUTE 20")])
    #expect(events("\u{1B}[<0;21;5M") == [try key("ROUTE 39")])
    for outside in [
      "0;1;2", "0;22;2", "0;2;1", "0;2;6", "2;2;2", "0;2", "0;99999999999999999999;2",
      "0;-9223372036854775808;2", "0;2;-9223372036854775808",
    ] {
      #expect(events("\u{1B}[<\(outside)M") == [], "\(outside)")
    }
  }

  @Test(arguments: (0..<4).map { UInt64($0) }) func anyBytesAreRead(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var reader = KeyboardReader(keys: keys)
    for _ in 0..<200 {
      let bytes: [UInt8] = generator.list(0...20) { generator in
        generator.one(of: [0x1B, 0x5B, 0x3C, 0x3A, 0x0D, 0x7F, UInt8(generator.integer(0...255))])
      }
      _ = reader.read(bytes[...], size: size, firstRow: 2)
    }
  }
}

@Suite struct ScreenTests {
  private func frame(_ kind: Frame.Kind, columns: Int = 4) -> Frame {
    Frame(blank: DisplaySize(columns: columns, rows: 1), kind: kind)
  }

  @Test func aFrameIsTwoLinesARow() {
    var frame = frame(.content)
    frame.cells[1] = Cell(dots: 1, 2)
    frame.text = [" b  "]
    #expect(Screen.lines(of: frame) == " ⠃  \n b  \n")
  }

  @Test(arguments: [1, 5, 20, 40]) func noProgramIsSaidInTheWidthOfTheDisplay(_ columns: Int) {
    let lines = Screen.lines(of: frame(.idle, columns: columns)).split(separator: "\n")
    #expect(lines.map(\.count) == [columns, columns])
    #expect("brailled: no program".hasPrefix(lines[1].prefix(20)))
  }

  @Test func aPictureHasAllItsLines() {
    let picture = Screen.picture(of: frame(.content), prompt: ":x")
    #expect(picture.contains("┌────┐") && picture.contains("└────┘"))
    #expect(picture.filter { $0 == "│" }.count == 4)
    #expect(picture.hasSuffix("\u{1B}[5;1H\u{1B}[2K:x"))
  }
}
