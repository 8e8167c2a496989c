// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements

/// The last changes of an element's text, so that a place in an older state of it can be found
/// again (behaviour K1).
struct TextHistory: Equatable, Sendable {
  /// Counts the changes.
  private(set) var revision = 0
  private var replacements: [Replacement] = []

  /// So many changes are remembered; a place before them is dropped.
  private static let kept = 256

  /// Notes that a text became another one, of which the program did not say how.
  mutating func record(from old: TextContent?, to new: TextContent?) {
    if let replacement = TextHistory.difference(old, new) { record(replacement) }
  }

  /// Notes that a stretch of the text was replaced.
  mutating func record(_ replacement: Replacement) {
    revision += 1
    replacements.append(replacement)
    if replacements.count > TextHistory.kept { replacements.removeFirst() }
  }

  /// The changes since an earlier revision; nil if that is too long ago.
  func changes(since earlier: Int) -> ArraySlice<Replacement>? {
    let count = revision - earlier
    guard count >= 0, count <= replacements.count else { return nil }
    return replacements.suffix(count)
  }

  /// Where a place of an earlier revision is now; nil if its character has gone, or if that is
  /// too long ago.
  func carry(_ place: TextOffset, from earlier: Int) -> TextOffset? {
    guard let changes = changes(since: earlier) else { return nil }
    var place = place
    for replacement in changes {
      if replacement.touches(place) { return nil }
      place = replacement.carry(place)
    }
    return place
  }

  /// Where a stretch of an earlier revision is now; its end does not grow.
  func carry(_ stretch: Range<TextOffset>, from earlier: Int) -> Range<TextOffset> {
    let count = min(max(0, revision - earlier), replacements.count)
    return replacements.suffix(count).reduce(stretch) { stretch, change in
      // An empty one is a place.
      guard stretch.isEmpty else { return change.carry(stretch) }
      let place = change.carry(stretch.lowerBound)
      return place..<place
    }
  }

  /// Whether something was replaced in a stretch of an earlier revision, or put inside of it.
  func touches(_ stretch: Range<TextOffset>, from earlier: Int) -> Bool {
    let count = revision - earlier
    guard count >= 0, count <= replacements.count else { return true }
    var stretch = stretch
    for change in replacements.suffix(count) {
      if change.range.lowerBound < stretch.upperBound, stretch.lowerBound < change.range.upperBound
      {
        return true
      }
      if change.range.isEmpty, stretch.lowerBound < change.range.lowerBound,
        change.range.lowerBound < stretch.upperBound
      {
        return true
      }
      stretch = change.carry(stretch)
    }
    return false
  }

  /// Where a place of an earlier revision is now, as near as can be.
  func carryNearest(_ place: TextOffset, from earlier: Int) -> TextOffset {
    let count = min(max(0, revision - earlier), replacements.count)
    return replacements.suffix(count).reduce(place) { $1.carry($0) }
  }

  /// What has to be replaced to make one text another; nil if they are the same.
  ///
  /// A program that sends its texts whole does not tell: what they have in common at both ends
  /// is taken to have stayed.
  static func difference(_ old: TextContent?, _ new: TextContent?) -> Replacement? {
    let (before, after) = (old?.content ?? [], new?.content ?? [])
    let shift = (old?.offset ?? 0, new?.offset ?? 0)
    if let old, let new, old.isSameText(as: new) { return nil }
    guard shift.0 == shift.1 else {
      return Replacement(
        range: .zero..<TextOffset(old?.length ?? 0), count: new?.length ?? 0)
    }
    guard before != after else { return nil }
    let limit = min(before.count, after.count)
    let prefix = before.agreement(from: 0, with: after, from: 0, upTo: limit)
    let suffix = before.agreementAtEnd(with: after, upTo: limit - prefix)
    let range = TextOffset(prefix + shift.0)..<TextOffset(before.count - suffix + shift.0)
    return Replacement(range: range, count: after.count - suffix - prefix)
  }
}
