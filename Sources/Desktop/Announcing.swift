// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Core
import DBus
import Elements

extension Desktop {
  /// At most so much of what a program announces is told, in scalars.
  private static let longestAnnouncement = 2000

  /// A program announces something.
  mutating func announce(_ text: String, isUrgent: Bool, of object: Accessible?) {
    if let object, speaksForItself(object.program) { return }
    let words = Basics.oneLine(String(text.unicodeScalars.prefix(Desktop.longestAnnouncement)))
    guard !words.isEmpty else { return }
    send(.announce(Announcement(text: words, priority: isUrgent ? .high : .default)))
  }

  /// A program shows a notification on the desktop.
  mutating func announce(_ notification: Notification) {
    let parts = [notification.program, notification.summary, Markup.plain(notification.body)]
    let words = parts.map(Basics.oneLine).filter { !$0.isEmpty }
    guard !words.isEmpty else { return }
    let priority: Announcement.Priority =
      switch notification.urgency {
      case ..<1: .low
      case 1: .default
      default: .high
      }
    let text = words.joined(separator: ": ").unicodeScalars.prefix(Desktop.longestAnnouncement)
    send(.announce(Announcement(text: String(text), priority: priority)))
  }

  /// Text has come into an object that is not shown: it is announced if it is in a live region.
  mutating func grew(_ object: Accessible, by text: String) {
    guard text.unicodeScalars.contains(where: { $0 != TextPart.objectReplacement && $0 != " " })
    else { return }
    guard let documentSince, now - documentSince.time > .seconds(1) else { return }
    if let known = liveness[object] {
      if let known { announce(text, isUrgent: known == "assertive", of: object) }
      return
    }
    guard liveQuestions < 16 else { return }
    var questions = Questions()
    let attributes = questions.ask(object.attributes)
    begin(
      .live(object),
      questions.asking { replies in
        let attributes = replies[attributes]?.strings ?? [:]
        let live = attributes["container-live"] ?? attributes["live"]
        return .known { desktop in
          if desktop.liveness.count > 2000 { desktop.liveness = [:] }
          desktop.liveness[object] = .some(live == "off" ? nil : live)
          if desktop.liveness[object] != .some(nil) { desktop.grew(object, by: text) }
        }
      })
  }

  private var liveQuestions: Int {
    conversations.values.count { if case .live = $0.slot { true } else { false } }
  }

  /// Something has appeared in the program that is shown: an alert or an info bar is announced.
  mutating func appeared(_ object: Accessible) {
    let asked = conversations.values.count {
      if case .appearance = $0.slot { true } else { false }
    }
    // A window that opens shows all that is in it.
    guard asked < 16 else { return }
    var questions = Questions()
    let role = questions.ask(object.role)
    begin(
      .appearance(object),
      questions.asking { replies in
        guard AccessibleRole(replies[role])?.isAnnounced == true else { return .known { _ in } }
        return object.shownWords.map { words in
          { $0.announce(words, isUrgent: false, of: object) }
        }
      })
  }
}

extension AccessibleRole {
  /// Whether a reader is told that it has appeared.
  fileprivate var isAnnounced: Bool {
    switch self {
    case .alert, .notification, .infoBar, .toolTip: true
    default: false
    }
  }
}

extension Accessible {
  /// What can be read in it: its name, or those of what is in it.
  var shownWords: Asking<String> {
    basics().then { result in
      guard let basics = try? result.get() else { return .known("") }
      guard basics.shownName.isEmpty else { return .known(basics.shownName) }
      return childBasics(limit: 30).then { children in
        let inner = children.map { child -> Asking<[String]> in
          guard child.shownName.isEmpty else { return .known([child.shownName]) }
          return child.object.childBasics(limit: 30).map { $0.map(\.shownName) }
        }
        return Asking<[String]>.all(inner).map { words in
          words.flatMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
        }
      }
    }
  }
}

/// The little markup that notifications may have.
enum Markup {
  /// A text without tags, and with what entities stand for.
  static func plain(_ text: String) -> String {
    var plain = ""
    var rest = text[...]
    while let next = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      plain += rest[..<next]
      rest = rest[next...]
      if rest.first == "<", let end = rest.firstIndex(of: ">") {
        rest = rest[rest.index(after: end)...]
        plain += " "
      } else if let (entity, character) = entities.first(where: { rest.hasPrefix($0.0) }) {
        rest = rest.dropFirst(entity.count)
        plain += character
      } else {
        plain.append(rest.removeFirst())
      }
    }
    return plain + rest
  }

  private static let entities = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
    ("&#39;", "'"), ("&nbsp;", " "),
  ]
}
