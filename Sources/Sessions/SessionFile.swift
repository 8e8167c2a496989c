// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Commands
import Core
public import Wire

/// A session file: what programs say, what the reader presses, and what must come of it.
public struct SessionFile: Sendable {
  /// Its lines, but for comments and blank ones.
  public private(set) var steps: [Step] = []

  /// A line that says something.
  public struct Step: Sendable {
    /// Its number in the file, from 1.
    public var line: Int
    /// What it says.
    public var kind: Kind
  }

  /// What a line says.
  public enum Kind: Equatable, Sendable {
    /// The display has this size from now on, and cells of six dots or eight; nil: it is unplugged.
    ///
    /// The driver and the model are what brltty calls them, a blank between; `session` if nothing
    /// is said.
    case display(DisplaySize?, hasSixDots: Bool = false, device: String = "session")
    /// A setting.
    case set(name: String, value: String)
    /// One cell for each scalar instead of liblouis.
    case plainTranslator
    /// A program says a line, exactly as on the wire.
    case say(String, [UInt8])
    /// A program connects.
    case connect(String)
    /// A program leaves.
    case disconnect(String)
    /// Keys are pressed, one after another.
    case keys([KeyPress])
    /// Time passes.
    case wait(Duration)
    /// Something must have happened.
    case expect(Expectation)

    /// Whether it makes something happen.
    var isInput: Bool {
      if case .expect = self { false } else { true }
    }
  }

  /// Something that must have happened since the last input.
  public enum Expectation: Equatable, Sendable {
    /// A row of a frame's print.
    case text(String)
    /// A row of a frame's cells; blank ones at the end may be left out.
    case cells([Cell])
    /// The same of the frame without the marks that blink, while they are hidden.
    case unmarkedCells([Cell])
    /// Where the caret is, column and row; nil: nowhere.
    case caret(column: Int, row: Int, isNone: Bool)
    /// The frame's kind.
    case kind(String)
    /// No frame.
    case same
    /// A command to a program.
    case command(String, JSONValue)
    /// No command to a program.
    case noCommand(String)
    /// An error or rejection that has at least these members.
    case error(String, JSONValue)
  }

  /// Reads a file's content; all lines that cannot be read are told together.
  public init(parsing text: String) throws(InvalidSession) {
    var problems: [InvalidSession.Problem] = []
    // A carriage return before the end is a character with it.
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      guard let content = SessionFile.content(line) else { continue }
      do throws(InvalidLine) {
        steps.append(Step(line: index + 1, kind: try SessionFile.parse(content)))
      } catch {
        problems.append(InvalidSession.Problem(line: index + 1, reason: error.reason))
      }
    }
    if let first = steps.first(where: { $0.kind.isInput }), !first.kind.isPreamble {
      problems.append(
        InvalidSession.Problem(line: first.line, reason: "the display's size must come first"))
    }
    if !problems.isEmpty { throw InvalidSession(problems: problems) }
  }

  /// A line without the blanks before it; nil for a comment or a blank one.
  private static func content(_ line: Substring) -> Substring? {
    let content = line.drop { $0 == " " || $0 == "\t" }
    return content.isEmpty || content.first == "#" ? nil : content
  }
}

/// Why a session file cannot be played.
public struct InvalidSession: Error, Equatable, Sendable {
  /// What is wrong, in the order of the lines.
  public let problems: [Problem]

  /// A line that cannot be read.
  public struct Problem: Equatable, Sendable {
    /// Its number, from 1.
    public var line: Int
    /// What is wrong with it.
    public var reason: String
  }
}

/// Why a line cannot be read.
struct InvalidLine: Error {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}

extension SessionFile.Kind {
  /// Whether it may come before the display has a size.
  fileprivate var isPreamble: Bool {
    switch self {
    case .display, .set, .plainTranslator: true
    default: false
    }
  }
}
