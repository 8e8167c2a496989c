// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Glibc
@testable import Louis
import Posix
import TestSupport
import Testing
import Translation

@Suite struct TableFilesTests {
  private let files = TableFiles()

  @Test func tablesHaveAbsolutePathsWithBraillePatterns() {
    let folder = "/usr/share/liblouis/tables/"
    let patterns = folder + "braille-patterns.cti"
    #expect(files.paths(of: TableName("de-g2.ctb")) == folder + "de-g2.ctb," + patterns)
    #expect(
      files.paths(of: TableName("de-g2.ctb,hyph_de_DE.dic"))
        == folder + "de-g2.ctb," + folder + "hyph_de_DE.dic," + patterns)
    #expect(files.paths(of: TableName("braille-patterns.cti")) == patterns)
  }

  @Test(arguments: [
    "", ",", "de-g2.ctb,", "none.ctb", "/usr/share/liblouis/tables/de-g2.ctb",
    "../tables/de-g2.ctb",
    "./de-g2.ctb", " de-g2.ctb", "de-g2.ctb ",
  ]) func whatIsNoTableHasNone(_ name: String) {
    #expect(files.paths(of: TableName(name)) == nil)
  }

  @Test func namesAreNotTooLongForLiblouis() {
    let many = Array(repeating: "de-g2.ctb", count: 17).joined(separator: ",")
    #expect(files.paths(of: TableName(many)) == nil)
  }

  @Test func partsOfTablesAreNone() {
    #expect(files.tables.contains("en-ueb-g2.ctb") && files.tables.contains("de-g0.utb"))
    #expect(!files.tables.contains("braille-patterns.cti"))
    #expect(TableFiles(folder: "/nowhere").tables == [])
    #expect(!files.tables.contains("hyph_en_US.dic"))
    #expect(files.dictionaries.contains("hyph_en_US.dic"))
    #expect(!files.dictionaries.contains("en-ueb-g2.ctb"))
  }

  @Test func whyThereIsNoTableIsTold() throws {
    let folder = try TemporaryFolder("tables")
    defer { folder.close() }
    let none = TableFiles(folder: "/nowhere")
    let reason =
      "there are no tables in /nowhere (No such file or directory); install liblouis-data"
    #expect(none.fault == reason && none.fault(of: TableName("a.ctb")) == reason)
    #expect(
      TableFiles(folder: folder.path).fault
        == "there are no tables in \(folder.path); install liblouis-data")
    try writeFile(folder.file("a.ctb"), [])
    #expect(symlink("/nowhere/b.ctb", folder.file("b.ctb")) == 0)
    let some = TableFiles(folder: folder.path)
    #expect(some.fault == nil)
    #expect(
      some.fault(of: TableName("a.ctb,c.ctb"))
        == "table a.ctb,c.ctb is not there; choose another braille.table, or install liblouis-data")
    #expect(
      some.fault(of: TableName("a.ctb,b.ctb"))
        == "table \(folder.file("b.ctb")): No such file or directory; let this user read it, or "
        + "install liblouis-data again")
    #expect(some.fault(of: TableName("a.ctb")).hasPrefix("table a.ctb is not right,"))
  }
}

@Suite struct PacketTests {
  @Test func packetsAndDescriptorsGoOver() throws {
    let (near, far) = try FileDescriptor.packetPair()
    let (left, right) = try FileDescriptor.streamPair()
    defer { for descriptor in [near, far, left, right] { descriptor.close() } }
    var buffer = Packet.buffer
    guard case .nothing = Packet.receive(from: far, blocking: false, into: &buffer) else {
      Issue.record("something came")
      return
    }
    #expect(Packet(.load, text: "/a/ß").send(to: near))
    #expect(Packet(words: [7]).send(to: near, attaching: right))
    guard case .packet(let load, nil) = Packet.receive(from: far, blocking: true, into: &buffer),
      case .packet(let other, let descriptor?) = Packet.receive(
        from: far, blocking: true, into: &buffer)
    else {
      Issue.record("they did not come")
      return
    }
    #expect(load.text == "/a/ß" && load.words.first == Packet.Request.load.rawValue)
    #expect(other == Packet(words: [7]))
    _ = [UInt8(1)].withUnsafeBytes { descriptor.send($0) }
    descriptor.close()
    var byte: [UInt8] = [0]
    #expect(byte.withUnsafeMutableBytes { left.read(into: $0) } == .bytes(1))
    near.close()
    guard case .ended = Packet.receive(from: far, blocking: true, into: &buffer) else {
      Issue.record("it did not end")
      return
    }
  }

