// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// Print that a table can take, with the way back to what it was made of.
///
/// liblouis ends a text at NUL, loops on ESC, prints words for some invisible characters and
/// hexadecimal numbers for what a table does not know. So characters are composed (NFC),
/// controls and invisible ones are left out, blanks of all widths become plain ones, and what
/// the table has no cells for is replaced. Each step keeps whole characters (grapheme clusters)
/// together, so that no cell ever leads into the middle of one.
public struct SafeText: Equatable, Sendable {
  /// The scalars for the table.
  public private(set) var scalars: [Unicode.Scalar]
  /// From the scalars that it was made of to these; nil if they are the same.
  public private(set) var map: PositionMap?

  /// Makes a text safe for a table; nil if the translator does not know the table yet.
  ///
  /// No character reaches over the places in `borders`, which are indices of `text`, in order.
  public init?(
    _ text: ArraySlice<Unicode.Scalar>, borders: [Int] = [], in table: TableName,
    substitutes: Substitutes, translator: inout some Translator
  ) {
    self.init(
      text, borders: borders, in: table, substitutes: substitutes, naming: nil,
      translator: &translator)
  }

  /// The same, where `naming` gives what nothing stands for its name.
  init?(
    _ text: ArraySlice<Unicode.Scalar>, borders: [Int] = [], in table: TableName,
    substitutes: Substitutes, naming: Naming?, translator: inout some Translator
  ) {
    if text.allSatisfy({ (0x20...0x7E).contains($0.value) }) {
      scalars = Array(text)
      guard let unknown = translator.undefined(among: scalars, in: table) else { return nil }
      if unknown.isEmpty { return }
    }
    var clusters = Clusters(text, borders: borders)
    guard clusters.replaceUnknown(in: table, substitutes, naming, &translator) else { return nil }
    scalars = clusters.scalars
    map = clusters.map(count: text.count)
  }
}

/// The characters of a text, each with the scalars that stand for it.
private struct Clusters {
  private let text: ArraySlice<Unicode.Scalar>
  private(set) var scalars: [Unicode.Scalar] = []
  /// Where each cluster starts in `scalars`, and where in the original text.
  private var starts: [(safe: Int, original: Int)] = []

  init(_ text: ArraySlice<Unicode.Scalar>, borders: [Int]) {
    self.text = text
    scalars.reserveCapacity(text.count)
    starts.reserveCapacity(text.count)
    var start = text.startIndex
    for border in borders + [text.endIndex] where border > start && border <= text.endIndex {
      append(text[start..<border], at: start - text.startIndex)
      start = border
    }
  }

  private mutating func append(_ text: ArraySlice<Unicode.Scalar>, at start: Int) {
    var original = start
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text)
    for character in String(view) {
      starts.append((scalars.count, original))
      let cluster = character.unicodeScalars
      let count = cluster.count
      original += count
      if count == 1 {
        append(Composition.letter(cluster[cluster.startIndex]))
      } else {
        for scalar in Composition.composed(character) { append(scalar) }
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if let safe = SafeText.safe(scalar) { scalars.append(safe) }
  }

  /// Replaces what a table has no cells for; false if that is not known yet.
  mutating func replaceUnknown(
    in table: TableName, _ substitutes: Substitutes, _ naming: Naming?,
    _ translator: inout some Translator
  ) -> Bool {
    guard let unknown = translator.undefined(among: scalars, in: table) else { return false }
    guard !unknown.isEmpty else { return true }
    let missing = Set(unknown)
    let candidates = unknown.flatMap { substitutes.candidates(for: $0).flatMap { $0 } }
    let pairs = zip(scalars, scalars.dropFirst()).filter { missing.contains($1) }
    let letters = pairs.compactMap { Composition.uncomposed($0, $1) }
    guard let useless = translator.undefined(among: candidates + letters, in: table) else {
      return false
    }
    var replacing = Replacing(
      missing: missing, useless: Set(useless), substitutes: substitutes, naming: naming)
    for index in starts.indices {
      let end = index + 1 < starts.count ? starts[index + 1].safe : scalars.count
      let cluster = Replacing.Cluster(
        safe: scalars[starts[index].safe..<end], original: original(index),
        next: end < scalars.count ? scalars[end] : naming?.after)
      starts[index].safe = replacing.result.count
      guard replacing.append(cluster, &translator) else { return false }
    }
    scalars = replacing.result
    return true
  }

  /// The scalars that a cluster was made of.
  private func original(_ index: Int) -> ArraySlice<Unicode.Scalar> {
    let end = index + 1 < starts.count ? starts[index + 1].original : text.count
    return text[(text.startIndex + starts[index].original)..<(text.startIndex + end)]
  }

  func map(count: Int) -> PositionMap {
    var scalarOfCell: [Int32] = []
    var cellOfScalar: [Int32] = []
    for index in starts.indices {
      let isLast = index + 1 == starts.count
      let next = isLast ? (safe: scalars.count, original: count) : starts[index + 1]
      let here = starts[index]
      scalarOfCell += repeatElement(Int32(here.original), count: next.safe - here.safe)
      cellOfScalar += repeatElement(Int32(here.safe), count: next.original - here.original)
    }
    return PositionMap(scalarOfCell: scalarOfCell, cellOfScalar: cellOfScalar)
  }
}

/// How the characters of one text are replaced.
private struct Replacing {
  let missing: Set<Unicode.Scalar>
  let useless: Set<Unicode.Scalar>
  let substitutes: Substitutes
  var naming: Naming?
  private(set) var result: [Unicode.Scalar] = []

