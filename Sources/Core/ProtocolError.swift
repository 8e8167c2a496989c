// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a message is refused, as the protocol tells it (docs/protocol.md, "Errors").
public struct ProtocolError: Error, Equatable, Sendable {
  /// The kind of the error.
  public var code: Code
  /// What is wrong and what would be right, as a sentence.
  public var message: String
  /// The member that is wrong, from the params on: `element.text.caret`.
  public var field: String?
  /// The limit that was passed, and how much it allows.
  public var limit: Limit?
  /// The versions of the protocol that the daemon knows.
  public var supported: [Int]?
  /// The version of the text that the daemon holds.
  public var version: Int?

  /// The codes of JSON-RPC and of ours.
  public enum Code: Int, Sendable, CaseIterable {
    /// The line is no JSON.
    case noJSON = -32700
    /// It is no request.
    case noRequest = -32600
    /// There is no such method.
    case noSuchMethod = -32601
    /// A member of the params is wrong.
    case params = -32602
    /// This socket does not take it.
    case notPermitted = 1
    /// A limit is passed.
    case tooLarge = 2
    /// There is no such element.
    case noSuchElement = 3
    /// There is no display.
    case noDisplay = 4
    /// No version of the protocol is known to both.
    case noCommonVersion = 5
    /// What it is about has changed meanwhile.
    case stale = 6
  }

  /// A limit of the protocol.
  public struct Limit: Equatable, Sendable {
    /// What is limited.
    public var name: String
    /// How much is allowed.
    public var max: Int

    /// A limit with what it allows.
    public init(name: String, max: Int) {
      self.name = name
      self.max = max
    }
  }

  /// An error of a kind.
  public init(_ code: Code, _ message: String, field: String? = nil) {
    self.code = code
    self.message = message
    self.field = field
  }

  /// A change of a text that the daemon does not hold; `version` is the one that it does.
  public init(stale version: Int?) {
    self.init(.stale, "base is not the version that is held here; send the whole text by change")
    self.version = version
  }

  /// A limit that was passed.
  public init(limit name: String, max: Int, field: String? = nil) {
    self.init(.tooLarge, "\(name) is over the limit of \(max); send less", field: field)
    limit = Limit(name: name, max: max)
  }
}

/// The protocol's limits (docs/protocol.md, "Transport").
public enum Limits {
  /// Bytes of a line, without its end.
  public static let line = 4 << 20
  /// Scalars of a text.
  public static let text = 262_144
  /// Elements of a tree.
  public static let elements = 50_000
  /// Levels of a tree.
  public static let levels = 128
  /// Bytes of an id.
  public static let id = 256
  /// Scalars of all that one program shows.
  public static let program = 4_194_304
  /// Connections at once.
  public static let connections = 64
  /// Unsent messages of a connection.
  public static let unsent = 256

  /// All limits by their names, in a fixed order.
  public static let all: [(name: String, max: Int)] = [
    ("line", line), ("text", text), ("elements", elements), ("levels", levels), ("id", id),
    ("program", program), ("connections", connections), ("unsent", unsent),
  ]
}
