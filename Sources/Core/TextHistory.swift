// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements

/// The last changes of an element's text, so that a place in an older state of it can be found
/// again (behaviour K1).
struct TextHistory: Equatable, Sendable {
  /// Counts the changes.
  private(set) var revision = 0
  private var edits: [Edit] = []

  /// So many changes are remembered; a place before them is dropped.
  private static let kept = 256

  /// A stretch of text that was replaced by so many scalars.
  struct Edit: Equatable, Sendable {
    var range: Range<Int>
    var count: Int
  }

  /// Notes that a text became another one.
  mutating func record(from old: TextContent?, to new: TextContent?) {
    guard let edit = TextHistory.difference(old, new) else { return }
    revision += 1
    edits.append(edit)
    if edits.count > TextHistory.kept { edits.removeFirst() }
  }

  /// Where a place of an earlier revision is now; nil if its character has gone, or if that is
  /// too long ago.
  func carry(_ place: TextOffset, from earlier: Int) -> TextOffset? {
    let count = revision - earlier
    guard count >= 0, count <= edits.count else { return nil }
    var value = place.value
    for edit in edits.suffix(count) {
      if edit.range.contains(value) { return nil }
      if value >= edit.range.upperBound { value += edit.count - edit.range.count }
    }
    return TextOffset(value)
  }

  /// Where a place of the revision before this one is now, as near as can be.
  func carryNearest(_ place: TextOffset) -> TextOffset {
    guard let edit = edits.last else { return place }
    if edit.range.contains(place.value) { return TextOffset(edit.range.lowerBound) }
    guard place.value >= edit.range.upperBound else { return place }
    return place + (edit.count - edit.range.count)
  }

  /// What has to be replaced to make one text another; nil if they are the same.
  ///
  /// A program that sends its texts whole does not tell: what they have in common at both ends
  /// is taken to have stayed.
  static func difference(_ old: TextContent?, _ new: TextContent?) -> Edit? {
    let (before, after) = (old?.content ?? [], new?.content ?? [])
    let shift = (old?.offset ?? 0, new?.offset ?? 0)
    guard shift.0 == shift.1 else {
      return Edit(range: 0..<(old?.length ?? 0), count: new?.length ?? 0)
    }
    guard before != after else { return nil }
    let limit = min(before.count, after.count)
    var prefix = 0
    while prefix < limit, before[prefix] == after[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < limit - prefix,
      before[before.count - 1 - suffix] == after[after.count - 1 - suffix]
    {
      suffix += 1
    }
    let range = (prefix + shift.0)..<(before.count - suffix + shift.0)
    return Edit(range: range, count: after.count - suffix - prefix)
  }
}
