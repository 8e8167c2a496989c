// SPDX-License-Identifier: GPL-3.0-or-later
public import Elements

/// What is new in a live region.
public struct LiveNews: Equatable, Sendable {
  /// The region's id.
  public let region: String
  /// What is said.
  public private(set) var text: String
  /// Its language in BCP 47; nil: the reader's.
  public let language: String?
  /// Whether it is to be told at once.
  public private(set) var isUrgent: Bool
  /// Whether it changes all the time.
  public let isFrequent: Bool
  /// Whether it comes to what is there already, as in a log: what was told before is still so.
  public private(set) var isAddition: Bool

  /// Puts what is new in the same region behind it.
  public mutating func add(_ other: LiveNews) {
    text += " " + other.text
    isUrgent = isUrgent || other.isUrgent
    isAddition = isAddition || other.isAddition
  }
}

/// The live region that a place on a program's screen is in.
public struct LivePlace: Sendable {
  fileprivate var liveness = Liveness.off
  /// The innermost region; nil outside of all.
  fileprivate var region: String?
  /// The outermost part of the region that is said whole.
  fileprivate var isAtomic = false
  fileprivate var isFrequent = false
  fileprivate var isBusy = false
  fileprivate var isSilent = false
  fileprivate var language: String?

  /// A place outside of all elements.
  public init() {}

  /// Goes into an element.
  public mutating func enter(_ element: Element) {
    if let own = element.liveness {
      liveness = own
      region = element.id
      isAtomic = false
      isFrequent = false
    }
    if element.flags[.atomic] == true { isAtomic = true }
    if element.flags[.updatesFrequently] == true || element.role?.name == "progressbar" {
      isFrequent = true
    }
    if element.flags[.busy] == true { isBusy = true }
    if element.flags[.hidden] == true || element.isProtected { isSilent = true }
    if let own = element.language { language = own }
  }

  fileprivate var isTold: Bool { liveness != .off && !isBusy && !isSilent }
}

/// What changed in live regions, in words.
extension LineStyle {
  /// What is new in an element since an earlier state of it, where the element `changed` in it is
  /// another than before; `focused` is not told, nor what is in it.
  ///
  /// `place` is where the element is.
  public func news(
    in element: Element, since old: Element, changed: String, at place: LivePlace,
    without focused: String
  ) -> [LiveNews] {
    var place = place
    var (element, old) = (element, old)
    while element.id != changed {
      // An atomic region is said whole, so the comparison begins there.
      var inside = place
      inside.enter(element)
      if inside.isAtomic { break }
      place = inside
      guard let next = element.child(holding: changed),
        let before = old.child(holding: changed), before.id == next.id
      else { return [] }
      (element, old) = (next, before)
    }
    var search = LiveSearch(style: self, focused: focused)
    search.compare(element, since: old, at: place)
    return search.news
  }
}

/// A comparison of two states of an element.
private struct LiveSearch {
  let style: LineStyle
  let focused: String
  var news: [LiveNews] = []

  mutating func compare(_ element: Element, since old: Element?, at place: LivePlace) {
    guard element.id != focused else { return }
    var place = place
    place.enter(element)
    let isReady = old?.flags[.busy] == true && element.flags[.busy] != true
    if place.isTold, isReady || place.isAtomic {
      // What came while it was busy is not known any more.
      guard let old, element.differs(from: old) || isReady else { return }
      return tell(style.words(inAllOf: element, but: focused), at: place)
    }
    if place.isTold {
      tell(style.newWords(of: element, since: old), at: place, isAddition: element.adds(to: old))
    }
    var before: [String: Element] = [:]
    for child in old?.ownChildren ?? [] { before[child.id] = child }
    for child in element.ownChildren {
      let known = before[child.id]
      if let known {
        compare(child, since: known, at: place)
      } else {
        var inner = place
        inner.enter(child)
        guard inner.isTold, child.id != focused else { continue }
        tell(
          style.words(inAllOf: child, but: focused), at: inner,
          isAddition: !(old?.ownChildren ?? []).isEmpty)
      }
    }
  }

  private mutating func tell(_ words: [String], at place: LivePlace, isAddition: Bool = false) {
    guard let region = place.region, !words.isEmpty else { return }
    let item = LiveNews(
      region: region, text: words.joined(separator: " "), language: place.language,
      isUrgent: place.liveness == .assertive, isFrequent: place.isFrequent,
      isAddition: isAddition)
    if let index = news.firstIndex(where: { $0.region == region }) {
      news[index].add(item)
    } else {
      news.append(item)
    }
  }
}

extension LineStyle {
  /// What is said of an element and all that is in it.
  fileprivate func words(inAllOf element: Element, but focused: String) -> [String] {
    guard element.flags[.hidden] != true, !element.isProtected, element.id != focused else {
      return []
    }
    return newWords(of: element, since: nil)
      + element.ownChildren.flatMap { words(inAllOf: $0, but: focused) }
  }

  /// What is said of an element itself, without what is in it, if any of that is new: its label
  /// and its value, the states that came, and the part of its text that did.
  fileprivate func newWords(of element: Element, since old: Element?) -> [String] {
    var words: [String] = []
    let states = states(of: element).map(\.text)
    let oldStates = old.map { self.states(of: $0).map(\.text) } ?? states
    let (value, label) = (value(of: element), ownLabel(of: element))
    let isOther =
      old.map { value != self.value(of: $0) || label != ownLabel(of: $0) } ?? true
    let newStates = states.filter { !oldStates.contains($0) }
    if isOther || !newStates.isEmpty {
      words = [label, value].compactMap { $0 }.filter { !$0.isEmpty } + newStates
    }
    let text = element.text?.lines(since: old?.text) ?? ""
    return text.isEmpty ? words : words + [text]
  }

  private func ownLabel(of element: Element) -> String? {
    element.brailleLabel ?? element.label
  }
}

extension Element {
  /// The elements in it, in order; of what is only named by its id nothing is known.
  fileprivate var ownChildren: [Element] {
    (children ?? []).compactMap { child in
      if case .element(let element) = child { element } else { nil }
    }
  }

  fileprivate func child(holding id: String) -> Element? {
    ownChildren.first { $0.holds(id) }
  }

  /// Whether its text goes on where an earlier state of it ended.
  fileprivate func adds(to old: Element?) -> Bool {
    guard let text, let before = old?.text, !before.content.isEmpty else { return false }
    let length = before.content.count
    return text.content.count > length
      && text.content.agreement(from: 0, with: before.content, from: 0, upTo: length) == length
  }

  /// Whether anything that is said of it may be another than before.
  fileprivate func differs(from old: Element) -> Bool {
    self != old
  }
}

extension TextContent {
  /// The lines that are not as they were, without the blanks around them; only what came behind,
  /// if the rest stayed.
  fileprivate func lines(since old: TextContent?) -> String {
    let before = old?.content ?? []
    guard content != before else { return "" }
    let limit = min(content.count, before.count)
    var first = content.agreement(from: 0, with: before, from: 0, upTo: limit)
    var last = content.count
    if first < before.count {
      last -= content.agreementAtEnd(with: before, upTo: limit - first)
      while first > 0, content[first - 1] != "\n" { first -= 1 }
      while last < content.count, content[last] != "\n" { last += 1 }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: content[first..<max(first, last)])
    return String(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
