// SPDX-License-Identifier: GPL-3.0-or-later
public import Commands
public import Elements

/// What a program says (docs/protocol.md, "From the program").
public enum Message: Equatable, Sendable {
  /// Who it is and what it can do.
  case hello(Hello)
  /// This element has the focus; its ancestors, the outermost first.
  case focus(Element, ancestors: [Element])
  /// A new screen.
  case screen(NewScreen)
  /// New elements on the screen.
  case insert(Insertion)
  /// Elements leave the screen, with what is in them.
  case remove([String], focus: String?)
  /// A smaller change of the screen: where the focus is now, and something to be read.
  case layoutChanged(focus: String?, text: String?)
  /// Each of these replaces the element of its id whole.
  case update([Element], focus: String?)
  /// These elements change in part.
  case change([ElementChange], focus: String?)
  /// The text of the element of this id changes.
  case edit(String, TextEdit)
  /// Something to be read, whatever has the focus.
  case announce(Announcement)
  /// What is shown after a scroll.
  case pageScrolled(String)
  /// A command is finished.
  case done(sequence: Int, failure: CommandFailure?)
  /// The program's window is not active; with a lock nothing of anybody is shown.
  case pause(lock: Bool)
  /// The program's window is active again.
  case resume
  /// What the program showed is to be forgotten.
  case release
  /// How things are.
  case status
  /// Settings to change, by name; the result tells all.
  case settings([SettingChange])
  /// What has been announced, at most so many.
  case history(limit: Int?)
  /// How an element comes to its cells; in a language, on a display of so many columns.
  case explain(Element, language: String?, columns: Int?)
  /// Keys, as if pressed on the display.
  case press([KeyPress])
  /// What is shown is to be told, now and from now on.
  case observe(Set<ObservedEvent>)

  /// The method's name in the protocol.
  public var method: String {
    switch self {
    case .hello: "hello"
    case .focus: "focus"
    case .screen: "screen"
    case .insert: "insert"
    case .remove: "remove"
    case .layoutChanged: "layoutChanged"
    case .update: "update"
    case .change: "change"
    case .edit: "edit"
    case .announce: "announce"
    case .pageScrolled: "pageScrolled"
    case .done: "done"
    case .pause: "pause"
    case .resume: "resume"
    case .release: "release"
    case .status: "status"
    case .settings: "settings"
    case .history: "history"
    case .explain: "explain"
    case .press: "press"
    case .observe: "observe"
    }
  }

  /// Whether it only asks, or is about brailled and not about what the program shows.
  var isQuestion: Bool {
    switch self {
    case .hello, .status, .settings, .history, .explain, .press, .observe: true
    case .focus, .screen, .insert, .remove, .layoutChanged, .update, .change, .edit, .announce,
      .pageScrolled, .done, .pause, .resume, .release:
      false
    }
  }

  /// Whether the producers' socket takes it too.
  public var isForProducers: Bool { Message.producerMethods.contains(method) }

  /// The methods that the producers' socket takes.
  public static let producerMethods: Set<String> = [
    "hello", "focus", "screen", "update", "change", "insert", "remove", "edit", "layoutChanged",
    "announce", "pageScrolled", "done", "pause", "resume", "release",
  ]

  /// All methods.
  public static let methods: Set<String> = producerMethods.union([
    "status", "settings", "history", "explain", "press", "observe",
  ])
}

/// A screen as a program hands it over.
public struct NewScreen: Equatable, Sendable {
  /// What is at the top of it, in order.
  public var elements: [Element]
  /// What it is called.
  public var title: String?
  /// The id of the element that the cursor goes to.
  public var focus: String?
  /// The language of what names none, in BCP 47.
  public var language: String?
  /// Ways of its own to step through it.
  public var rotors: [CustomRotor]

  /// A screen of some elements.
  public init(
    elements: [Element], title: String? = nil, focus: String? = nil, language: String? = nil,
    rotors: [CustomRotor] = []
  ) {
    self.rotors = rotors
    self.elements = elements
    self.title = title
    self.focus = focus
    self.language = language
  }
}

/// New elements on a screen, and where they are put.
public struct Insertion: Equatable, Sendable {
  /// What comes.
  public var elements: [Element]
  /// The id of what they come into; nil: what `before` or `after` is in, or the top.
  public var parent: String?
  /// The id of what they come before.
  public var before: String?
  /// The id of what they come behind.
  public var after: String?
  /// The id of the element that the cursor goes to.
  public var focus: String?

  /// Elements that come last at the top.
  public init(elements: [Element]) {
    self.elements = elements
  }
}

/// What a program says of itself.
public struct Hello: Equatable, Sendable {
  /// Its name, as a reader knows it.
  public var name: String
  /// The highest version of the protocol that it knows; nil: 1.
  public var version: Int?
  /// Whether it acknowledges commands.
  public var acknowledges: Bool
  /// The commands that it can do; nil: all.
  public var commands: Set<String>?
  /// Whether it speaks for itself or for the desktop.
  public var rank: Rank

  /// What a program says of itself.
  public init(
    name: String, version: Int? = nil, acknowledges: Bool = false,
    commands: Set<String>? = nil, rank: Rank = .application
  ) {
    self.name = name
    self.version = version
    self.acknowledges = acknowledges
    self.commands = commands
    self.rank = rank
  }

  /// Whom a program speaks for; an application goes before the desktop.
  public enum Rank: String, Sendable, CaseIterable {
    /// For itself.
    case application
    /// For all applications that do not speak for themselves.
    case desktop
  }
}

/// Why a program did not do a command.
public struct CommandFailure: Equatable, Sendable {
  /// One of the protocol's error codes.
  public var code: Int
  /// The program's own words.
  public var message: String

  /// A failure with the program's words.
  public init(code: Int, message: String) {
    self.code = code
    self.message = message
  }
}

/// A setting with the value that it is to have, both as they were sent.
public struct SettingChange: Equatable, Sendable {
  /// The setting's name: `braille.mode`.
  public var name: String
  /// The value as a configuration file would write it.
  public var value: String

  /// A setting with its new value.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// What an observer is told about.
public enum ObservedEvent: String, CaseIterable, Sendable {
  /// What the display shows.
  case frame
  /// The display coming, going and changing.
  case display
  /// Keys that are pressed.
  case keys
  /// Commands that go to programs.
  case commands
  /// What programs say, and all else that a recording needs.
  case messages

  /// What is told to who names nothing.
  public static let usual: Set<ObservedEvent> = [.frame, .display]
}

/// The `id` of a request, which its reply repeats.
public enum RequestID: Equatable, Sendable {
  /// A string.
  case text(String)
  /// An integer.
  case number(Int)
}
