// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Presentation
public import Translation

/// Stepping through what is said of an element by the units of its print (behaviour §6).
///
/// What a program says itself counts: label, value, description and text.
extension Reading {
  /// Where units begin in a stretch of print of a language, as places from its start, in order.
  public typealias Starts = (_ print: [Unicode.Scalar], _ language: String?) -> [Int]

  /// Begins the display where the next unit begins, or the one before; false if there is none.
  public mutating func step(
    isForward: Bool, by starts: Starts, _ style: ReadingStyle,
    _ translator: inout some Translator
  ) -> Bool {
    settle(style, &translator)
    let own = passage.currentLines
    let here = viewport
    var index = isForward ? max(here.line, own.lowerBound) : min(here.line, own.upperBound - 1)
    while own.contains(index) {
      let line = line(index, style, &translator)
      let places = line.line.starts(by: starts).map { scalar in
        Viewport(line: index, start: line.map.groupStart(line.map.cell(of: TextOffset(scalar))))
      }.filter { $0.start.value < line.cells.count }
      // What shares a cell with what stands there already is no step further.
      let place = isForward ? places.first { $0 > here } : places.last { $0 < here }
      if let place {
        viewport = place
        return true
      }
      index += isForward ? 1 : -1
    }
    return false
  }

  /// The place of the element's text under the first cell, or where the text begins behind it; nil
  /// if there is none in the first row.
  public mutating func textPlace(
    _ style: ReadingStyle, _ translator: inout some Translator
  ) -> TextOffset? {
    settle(style, &translator)
    let line = line(viewport.line, style, &translator)
    let scalar = line.map.scalar(of: viewport.start)
    guard let span = line.line.span(at: scalar) else { return line.line.textStart }
    switch span.origin {
    case .text(let start): return start + (scalar.value - span.range.lowerBound)
    case .mark(let place): return place
    default: return line.line.textStart
    }
  }
}

extension Passage {
  /// How many units there are in what the program says of the element.
  public func count(by starts: Reading.Starts) -> Int {
    currentLines.reduce(0) { $0 + line($1).starts(by: starts).count }
  }
}

extension Line {
  /// Where units begin in what the program says of the element.
  fileprivate func starts(by starts: Reading.Starts) -> [Int] {
    var found: [Int] = []
    var print: [Unicode.Scalar] = []
    var places: [Int] = []
    var language: String?
    func finish() {
      found += starts(print, language).filter { places.indices.contains($0) }.map { places[$0] }
      print = []
      places = []
    }
    var isText = false
    for span in spans where span.origin.isSaidByProgram {
      // Runs of a text may part its words.
      if !(isText && span.origin.isText), !print.isEmpty { finish() }
      if print.isEmpty { language = span.language }
      print += scalars[span.range]
      places += span.range
      isText = span.origin.isText
    }
    if !print.isEmpty { finish() }
    return found
  }
}

extension Line.Origin {
  fileprivate var isSaidByProgram: Bool {
    switch self {
    case .text, .part(.label), .part(.value), .part(.description): true
    default: false
    }
  }
}
