// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Louis
import Posix
import Translation

/// liblouis without a process between, and without any memory of what it has translated.
///
/// The daemon has no such thing, because liblouis is not to be trusted with its life: it tells
/// what the engine costs by itself.
struct InProcess: Translator {
  private let library: Lock<LouisLibrary>
  private let files: String
  /// Which scalars of ASCII the table has no cells for.
  private let missing: Set<Unicode.Scalar>
  /// Which others it has cells for, as far as it was asked: a table's answer, not a text's.
  private var known: [Unicode.Scalar: Bool] = [:]

  init?(files: String) {
    let library = LouisLibrary()
    guard library.load(files) else { return nil }
    let ascii = (UInt8(0x20)...0x7E).map { Unicode.Scalar($0) }
    missing = Set(ascii.filter { !library.isDefined($0, in: files) })
    self.library = Lock(library)
    self.files = files
  }

  mutating func undefined(
    among scalars: [Unicode.Scalar], in table: TableName
  ) -> [Unicode.Scalar]? {
    if missing.isEmpty, scalars.allSatisfy({ (0x20...0x7E).contains($0.value) }) { return [] }
    var result: [Unicode.Scalar] = []
    for scalar in scalars where !isDefined(scalar) && !result.contains(scalar) {
      result.append(scalar)
    }
    return result
  }

  private mutating func isDefined(_ scalar: Unicode.Scalar) -> Bool {
    if (0x20...0x7E).contains(scalar.value) { return !missing.contains(scalar) }
    if let isKnown = known[scalar] { return isKnown }
    let isDefined = library.withLock { $0.isDefined(scalar, in: files) }
    known[scalar] = isDefined
    return isDefined
  }

  mutating func translate(
    _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
  ) -> TranslatedText? {
    library.withLock { $0.translate(text, typeform: typeform, in: files) }
  }
}
