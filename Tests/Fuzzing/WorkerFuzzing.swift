// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Louis
import Panning
import TestSupport
import Translation

/// What liblouis' processes answer, and what the daemon asks them, as any words.
enum WorkerFuzzing {
  static func problem(with bytes: [UInt8]) -> String? {
    whatBreaks { () throws(Broken) in
      var source = ByteSource(bytes)
      let kind: Question.Kind = source.one(of: [
        .translate(typeform: []), .backTranslate, .defined, .hyphenate,
      ])
      let scalars = (0..<source.number(below: 16)).map { _ in Unicode.Scalar(source.byte()) }
      let words = words(source.rest)
      let question = Question(kind: kind, table: TableName("a"), scalars: scalars)
      try check(question.answer(words[...]), to: question, words)
      if let forked = ForkedTranslator(words) {
        try hold(forked.pid > 1, "\(forked.pid) is no translator's number")
      }
      try show(source)
    }
  }

  private static func words(_ bytes: [UInt8]) -> [UInt32] {
    stride(from: 0, to: bytes.count - 3, by: 4).map { place in
      bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// An answer is none, or has all that its question wants.
  private static func check(
    _ reply: Question.Reply?, to question: Question, _ words: [UInt32]
  ) throws(Broken) {
    let count = question.scalars.count
    switch reply {
    case .cells(let text)?:
      try hold(
        text.map.scalarCount == count && text.map.cellCount == text.cells.count,
        "\(text) is no translation of \(count) scalars")
      try check(text.map)
    case .text(let text, let map)?:
      try hold(
        map.scalarCount == count && map.cellCount == text.count,
        "\(text) is no text of \(count) cells")
      try check(map)
    case .defined(let answers)?: try hold(answers.count == count, "\(answers.count) answers")
    case .places(let places)?:
      try hold(places.allSatisfy { (0..<count).contains($0) }, "\(places) are not in the word")
    case .failed?: try hold(words.first != 1, "what is done has failed")
    case nil: break
    }
  }

  /// What `PositionMap` says of itself.
  private static func check(_ map: PositionMap) throws(Broken) {
    let (scalars, cells) = (map.scalarsOfCells, map.cellsOfScalars)
    try hold(scalars == scalars.sorted() && cells == cells.sorted(), "\(map) goes back")
    try hold(
      scalars.allSatisfy { (0..<max(1, map.scalarCount)).contains(Int($0)) }
        && cells.allSatisfy { (0...map.cellCount).contains(Int($0)) }, "\(map) leads outside")
    for (scalar, cell) in cells.enumerated() where cell < map.cellCount {
      guard scalar == 0 || cells[scalar - 1] < cell else { continue }
      try hold(scalars[Int(cell)] >= scalar, "\(map) is not of one mind about \(scalar)")
    }
  }

  /// Whatever a translator says, there are frames, and keys on them do what can be done.
  private static func show(_ source: ByteSource) throws(Broken) {
    var settings = Settings()
    settings.mode = .contracted
    settings.wrap = .syllable
    settings.typingMode = .contracted
    var trial = EngineTrial(
      AnyAnswers(source: source), Shipped.resources, settings: settings)
    try trial.happen(
      .display(Core.DisplayState(size: DisplaySize(columns: 9, rows: 2), driver: "ht")))
    try trial.say(Array(line.utf8), by: "a")
    for key in SeenKeys.keys { try trial.press(key) }
  }

  private static let line =
    #"{"method":"focus","params":{"element":{"id":"f","role":"textbox","label":"Name of it","text":{"content":"one two, number 3 and\nso on","caret":7}}}}"#
}

/// A translator whose process answers what it likes in the form that is wanted.
private struct AnyAnswers: Translator {
  var source: ByteSource

  private mutating func ask(
    _ kind: Question.Kind, _ scalars: [Unicode.Scalar], _ table: TableName, cells: Int
  ) -> Question.Reply? {
    let question = Question(kind: kind, table: table, scalars: scalars)
    let head: [Int] = cells < 0 ? [1] : [1, cells]
    let count = cells < 0 ? scalars.count : 2 * cells + scalars.count
    let words = head.map { UInt32($0) } + (0..<count).map { _ in UInt32(bitPattern: source.word()) }
    return question.answer(words[...])
  }

  mutating func undefined(
    among scalars: [Unicode.Scalar], in table: TableName
  ) -> [Unicode.Scalar]? {
    guard case .defined(let answers)? = ask(.defined, scalars, table, cells: -1) else { return nil }
    // An answer of zeros is that nothing is defined: the other way round there is more to see.
    return zip(scalars, answers).filter(\.1).map(\.0)
  }

  mutating func translate(
    _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
  ) -> TranslatedText? {
    let count = source.isEmpty ? text.count : source.number(below: 2 * text.count + 2)
    guard case .cells(let cells)? = ask(.translate(typeform: typeform), text, table, cells: count)
    else { return Builtin.translate(text) }
    return cells
  }

  mutating func hyphenate(_ word: [Unicode.Scalar], in table: TableName) -> [Int]? {
    guard case .places(let places)? = ask(.hyphenate, word, table, cells: -1) else { return [] }
    return places
  }

  mutating func backTranslate(
    _ cells: [Cell], isPartial: Bool, in table: TableName
  ) -> [Unicode.Scalar]? {
    let count = source.number(below: 2 * cells.count + 2)
    guard case .text(let text, _)? = ask(.backTranslate, cells.map(\.scalar), table, cells: count)
    else { return nil }
    return text
  }
}
