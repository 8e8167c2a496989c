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
  /// Makes sure that the element can be, and all that is in it.
  ///
  /// Errors: an offset outside of its text, an id that is empty or names two elements, a child that
  /// is its own ancestor. `ancestors` are the ids of what the element is in.
  public func validate(in ancestors: [String] = []) throws(InvalidElement) {
    var ids = Set(ancestors)
    try validate("", &ids)
  }

  /// `place` is where the element stands in the one that is checked, with a dot behind it.
  private func validate(_ place: String, _ ids: inout Set<String>) throws(InvalidElement) {
    if id.isEmpty {
      throw InvalidElement(field: place + "id", reason: "is empty; give each element one")
    }
    if !ids.insert(id).inserted {
      throw InvalidElement(
        field: place + "id", reason: "is \(id), which is there already; an id names one element")
    }
    if let text { try text.validate(place + "text.") }
    for (index, child) in (children ?? []).enumerated() {
      let place = "\(place)children[\(index)]"
      switch child {
      case .element(let element): try element.validate(place + ".", &ids)
      case .reference(let id):
        guard ids.insert(id).inserted else {
          throw InvalidElement(
            field: place, reason: "is \(id), which is there already or is what this is in")
        }
      }
    }
  }
}

extension TextContent {
  /// Makes sure that all offsets are in the text and the slice fits into the whole.
  ///
  /// `place` is where the text stands, with a dot behind it.
  func validate(_ place: String) throws(InvalidElement) {
    if offset < 0 {
      throw InvalidElement(field: place + "offset", reason: "is \(offset); it counts from 0")
    }
    if length < end.value {
      throw InvalidElement(
        field: place + "length",
        reason: "is \(length), but the content that is given reaches to \(end.value)")
    }
    try check(caret, place + "caret")
    try check(anchor, place + "anchor")
    for (index, run) in runs.enumerated() {
      try check(run.range.lowerBound, place + "runs[\(index)].start")
      try check(run.range.upperBound, place + "runs[\(index)].end")
    }
  }

  private func check(_ place: TextOffset?, _ field: String) throws(InvalidElement) {
    guard let place, place.value < 0 || place.value > length else { return }
    throw InvalidElement(
      field: field, reason: "is \(place.value); the text has 0 to \(length) scalars")
  }
}
