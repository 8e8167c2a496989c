// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import Tables
import TestSupport

/// Lines for tables to translate: labels, words of languages, letters of scripts, any scalars.
struct SampleLines {
  /// Labels in English, and lines of words of each language that has a file of words.
  let all: [String]
  /// The lines of each of these languages.
  let ofLanguage: [String: [String]]

  init(labels: String, words folder: String, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var ofLanguage: [String: [String]] = [:]
    for name in list(folder).sorted() where name.hasSuffix(".words") && !name.contains("-x-") {
      let words = SampleLines.words(try SampleLines.text("\(folder)/\(name)"))
      ofLanguage[String(name.dropLast(".words".count)).lowercased()] = (0..<40).map { _ in
        generator.line(of: words)
      }
    }
    self.ofLanguage = ofLanguage
    let lines = ofLanguage.sorted { $0.key < $1.key }.flatMap(\.value)
    all = try SampleLines.text(labels).split(separator: "\n").map(String.init) + lines
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try readFile(path), as: UTF8.self)
  }

  /// The words behind `NAME =`, without patterns of braille.
  private static func words(_ file: String) -> [String] {
    file.split(separator: "\n").flatMap { line -> [String] in
      guard !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") else { return [] }
      let words = line[line.index(after: sign)...].split(separator: " ").map(String.init)
      return words.filter { $0.unicodeScalars.allSatisfy { $0.properties.isAlphabetic } }
    }
  }

  /// The letters of scripts, of each as many as make words.
  static let letters: [ClosedRange<UInt32>] = [
    0xC0...0x17F, 0x370...0x3FF, 0x400...0x4FF, 0x531...0x587, 0x5D0...0x5EA, 0x620...0x6D3,
    0x904...0x94D, 0x985...0x9CD, 0xA05...0xA4D, 0xA85...0xACD, 0xB05...0xB4D, 0xB85...0xBCD,
    0xC05...0xC4D, 0xC85...0xCCD, 0xD05...0xD4D, 0xD85...0xDDF, 0xE01...0xE4D, 0xF40...0xF84,
    0x1000...0x1039, 0x10D0...0x10F0, 0x1200...0x137F, 0x13A0...0x13F4, 0x1401...0x14FF,
    0x1780...0x17D2, 0x2C80...0x2CE4, 0x3041...0x30FA, 0x4E00...0x4EFF, 0x5B50...0x5BFF,
    0xAC00...0xACFF,
  ]
}

extension SeededGenerator {
  /// A line of some words, with what stands around words in labels.
  mutating func line(of words: [String]) -> String {
    let parts = list(2...7) { generator in
      let word = generator.one(of: words)
      switch generator.integer(0...9) {
      case 0: return word.uppercased()
      case 1: return word.prefix(1).uppercased() + word.dropFirst()
      case 2: return "\(generator.integer(0...2500))"
      case 3: return "(\(word))"
      case 4: return word + generator.one(of: [",", ".", ":", "!", "?", "…", "-" + word])
      default: return word
      }
    }
    return parts.joined(separator: " ")
  }

  /// A line of words of these letters.
  mutating func line(of letters: [Unicode.Scalar]) -> String {
    let words = list(2...5) { generator in
      var word = String.UnicodeScalarView()
      word.append(contentsOf: generator.list(1...8) { $0.one(of: letters) })
      return String(word)
    }
    return line(of: words)
  }
}
