// SPDX-License-Identifier: GPL-3.0-or-later

/// The calls that have no reply yet, and until when each waits for one.
///
/// sd-bus' own time-outs begin only when a connection is made, which a program may put off.
struct PendingCalls {
  struct Call {
    let token: Int
    let destination: String
    let deadline: Duration
  }

  private var calls: [UInt64: Call] = [:]
  /// The latest first; some may have their reply already.
  private var deadlines: [(time: Duration, cookie: UInt64)] = []

  var count: Int { calls.count }

  /// A call that was sent with this cookie.
  subscript(cookie: UInt64) -> Call? { calls[cookie] }

  mutating func add(_ call: Call, cookie: UInt64) {
    calls[cookie] = call
    var (lower, upper) = (0, deadlines.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if deadlines[middle].time > call.deadline { lower = middle + 1 } else { upper = middle }
    }
    deadlines.insert((call.deadline, cookie), at: lower)
  }

  mutating func remove(cookie: UInt64) {
    calls[cookie] = nil
    if calls.isEmpty { deadlines.removeAll(keepingCapacity: true) }
  }

  /// When the next call has waited long enough; nil if none waits.
  mutating func nextDeadline() -> Duration? {
    while let last = deadlines.last {
      if calls[last.cookie] != nil { return last.time }
      deadlines.removeLast()
    }
    return nil
  }

  /// Takes the tokens of the calls that waited until a time or longer.
  mutating func takeExpired(at time: Duration) -> [Int] {
    var tokens: [Int] = []
    while let deadline = nextDeadline(), deadline <= time, let last = deadlines.popLast() {
      if let call = calls.removeValue(forKey: last.cookie) { tokens.append(call.token) }
    }
    return tokens
  }

  /// Takes the tokens of all calls, in the order in which they were sent.
  mutating func takeAll() -> [Int] {
    defer { self = PendingCalls() }
    return calls.sorted { $0.key < $1.key }.map(\.value.token)
  }
}
