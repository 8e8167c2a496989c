// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
public import Core
import Elements

/// A program with one text that can be edited, as a value: commands go in, what it says comes out
/// (docs/protocol.md, "Text").
///
/// It is written by the protocol alone, so that what brailled does with it is what brailled does
/// with any program of its kind.
public struct Editor: Sendable {
  /// What kind of program it is.
  public let manner: Manner
  /// The id of its element.
  public let id: String
  /// The label of its element.
  public let label: String
  /// Its text.
  public internal(set) var text: [Unicode.Scalar]
  /// Where the next character goes, as a count of scalars.
  public internal(set) var caret: Int
  /// The other end of what is selected; the caret if nothing is.
  public internal(set) var anchor: Int
  /// Counts the changes of the text.
  public internal(set) var version = 1
  /// What was cut or copied last.
  public internal(set) var clipboard: [Unicode.Scalar] = []
  /// How often which command came, by the protocol's names.
  public internal(set) var commands: [String: Int] = [:]
  /// How many commands it has refused because its text had changed (error 6).
  public internal(set) var refusals = 0

  /// The number of the last command that it took; what it says acknowledges it.
  var taken: Int?
  /// All replacements so far, with the version that each made.
  var log: [(version: Int, replacement: Replacement)] = []
  /// What was changed, to be taken back, the last one last.
  var past: [Step] = []
  /// What was taken back, to be made again.
  var future: [Step] = []

  /// What programs of different kinds do differently.
  public struct Manner: Hashable, Sendable {
    /// How it counts changes, and what it does with offsets into an earlier text.
    public var versions: Versions
    /// How it says what has changed.
    public var telling: Telling
    /// Whether it acknowledges commands.
    public var acknowledges: Bool

    /// A kind of program.
    public init(_ versions: Versions, _ telling: Telling, acknowledges: Bool = true) {
      self.versions = versions
      self.telling = telling
      self.acknowledges = acknowledges
    }

    /// It sends its whole text and knows nothing of versions and acknowledgements.
    public static let simple = Manner(.none, .updates, acknowledges: false)
  }

  /// How a program counts changes.
  public enum Versions: Hashable, Sendable {
    /// Not at all: offsets are taken as they stand.
    case none
    /// It carries offsets through what has changed since, and refuses a `replaceText` whose range was
    /// touched.
    case carrying
    /// It refuses all offsets into a text that has changed since.
    case refusing
  }

  /// How a program says what has changed.
  public enum Telling: Hashable, Sendable {
    /// By `edit`, with each change.
    case edits
    /// By `change`, with the whole text.
    case changes
    /// By `update`, with the whole element.
    case updates
  }

  /// What it says, and the command that this acknowledges.
  public struct Said: Equatable, Sendable {
    /// The message.
    public var message: Message
    /// The number of the last command that it has done.
    public var ack: Int?

    /// A message, and what it acknowledges.
    public init(message: Message, ack: Int?) {
      self.message = message
      self.ack = ack
    }
  }

  /// A change that can be taken back.
  struct Step: Equatable, Sendable {
    var start: Int
    var removed: [Unicode.Scalar]
    var inserted: [Unicode.Scalar]
    var caret: Int
  }

  /// What is compared with what it was.
  struct State {
    var version: Int
    var caret: Int
    var anchor: Int

    init(_ editor: Editor) {
      (version, caret, anchor) = (editor.version, editor.caret, editor.anchor)
    }
  }

  /// A program of a kind, with the caret at the end of its text.
  public init(
    _ manner: Manner, text: String = "", id: String = "editor", label: String = ""
  ) {
    self.manner = manner
    self.id = id
    self.label = label
    self.text = Array(text.unicodeScalars)
    caret = self.text.count
    anchor = caret
  }

  /// The text as a string.
  public var string: String { String(String.UnicodeScalarView(text)) }

  /// What is selected; empty if nothing is.
  public var selection: Range<Int> { min(caret, anchor)..<max(caret, anchor) }

  // MARK: What happens to it

  /// Does a command, or refuses it; gives what it says then.
  public mutating func take(_ order: Order) -> [Said] {
    commands[order.command.name, default: 0] += 1
    if manner.acknowledges { taken = order.sequence ?? taken }
    guard order.element == nil || order.element == id else { return done(.gone) }
    let before = State(self)
    do throws(Refusal) {
      let changes = try apply(order)
      if changes.isEmpty, caret == before.caret, anchor == before.anchor { return done(nil) }
      return tell(changes, since: before)
    } catch {
      if error == .stale { refusals += 1 }
      return done(error)
    }
  }

  /// Somebody else writes in the text, or the program itself corrects it; the caret moves along.
  public mutating func write(_ new: String, over range: Range<Int>) -> [Said] {
    let before = State(self)
    let change = replace(range, with: Array(new.unicodeScalars), movesCaret: false)
    return tell([change], since: before)
  }

  /// Somebody else puts the caret elsewhere, with nothing selected.
  public mutating func putCaret(at place: Int) -> [Said] {
    let before = State(self)
    (caret, anchor) = (place, place)
    return tell([], since: before)
  }

  /// What of a command it refuses.
  enum Refusal: Int, Error {
    case gone = 3
    case stale = 6
    case notPossible = 7
    case nothingFurther = 8
  }
}
