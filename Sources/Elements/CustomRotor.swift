// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// Something that can be done with an element beside what is done with any.
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

/// A way of a program's own to step through its screen.
public struct CustomRotor: Equatable, Sendable {
  /// What the program knows it by.
  public var name: String
  /// What the reader knows it by.
  public var label: String
  /// Where it stops, in order.
  public var stops: [Stop]

  /// Where a rotor stops.
  public struct Stop: Equatable, Sendable {
    /// The element.
    public var id: String
    /// The stretch of its text, if it is not all of it; the end may be left out.
    public var start: TextOffset?
    /// The end of the stretch.
    public var end: TextOffset?

    /// An element, or a stretch of its text.
    public init(_ id: String, start: TextOffset? = nil, end: TextOffset? = nil) {
      self.id = id
      self.start = start
      self.end = end
    }
  }

  /// A way to step through a screen.
  public init(name: String, label: String, stops: [Stop]) {
    self.name = name
    self.label = label
    self.stops = stops
  }
}
