// SPDX-License-Identifier: GPL-3.0-or-later
import Elements

/// The announcements that have been, the oldest first (behaviour M4).
struct MessageHistory: Sendable {
  private(set) var entries: [Kept] = []

  private static let length = 100
  /// So much of their texts is kept, in UTF-8, of the history and of each kind of waiting.
  private static let mostBytes = 4 << 20

  /// An announcement in the history.
  struct Kept: Equatable, Sendable {
    var number: Int
    /// Whether it has been on the display.
    var isRead = false
    var time: Int
    var producer: String
    var program: ProgramID
    var announcement: Announcement
    /// How many times it was said on end.
    var count = 1
  }

  mutating func add(_ entry: Kept) {
    entries.append(entry)
    MessageHistory.bound(&entries, \.announcement) { $0.removeFirst() }
  }

  mutating func remove(where isGone: (Kept) -> Bool) {
    entries.removeAll(where: isGone)
  }

  mutating func markRead(_ number: Int) {
    if let place = entries.lastIndex(where: { $0.number == number }) {
      entries[place].isRead = true
    }
  }

  /// The announcement of a number was said again; `isRead` if it is on the display.
  mutating func repeated(_ number: Int, isRead: Bool, at time: Int) {
    guard let place = entries.lastIndex(where: { $0.number == number }) else { return }
    entries[place].count += 1
    entries[place].isRead = isRead
    entries[place].time = time
  }

  /// The number of the newest announcement; 0 if there is none.
  var newest: Int { entries.last?.number ?? 0 }

  /// The announcement of a number; it counts as read then.
  mutating func read(_ number: Int) -> Kept? {
    guard let place = entries.lastIndex(where: { $0.number == number }) else { return nil }
    entries[place].isRead = true
    return entries[place]
  }

  /// How many have not been on the display.
  var unreadCount: Int { entries.lazy.filter { !$0.isRead }.count }

  /// Forgets by `removal` until there are not too many, nor too long ones; one stays.
  static func bound<Entry>(
    _ entries: inout [Entry], _ announcement: (Entry) -> Announcement,
    removal: (inout [Entry]) -> Void
  ) {
    var count = entries.reduce(0) { $0 + announcement($1).text.utf8.count }
    while entries.count > 1, entries.count > length || count > mostBytes {
      removal(&entries)
      count = entries.reduce(0) { $0 + announcement($1).text.utf8.count }
    }
  }
}
