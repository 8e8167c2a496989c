// SPDX-License-Identifier: GPL-3.0-or-later
public import Commands
public import Presentation
public import Translation

/// What varies and is data: words, keys, tables by language (folder `tables`).
public struct Resources: Equatable, Sendable {
  /// The words of each language, by BCP 47 in lower case.
  public var words: [String: Words]
  /// The key maps, by the names of their presets.
  public var keys: [String: KeyMap]
  /// The tables of each language.
  public var languages: Languages
  /// What stands for characters that a table does not know.
  public var substitutes: Substitutes
  /// The tables that a setting may name; empty: all.
  public var tables: Set<String>

  /// Nothing: roles are shown by their names, and no key does anything.
  public init() {
    words = [:]
    keys = [:]
    languages = Languages()
    substitutes = Substitutes()
    tables = []
  }

  /// The words of a language, or of the wider one that it belongs to, or the English ones.
  public func words(for language: String) -> Words {
    var tag = Substring(language.lowercased())
    while true {
      if let found = words[String(tag)] { return found }
      guard let cut = tag.lastIndex(of: "-") else { break }
      tag = tag[..<cut]
    }
    return words["en"] ?? Words(language: "en")
  }
}
