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
    announce(text, isUrgent ? .high : .default, of: object)
  }

  private mutating func announce(
    _ text: String, _ priority: Announcement.Priority, of object: Accessible?
  ) {
    if let object, speaksForItself(object.program) { return }
    let words = Basics.oneLine(String(text.unicodeScalars.prefix(Desktop.longestAnnouncement)))
    guard !words.isEmpty else { return }
    send(.announce(Announcement(text: words, priority: priority)))
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
    var announcement = Announcement(text: String(text), priority: priority)
    // What a program shows instead of an earlier one, as of a download, is one message.
    if notification.replaces > 0 {
      let program = String(notification.program.unicodeScalars.prefix(100))
      announcement.tag = "notification \(notification.replaces) \(program)"
    }
    send(.announce(announcement))
  }

  /// Text has come into an object that is not shown, at a place of the toolkit: it is announced if
  /// it is in a live region of the program that is shown.
  mutating func grew(_ object: Accessible, by text: String, at place: Int) {
    guard object.program == shown?.object.program,
      text.unicodeScalars.contains(where: { !$0.properties.isWhitespace })
    else { return }
    guard let documentSince,
      now - documentSince.time > .seconds(1) || actedAt.map({ $0 > documentSince.time }) ?? false
    else { return }
    if let known = liveness[object] {
      if let known { announce(growth: text, at: place, of: object, isUrgent: known == "assertive") }
      return
    }
    guard liveQuestions < 16 else { return }
    var questions = Questions()
    let attributes = questions.ask(object.attributes)
    begin(
      .live(lastConversation),
      questions.asking { replies in
        let attributes = replies[attributes]?.strings ?? [:]
        let live = attributes["container-live"] ?? attributes["live"]
        return .known { desktop in
          if desktop.liveness.count > 2000 { desktop.liveness = [:] }
          desktop.liveness[object] = .some(live == "off" ? nil : live)
          if desktop.liveness[object] != .some(nil) { desktop.grew(object, by: text, at: place) }
        }
      })
  }

  /// Announces what has come into a live region: of objects, as of a paragraph that is added, the
  /// text itself holds but the sign that stands for each.
  private mutating func announce(
    growth text: String, at place: Int, of object: Accessible, isUrgent: Bool
  ) {
    let own = text.unicodeScalars.filter { $0 != TextPart.objectReplacement }
    let objects = text.unicodeScalars.enumerated().filter {
      $0.element == TextPart.objectReplacement
    }
    guard !objects.isEmpty, own.allSatisfy(\.properties.isWhitespace) else {
      return announce(String(String.UnicodeScalarView(own)), isUrgent: isUrgent, of: object)
    }
    guard liveQuestions < 16, place >= 0 else { return }
    let places = objects.prefix(Desktop.mostGrowth).map { place + $0.offset }
    begin(
      .live(lastConversation),
      object.objects(at: places).then { objects in
        Asking<String>.all(objects.map(\.textOrWords)).map { words in
          let words = words.filter { !$0.isEmpty }.joined(separator: " ")
          return { $0.announce(words, isUrgent: isUrgent, of: object) }
        }
      })
  }

  /// So many objects that come into a live region at once are told.
  private static let mostGrowth = 10

  private var liveQuestions: Int {
    conversations.values.count { if case .live = $0.slot { true } else { false } }
  }

  /// Something has appeared in the program that is shown: an alert or an info bar is announced.
  mutating func appeared(_ object: Accessible) {
    let asked = conversations.values.count {
      if case .appearance = $0.slot { true } else { false }
    }
    // A window that opens shows all that is in it, and some programs show something all the time.
    guard asked < 16, appearances.takes(at: now) else { return }
    var questions = Questions()
    let role = questions.ask(object.role)
    begin(
      .appearance(object),
      questions.asking { replies in
        guard let role = AccessibleRole(replies[role]), role.isAnnounced else {
          return .known { _ in }
        }
        return object.shownWords.map { words in
          // Tips come of the mouse, of which the reader may know nothing.
          { $0.announce(words, role == .toolTip ? .low : .default, of: object) }
        }
      })
  }
}

/// How many objects that appear a program is asked about in a second.
struct Appearances: Sendable {
  private var since = Duration.zero
  private var count = 0

  private static let mostInASecond = 40

  /// Whether one more is asked about.
  mutating func takes(at now: Duration) -> Bool {
    if now - since >= .seconds(1) { (since, count) = (now, 0) }
    count += 1
    return count <= Appearances.mostInASecond
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
  /// The objects that stand at places of its text; none if it cannot tell.
  fileprivate func objects(at places: [Int]) -> Asking<[Accessible]> {
    interfacesOnly.then { interfaces in
      guard interfaces.contains(.hypertext) else { return .known([]) }
      var questions = Questions()
      let indexes = questions.ask(places.map { linkIndex(at: $0) })
      return questions.asking { replies in
        var questions = Questions()
        let links = questions.ask(
          indexes.compactMap { replies[$0]?.integer }.filter { $0 >= 0 }.map { link($0) })
        return questions.asking { replies in
          var questions = Questions()
          let objects = questions.ask(
            links.compactMap { Accessible(replies[$0])?.linkObject })
          return questions.asking { replies in
            .known(objects.compactMap { Accessible(replies[$0]) })
          }
        }
      }
    }
  }

  /// What begins its text, else what can be read in it; nothing of a field.
  fileprivate var textOrWords: Asking<String> {
    basics().then { result in
      guard let basics = try? result.get(), !basics.isField, basics.states.contains(.visible)
      else { return .known("") }
      guard basics.interfaces.contains(.text) else { return shownWords }
      return Accessible.beginnings(of: [self]).then { texts in
        let words = texts.first ?? ""
        return words.isEmpty ? shownWords : .known(words)
      }
    }
  }

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