  /// A character of the text.
  struct Cluster {
    /// As much of it as is safe.
    var safe: ArraySlice<Unicode.Scalar>
    /// All of it.
    var original: ArraySlice<Unicode.Scalar>
    /// What follows it; nil if nothing does.
    var next: Unicode.Scalar?
  }

  init(
    missing: Set<Unicode.Scalar>, useless: Set<Unicode.Scalar>, substitutes: Substitutes,
    naming: Naming?
  ) {
    self.missing = missing
    self.useless = useless
    self.substitutes = substitutes
    self.naming = naming
  }

  /// Appends a character or what stands for it; false if that is not known yet.
  mutating func append(_ cluster: Cluster, _ translator: inout some Translator) -> Bool {
    guard let first = cluster.safe.first else { return true }
    // Signs that are one with what the table may know have names of their own: keycaps, flags.
    if naming != nil, cluster.safe.contains(where: { missing.contains($0) }),
      naming?.hasName(cluster.original) == true
    {
      return appendName(of: cluster, &translator)
    }
    guard missing.contains(first) else {
      append(known: cluster.safe)
      return true
    }
    if SafeText.isJoiner(first) { return true }
    // One replacement for the whole character, however many scalars it is made of.
    let found = substitutes.candidates(for: first).first { candidate in
      candidate.allSatisfy { !useless.contains($0) }
    }
    if let found {
      result += found
      return true
    }
    return appendName(of: cluster, &translator)
  }

  /// Appends a character by its name, which is parted from what is beside it.
  private mutating func appendName(
    of cluster: Cluster, _ translator: inout some Translator
  ) -> Bool {
    guard naming != nil else {
      result += substitutes.stand(for: cluster.safe)
      return true
    }
    guard let name = naming?.cells(of: cluster.original, &translator) else { return false }
    guard !name.isEmpty else {
      result += substitutes.stand(for: cluster.safe)
      return true
    }
    if !Naming.stands(beside: result.last ?? naming?.before) { result.append(" ") }
    result += name
    if !Naming.stands(beside: cluster.next) { result.append(" ") }
    return true
  }

  /// Appends a character whose first scalar the table knows.
  private mutating func append(known cluster: ArraySlice<Unicode.Scalar>) {
    let start = result.count
    for scalar in cluster {
      if !missing.contains(scalar) {
        result.append(scalar)
      } else if result.count > start, let letter = result.last,
        let whole = Composition.uncomposed(letter, scalar), !useless.contains(whole)
      {
        result[result.count - 1] = whole
      }
      // Another mark that the table does not know is left out: the letter can be read.
    }
  }
}

extension SafeText {
  /// What belongs to each scalar of the original, for each of these; nothing stays nothing.
  func carry(_ typeform: [UInt16]) -> [UInt16] {
    guard let map, !typeform.isEmpty else { return typeform }
    return (0..<scalars.count).map { index in
      let original = map.scalar(of: CellOffset(index)).value
      return typeform.indices.contains(original) ? typeform[original] : 0
    }
  }

  /// The scalar that stands for another one, nil if it is left out.
  fileprivate static func safe(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x20...0x7E: return scalar
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: return " "
    case 0x00...0x1F, 0x7F...0x9F: return nil
    case 0x2007, 0x202F: return "\u{A0}"
    case 0x1680, 0x2000...0x200A, 0x205F, 0x3000: return " "
    // Annotations and the place of an object; the end of a segment to liblouis.
    case 0xFFF9...0xFFFC, 0xFFFF: return nil
    case 0x200C, 0x200D: return scalar
    default: return scalar.properties.isDefaultIgnorableCodePoint ? nil : scalar
    }
  }

  /// Whether a scalar only joins or parts others, and shows only where a table says how.
  fileprivate static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x200C || scalar.value == 0x200D
  }
}
