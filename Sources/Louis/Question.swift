// SPDX-License-Identifier: GPL-3.0-or-later
package import Cells
package import Translation

/// Something that a translator is asked, by which its answer is kept.
///
/// It is looked up several times until it is answered, so its hash value is found only once.
package struct Question: Hashable, Sendable {
  /// What kind of question it is.
  package enum Kind: Hashable, Sendable {
    /// Which cells a text has; the typeforms, none or one for each scalar.
    case translate(typeform: [UInt16])
    /// Which text some cells have; they are given as scalars of Unicode braille.
    case backTranslate
    /// Which of some scalars have cells.
    case defined
    /// Where a word may be parted.
    case hyphenate
  }

  package let kind: Kind
  package let table: TableName
  package let scalars: [Unicode.Scalar]
  /// liblouis' mode bits besides those for Unicode braille.
  package let mode: Int32
  private let hash: Int

  package init(kind: Kind, table: TableName, scalars: [Unicode.Scalar], mode: Int32 = 0) {
    self.kind = kind
    self.table = table
    self.scalars = scalars
    self.mode = mode
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(table)
    hasher.combine(mode)
    scalars.withUnsafeBytes { hasher.combine(bytes: $0) }
    hash = hasher.finalize()
  }

  package static func == (left: Question, right: Question) -> Bool {
    left.hash == right.hash && left.scalars == right.scalars && left.kind == right.kind
      && left.table == right.table && left.mode == right.mode
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }

  /// What is sent; `number` names the request, `table` the table in the translator.
  func packet(number: UInt32, table: Int) -> Packet {
    let table = UInt32(table)
    switch kind {
    case .translate(let typeform):
      return TranslateWords.words(
        number: number, table: table, mode: mode, scalars, typeform)
    case .backTranslate:
      let cells = scalars.lazy.map { UInt32(Cell($0)?.rawValue ?? 0) }
      return Packet(.backTranslate, [number, table, UInt32(bitPattern: mode)], cells)
    case .defined:
      return Packet(.defined, [number, table], scalars.lazy.map(\.value))
    case .hyphenate:
      return Packet(.hyphenate, [number, table], scalars.lazy.map(\.value))
    }
  }

  /// Reads the answer; nil if it cannot be one.
  package func answer(_ words: ArraySlice<UInt32>) -> Reply? {
    guard let isDone = words.first else { return nil }
    guard isDone == 1 else { return .failed }
    var words = words.dropFirst()
    if kind == .defined || kind == .hyphenate {
      guard words.count == scalars.count else { return nil }
      if kind == .defined { return .defined(words.map { $0 == 1 }) }
      return .places(words.enumerated().filter { $0.element == 1 }.map(\.offset))
    }
    guard let count = words.popFirst().map({ Int($0) }),
      words.count == 2 * count + scalars.count
    else { return nil }
    let output = words.prefix(count)
    words.removeFirst(count)
    let map = PositionMap(
      scalarOfCell: words.prefix(count).map { Int32(bitPattern: $0) },
      cellOfScalar: words.dropFirst(count).map { Int32(bitPattern: $0) })
    if kind == .backTranslate {
      return .text(output.map { Unicode.Scalar($0) ?? "\u{FFFD}" }, map)
    }
    let cells = output.map { Cell(rawValue: UInt8(truncatingIfNeeded: $0)) }
    return .cells(TranslatedText(cells: cells, map: map))
  }

  /// An answer of a translator.
  package enum Reply: Sendable {
    case cells(TranslatedText)
    case text([Unicode.Scalar], PositionMap)
    case defined([Bool])
    case places([Int])
    /// liblouis would not: the table is not right.
    case failed
  }
}

/// Answers, and questions without one, of which the oldest are forgotten.
struct Memory<Value: Sendable>: Sendable {
  private var young: [Question: Value] = [:]
  private var old: [Question: Value] = [:]
  private var weight = 0

  private let capacity: Int

  /// An entry counts as so many scalars besides its own.
  static var entryWeight: Int { 32 }

  /// Room for so many scalars in all, at most twice as many.
  init(capacity: Int = 64_000) {
    self.capacity = capacity
  }

  subscript(question: Question) -> Value? {
    mutating get {
      if let value = young[question] { return value }
      guard let value = old[question] else { return nil }
      self[question] = value
      return value
    }
    set {
      guard let newValue else {
        young[question] = nil
        old[question] = nil
        return
      }
      if weight >= capacity {
        old = young
        young = [:]
        weight = 0
      }
      if young.updateValue(newValue, forKey: question) == nil {
        weight += question.scalars.count + Memory.entryWeight
      }
    }
  }
}
