// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import Translation

/// Which table a text gets.
@Suite struct LanguageTests {
  private var languages: Languages {
    var languages = Languages()
    var tables = Languages.Tables()
    tables.contracted = TableName("en-g2")
    tables.uncontracted = TableName("en-g1")
    tables.computer = TableName("en-comp8")
    languages[language: "en"] = tables
    tables = Languages.Tables()
    tables.contracted = TableName("gb-g2")
    languages[language: "en-GB"] = tables
    tables = Languages.Tables()
    tables.computer = TableName("pt-comp8")
    languages[language: "pt"] = tables
    tables = Languages.Tables()
    tables.uncontracted = TableName("de-g0")
    tables.contracted = TableName("de-g2")
    languages[language: "de"] = tables
    return languages
  }

  @Test(arguments: [
    ("en", "en-g2"), ("EN", "en-g2"), ("en-US", "en-g2"), ("en-GB", "gb-g2"),
    ("en-gb-oxendict", "gb-g2"), ("de-AT", "de-g2"),
  ]) func aLanguageHasTheTablesOfTheWiderOne(_ language: String, _ table: String) {
    #expect(languages.tables(for: language)?.contracted == TableName(table))
  }

  @Test func aLanguageThatNobodyKnowsHasNone() {
    #expect(languages.tables(for: "fr") == nil)
    #expect(languages.tables(for: "") == nil)
    #expect(languages.tables(for: "eng") == nil)
    #expect(languages.all == ["de", "en", "en-gb", "pt"])
  }

  @Test func theNearestTableOfAModeIsTaken() {
    #expect(languages.tables(for: "en-GB")?.table(.uncontracted) == TableName("gb-g2"))
    #expect(languages.tables(for: "de")?.table(.computer) == TableName("de-g0"))
    #expect(languages.tables(for: "pt")?.table(.contracted) == TableName("pt-comp8"))
    #expect(Languages.Tables().table(.contracted) == nil)
  }

  @Test func theTableChosenByNameIsNotContractedEither() {
    #expect(
      choice(.contracted, table: "de-g2").table(for: nil, uncontracted: true) == TableName("de-g0"))
    #expect(
      choice(.uncontracted, table: "de-g2").table(for: nil, uncontracted: true)
        == TableName("de-g0"))
    #expect(
      choice(.contracted, table: "en-comp8").table(for: nil, uncontracted: true)
        == TableName("en-comp8"))
  }

  private func choice(_ mode: BrailleMode, table: String? = nil) -> TableChoice {
    TableChoice(
      languages: languages, language: "de", mode: mode, table: table.map { TableName($0) })
  }

  @Test func aTextThatNamesNoLanguageIsInTheReaders() {
    #expect(choice(.contracted).table(for: nil) == TableName("de-g2"))
    #expect(choice(.uncontracted).table(for: nil) == TableName("de-g0"))
    #expect(choice(.contracted).table(for: "en") == TableName("en-g2"))
    #expect(choice(.computer).table(for: "en") == TableName("en-comp8"))
  }

  @Test func aLanguageWithoutTablesIsReadWithTheReaders() {
    #expect(choice(.contracted).table(for: "fr") == TableName("de-g2"))
    var choice = choice(.contracted)
    choice.language = "fr"
    #expect(choice.table(for: nil) == TableName("en-g2"))
    choice = TableChoice(languages: Languages(), language: "fr", mode: .contracted)
    #expect(choice.table(for: nil) == TableName("en-us-comp8.ctb"))
  }

  @Test func aTableByNameIsForTheReadersLanguageOnly() {
    #expect(choice(.uncontracted, table: "own").table(for: nil) == TableName("own"))
    #expect(choice(.uncontracted, table: "own").table(for: "DE") == TableName("own"))
    #expect(choice(.uncontracted, table: "own").table(for: "en") == TableName("en-g1"))
  }

  @Test func wordsArePartedByADictionaryOfTheirOwnLanguage() {
    var languages = languages
    for (language, dictionary) in [("de", "de.dic"), ("pt", "pt.dic")] {
      var tables = languages[language: language] ?? Languages.Tables()
      tables.hyphenation = TableName(dictionary)
      languages[language: language] = tables
    }
    var choice = TableChoice(
      languages: languages, language: "de-AT", mode: .contracted, table: TableName("own"))
    // In the table without contractions, or what there is, whatever the reader reads by.
    #expect(choice.hyphenation(for: nil) == TableName("de-g0,de.dic"))
    #expect(choice.hyphenation(for: "pt-BR") == TableName("pt-comp8,pt.dic"))
    #expect(choice.hyphenation(for: "en") == nil)
    #expect(choice.hyphenation(for: "fr") == nil)
    choice.language = "fr"
    #expect(choice.hyphenation(for: nil) == nil)
  }

  @Test func addressesAreNeverContracted() {
    #expect(choice(.contracted).table(for: nil, uncontracted: true) == TableName("de-g0"))
    #expect(choice(.contracted).table(for: "en", uncontracted: true) == TableName("en-g1"))
    #expect(choice(.computer).table(for: "en", uncontracted: true) == TableName("en-comp8"))
    #expect(
      choice(.contracted, table: "own").table(for: nil, uncontracted: true) == TableName("de-g0"))
  }
}
