// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus

extension DBusValue {
  /// So much of a name is of use to a reader, in scalars.
  public static let mostWords = 1000

  /// A string as far as a reader can use it: programs may send many megabytes.
  public var words: String? {
    guard let string else { return nil }
    guard string.utf8.count > DBusValue.mostWords else { return string }
    return String(String.UnicodeScalarView(string.unicodeScalars.prefix(DBusValue.mostWords)))
  }

  /// The strings of a dictionary, as many and as long ones as an object may have.
  var attributes: [String: String] {
    guard case .dictionary(_, let entries) = content else { return [:] }
    var strings: [String: String] = [:]
    for entry in entries.prefix(200) {
      if let key = entry.key.words { strings[key] = entry.value.words }
    }
    return strings
  }
}

/// The calls of one trip, each with a slot by which its reply is found.
public struct Questions: Sendable {
  /// The calls in their order.
  public private(set) var calls: [MethodCall] = []

  /// No calls yet.
  public init() {}

  /// Where the reply of a call will be.
  public struct Slot: Hashable, Sendable {
    fileprivate let index: Int
  }

  /// Adds a call.
  public mutating func ask(_ call: MethodCall) -> Slot {
    calls.append(call)
    return Slot(index: calls.count - 1)
  }

  /// Adds several calls.
  public mutating func ask(_ calls: some Sequence<MethodCall>) -> [Slot] {
    calls.map { ask($0) }
  }

  /// The trip; without calls nothing is sent.
  public func asking<Value>(
    within limit: Duration = .milliseconds(500),
    then: @escaping @Sendable (Replies) -> Asking<Value>
  ) -> Asking<Value> {
    guard !calls.isEmpty else { return then(Replies(results: [])) }
    return .trip(calls, within: limit) { then(Replies(results: $0)) }
  }
}

/// The replies of a trip.
public struct Replies: Sendable {
  fileprivate let results: [CallResult]

  /// The first value of a reply, out of its variant; nil if there is none.
  public subscript(slot: Questions.Slot?) -> DBusValue? {
    values(slot)?.first?.content
  }

  /// All values of a reply; nil if the call failed.
  public func values(_ slot: Questions.Slot?) -> [DBusValue]? {
    guard let slot, results.indices.contains(slot.index) else { return nil }
    return try? results[slot.index].get()
  }

  /// Why a call failed; nil if it did not.
  public func error(_ slot: Questions.Slot) -> CallError? {
    guard results.indices.contains(slot.index) else { return .disconnected }
    if case .failure(let error) = results[slot.index] { return error }
    return nil
  }
}
