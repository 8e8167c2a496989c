// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Louis
import TestSupport
import Translation
import Typing

/// All that types, and what comes of it as a row.
struct Typists {
  private let options: Options
  private var reading: ReadingTypist
  private var plain: ReadingTypist
  /// Programs of both kinds, and what is typed into them.
  private var full: EngineTypist
  private var simple: EngineTypist

  init(_ options: Options, resources: Resources, executable: String) {
    self.options = options
    reading = ReadingTypist(
      backTranslation: resources.backTranslation,
      translator: LouisTranslator(executable: executable))
    plain = ReadingTypist(
      backTranslation: BackTranslation(), translator: LouisTranslator(executable: executable))
    full = EngineTypist(
      Editor.Manner(.carrying, .edits), resources: resources, executable: executable)
    simple = EngineTypist(.simple, resources: resources, executable: executable)
  }

  /// Ends what translates.
  mutating func close() {
    reading.translator.end()
    plain.translator.end()
    full.close()
    simple.close()
  }

  /// What comes of words.
  mutating func row(_ words: [[Unicode.Scalar]], of trip: Trip) -> Row {
    let outcome = Outcome(words, in: trip.table, by: &reading)
    // As the figures are rounded.
    let tenths = (outcome.share * 10).rounded() / 10
    var row = Row([.text(trip.table.name, 22), .text(trip.list, 17), .share(outcome.share, 6)])
    row.isGood = tenths >= trip.least ?? 0 && (!trip.isWhole || outcome.same == outcome.words)
    row.notes = outcome.failures.prefix(options.shown).map { "\($0)" }
    var without: Outcome?
    if options.way != .engine { without = Outcome(words, in: trip.table, by: &plain) }
    if let without, outcome.same < without.same { row.isGood = false }
    row.columns += [
      .share(without?.share, 12), .share(trip.least, 9), .share(outcome.exactShare, 14),
    ]
    if options.way != .reading { typeIntoPrograms(words, trip, after: outcome, &row) }
    return row
  }

  /// The same through the engine, which must not lose what the reading has.
  private mutating func typeIntoPrograms(
    _ words: [[Unicode.Scalar]], _ trip: Trip, after outcome: Outcome, _ row: inout Row
  ) {
    guard let language = trip.language else { return }
    full.begin(language, isContracted: trip.isContracted)
    simple.begin(language, isContracted: trip.isContracted)
    let past = (full.readAgain.count, simple.readAgain.count)
    let typed = [
      Outcome(words, in: trip.table, by: &full), Outcome(words, in: trip.table, by: &simple),
    ]
    let again = full.readAgain.dropFirst(past.0)
    let count = max(again.count, simple.readAgain.count - past.1)
    row.columns += [.share(typed[0].share, 7), .share(typed[1].share, 15), .count(count, 11)]
    row.notes += again.prefix(options.shown).map { "read again: \($0)" }
    for (name, typed) in zip(["engine", "simple program"], typed) {
      if typed.same < outcome.same { row.isGood = false }
      row.notes += typed.failures(notIn: outcome).prefix(options.shown).map { "\(name): \($0)" }
    }
  }

  /// What comes of lines: whether anything of a word gets into the next one.
  mutating func row(lines: [[Unicode.Scalar]], of trip: Trip) -> Row {
    let outcome = Outcome(lines, in: trip.table, by: &reading)
    var row = Row([.text(trip.table.name, 22), .text(trip.list, 17), .share(outcome.share, 6)])
    guard let language = trip.language else { return row }
    var typed: [Outcome] = []
    for way in [\Typists.full, \.simple] {
      self[keyPath: way].begin(language, isContracted: trip.isContracted)
      self[keyPath: way].end = .enter
      let outcome = Outcome(lines, in: trip.table, by: &self[keyPath: way])
      self[keyPath: way].end = .blank
      if trip.isWhole, outcome.same < outcome.words { row.isGood = false }
      typed.append(outcome)
    }
    row.columns += [
      .share(typed[0].share, 7), .share(typed[1].share, 15), .share(typed[0].exactShare, 14),
    ]
    let shown = trip.isWhole ? lines.count : options.shown
    row.notes = typed.flatMap { $0.failures.prefix(shown) }.map { "\($0)" }
    return row
  }
}
