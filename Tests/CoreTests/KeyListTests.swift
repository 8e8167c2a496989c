// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Panning
import Testing

/// What the list of keys has, by what the display can send (behaviour §5).
@Suite struct KeyListTests {
  private var rig = EngineRig(columns: 60)

  /// All entries of the list.
  private mutating func list() throws -> [String] {
    try rig.press("HELP")
    var entries: [String] = []
    while let frame = rig.frame, frame.kind == .help {
      entries.append(frame.text[0].split(separator: " ").joined(separator: " "))
      try rig.press("MENU_NEXT_ITEM")
    }
    #expect(rig.frame?.kind == .answer)
    try rig.press("MENU_PREV_LEVEL")
    return entries
  }

  private mutating func connect(_ commands: [String], sendsKeysyms: Bool) {
    let size = DisplaySize(columns: 60)
    _ = rig.handle(
      .display(
        DisplayState(
          size: size, driver: "test", commands: Set(commands.compactMap(BrlttyCommand.init(name:))),
          sendsKeysyms: sendsKeysyms)))
  }

  @Test mutating func onlyWhatTheDisplaySendsIsInIt() throws {
    connect(["LNUP", "FWINRT", "ROUTE", "PASSDOTS", "SKPIDLNS"], sendsKeysyms: false)
    let entries = try list()
    #expect(entries.first == "FWINRT: pan right")
    #expect(entries.contains("LNUP: previous item"))
    #expect(entries.contains { $0.hasPrefix("routing key: ") })
    #expect(!entries.contains { $0.hasPrefix("space") || $0.hasPrefix("LNDN") })
    #expect(!entries.contains { $0.hasPrefix("up arrow") })
    #expect(Set(entries).count == entries.count)
  }

  @Test mutating func chordsAreInItOnceOneHasCome() throws {
    connect(["LNUP"], sendsKeysyms: true)
    #expect(try list().contains("up arrow: previous item"))
    try rig.press("space+dot1")
    #expect(try list().contains("space 1: previous item"))
  }

  @Test mutating func allIsInItWhereNothingIsKnown() throws {
    let entries = try list()
    #expect(entries.contains("space 1: previous item") && entries.contains("LNDN: next item"))
    #expect(entries.contains("up arrow: previous item"))
  }
}
