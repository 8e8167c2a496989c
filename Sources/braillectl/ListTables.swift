// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Louis
import Tables

/// Prints the languages with their tables, or one of them in detail; false if a table is missing.
func listTables(_ arguments: [String]) throws -> Bool {
  guard arguments.count <= 1 else {
    throw Failure(place: "tables", reason: "takes one language", status: 2)
  }
  let files = TableFiles()
  // With names of tables to go by, those that are missing would be left out.
  let resources = DataFolders.standard().read(tables: []).resources
  let page = LanguagePage(resources, tables: files.tables, dictionaries: files.dictionaries)
  guard let language = arguments.first else {
    for line in page.lines { print(line) }
    return page.missing.isEmpty
  }
  let titles = Dictionary(
    uniqueKeysWithValues: files.tables.map { ($0, files.title(of: $0)) })
  let others = titles.filter { $0.value.languages.contains { isWithin(language, $0) } }
  let lines = page.lines(
    for: language, titles: { titles[$0]?.name ?? "" }, others: others.keys.sorted())
  guard let lines else {
    throw Failure(
      place: language,
      reason: "has no tables; braillectl tables lists the languages that have some", status: 2)
  }
  for line in lines { print(line) }
  return !lines.contains { $0.hasPrefix("missing: ") }
}

/// Whether a language is another one, or is within it: `de-AT` within `de`.
private func isWithin(_ language: String, _ other: String) -> Bool {
  let (language, other) = (language.lowercased(), other.lowercased())
  return language == other || language.hasPrefix(other + "-")
}
