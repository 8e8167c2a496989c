// SPDX-License-Identifier: GPL-3.0-or-later
import Cells

/// How characters are shown by their names: as cells of the reader's own table, whatever the table
/// of the text around them is.
struct Naming {
  private let names: CharacterNames
  private let table: TableName
  private let substitutes: Substitutes
  /// What stands before and behind the text; nil if nothing does.
  let before: Unicode.Scalar?
  let after: Unicode.Scalar?
  /// The names that were asked for already.
  private var known: [ArraySlice<Unicode.Scalar>: [Unicode.Scalar]] = [:]

  init(
    _ substitutes: Substitutes, in table: TableName, before: Unicode.Scalar? = nil,
    after: Unicode.Scalar? = nil
  ) {
    names = substitutes.names
    self.table = table
    self.substitutes = substitutes.withoutNames
    self.before = before
    self.after = after
  }

  /// Whether a character of several signs has a name as a whole.
  func hasName(_ character: ArraySlice<Unicode.Scalar>) -> Bool {
    character.count { !CharacterNames.isSelector($0) } > 1 && names.name(of: character) != nil
  }

  /// The name of a character as braille patterns and blanks, empty if it has none that the table
  /// can show; nil: not known yet.
  mutating func cells(
    of character: ArraySlice<Unicode.Scalar>, _ translator: inout some Translator
  ) -> [Unicode.Scalar]? {
    if let known = known[character] { return known }
    var result: [Unicode.Scalar] = []
    for name in [names.name(of: character), Naming.unicodeName(of: character)] {
      guard let name else { continue }
      guard let cells = cells(of: name, &translator) else { return nil }
      result = cells
      if !cells.isEmpty { break }
    }
    known[character] = result
    return result
  }

  private func cells(
    of name: String, _ translator: inout some Translator
  ) -> [Unicode.Scalar]? {
    let scalars = Array(name.unicodeScalars)
    guard
      let safe = SafeText(
        scalars[...], in: table, substitutes: substitutes, translator: &translator)
    else { return nil }
    guard !safe.scalars.contains(Substitutes.unknown) else { return [] }
    let call = TableCall(scalars: safe.scalars, typeform: [], table: table)
    guard let text = call.result(with: &translator) else { return nil }
    let isBlank = text.cells.allSatisfy(\.isBlank)
    return isBlank ? [] : text.cells.map { $0.isBlank ? " " : $0.scalar }
  }

  /// The name of a character's first scalar in Unicode, in small letters.
  private static func unicodeName(of character: ArraySlice<Unicode.Scalar>) -> String? {
    character.first?.properties.name?.lowercased()
  }

  /// Whether a name can stand beside a scalar without a blank: another blank, or punctuation.
  static func stands(beside scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return true }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .connectorPunctuation,
      .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      return true
    default: return scalar.value == 0x2800
    }
  }
}
