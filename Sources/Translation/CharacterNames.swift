// SPDX-License-Identifier: GPL-3.0-or-later

/// The names of characters in a language, as readers of it know them (tables/names).
///
/// They stay as the bytes of their files, in which a name is found by halving; nothing is read of
/// them before that.
public struct CharacterNames: Equatable, Sendable {
  private var files: [File] = []

  /// No names.
  public init() {}

  /// The names of a file, whose lines are in the order of their bytes.
  ///
  /// Lines at its head that are empty or begin with `#` and a blank are no names; each other one is
  /// a character without variation selectors, a blank, and its name.
  public init(file bytes: [UInt8]) {
    files = [File(bytes)]
  }

  /// These names, and others where there is none.
  public func or(_ other: CharacterNames) -> CharacterNames {
    var result = self
    for file in other.files where !files.contains(file) { result.files.append(file) }
    return result
  }

  /// The name of a character; nil if it has none.
  ///
  /// Skin tones stand behind the name of what has them (CLDR, "Short Character Names"); of
  /// characters that are joined to an unknown one, each has its name.
  public func name(of character: some Sequence<Unicode.Scalar>) -> String? {
    let key = character.filter { !CharacterNames.isSelector($0) }
    if let name = entry(key) { return name }
    let plain = key.filter { !CharacterNames.isTone($0) }
    if plain.count < key.count {
      guard let name = plain.isEmpty ? nil : name(of: plain) else { return nil }
      var tones: [String] = []
      for scalar in key where CharacterNames.isTone(scalar) {
        guard let tone = entry([scalar]) else { return name }
        if !tones.contains(tone) { tones.append(tone) }
      }
      return ([name + (name.contains(":") ? ", " : ": ") + tones[0]] + tones[1...])
        .joined(separator: ", ")
    }
    let parts = key.split(separator: "\u{200D}")
    guard parts.count > 1 else { return nil }
    let names = parts.compactMap { entry(Array($0)) }
    return names.count == parts.count ? names.joined(separator: ", ") : nil
  }

  /// Whether a scalar only tells in which style another one is drawn.
  static func isSelector(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFE0E || scalar.value == 0xFE0F
  }

  private static func isTone(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F3FB...0x1F3FF).contains(scalar.value)
  }

  private func entry(_ key: [Unicode.Scalar]) -> String? {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: key)
    let bytes = Array(String(view).utf8) + [UInt8(ascii: " ")]
    return files.lazy.compactMap { $0.name(after: bytes) }.first
  }
}

/// One file of names.
private struct File: Equatable, Sendable {
  private let bytes: [UInt8]
  /// Where its first name is.
  private let start: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    while start < bytes.count {
      let end = File.end(of: start, in: bytes)
      let isComment =
        bytes[start] == UInt8(ascii: "#")
        && (start + 1 == end || bytes[start + 1] == UInt8(ascii: " "))
      guard start == end || isComment else { break }
      start = end + 1
    }
    self.start = min(start, bytes.count)
  }

  /// What follows these bytes on the line that begins with them.
  func name(after key: [UInt8]) -> String? {
    var low = start
    var high = bytes.count
    while low < high {
      var line = low + (high - low) / 2
      while line > low, bytes[line - 1] != File.newline { line -= 1 }
      let end = File.end(of: line, in: bytes)
      if bytes[line..<end].starts(with: key) {
        return String(decoding: bytes[(line + key.count)..<end], as: UTF8.self)
      }
      if bytes[line..<end].lexicographicallyPrecedes(key) {
        low = min(end + 1, high)
      } else {
        high = line
      }
    }
    return nil
  }

  private static func end(of line: Int, in bytes: [UInt8]) -> Int {
    var end = line
    while end < bytes.count, bytes[end] != newline { end += 1 }
    return end
  }

  private static let newline = UInt8(ascii: "\n")
}
