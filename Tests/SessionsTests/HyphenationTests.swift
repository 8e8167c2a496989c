// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Louis
import Tables
import TestSupport
import Testing
import Translation

/// Where liblouis parts words by the dictionaries that the languages have.
@Suite struct HyphenationTests {
  /// A word of each language with the places where the dictionaries of LibreOffice part it, and
  /// for Esperanto Plena manlibro de Esperanta gramatiko, 2.1.
  static let words = [
    "cs": "ka-ma-rád", "da": "ud-dan-nel-se", "de": "Ge-schwin-dig-keit", "en": "hy-phen-ation",
    "eo": "mal-sa-nu-le-jo", "es": "con-fi-gu-ra-ción", "fr": "bi-blio-thèque",
    "hu": "meg-szent-ség-te-le-nít-he-tet-len", "it": "im-po-sta-zio-ni", "nb": "inn-stil-ling",
    "nl": "in-stel-lin-gen", "nn": "inn-stil-ling", "no": "inn-stil-ling", "pt": "com-pu-ta-dor",
    "ru": "элек-тро-стан-ция",
  ]
  /// Languages of which liblouis finds only some of the places.
  static let partly: Set = ["nb", "nn", "no"]

  @Test func allDictionariesPartAWord() throws {
    let files = TableFiles()
    let data = DataFolders(paths: ["tables"])
      .read(tables: files.tables, dictionaries: files.dictionaries)
    var louis = LouisTranslator(executable: Executables.path("brailled"))
    defer { louis.end() }
    let languages = data.resources.languages
    let parted = languages.all.filter { languages[language: $0]?.hyphenation != nil }
    #expect(parted == Self.words.keys.sorted())
    for (language, word) in Self.words {
      let choice = TableChoice(languages: languages, language: language, mode: .contracted)
      let translation = LineTranslation(choice: choice)
      let scalars = Array(word.unicodeScalars.filter { $0 != "-" })
      let places = translation.hyphenate(scalars[...], language: nil, with: &louis) ?? []
      let right = Self.places(of: word)
      if Self.partly.contains(language) {
        #expect(!places.isEmpty && Set(places).isSubset(of: right), "\(language): \(places)")
      } else {
        #expect(places == right, "\(language)")
      }
    }
    let reports = louis.takeReports()
    #expect(reports == [])
  }

  /// The places of the hyphens in the word without them.
  private static func places(of word: String) -> [Int] {
    var places: [Int] = []
    for (index, scalar) in word.unicodeScalars.enumerated() where scalar == "-" {
      places.append(index - places.count)
    }
    return places
  }
}
