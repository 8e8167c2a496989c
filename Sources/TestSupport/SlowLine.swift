// SPDX-License-Identifier: GPL-3.0-or-later

/// A way on which things take their time and come in order, in simulated time.
public struct SlowLine<Item: Sendable>: Sendable {
  private var items: [(due: Duration, item: Item)] = []
  private var lastDue = Duration.zero

  /// A way on which nothing is.
  public init() {}

  /// Whether nothing is on its way.
  public var isEmpty: Bool { items.isEmpty }

  /// When the next one comes; nil: nothing is on its way.
  public var nextDue: Duration? { items.first?.due }

  /// Sends something that takes so long, or longer if what is before it does.
  public mutating func send(_ item: Item, at time: Duration, taking delay: Duration) {
    lastDue = max(lastDue, time + delay)
    items.append((lastDue, item))
  }

  /// The next one, if it has come by now.
  public mutating func next(at time: Duration) -> Item? {
    guard let first = items.first, first.due <= time else { return nil }
    items.removeFirst()
    return first.item
  }
}
