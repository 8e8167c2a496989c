// SPDX-License-Identifier: MIT

extension Element {
  /// `true`, `false`, or a word.
  public enum Token: Encodable, Equatable, Sendable, ExpressibleByBooleanLiteral,
    ExpressibleByStringLiteral
  {
    /// It is so, or it is not.
    case bool(Bool)
    /// It is so in a way that has a name.
    case word(String)

    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A word.
    public init(stringLiteral value: String) { self = .word(value) }

    /// Writes it as JSON has it.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let value): try container.encode(value)
      case .word(let word): try container.encode(word)
      }
    }
  }

  /// Something that is in an element.
  public enum Child: Encodable, Equatable, Sendable {
    /// An element.
    case element(Element)
    /// The element of this id, as it is; it is moved here.
    case reference(String)

    /// Writes the element, or its id.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .element(let element): try container.encode(element)
      case .reference(let id): try container.encode(id)
      }
    }
  }

  /// A piece of further content.
  public struct Detail: Encodable, Equatable, Sendable {
    /// What it is.
    public var label: String?
    /// The content.
    public var value: String

    /// A piece of further content.
    public init(label: String? = nil, value: String) {
      self.label = label
      self.value = value
    }
  }

  /// A table header.
  public struct Header: Encodable, Equatable, Sendable {
    /// The header in full.
    public var text: String
    /// A shorter form for narrow displays.
    public var short: String?

    /// A header and its shorter form.
    public init(_ text: String, short: String? = nil) {
      self.text = text
      self.short = short
    }
  }

  /// A value that is a number.
  public struct ValueRange: Encodable, Equatable, Sendable {
    /// The least value.
    public var min: Double?
    /// The greatest value.
    public var max: Double?
    /// The value now.
    public var now: Double?
    /// The value now in words.
    public var text: String?

    /// A value in a range.
    public init(
      min: Double? = nil, max: Double? = nil, now: Double? = nil, text: String? = nil
    ) {
      self.min = min
      self.max = max
      self.now = now
      self.text = text
    }
  }

  /// A rectangle on the screen, in the program's own unit.
  public struct Frame: Encodable, Equatable, Sendable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// From the left to the right edge.
    public var width: Double
    /// From the top to the bottom edge.
    public var height: Double

    /// A rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// A point on the screen, in the program's own unit.
  public struct Point: Encodable, Equatable, Sendable {
    /// From the left.
    public var x: Double
    /// From the top.
    public var y: Double

    /// A point.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// Something that can be done with an element beside what is done with any.
  public struct Action: Encodable, Equatable, Sendable {
    /// What the command `performAction` calls it.
    public var name: String
    /// What the reader reads; nil: the name.
    public var label: String?

    /// Something that can be done.
    public init(_ name: String, label: String? = nil) {
      self.name = name
      self.label = label
    }
  }

  /// A way of the program's own to step through elements.
  public struct Rotor: Encodable, Equatable, Sendable {
    /// What the command `move` calls it, as its `unit`.
    public var name: String
    /// What the reader reads; nil: the name.
    public var label: String?
    /// Where it stops, in order.
    public var items: [Stop]

    /// Where a rotor stops.
    public struct Stop: Encodable, Equatable, Sendable {
      /// The element.
      public var id: String
      /// Where in its text, if it is not all of it.
      public var start: Int?
      /// The end of that stretch.
      public var end: Int?

      /// An element, or a stretch of its text.
      public init(_ id: String, start: Int? = nil, end: Int? = nil) {
        self.id = id
        self.start = start
        self.end = end
      }
    }

    /// A way to step through elements.
    public init(_ name: String, label: String? = nil, items: [Stop]) {
      self.name = name
      self.label = label
      self.items = items
    }
  }
}

/// The text of an element, or the slice of it that is sent; offsets count Unicode scalars.
public struct Text: Encodable, Equatable, Sendable {
  /// The characters.
  public var content: String
  /// Higher after each change of content; nil: it is not counted.
  public var version: Int?
  /// Where `content` starts in the whole text; nil: at its beginning.
  public var offset: Int?
  /// The length of the whole text; nil: it ends with `content`.
  public var length: Int?
  /// Where the next character goes.
  public var caret: Int?
  /// The other end of what is selected.
  public var anchor: Int?
  /// Stretches with something of their own.
  public var runs: [Run]?
  /// Whether blanks and lines stay as they are.
  public var preformatted: Bool?
  /// False: it is never contracted.
  public var contracted: Bool?

  /// A stretch of text with something of its own.
  public struct Run: Encodable, Equatable, Sendable {
    /// Where it begins.
    public var start: Int
    /// Where it ends.
    public var end: Int
    /// Names of styles: `bold`, `link`, `misspelled`.
    public var style: [String]?
    /// Its language, in BCP 47.
    public var language: String?
    /// The id of what a routing key on it activates.
    public var element: String?

    /// A stretch of text.
    public init(_ start: Int, _ end: Int, style: [String]? = nil) {
      self.start = start
      self.end = end
      self.style = style
    }
  }

  /// A text, and where its caret is.
  public init(_ content: String, version: Int? = nil, caret: Int? = nil, anchor: Int? = nil) {
    self.content = content
    self.version = version
    self.caret = caret
    self.anchor = anchor
  }
}