  @Test func wordsThatAreNoTextAreNone() {
    #expect(Packet(words: []).text == nil)
    #expect(Packet(words: [1, 5, 0x61]).text == nil)
    #expect(Packet(words: [1, 0]).text == "")
  }

  @Test(arguments: (0..<4).map { UInt64($0) }) func questionsAreUnderstood(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let scalars = generator.scalars(0...20)
      let typeform =
        generator.chance(50) && !scalars.isEmpty
        ? scalars.map { _ in UInt16(generator.integer(0...0xFFFF)) } : []
      let question = Question(
        kind: .translate(typeform: typeform), table: TableName("a"), scalars: scalars, mode: -3)
      let words = TranslateWords(question.packet(number: 9, table: 2).words)
      #expect(words?.scalars == scalars && words?.typeform == typeform && words?.mode == -3)
    }
  }

  @Test(arguments: (0..<4).map { UInt64($0) }) func answersThatCannotBeAreNone(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let scalars = generator.scalars(0...6)
      let kind = generator.one(of: [
        Question.Kind.translate(typeform: []), .backTranslate, .defined, .hyphenate,
      ])
      let question = Question(kind: kind, table: TableName("a"), scalars: scalars)
      let words = generator.list(0...20) { generator in
        UInt32(
          truncatingIfNeeded: generator.chance(70)
            ? generator.integer(0...8) : generator.integer(0...Int.max))
      }
      switch question.answer(words[...]) {
      case .cells(let text)?:
        #expect(text.map.scalarCount == scalars.count && text.map.cellCount == text.cells.count)
      case .text(let text, let map)?: #expect(map.cellCount == text.count)
      case .defined(let answers)?: #expect(answers.count == scalars.count)
      case .places(let places)?: #expect(places.allSatisfy { scalars.indices.contains($0) })
      case .failed?: #expect(words.first != 1)
      case nil: break
      }
    }
  }
}

@Suite struct ForkedTranslatorTests {
  @Test func itsNumberIsThatOfOneProcess() throws {
    let forked = try #require(ForkedTranslator([4711, 1, 3, 0, 1]))
    #expect(forked.pid == 4711 && forked.isLoaded && forked.known.missingASCII == [" "])
    #expect(ForkedTranslator([4711, 0, 3])?.isLoaded == false)
    // kill(2) would take these for groups of processes, or for all of them.
    for number: UInt32 in [0, 1, .max, 0x8000_0000, .max - 4710] {
      #expect(ForkedTranslator([number, 1, 3]) == nil)
    }
    #expect(ForkedTranslator([4711, 1]) == nil && ForkedTranslator([]) == nil)
  }
}

@Suite struct MemoryTests {
  private func question(_ number: Int) -> Question {
    Question(kind: .defined, table: TableName("\(number)"), scalars: [])
  }

  @Test func theOldestAreForgotten() {
    var memory = Memory<Int>(capacity: 4 * Memory<Int>.entryWeight)
    for number in 0..<4 { memory[question(number)] = number }
    for number in 4..<8 { memory[question(number)] = number }
    let kept = (0..<8).filter { memory[question($0)] == $0 }
    #expect(kept.count >= 4 && kept.suffix(4) == [4, 5, 6, 7])
    for number in 8..<40 {
      memory[question(number)] = number
      // What is asked for stays.
      #expect(memory[question(7)] == 7)
    }
    memory[question(39)] = nil
    #expect(memory[question(39)] == nil)
  }
}

@Suite struct PatienceRecordTests {
  @Test func threeTimeoutsInASecondAreEnough() {
    var record = PatienceRecord()
    let (slow, other) = (TableName("slow"), TableName("other"))
    for time in [0, 600, 1700] { record.note(slow, at: .milliseconds(time)) }
    #expect(!record.isShort(slow, at: .milliseconds(1700)))
    record.note(slow, at: .milliseconds(1800))
    record.note(slow, at: .milliseconds(1900))
    #expect(record.isShort(slow, at: .milliseconds(1900)))
    #expect(record.isShort(slow, at: .milliseconds(2899)))
    #expect(!record.isShort(slow, at: .milliseconds(2900)))
    #expect(!record.isShort(other, at: .milliseconds(1900)))
  }
}
