// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Posix
import SDBus

/// Connections to programs' own sockets, one for each call.
///
/// A program that opens a dialog in a call may hear nothing more on that connection until the
/// dialog is closed, so that none is used twice. They are kept for a while, so that no program is
/// left in the middle of a call.
struct ProgramSockets {
  private struct Open {
    let bus: BusConnection
    let token: Int
    var closesAt: Duration
  }

  private var sockets: [Open] = []

  /// How long a connection is kept after its call.
  static let rest = Duration.seconds(10)
  /// More than so many are not open at once; the oldest goes.
  static let limit = 32

  /// The connections to be polled.
  var connections: [BusConnection] { sockets.map(\.bus) }

  /// When `process` is wanted.
  var nextWake: Duration? { sockets.map(\.closesAt).min() }

  /// Calls a program on its own socket; gives an error if there is no such socket.
  mutating func call(
    _ address: String, _ call: MethodCall, token: Int, within limit: Duration, at now: Duration
  ) -> CallError? {
    do throws(BusError) {
      let bus = try BusConnection(.peer(address))
      bus.send(call, token: token, within: limit)
      sockets.append(Open(bus: bus, token: token, closesAt: now + limit + ProgramSockets.rest))
      return nil
    } catch {
      return CallError(CallError.noServer, error.description)
    }
  }

  /// Takes what has come.
  mutating func process(at now: Duration) -> [(token: Int, result: CallResult)] {
    var replies: [(token: Int, result: CallResult)] = []
    var kept: [Open] = []
    let surplus = max(0, sockets.count - ProgramSockets.limit)
    for (index, socket) in sockets.enumerated() {
      var socket = socket
      if socket.closesAt <= now || index < surplus { socket.bus.close() }
      var isClosed = false
      for event in socket.bus.process(limit: 16, wants: { _ in false }) {
        switch event {
        case .reply(let token, let result):
          replies.append((token, result))
          socket.closesAt = now + ProgramSockets.rest
        case .closed: isClosed = true
        case .signal, .call: break
        }
      }
      if !isClosed { kept.append(socket) }
    }
    sockets = kept
    return replies
  }

  /// Closes all.
  func close() {
    for socket in sockets { socket.bus.close() }
  }
}
