// SPDX-License-Identifier: GPL-3.0-or-later
public import Elements

/// What is new in a live region by one message.
public struct LiveNews: Equatable, Sendable {
  /// The region's id.
  public let region: String
  /// What is said, in order.
  public private(set) var parts: [Announcement.Part] = []
  /// The elements that are told of, in order.
  public private(set) var elements: [String] = []
  /// Whether it is to be told at once.
  public private(set) var isUrgent = false
  /// Whether it changes all the time.
  public private(set) var isFrequent = true
  /// Whether it comes to what is there already, as in a log: what was told before is still so.
  public private(set) var isAddition = false

  init(region: String) {
    self.region = region
  }

  fileprivate mutating func add(
    _ parts: [Announcement.Part], of element: String, at place: LivePlace, isAddition: Bool
  ) {
    self.parts += parts
    elements.append(element)
    isUrgent = isUrgent || place.liveness == .assertive
    isFrequent = isFrequent && place.isFrequent
    self.isAddition = self.isAddition || isAddition
  }
}

/// The live region that a place on a program's screen is in.
public struct LivePlace: Sendable {
  fileprivate var liveness = Liveness.off
  /// The innermost region; nil outside of all.
  fileprivate var region: String?
  /// Whether the region, or the part of it that this is in, is said whole.
  public private(set) var isAtomic = false
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
    if !element.isPerceptible { isSilent = true }
    if let own = element.language { language = own }
  }

  fileprivate var isTold: Bool { liveness != .off && !isBusy && !isSilent }
}

/// A comparison of states of elements, for what is new in live regions.
public struct LiveSearch {
  private let style: LineStyle
  /// What the reader is on: it just changes.
  private let focused: String
  /// What is new, by regions in the order in which it was found.
  public private(set) var news: [LiveNews] = []

  /// A comparison that has found nothing yet.
  public init(_ style: LineStyle, without focused: String) {
    self.style = style
    self.focused = focused
  }

  /// Looks what is new in an element, which is at a place, since an earlier state of it.
  public mutating func compare(_ element: Element, since old: Element?, at place: LivePlace) {
    guard element.id != focused else { return }
    var place = place
    place.enter(element)
    // What nobody could perceive is new when it can be.
    let old = old.flatMap { $0.isPerceptible ? $0 : nil }
    let isReady = old?.flags[.busy] == true && element.flags[.busy] != true
    if place.isTold, isReady || place.isAtomic || old == nil {
      // What came while it was busy is not known any more.
      guard isReady || element != old else { return }
      tell(style.words(inAllOf: element, at: place, but: focused), of: element.id, at: place)
      return
    }
    if place.isTold {
      let words = style.newWords(of: element, since: old, in: place.language)
      tell(words.parts, of: element.id, at: place, isAddition: words.areAdded)
    }
    var before: [String: Element] = [:]
    for child in old?.ownChildren ?? [] { before[child.id] = child }
    for child in element.ownChildren {
      if let known = before[child.id], known.isPerceptible {
        compare(child, since: known, at: place)
      } else {
        var inner = place
        inner.enter(child)
        guard inner.isTold, child.id != focused else { continue }
        tell(
          style.words(inAllOf: child, at: inner, but: focused), of: child.id, at: inner,
          isAddition: !before.isEmpty)
      }
    }
  }

  private mutating func tell(
    _ parts: [Announcement.Part], of element: String, at place: LivePlace, isAddition: Bool = false
  ) {
    guard let region = place.region, !parts.isEmpty else { return }
    var index = news.firstIndex { $0.region == region }
    if index == nil {
      index = news.count
      news.append(LiveNews(region: region))
    }
    guard let index else { return }
    news[index].add(parts, of: element, at: place, isAddition: isAddition)
  }
}

