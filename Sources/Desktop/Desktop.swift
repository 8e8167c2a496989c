// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus

/// What decides for the desktop's producer: events of the accessibility bus become messages to
/// brailled, and brailled's commands become calls.
///
/// It is a value: no clock, socket or thread is in it. The time is a span since any fixed moment.
public struct Desktop: Sendable {
  /// A producer that knows nothing yet.
  public init() {}

  /// What it can do for brailled: the commands of its `hello`.
  public static let commands: Set<String> = []

  /// Takes what happened, and tells what is to be done, in order.
  public mutating func handle(_ input: Input, at time: Duration) -> [Output] { [] }

  /// Whether a signal is of any use, told before its arguments are read: most of a flood is not.
  public func wants(_ head: BusSignal.Head) -> Bool { true }

  /// When `tick` is wanted; nil: not.
  public var nextWake: Duration? { nil }

  /// The match rules of the signals that it wants from the bus.
  public static let matches: [String] = []
}
