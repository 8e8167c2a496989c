// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Commands
public import Elements
public import Panning
public import Translation

/// Names a program for as long as it is connected; never used again.
public struct ProgramID: Hashable, Comparable, Sendable {
  /// The number of the connection, from 1.
  public let number: Int

  /// The program of a connection.
  public init(_ number: Int) {
    self.number = number
  }

  /// Whether the left one connected before the right one.
  public static func < (left: ProgramID, right: ProgramID) -> Bool {
    left.number < right.number
  }
}

/// What happens to the engine.
public enum Input: Equatable, Sendable {
  /// A program connected; what it is called until it says so itself.
  case connected(ProgramID, name: String, pid: Int)
  /// A program left, and all that it said was handled.
  case disconnected(ProgramID)
  /// A program says something; `id` if it wants a reply, `ack` if it acknowledges commands.
  case message(ProgramID, Message, id: RequestID?, ack: Int?)
  /// A key was pressed while the display showed this frame.
  case key(KeyPress, on: Frame?)
  /// The display came, went or changed.
  case display(DisplayState)
  /// The translator has answers that it did not have before.
  case translated
  /// Time has passed.
  case tick
  /// The configuration was read again.
  case configuration(Settings, Resources)
  /// Settings that were to be kept are in the user's file, or (the reason) could not be.
  case saved([SettingValue], failure: String?)
  /// The configuration that the reader asked for has been read again, or (the reason) could not
  /// be; what is wrong in it, if anything is, in English.
  case reloaded(failure: String?, finding: String? = nil)
}

/// What is known of the display.
public struct DisplayState: Equatable, Sendable {
  /// Its size; nil when there is none.
  public var size: DisplaySize?
  /// brltty's name for the driver, or ours: `terminal`, `none`.
  public var driver: String
  /// The model, as far as it is known.
  public var model: String
  /// Whether somebody else shows something when we do not.
  public var isShared: Bool
  /// Whether its cells have six dots only.
  public var hasSixDots: Bool
  /// The commands of brltty that its keys are bound to; nil: not known, or any.
  public var commands: Set<BrlttyCommand>?
  /// Whether any of its keys may come as a keysym.
  public var sendsKeysyms: Bool
  /// Why there is none, and what to do, as a sentence without its full stop; nil if it is not
  /// known.
  public var problem: String?

  /// A display, or that there is none.
  public init(
    size: DisplaySize?, driver: String = "", model: String = "", isShared: Bool = false,
    hasSixDots: Bool = false, commands: Set<BrlttyCommand>? = nil, sendsKeysyms: Bool = true,
    problem: String? = nil
  ) {
    self.size = size
    self.driver = driver
    self.model = model
    self.isShared = isShared
    self.hasSixDots = hasSixDots
    self.commands = commands
    self.sendsKeysyms = sendsKeysyms
    self.problem = problem
  }

  /// No display.
  public static let none = DisplayState(size: nil)
}

/// What the engine wants done.
public enum Output: Equatable, Sendable {
  /// A request is answered.
  case reply(ProgramID, RequestID, Reply)
  /// A notification is refused.
  case rejected(ProgramID, method: String, ProtocolError)
  /// A program is to do something.
  case command(ProgramID, Order)
  /// An observer is to be told, at once and from now on.
  case observe(ProgramID, Set<ObservedEvent>)
  /// The display is another one: observers are to be told.
  case display(DisplayState)
  /// Settings are to be kept in the user's file; `saved` tells what came of it.
  case save([SettingValue])
  /// The configuration is to be read again; `reloaded` tells that it was, or was not.
  case reload
}

/// A command with whom it is for.
public struct Order: Equatable, Sendable {
  /// The command.
  public var command: Command
  /// The element; nil for a move and a key.
  public var element: String?
  /// The number that the program acknowledges; nil if it does not.
  public var sequence: Int?
  /// The version of the text that the offsets count in; nil if it has none.
  public var version: Int?

  /// A command with whom it is for.
  public init(
    _ command: Command, element: String? = nil, sequence: Int? = nil, version: Int? = nil
  ) {
    self.command = command
    self.element = element
    self.sequence = sequence
    self.version = version
  }
}

/// The answer to a request.
public enum Reply: Equatable, Sendable {
  /// Done.
  case done
  /// Refused.
  case error(ProtocolError)
  /// To `hello`: the version of the protocol, and the display.
  case hello(version: Int, DisplayState)
  /// To `status`.
  case status(Status)
  /// To `settings`: all of them, by name.
  case settings([SettingValue])
  /// To `explain`: the lines of the element.
  case explanation([LineExplanation])
  /// To `history`: the announcements, the newest first.
  case history([PastAnnouncement])
}

/// Something that has been announced.
public struct PastAnnouncement: Equatable, Sendable {
  /// When, as Unix time in ms.
  public var time: Int
  /// By which program.
  public var producer: String
  /// What.
  public var announcement: Announcement
}

/// How things are.
public struct Status: Equatable, Sendable {
  /// The display.
  public var display: DisplayState
  /// The programs, in the order in which they connected.
  public var producers: [Producer]
  /// The element that is shown.
  public var focus: String?
  /// The table in use for what is read in the reader's language.
  public var table: String
  /// Whether that table can be used.
  public var tableCondition: TableCondition
  /// All settings.
  public var settings: [SettingValue]
  /// What has been counted since the start.
  public var counters: [Counter]
  /// Since the start, in ms.
  public var uptime: Int

  /// A program that is connected.
  public struct Producer: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// Its process.
    public var pid: Int
    /// Whom it speaks for.
    public var rank: Hello.Rank
    /// Whether its window is not active.
    public var isPaused: Bool
    /// Whether it has said what has the focus: others only look on, announce or ask.
    public var showsFocus: Bool

    /// A program as it is told of.
    public init(name: String, pid: Int, rank: Hello.Rank, isPaused: Bool, showsFocus: Bool) {
      self.name = name
      self.pid = pid
      self.rank = rank
      self.isPaused = isPaused
      self.showsFocus = showsFocus
    }
  }

  /// Something that is counted.
  public struct Counter: Equatable, Sendable {
    /// What it counts.
    public var name: String
    /// How many there were.
    public var count: Int

    /// A count.
    public init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }
}