extension LineStyle {
  /// What is said of an element and all that is in it, but for what is not told by itself.
  fileprivate func words(
    inAllOf element: Element, at place: LivePlace, but focused: String
  ) -> [Announcement.Part] {
    var parts = newWords(of: element, since: nil, in: place.language).parts
    for child in element.ownChildren where child.id != focused {
      var inner = place
      inner.enter(child)
      guard inner.isTold else { continue }
      parts += words(inAllOf: child, at: inner, but: focused)
    }
    return parts
  }

  /// What is said of an element itself, without what is in it, if any of that is new: its label
  /// and its value, the states that came, and the part of its text that did.
  fileprivate func newWords(
    of element: Element, since old: Element?, in language: String?
  ) -> (parts: [Announcement.Part], areAdded: Bool) {
    let language = language ?? self.language
    var parts: [Announcement.Part] = []
    let states = states(of: element)
    let oldStates = old.map { self.states(of: $0) } ?? states
    let (value, label) = (value(of: element), ownLabel(of: element))
    let isOther =
      old.map { value != self.value(of: $0) || label != ownLabel(of: $0) } ?? true
    let newStates = states.filter { !oldStates.contains($0) }
    if isOther || !newStates.isEmpty {
      parts = [label, value].compactMap { $0 }.filter { !$0.isEmpty }
        .map { Announcement.Part(text: $0, language: language) }
      parts += newStates.filter { !$0.text.isEmpty }.map {
        Announcement.Part(text: $0.text, language: $0.isOurs ? wordsLanguage : language)
      }
    }
    let text = element.text?.news(since: old?.text) ?? ("", false)
    if !text.0.isEmpty { parts.append(Announcement.Part(text: text.0, language: language)) }
    return (parts, text.1)
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

  /// Whether a reader could have read it: what is in it may be told.
  fileprivate var isPerceptible: Bool { flags[.hidden] != true && !isProtected }
}

extension TextContent {
  /// The lines that are not as they were, and whether they came behind what was there; of a text
  /// that goes on only what came, also where its beginning has gone meanwhile.
  fileprivate func news(since old: TextContent?) -> (String, areAdded: Bool) {
    guard let old, !old.content.isEmpty else { return (said(0..<lineCount), false) }
    let (lines, before) = (ownLines, old.ownLines)
    if let kept = TextContent.overlap(of: before, with: lines) {
      return (said(kept..<lineCount), true)
    }
    let first = zip(lines, before).prefix { $0 == $1 }.count
    if first == before.count { return (said(first..<lineCount), true) }
    var last = lines.count
    while last > first, before.count - (lines.count - last) > first,
      lines[last - 1] == before[before.count - 1 - (lines.count - last)]
    {
      last -= 1
    }
    // A last line that goes on is said from where it does.
    if last == first + 1, first == before.count - 1, lines[first].starts(with: before[first]) {
      return (TextContent.said(lines[first].dropFirst(before[first].count)), true)
    }
    return (said(first..<last), false)
  }

  private var ownLines: [ArraySlice<Unicode.Scalar>] {
    var lines = (0..<lineCount).map { scalars(line($0)) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// How many lines at the start of a text are the end of an earlier one of which the beginning has
  /// gone; nil if that is not so.
  private static func overlap(
    of old: [ArraySlice<Unicode.Scalar>], with new: [ArraySlice<Unicode.Scalar>]
  ) -> Int? {
    // The longest beginning of the new text that ends the old one (Knuth, Morris and Pratt).
    guard !new.isEmpty else { return nil }
    var borders = [0]
    var length = 0
    for index in new.indices.dropFirst() {
      while length > 0, new[index] != new[length] { length = borders[length - 1] }
      if new[index] == new[length] { length += 1 }
      borders.append(length)
    }
    length = 0
    for line in old {
      while length > 0, length == new.count || line != new[length] { length = borders[length - 1] }
      if line == new[length] { length += 1 }
    }
    return length > 0 && length < new.count ? length : nil
  }

  private func said(_ range: Range<Int>) -> String {
    range.map { TextContent.said(scalars(line($0))) }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  private static func said(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
