// SPDX-License-Identifier: GPL-3.0-or-later
public import Core
private import Spelling

/// A line from a program, understood.
public struct Incoming: Equatable, Sendable {
  /// What the program says.
  public var message: Message
  /// Its request's id; nil for a notification.
  public var id: RequestID?
  /// The last command that it acknowledges with this.
  public var acknowledged: Int?
}

/// A line from a program that cannot be taken.
public struct RefusedLine: Error, Equatable, Sendable {
  /// The request's id, if it could be read.
  public var id: RequestID?
  /// Whether the line could be read as a request at all, so that without an id it is a
  /// notification.
  public var isRequest: Bool
  /// The method, if it could be read.
  public var method: String?
  /// What is wrong.
  public var error: ProtocolError
}

/// What a line comes to.
public enum DecodedLine: Equatable, Sendable {
  /// A message.
  case message(Incoming)
  /// Nothing to do: a notification of a kind that may be ignored.
  case ignored
  /// An error to be told.
  case refused(RefusedLine)
}

/// Reads a line: a request or notification of JSON-RPC 2.0 without batches.
///
/// `isFull`: whether the socket takes everything, not only what producers need.
public func decode(line: [UInt8], isFull: Bool) -> DecodedLine {
  do throws(JSONTree.Invalid) {
    let decoded = try JSONTree(line, deepest: deepestNesting).read(Envelope.decode)
    return isFull ? decoded : decoded.onlyForProducers
  } catch {
    return .refused(
      RefusedLine(id: nil, isRequest: false, method: nil, error: ProtocolError(error)))
  }
}

/// An element is two levels of JSON; a few more are around and in it.
private let deepestNesting = 2 * Limits.levels + 16

extension DecodedLine {
  /// The same, if the producers' socket takes it.
  fileprivate var onlyForProducers: DecodedLine {
    let (id, method): (RequestID?, String?) =
      switch self {
      case .message(let incoming): (incoming.id, incoming.message.method)
      case .refused(let line): (line.id, line.method)
      case .ignored: (nil, nil)
      }
    guard let method, Message.methods.contains(method), !Message.producerMethods.contains(method)
    else { return self }
    let error = ProtocolError(
      .notPermitted, "\(method) is not taken on the producers' socket")
    return .refused(RefusedLine(id: id, isRequest: true, method: method, error: error))
  }
}

/// The object around a message.
///
/// Decoding it never fails: what is wrong with it is its value.
private enum Envelope {
  static func decode(_ line: JSONPart) -> DecodedLine {
    guard line.kind == .object else {
      return noRequest("the line is no object; batches are not taken")
    }
    let members = Members(part: line)
    let id: RequestID?
    do throws(Refusal) {
      id = try Envelope.id(members)
    } catch {
      return noRequest("id \(error.error.message)")
    }
    guard let method = try? members.string("method") else {
      return noRequest("method is missing; a string is needed", id: id)
    }
    return decode(method, members, id: id)
  }

  private static func id(_ members: Members) throws(Refusal) -> RequestID? {
    guard let node = members["id"] else { return nil }
    return node.isString ? .text(try node.string()) : .number(try node.integer())
  }

  private static func noRequest(_ reason: String, id: RequestID? = nil) -> DecodedLine {
    let error = ProtocolError(.noRequest, reason)
    return .refused(RefusedLine(id: id, isRequest: false, method: nil, error: error))
  }

  private static func decode(
    _ method: String, _ members: Members, id: RequestID?
  ) -> DecodedLine {
    func refuse(_ error: ProtocolError) -> DecodedLine {
      .refused(RefusedLine(id: id, isRequest: true, method: method, error: error))
    }
    guard Message.methods.contains(method) else {
      if id == nil, method.hasPrefix("$/") { return .ignored }
      let remedy = nearestName(to: method, among: Message.methods.sorted())
      return refuse(
        ProtocolError(
          .noSuchMethod,
          "there is no method \(method)" + (remedy.map { "; did you mean \($0)?" } ?? "")))
    }
    let node = members["params"]
    guard let params = node == nil ? Members(part: nil) : try? node?.members() else {
      return refuse(ProtocolError(.params, "params has to be an object"))
    }
    do throws(Refusal) {
      let message = try params.message(method)
      let acknowledged = Message.acknowledging.contains(method) ? try params.integer("ack") : nil
      return .message(Incoming(message: message, id: id, acknowledged: acknowledged))
    } catch {
      return refuse(ProtocolError(error, in: params))
    }
  }
}

extension Message {
  /// The methods that may acknowledge commands.
  static let acknowledging: Set<String> = [
    "focus", "screen", "update", "change", "insert", "remove", "edit",
  ]
}

extension ProtocolError {
  /// What a line comes to that cannot be read.
  fileprivate init(_ invalid: JSONTree.Invalid) {
    switch invalid {
    case .depth: self.init(limit: "levels", max: Limits.levels)
    case .syntax: self.init(.noJSON, "the line is no JSON; one object a line is needed, in UTF-8")
    case .number: self.init(.noJSON, "the line has a number that is too great to be read")
    case .name: self.init(.noJSON, "the line has a member with a NUL in its name")
    }
  }

  /// What a refusal comes to, with its place as a field of the params.
  fileprivate init(_ refusal: Refusal, in params: Members) {
    let way = refusal.place.flatMap { params.part?.way(to: $0) } ?? []
    let field = (way + [refusal.step]).field
    self = refusal.error
    self.field = field
    let limit = refusal.error.limit.map { "is over its limit of \($0.max); send less" }
    message = "\(field) \(limit ?? refusal.error.message)"
  }
}
