// SPDX-License-Identifier: GPL-3.0-or-later
import Cells

/// Why an element cannot be (behaviour E3).
public struct InvalidElement: Error, Equatable, Sendable {
  /// The member that is wrong, from the element on: `text.caret`; empty for the element itself.
  public let field: String
  /// What is wrong with it and what would be right, as a sentence without its full stop.
  public let reason: String

  /// A reason with its place.
  public init(field: String, reason: String) {
    self.field = field
    self.reason = reason
  }
}

extension Element {
  /// The most bytes that an id may have.
  public static let longestID = 256

  /// Makes sure that the element can be.
  ///
  /// Errors: an offset outside of its text, an id that is empty.
  public func validate() throws(InvalidElement) {
    if id.isEmpty { throw InvalidElement(field: "id", reason: "is empty; give each element one") }
    if let text { try text.validate() }
  }
}

extension TextContent {
  /// Makes sure that all offsets are in the text and the slice fits into the whole.
  func validate() throws(InvalidElement) {
    if offset < 0 {
      throw InvalidElement(field: "text.offset", reason: "is \(offset); it counts from 0")
    }
    if length < end.value {
      throw InvalidElement(
        field: "text.length",
        reason: "is \(length), but the content that is given reaches to \(end.value)")
    }
    try check(caret, "text.caret")
    try check(anchor, "text.anchor")
    for (index, run) in runs.enumerated() {
      try check(run.range.lowerBound, "text.runs[\(index)].start")
      try check(run.range.upperBound, "text.runs[\(index)].end")
    }
  }

  private func check(_ place: TextOffset?, _ field: String) throws(InvalidElement) {
    guard let place, place.value < 0 || place.value > length else { return }
    throw InvalidElement(
      field: field, reason: "is \(place.value); the text has 0 to \(length) scalars")
  }
}
