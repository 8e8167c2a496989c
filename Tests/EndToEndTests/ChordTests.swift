// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Glibc
import Posix
import Tables
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// Chords of the space bar and dots through brltty, with its own table of chords and with ours.
  @Suite(.enabled(if: Brltty.isInstalled)) struct ChordTests {
    /// With tables/brltty/brailled-chords.kti: all 255 arrive, each as itself; VoiceOver's 66 each do
    /// what they do there.
    @Test func allChordsArriveWithOurTable() throws {
      let tables = try TemporaryFolder("tables")
      defer { tables.close() }
      try BrlttyTables.make(in: tables, chords: "tables/brltty/brailled-chords.kti")
      var settings = Brltty.Settings()
      settings.tables = tables.path
      let rig = try Rig(BrailliantDisplay(.bi40), settings)
      defer { rig.close() }
      try eachChordIsItself(rig)

      let desk = try Desk(rig)
      defer { desk.close() }
      for (dots, outcome) in KeyOutcome.voiceOver { try desk.press(dots, outcome) }
    }

    /// A daemon that has each chord for a key of its own.
    private func eachChordIsItself(_ rig: Rig<BrailliantDisplay>) throws {
      let keys = try TemporaryFolder("keys")
      defer { keys.close() }
      _ = try keys.folder("keys")
      let cells = (UInt8.min...UInt8.max).dropFirst().map { Cell(rawValue: $0) }
      let lines = cells.map { cell in
        "space+\(cell.dots.map { "dot\($0)" }.joined(separator: "+")) = key \([cell].unicode)\n"
      }
      try writeFile(
        keys.file("keys/voiceover.keys"), Array(("[keys]\n" + lines.joined()).utf8))
      let desk = try Desk(rig, tables: keys.path)
      defer { desk.close() }
      for cell in cells {
        try rig.display.chord(cell.dots.map(String.init).joined(separator: "-"))
        #expect(
          try desk.program.command() == [
            "command": "key", "key": .string([cell].unicode), "modifiers": [],
          ], "dots \(cell.dots)")
      }
    }

    /// Without it: what brltty makes of chords does what VoiceOver does; routing keys from the
    /// first cell on, and two of them together are one key.
    @Test func stockChordsDoWhatVoiceOversDo() throws {
      let rig = try Rig(BrailliantDisplay(.bi40))
      defer { rig.close() }
      do {
        let desk = try Desk(rig)
        defer { desk.close() }
        // As sections of key files name it.
        let display = try desk.program.ask("status")["display"]
        #expect(display?["driver"] == "HumanWare" && display?["model"] == "BI40")
        try rig.display.route(0)
        #expect(try desk.program.command() == ["command": "activate", "element": "button"])
        for (dots, outcome) in KeyOutcome.stock { try desk.press(dots, outcome) }
      }

      let desk = try Desk(rig)
      defer { desk.close() }
      try desk.program.focus(text: "hello braille world")
      try rig.display.wait(forBraille: "⠓⠑⠇⠇⠕⠀⠃⠗⠁⠊⠇⠇⠑⠀⠺⠕⠗⠇⠙")
      try desk.proxy.waitUntilTaken()
      try rig.display.press(.routing(3), .routing(8))
      #expect(
        try desk.program.command()
          == ["command": "select", "element": "text", "anchor": 3, "offset": 9])
    }
  }
}

/// A daemon at a brltty, with a program that shows a button and looks at what is shown.
private final class Desk {
  let program: Program
  let proxy: PacketProxy
  private let daemon: DaemonProcess
  private let rig: Rig<BrailliantDisplay>

  init(_ rig: Rig<BrailliantDisplay>, tables: String? = nil) throws {
    self.rig = rig
    proxy = try PacketProxy(upstream: rig.brltty.host)
    var environment = proxy.environment
    environment["BRAILLED_TABLES"] = tables
    daemon = try DaemonProcess(.init(environment: environment))
    do {
      program = try Program(daemon)
      try program.focus(button: "Cancel")
      try rig.display.wait(forBraille: Content.cancel)
      try focus()
      try rig.display.wait(forBraille: Content.okay)
      try program.ask("observe", ["events": ["frame"]])
    } catch {
      daemon.close()
      throw error
    }
  }

  func close() {
    daemon.close()
    proxy.close()
  }

  /// A button among others, with an action of its own.
  private func focus() throws {
    let button: JSONValue = [
      "id": "button", "role": "button", "label": "OK",
      "actions": [["name": "later", "label": "Later"]],
    ]
    let others: JSONValue = [
      "id": "others", "role": "none",
      "children": ["button", ["id": "more", "role": "button", "label": "More"]],
    ]
    try program.ask("focus", ["element": button, "ancestors": [others]])
  }

  /// Presses a chord on the display and looks what comes of it; then all is as it was.
  func press(_ dots: String, _ outcome: KeyOutcome) throws {
    try rig.display.chord(dots)
    let came = try program.next { message in
      message["method"] == "command"
        || message["method"] == "frame" && message["params"]?["kind"] != "content"
    }
    let params = came["params"] ?? .null
    let kind = params["kind"]?.string
    switch outcome {
    case .command(let command): #expect(params == .object(command), "space \(dots)")
    case .kind(let wanted): #expect(kind == wanted, "space \(dots): \(params)")
    }
    // What covers the button is left, and what was asked of it is done.
    if kind != nil { try program.press("space+dot1+dot2") }
    try focus()
    _ = try program.all("command")
  }
}
