// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// All that a display shows at a moment, and what each routing key on it means.
public struct Frame: Sendable {
  /// The display that it is for.
  public var size: DisplaySize
  /// The dots, row after row, `size.count` of them, with caret and selection in them.
  public var cells: [Cell]
  /// The print behind each row, then one blank for each blank cell behind it.
  public var text: [String]
  /// Where the caret is, as a cell over all rows; nil when it is not shown.
  public var caret: CellOffset?
  /// The cells that are under marks which blink, by their places: the caret's, and on a display of
  /// six dots those of what is selected or has the focus.
  public var underMarks: [CellOffset: Cell] = [:]
  /// Whether there is more to the left.
  public var pansLeft = false
  /// Whether there is more to the right.
  public var pansRight = false
  /// What it shows.
  public var kind: Kind
  /// The program whose content it is, by its name.
  public var producer: String?
  /// The element that it shows.
  public var element: String?
  /// What each cell is, as many as `cells`.
  public var routes: [Route]
  /// Which content of which program the routes are about.
  public var source: Source?

  /// What a frame shows (docs/protocol.md, "frame").
  public enum Kind: String, Sendable, CaseIterable {
    /// What a program shows.
    case content
    /// An announcement.
    case message
    /// Why a key did nothing.
    case answer
    /// Announcements that have been.
    case history
    /// What the key that was pressed does.
    case learn
    /// What helps: what the keys of the display do, and the details of an element.
    case help
    /// Settings to be changed.
    case menu
    /// What is chosen from, or what is typed to look for it.
    case chooser
    /// How things are.
    case status
    /// No program: blank.
    case idle
  }

  /// What a routing key on a cell means.
  public enum Route: Equatable, Sendable {
    /// Nothing is there.
    case nothing
    /// The element as a whole.
    case element
    /// An ancestor, by its place among those that are shown.
    case context(Int)
    /// A place in the element's text.
    case text(TextOffset)
    /// Another element that is shown with it, by its id.
    case member(String)
    /// A place in what is typed and is not in the text yet: the number of the open word's cell, below
    /// 0 before it.
    case pending(Int)
    /// A status cell.
    case status
  }

  /// Which content a frame was made of.
  public struct Source: Equatable, Sendable {
    /// The program's number.
    public var producer: Int
    /// The number of the focus that brought the element, which is another one each time.
    public var focus: Int
    /// Counts the changes of the element's text, so that a place in an older frame can be
    /// carried into the text as it is.
    public var revision: Int
    /// The ids of the ancestors that routes are about.
    public var context: [String]

    /// The content of a program at a moment.
    public init(producer: Int, focus: Int, revision: Int, context: [String]) {
      self.producer = producer
      self.focus = focus
      self.revision = revision
      self.context = context
    }
  }

  /// A frame that shows nothing.
  public init(blank size: DisplaySize, kind: Kind) {
    self.size = size
    self.kind = kind
    cells = Array(repeating: .blank, count: size.count)
    routes = Array(repeating: .nothing, count: size.count)
    // As bytes at once: a string that is repeated is appended again and again.
    let row = [UInt8](repeating: UInt8(ascii: " "), count: size.columns)
    text = Array(repeating: String(decoding: row, as: UTF8.self), count: size.rows)
  }

  /// The cells of a row.
  public func row(_ index: Int) -> ArraySlice<Cell> {
    cells[index * size.columns..<(index + 1) * size.columns]
  }

  /// What a routing key means; nothing for a cell that is not on the display.
  public func route(of cell: Int) -> Route {
    routes.indices.contains(cell) ? routes[cell] : .nothing
  }
}

extension Frame: Equatable {
  /// Frames are equal if size, cells, print, caret and kind are, whatever they mean.
  public static func == (left: Frame, right: Frame) -> Bool {
    left.cells == right.cells && left.size == right.size && left.text == right.text
      && left.caret == right.caret && left.kind == right.kind
  }
}
