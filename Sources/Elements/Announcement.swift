// SPDX-License-Identifier: GPL-3.0-or-later

/// Something that a program wants to be read, whatever has the focus.
public struct Announcement: Equatable, Sendable {
  /// What is read.
  public var text: String
  /// How urgent it is.
  public var priority: Priority
  /// The text's language in BCP 47; nil: the reader's.
  public var language: String?
  /// How long it is shown, in ms; nil: as the reader has it.
  public var duration: Int?
  /// Whether it stays until it is dismissed.
  public var persist: Bool
  /// Replaces the program's earlier announcement of this tag.
  public var tag: String?
  /// Whether it is kept out of the history.
  public var isPrivate: Bool
  /// The element that it is about.
  public var element: String?
  /// What it tells the latest state of, so that an earlier one that was not read is no news; nil:
  /// nothing of the kind.
  public var topic: Topic?

  /// What an announcement tells the latest state of.
  public enum Topic: Hashable, Sendable {
    /// Which part of a window is shown, after it was scrolled.
    case page
    /// These elements of a live region.
    case elements([String])
  }

  /// Its parts, if they are not all in one language; they say what the text does.
  public var parts: [Part] = []

  /// A part of what is read.
  public struct Part: Equatable, Sendable {
    /// What is read.
    public var text: String
    /// Its language in BCP 47; nil: the reader's.
    public var language: String?

    /// Words in a language.
    public init(text: String, language: String?) {
      self.text = text
      self.language = language
    }
  }

  /// How urgent an announcement is.
  public enum Priority: String, Sendable, CaseIterable {
    /// Only for the history.
    case low
    /// Waits until it is its turn.
    case `default`
    /// Interrupts what is shown.
    case high
  }

  /// An announcement; only its text has to be given.
  public init(
    text: String, priority: Priority = .default, language: String? = nil, duration: Int? = nil,
    persist: Bool = false, tag: String? = nil, isPrivate: Bool = false, element: String? = nil,
    topic: Topic? = nil
  ) {
    self.text = text
    self.priority = priority
    self.language = language
    self.duration = duration
    self.persist = persist
    self.tag = tag
    self.isPrivate = isPrivate
    self.element = element
    self.topic = topic
  }

  /// An announcement of several parts, each behind a blank; of more than `limit` scalars those
  /// behind are left out.
  public init(
    parts: [Part], priority: Priority, element: String?, topic: Topic?, limit: Int
  ) {
    var kept: [Part] = []
    var room = limit
    for part in parts where room > 0 {
      let scalars = part.text.unicodeScalars
      kept.append(
        scalars.count < room
          ? part : Part(text: String(scalars.prefix(room)), language: part.language))
      room -= scalars.count + 1
    }
    let language = kept.first?.language
    self.init(
      text: kept.map(\.text).joined(separator: " "), priority: priority, language: language,
      element: element, topic: topic)
    if kept.contains(where: { $0.language != language }) { self.parts = kept }
  }
}
