// SPDX-License-Identifier: MIT
private import FoundationEssentials

/// A message of the daemon.
public struct Message {
  /// The whole line, as JSON.
  public let line: [UInt8]
  /// A notification's method: `command`, `frame` …; nil for an answer.
  public let method: String?
  /// The number of the request that it answers; nil for a notification.
  public let id: Int?
  /// Why a request was refused.
  public let error: Failure?

  /// Why a request was refused.
  public struct Failure: Decodable, Equatable {
    /// The protocol's code.
    public let code: Int
    /// In words.
    public let message: String
  }

  private struct Head: Decodable {
    var method: String?
    var id: Int?
    var error: Failure?
  }

  init(line: [UInt8]) {
    self.line = line
    let head = try? JSONDecoder().decode(Head.self, from: Data(line))
    method = head?.method
    id = head?.id
    error = head?.error
  }

  /// The params of a notification; nil if they are not of this type.
  public func params<Params: Decodable>(_ type: Params.Type) -> Params? {
    try? JSONDecoder().decode(Notification<Params>.self, from: Data(line)).params
  }

  /// The result of a request; nil if it is not of this type.
  public func result<Result: Decodable>(_ type: Result.Type) -> Result? {
    try? JSONDecoder().decode(Answer<Result>.self, from: Data(line)).result
  }
}

private struct Notification<Params: Decodable>: Decodable {
  var params: Params
}

private struct Answer<Result: Decodable>: Decodable {
  var result: Result
}
