// SPDX-License-Identifier: GPL-3.0-or-later
public import Commands
public import Presentation
public import Translation
public import Typing

/// What varies and is data: words, keys, tables by language (folder `tables`).
public struct Resources: Equatable, Sendable {
  /// The words of each language, by BCP 47 in lower case.
  public var words: [String: Words]
  /// The key maps, by the names of their presets.
  public var keys: [String: KeyMap]
  /// What letters do by quick navigation.
  public var quickNavigation: KeyMap
  /// The tables of each language.
  public var languages: Languages
  /// What stands for characters that a table does not know.
  public var substitutes: Substitutes
  /// The names of characters in each language, by BCP 47 in lower case.
  public var names: [String: CharacterNames]
  /// How typed cells are read.
  public var backTranslation: BackTranslation
  /// The tables that a setting may name; empty: all.
  public var tables: Set<String>

  /// Nothing: roles are shown by their names, and no key does anything.
  public init() {
    words = [:]
    keys = [:]
    quickNavigation = KeyMap()
    languages = Languages()
    substitutes = Substitutes()
    names = [:]
    backTranslation = BackTranslation()
    tables = []
  }

  /// The words of a language, or of the wider one that it belongs to, or the English ones.
  ///
  /// A style (`nvda`) that the language has words for wins; a word that is missing is English.
  public func words(for language: String, style: String = "") -> Words {
    var result = words["en"] ?? Words(language: "en")
    var tag = Substring(language.lowercased())
    while true {
      let name = languages.tables(for: String(tag))?.words ?? String(tag)
      if let found = words[name] {
        result = found.over(result)
        if let styled = words["\(name)-x-\(style)"] { result = styled.over(result) }
        break
      }
      guard let cut = tag.lastIndex(of: "-") else { break }
      tag = tag[..<cut]
    }
    return result
  }

  /// The names of characters in a language, else in the wider ones that it belongs to, else in
  /// English.
  public func names(for language: String) -> CharacterNames {
    var result = CharacterNames()
    var tag = Substring(language.lowercased())
    while true {
      let name = languages[language: String(tag)]?.words ?? String(tag)
      if let found = names[name] { result = result.or(found) }
      guard let cut = tag.lastIndex(of: "-") else { break }
      tag = tag[..<cut]
    }
    return names["en"].map { result.or($0) } ?? result
  }
}
