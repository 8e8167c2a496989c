// SPDX-License-Identifier: GPL-3.0-or-later
import Elements
import Presentation

/// Live regions: what changes in them is announced, but for what the reader is on (behaviour M4).
extension Engine {
  mutating func announceChanges(of ids: [String], since old: Content, by id: ProgramID) {
    guard let content = programs[id]?.content, !content.ancestors.isEmpty else { return }
    var search = LiveSearch(manner, without: content.element.id)
    for told in content.told(by: ids) {
      guard let before = old.ancestors.first(where: { $0.id == told.ancestor })?.element(told.id),
        let element = content.ancestors.lazy.compactMap({ $0.element(told.id) }).first
      else { continue }
      search.compare(element, since: before, at: told.place)
    }
    announce(search.news, by: id)
  }

  /// The same on a screen, with what was there before.
  mutating func announceChanges(since old: [LiveState], by id: ProgramID) {
    guard !old.isEmpty, let screen = programs[id]?.screen else { return }
    var search = LiveSearch(manner, without: programs[id]?.screenCursor ?? "")
    for state in old {
      guard let element = screen.whole(state.element.id) else { continue }
      search.compare(element, since: state.element, at: state.place)
    }
    announce(search.news, by: id)
  }

  private mutating func announce(_ news: [LiveNews], by id: ProgramID) {
    for news in news {
      announce(
        Announcement(
          parts: news.parts, priority: priority(of: news, by: id), element: news.region,
          topic: news.isAddition ? nil : .elements(news.elements), limit: Limits.text),
        by: id)
    }
  }

  /// What changes all the time takes nothing away, and neither does what is not in front.
  private func priority(of news: LiveNews, by id: ProgramID) -> Announcement.Priority {
    if id != shown || news.isFrequent && !news.isUrgent { return .low }
    return news.isUrgent && !news.isFrequent ? .high : .default
  }
}

/// A state of an element on a screen, and where it is.
struct LiveState {
  var element: Element
  var place: LivePlace
}

extension Screen {
  /// What there is now of what is compared when elements change: each of them, or the atomic region
  /// that it is in; none twice, and none that is in another one.
  func liveStates(of ids: [String]) -> [LiveState] {
    guard hasLiveRegions else { return [] }
    var told: [(state: LiveState, holders: Set<String>)] = []
    var known: Set<String> = []
    for id in ids {
      var place = LivePlace()
      var holders: Set<String> = []
      for element in ancestors(of: id) + [self[id]].compactMap({ $0 }) {
        var inside = place
        inside.enter(element)
        guard inside.isAtomic || element.id == id else {
          holders.insert(element.id)
          place = inside
          continue
        }
        if known.insert(element.id).inserted, let element = whole(element.id) {
          told.append((LiveState(element: element, place: place), holders))
        }
        break
      }
    }
    return told.filter { known.isDisjoint(with: $0.holders) }.map(\.state)
  }
}

/// An element that is compared with an earlier state of itself, and where it is.
private struct ToldElement {
  var id: String
  var ancestor: String
  var place: LivePlace
  /// What it is in, of all that is known of the program.
  var holders: Set<String>
}

extension Content {
  /// What is compared when elements have changed: each of them, or the atomic region that it is
  /// in; none twice, and none that is in another one.
  fileprivate func told(by ids: [String]) -> [ToldElement] {
    var told: [ToldElement] = []
    var known: Set<String> = []
    for id in ids where id != element.id {
      guard let found = toldElement(for: id), known.insert(found.id).inserted else { continue }
      told.append(found)
    }
    return told.filter { known.isDisjoint(with: $0.holders) }
  }

  private func toldElement(for id: String) -> ToldElement? {
    var place = LivePlace()
    var holders: Set<String> = []
    for ancestor in ancestors {
      guard let path = ancestor.path(to: id) else {
        holders.insert(ancestor.id)
        place.enter(ancestor)
        continue
      }
      for element in path {
        var inside = place
        inside.enter(element)
        if inside.isAtomic || element.id == id {
          return ToldElement(id: element.id, ancestor: ancestor.id, place: place, holders: holders)
        }
        holders.insert(element.id)
        place = inside
      }
    }
    return nil
  }
}

extension Element {
  /// The way from this element to one in it, both among them; nil if it is not in it.
  fileprivate func path(to id: String) -> [Element]? {
    if self.id == id { return [self] }
    for case .element(let child) in children ?? [] {
      if let path = child.path(to: id) { return [self] + path }
    }
    return nil
  }
}
