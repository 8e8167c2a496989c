// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// A change of a text, as a program tells it (docs/protocol.md, "Text").
public struct TextEdit: Equatable, Sendable {
  /// The version of the text that the changes are about.
  public var base: Int
  /// The version that they make.
  public var version: Int
  /// The changes, each about what the one before it has made.
  public var changes: [Change]
  /// Where the caret is in the result; nil: it moves along.
  public var caret: TextOffset?
  /// Where the other end of the selection is in the result; nil: it moves along.
  public var anchor: TextOffset?

  /// A stretch that is replaced, or only gets other runs.
  public struct Change: Equatable, Sendable {
    /// The scalars that it is about.
    public var range: Range<TextOffset>
    /// What comes in their place; nil: only the runs change.
    public var text: [Unicode.Scalar]?
    /// The runs of the stretch, by the offsets of the result; nil: they move along.
    public var runs: [TextContent.Run]?

    /// A stretch that is replaced.
    public init(
      range: Range<TextOffset>, text: [Unicode.Scalar]? = nil, runs: [TextContent.Run]? = nil
    ) {
      self.range = range
      self.text = text
      self.runs = runs
    }
  }

  /// A change of a text.
  public init(
    base: Int, version: Int, changes: [Change], caret: TextOffset? = nil,
    anchor: TextOffset? = nil
  ) {
    self.base = base
    self.version = version
    self.changes = changes
    self.caret = caret
    self.anchor = anchor
  }
}

extension TextContent {
  /// This text with an edit made; its version is not looked at.
  ///
  /// A change before the slice that is here moves it, one behind it changes the length only.
  /// Errors: a change that is not in the text, or goes over an end of the slice; a caret that is
  /// not in the result.
  public func edited(by edit: TextEdit) throws(InvalidElement) -> TextContent {
    var result = self
    for (index, change) in edit.changes.enumerated() {
      result = try result.applying(change, field: "changes[\(index)]")
    }
    result.version = edit.version
    if let caret = edit.caret { result.caret = caret }
    if let anchor = edit.anchor { result.anchor = anchor }
    for (place, field) in [(edit.caret, "caret"), (edit.anchor, "anchor")] {
      guard let place, place.value < 0 || place.value > result.length else { continue }
      throw InvalidElement(
        field: field, reason: "is \(place.value); the text has 0 to \(result.length) scalars then")
    }
    return result
  }

  private func applying(
    _ change: TextEdit.Change, field: String
  ) throws(InvalidElement) -> TextContent {
    let range = change.range
    guard range.lowerBound.value >= 0, range.upperBound.value <= length else {
      throw InvalidElement(
        field: field, reason: "is about scalars that the text, of \(length), has not")
    }
    var result = self
    if let text = change.text {
      result = try replacing(range, with: text, field: field)
    }
    if let runs = change.runs {
      let end = range.lowerBound + (change.text?.count ?? range.upperBound - range.lowerBound)
      result.setRuns(runs, in: range.lowerBound..<end)
    }
    return result
  }

  private func replacing(
    _ range: Range<TextOffset>, with text: [Unicode.Scalar], field: String
  ) throws(InvalidElement) -> TextContent {
    let count = range.upperBound - range.lowerBound
    let growth = text.count - count
    var result: TextContent
    if range.upperBound.value <= offset, offset > 0 {
      result = TextContent(content, offset: offset + growth, length: length + growth)
    } else if range.lowerBound >= end, end.value < length {
      result = TextContent(content, offset: offset, length: length + growth)
    } else if range.lowerBound.value >= offset, range.upperBound <= end {
      let local = range.lowerBound.value - offset
      result = TextContent(
        content.replacing(local..<(local + count), with: text), offset: offset,
        length: length + growth)
    } else {
      throw InvalidElement(
        field: field, reason: "goes over an end of the slice that was sent; send a new slice")
    }
    result.takeOver(self, replaced: range, by: text.count)
    return result
  }

  /// Carries what belongs to the old text through a replacement.
  private mutating func takeOver(
    _ old: TextContent, replaced range: Range<TextOffset>, by count: Int
  ) {
    let edit = Replacement(range: range, count: count)
    version = old.version
    preformatted = old.preformatted
    contracted = old.contracted
    caret = old.caret.map { edit.carry($0) }
    anchor = old.anchor.map { edit.carry($0) }
    runs = old.runs.compactMap { run in
      var run = run
      run.range = edit.carry(run.range)
      return run.range.isEmpty ? nil : run
    }
  }

  /// Gives a stretch other runs; those around it keep what is outside of it.
  private mutating func setRuns(_ new: [Run], in range: Range<TextOffset>) {
    var result: [Run] = []
    for run in runs {
      if run.range.lowerBound < range.lowerBound {
        var before = run
        before.range = run.range.lowerBound..<min(run.range.upperBound, range.lowerBound)
        result.append(before)
      }
      if run.range.upperBound > range.upperBound {
        var after = run
        after.range = max(run.range.lowerBound, range.upperBound)..<run.range.upperBound
        result.append(after)
      }
    }
    runs = (result + new).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

/// A stretch of text that became so many scalars, and what becomes of places in it.
public struct Replacement: Equatable, Sendable {
  /// The scalars that were replaced.
  public var range: Range<TextOffset>
  /// How many came in their place.
  public var count: Int

  /// A stretch that became so many scalars.
  public init(range: Range<TextOffset>, count: Int) {
    self.range = range
    self.count = count
  }

  /// Whether a character was replaced.
  public func touches(_ place: TextOffset) -> Bool { range.contains(place) }

  /// Where a place is afterwards: it follows the character to its right; a place inside of what
  /// was replaced goes to its start.
  public func carry(_ place: TextOffset) -> TextOffset {
    if place < range.lowerBound { return place }
    if place >= range.upperBound { return place + (count - (range.upperBound - range.lowerBound)) }
    return range.lowerBound
  }

  /// Where a stretch is afterwards: its end does not grow; text that comes inside of it is in it.
  public func carry(_ stretch: Range<TextOffset>) -> Range<TextOffset> {
    let low = stretch.lowerBound
    let high = stretch.upperBound
    let start =
      low > range.lowerBound && low < range.upperBound
      ? range.lowerBound + count : carry(low)
    let growth = count - (range.upperBound - range.lowerBound)
    let end =
      high <= range.lowerBound ? high : high < range.upperBound ? range.lowerBound : high + growth
    return start..<max(start, end)
  }
}
