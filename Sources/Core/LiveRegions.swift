// SPDX-License-Identifier: GPL-3.0-or-later
import Elements
import Presentation

/// Live regions: what changes in them is announced, but for what the reader is on (behaviour M4).
extension Engine {
  mutating func announceChanges(of ids: [String], since old: Content, by id: ProgramID) {
    guard let content = programs[id]?.content, !content.ancestors.isEmpty else { return }
    var news: [LiveNews] = []
    for changed in ids where changed != content.element.id {
      for item in content.news(of: changed, since: old, manner) {
        if let index = news.firstIndex(where: { $0.region == item.region }) {
          news[index].add(item)
        } else {
          news.append(item)
        }
      }
    }
    for item in news {
      announce(
        Announcement(
          text: item.text, priority: priority(of: item, by: id), language: item.language,
          element: item.region, topic: item.isAddition ? nil : .region(item.region)),
        by: id)
    }
  }

  /// What changes all the time takes nothing away, and neither does what is not in front.
  private func priority(of news: LiveNews, by id: ProgramID) -> Announcement.Priority {
    if id != shown || news.isFrequent && !news.isUrgent { return .low }
    return news.isUrgent && !news.isFrequent ? .high : .default
  }
}

extension Content {
  /// What is new in live regions by the change of an element.
  func news(of id: String, since old: Content, _ manner: LineStyle) -> [LiveNews] {
    var place = LivePlace()
    for ancestor in ancestors {
      guard ancestor.holds(id) else {
        place.enter(ancestor)
        continue
      }
      guard let before = old.ancestors.first(where: { $0.id == ancestor.id }) else { return [] }
      return manner.news(
        in: ancestor, since: before, changed: id, at: place, without: element.id)
    }
    return []
  }
}
