// SPDX-License-Identifier: GPL-3.0-or-later

/// The members of an element that few have, by the protocol's names.
public struct Rest: Equatable, Sendable {
  /// What to do with it; said last.
  public var hint: String?
  /// More about it than its label.
  public var description: String?
  /// Further content that is read on request.
  public var details: [Detail]?
  /// A word instead of that for the role.
  public var roleDescription: String?
  /// A word instead of those for the states.
  public var stateDescription: String?
  /// The label for braille, which wins over `label`.
  public var brailleLabel: String?
  /// The role's word for braille, which wins over `roleDescription`.
  public var brailleRoleDescription: String?
  /// What an empty field shows.
  public var placeholder: String?
  /// The language of its words, in BCP 47.
  public var language: String?
  /// `true`, `false`, `grammar` or `spelling`.
  public var invalid: String?
  /// `true`, `false`, `page`, `step`, `location`, `date` or `time`.
  public var current: String?
  /// `true`, `false`, `menu`, `listbox`, `tree`, `grid` or `dialog`.
  public var hasPopup: String?
  /// `off`, `polite` or `assertive`.
  public var live: String?
  /// What the program completes, as in ARIA.
  public var autocomplete: String?
  /// `horizontal` or `vertical`.
  public var orientation: String?
  /// `ascending`, `descending` or `other`.
  public var sort: String?
  /// HTML's type of an input field, or `code`.
  public var inputType: String?
  /// Its place among its like, from 1.
  public var positionInSet: Int?
  /// How many its like are; on a container the number of its items.
  public var setSize: Int?
  /// Its row, from 1.
  public var rowIndex: Int?
  /// Its column, from 1.
  public var columnIndex: Int?
  /// The table's rows.
  public var rowCount: Int?
  /// The table's columns.
  public var columnCount: Int?
  /// How many rows a cell covers.
  public var rowSpan: Int?
  /// How many columns a cell covers.
  public var columnSpan: Int?
  /// A word instead of the row's number.
  public var rowIndexText: String?
  /// A word instead of the column's number.
  public var columnIndexText: String?
  /// The headers of its row, outermost first.
  public var rowHeaders: [Header]?
  /// The headers of its column, outermost first.
  public var columnHeaders: [Header]?
  /// A value that is a number.
  public var range: ValueRange?
  /// Where it is on the screen.
  public var frame: Frame?
  /// Where a click activates it.
  public var activationPoint: Point?
  /// What is wrong with it.
  public var errorMessage: String?
  /// The key that activates it.
  public var shortcut: String?
  /// The id of where an in-page link leads.
  public var target: String?
  /// What can be done with it beside activating it, in order.
  public var actions: [CustomAction]?

  /// Nothing is given.
  public init() {}

  /// A piece of further content.
  public struct Detail: Equatable, Sendable {
    /// What it is.
    public var label: String?
    /// The content.
    public var value: String

    /// A piece of further content.
    public init(label: String?, value: String) {
      self.label = label
      self.value = value
    }
  }

  /// Something that can be done with an element, as VoiceOver's custom actions.
  public struct CustomAction: Equatable, Sendable {
    /// What the program knows it by.
    public var name: String
    /// What the reader knows it by.
    public var label: String

    /// Something that can be done.
    public init(name: String, label: String) {
      self.name = name
      self.label = label
    }
  }

  /// A table header.
  public struct Header: Equatable, Sendable {
    /// The header in full.
    public var text: String
    /// A shorter form for narrow displays.
    public var short: String?

    /// A header and its shorter form.
    public init(text: String, short: String? = nil) {
      self.text = text
      self.short = short
    }
  }

  /// A value that is a number in a range.
  public struct ValueRange: Equatable, Sendable {
    /// The least value.
    public var min: Double?
    /// The greatest value.
    public var max: Double?
    /// The value now.
    public var now: Double?
    /// The value now in words.
    public var text: String?

    /// Nothing is given.
    public init() {}

    /// How much of the range the value is, in percent from 0 to 100; nil without a real range.
    public var percent: Int? {
      let (low, high) = (min ?? 0, max ?? 100)
      guard let now, high > low, now.isFinite, high.isFinite, low.isFinite else { return nil }
      return Int((Swift.min(1, Swift.max(0, (now - low) / (high - low))) * 100).rounded())
    }
  }

  /// A rectangle on the screen, in the program's own unit.
  public struct Frame: Equatable, Sendable {
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
  public struct Point: Equatable, Sendable {
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
}
