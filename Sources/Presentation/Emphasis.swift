// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements

/// Which styles of text are shown, and how each of them.
public struct Emphasis: Equatable, Sendable {
  /// By the table's own signs, as far as it has them.
  public var typeform: Set<String>
  /// By a tag before and behind.
  public var tags: Set<String>
  /// By dots 7 and 8 under the cells.
  public var dots: Set<String>
  /// The cells of each style's tag, as braille patterns.
  public var tagCells: [String: [Unicode.Scalar]]

  /// No style is shown.
  public init(
    typeform: Set<String> = [], tags: Set<String> = [], dots: Set<String> = [],
    tagCells: [String: [Unicode.Scalar]] = [:]
  ) {
    self.typeform = typeform
    self.tags = tags
    self.dots = dots
    self.tagCells = tagCells
  }

  /// The styles that a program can name (docs/protocol.md, "Element").
  public static let styles = [
    "bold", "italic", "underline", "strike", "superscript", "subscript", "code", "link",
    "misspelled", "grammar", "inserted", "deleted", "comment", "mark", "match",
  ]

  /// liblouis' classes of emphasis, in the order in which its tables have them (liblouis.h).
  private static let classes: [String: UInt16] = ["italic": 1, "underline": 2, "bold": 4]

  /// The typeform of some styles.
  func typeform(of active: Set<String>) -> UInt16 {
    active.intersection(typeform).reduce(0) { $0 | (Emphasis.classes[$1] ?? 0) }
  }

  /// Whether a style is shown in any way.
  func shows(_ style: String) -> Bool {
    typeform.contains(style) || tags.contains(style) || dots.contains(style)
  }

  /// The tag that begins a style, or (`isEnd`) ends it: the same with dot 7.
  func tag(_ style: String, isEnd: Bool) -> [Unicode.Scalar] {
    guard let cells = tagCells[style], !cells.isEmpty else { return [] }
    let inner = isEnd ? cells.map { Unicode.Scalar($0.value | 0x40) ?? $0 } : cells
    return ["\u{28CB}"] + inner + ["\u{28D9}"]
  }
}

/// A stretch of a line of text in which nothing changes.
struct Stretch {
  var range: Range<Int>
  var language: String?
  var styles: Set<String>
}

extension TextContent {
  /// Cuts a line where a language or a style that is shown begins or ends.
  func stretches(
    of line: Range<Int>, language: String?, showing emphasis: Emphasis
  ) -> [Stretch] {
    let shown = runs.filter { run in
      run.language != nil || run.style.contains { emphasis.shows($0) }
    }
    guard !shown.isEmpty else {
      return line.isEmpty ? [] : [Stretch(range: line, language: language, styles: [])]
    }
    var cuts: Set<Int> = [line.lowerBound, line.upperBound]
    for run in shown {
      for place in [run.range.lowerBound.value, run.range.upperBound.value]
      where line.contains(place) {
        cuts.insert(place)
      }
    }
    let places = cuts.sorted()
    return zip(places, places.dropFirst()).map { start, end in
      var stretch = Stretch(range: start..<end, language: language, styles: [])
      for run in shown where run.covers(start) {
        if let language = run.language { stretch.language = language }
        stretch.styles.formUnion(run.style.filter { emphasis.shows($0) })
      }
      return stretch
    }
  }

  /// The styles that are shown on a scalar.
  func styles(at place: Int, showing emphasis: Emphasis) -> Set<String> {
    var styles: Set<String> = []
    for run in runs where run.covers(place) {
      styles.formUnion(run.style.filter { emphasis.shows($0) })
    }
    return styles
  }
}

extension TextContent.Run {
  fileprivate func covers(_ place: Int) -> Bool {
    range.lowerBound.value <= place && place < range.upperBound.value
  }
}
