// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Tables
import Testing
import Translation

/// The languages with their tables, as `braillectl tables` prints them.
@Suite struct LanguagePageTests {
  private let page: LanguagePage

  init() {
    var resources = Resources()
    var tables = Languages.Tables()
    tables.name = "Deutsch"
    tables.contracted = TableName("g2.ctb")
    tables.uncontracted = TableName("g1.ctb")
    tables.hyphenation = TableName("de.dic")
    resources.languages[language: "de"] = tables
    page = LanguagePage(resources, tables: ["g1.ctb", "g0.ctb"], dictionaries: ["de.dic"])
  }

  @Test func whatIsMissingIsTold() {
    #expect(page.missing == ["g2.ctb"])
    #expect(
      page.lines == [
        "de Deutsch: contracted g2.ctb (missing), uncontracted g1.ctb, hyphenation de.dic",
        "missing: g2.ctb; install liblouis-data, or name others in tables/languages.conf",
      ])
  }

  @Test func aLanguageIsToldInDetail() {
    let lines = page.lines(
      for: "de-AT", titles: { "about \($0)" }, others: ["g1.ctb", "g0.ctb"])
    #expect(
      lines == [
        "de-AT: as de, Deutsch", "contracted: g2.ctb (missing), about g2.ctb",
        "uncontracted: g1.ctb, about g1.ctb", "computer: none", "input: none",
        "contractedInput: none", "hyphenation: de.dic", "also installed: g0.ctb, about g0.ctb",
        "to read by them: braillectl settings braille.language=de-AT",
        "to read by another one: braillectl settings braille.table=NAME",
        "missing: g2.ctb; install liblouis-data, or name others in tables/languages.conf",
      ])
    #expect(page.lines(for: "fr", titles: { _ in "" }, others: []) == nil)
  }
}
