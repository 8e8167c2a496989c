// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus

/// Something that is to be found out by calls, in trips: each trip's calls are sent at once, and
/// what is asked next depends on their replies.
///
/// It is a value: who runs it sends the calls, and a test answers them by hand.
public indirect enum Asking<Value: Sendable>: Sendable {
  /// It is known.
  case known(Value)
  /// These calls are to be made, each within a time, and their replies handed on in their order.
  case trip([MethodCall], within: Duration, then: @Sendable ([CallResult]) -> Asking<Value>)

  /// Goes on with what is found out.
  public func then<Next: Sendable>(
    _ next: @escaping @Sendable (Value) -> Asking<Next>
  ) -> Asking<Next> {
    switch self {
    case .known(let value): next(value)
    case .trip(let calls, let limit, let go):
      .trip(calls, within: limit) { go($0).then(next) }
    }
  }

  /// The same with its value made into another one.
  public func map<Next: Sendable>(
    _ next: @escaping @Sendable (Value) -> Next
  ) -> Asking<Next> {
    then { .known(next($0)) }
  }

  /// Two things found out at the same time: their trips go together.
  public func and<Other: Sendable>(_ other: Asking<Other>) -> Asking<(Value, Other)> {
    switch (self, other) {
    case (.known(let value), _): other.map { (value, $0) }
    case (_, .known(let value)): map { ($0, value) }
    case (.trip(let calls, let limit, let go), .trip(let others, let otherLimit, let goOther)):
      .trip(calls + others, within: max(limit, otherLimit)) { results in
        go(Array(results.prefix(calls.count)))
          .and(goOther(Array(results.dropFirst(calls.count))))
      }
    }
  }
}

extension Asking {
  /// Many things found out at the same time, in their order.
  public static func all(_ askings: [Asking<Value>]) -> Asking<[Value]> {
    var calls: [MethodCall] = []
    var limit = Duration.zero
    for case .trip(let more, let within, _) in askings {
      calls += more
      limit = max(limit, within)
    }
    guard !calls.isEmpty else {
      return .known(
        askings.compactMap { if case .known(let value) = $0 { value } else { nil } })
    }
    return .trip(calls, within: limit) { results in
      var rest = results[...]
      return all(
        askings.map { asking in
          guard case .trip(let calls, _, let go) = asking else { return asking }
          defer { rest = rest.dropFirst(calls.count) }
          return go(Array(rest.prefix(calls.count)))
        })
    }
  }
}
