// SPDX-License-Identifier: GPL-3.0-or-later
public import Posix

/// What the test kit could not do.
public enum KitError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A call of the operating system failed.
  case system(PosixError)
  /// Something did not happen in time: what, and what was seen instead.
  case timedOut(String)
  /// A process or a connection has ended: which, and what is known about it.
  case ended(String)
  /// A display was asked for what only one that brltty has connected to can do.
  case notConnected
  /// A key or an argument that the driver does not take, with the reason.
  case notAKey(String)
  /// The server lets this client in by none of the ways that the client has.
  case refused
  /// The server answered a request with this BrlAPI error.
  case answer(code: UInt32)
  /// The server disliked an earlier packet: the BrlAPI error, and the packet's type.
  case exception(code: UInt32, kind: PacketKind)
  /// The other side sent what is not BrlAPI.
  case malformed(String)

  /// What failed and why, as a sentence for a test's report.
  public var description: String {
    switch self {
    case .system(let error): error.description
    case .timedOut(let what): "not in time: \(what)"
    case .ended(let what): "ended: \(what)"
    case .notConnected: "brltty has not connected to the display"
    case .notAKey(let what): "not a key: \(what)"
    case .refused: "the server refused the client"
    case .answer(let code): "BrlAPI error \(code)"
    case .exception(let code, let kind): "BrlAPI exception \(code) about \(kind)"
    case .malformed(let what): "not BrlAPI: \(what)"
    }
  }
}

/// Runs a call of the operating system; its error becomes one of the kit's.
func system<Result>(_ call: () throws(PosixError) -> Result) throws(KitError) -> Result {
  do {
    return try call()
  } catch {
    throw .system(error)
  }
}
