// SPDX-License-Identifier: GPL-3.0-or-later
import Translation

/// A table whose words are typed, and how many must come back.
struct Trip {
  let table: TableName
  /// The list of words.
  let list: String
  /// Of a hundred words, as many come back from liblouis 3.24 alone, as it was measured with
  /// python-louis on other words of the same lists; nil where it was not.
  let least: Double?
  /// Whether each must come back.
  var isWhole = false
  /// A language that is typed by it; nil if none is.
  var language: String?
  /// Whether it is its contracted braille.
  var isContracted = false

  /// What is bound, by table.
  static let bound: [Trip] = [
    Trip("en-ueb-g1.ctb", "american-english", 100, isWhole: true),
    Trip("en-ueb-g1.ctb", "british-english", 100, isWhole: true),
    Trip("en-ueb-g2.ctb", "american-english", 100, isWhole: true),
    Trip("en-ueb-g2.ctb", "british-english", 100, isWhole: true),
    Trip("en-us-g2.ctb", "american-english", 99.5),
    Trip("en-us-comp8.ctb", "american-english", 99.7),
    Trip("en-GB-g2.ctb", "british-english", 80),
    Trip("de-g0.utb", "ngerman", 99.9),
    Trip("de-g1.ctb", "ngerman", 99.9),
    Trip("de-g2.ctb", "ngerman", 1.2),
    Trip("de-de-comp8.ctb", "ngerman", 100),
    Trip("fr-bfu-comp8.utb", "french", 100),
    Trip("fr-bfu-comp6.utb", "french", 100),
    Trip("fr-bfu-g2.ctb", "french", 99.9),
    Trip("es-g1.ctb", "spanish", 100),
    Trip("es-g2.ctb", "spanish", 55),
    Trip("it-it-comp6.utb", "italian", 0.1),
    Trip("Pl-Pl-g1.utb", "polish", 100),
    Trip("pt-pt-g1.utb", "portuguese", 89.8),
    Trip("pt-pt-g2.ctb", "portuguese", 94.5),
    Trip("nl-NL-g0.utb", "dutch", 99.9),
    Trip("sv-g0.utb", "swedish", 100),
    Trip("sv-g2.ctb", "swedish", 99.9),
    Trip("da-dk-g16.ctb", "danish", 100),
    Trip("da-dk-g26.ctb", "danish", 100),
    Trip("no-no-g0.utb", "bokmaal", 98.9),
    Trip("no-no-g3.ctb", "bokmaal", 98.9),
    Trip("uk.utb", "ukrainian", 48.5),
  ]

  /// The lists of languages, whose tables for typing are looked at besides.
  static let lists = [
    "en": "american-english", "en-GB": "british-english", "de": "ngerman", "fr": "french",
    "es": "spanish", "pt": "portuguese", "it": "italian", "pl": "polish", "nl": "dutch",
    "sv": "swedish", "da": "danish", "nb": "bokmaal", "nn": "nynorsk", "uk": "ukrainian",
  ]

  init(_ table: String, _ list: String, _ least: Double? = nil, isWhole: Bool = false) {
    self.table = TableName(table)
    self.list = list
    self.least = least
    self.isWhole = isWhole
  }

  /// What is bound, and each table that a language is typed by.
  static func all(of languages: Languages) -> [Trip] {
    var trips = bound
    for (language, list) in lists.sorted(by: { $0.key < $1.key }) {
      let tables = languages.tables(for: language)
      for table in [tables?.input, tables?.contractedInput] {
        guard let table else { continue }
        let known = trips.firstIndex { $0.table == table && $0.list == list }
        if known == nil { trips.append(Trip(table.name, list)) }
        let place = known ?? trips.count - 1
        trips[place].language = language
        trips[place].isContracted = table == tables?.contractedInput
      }
    }
    return trips
  }
}
