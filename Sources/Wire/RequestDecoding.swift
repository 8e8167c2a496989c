// SPDX-License-Identifier: GPL-3.0-or-later
public import Core
private import FoundationEssentials

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
  if nesting(line) > deepestNesting {
    let error = ProtocolError(limit: "levels", max: Limits.levels)
    return .refused(RefusedLine(id: nil, isRequest: false, method: nil, error: error))
  }
  do {
    let decoded = try JSONDecoder().decode(Envelope.self, from: Data(line)).line
    return isFull ? decoded : decoded.onlyForProducers
  } catch {
    let error = ProtocolError(
      .noJSON, "the line is no JSON; one object a line is needed, in UTF-8")
    return .refused(RefusedLine(id: nil, isRequest: false, method: nil, error: error))
  }
}

/// An element is two levels of JSON; a few more are around and in it.
private let deepestNesting = 2 * Limits.levels + 16

/// How deep objects and lists are nested in a line: the decoder gives up in the middle of what
/// is too deep, and would call it no JSON.
private func nesting(_ line: [UInt8]) -> Int {
  var depth = 0
  var deepest = 0
  var isString = false
  var isEscaped = false
  for byte in line {
    if isString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isString = false
      }
      continue
    }
    switch byte {
    case UInt8(ascii: "\""): isString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      deepest = max(deepest, depth)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    default: break
    }
  }
  return deepest
}

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
private struct Envelope: Decodable {
  let line: DecodedLine

  init(from decoder: any Decoder) throws {
    guard let members = try? Members(from: decoder) else {
      line = Envelope.noRequest("the line is no object; batches are not taken")
      return
    }
    var id: RequestID?
    do {
      id = try Envelope.id(members)
    } catch {
      line = Envelope.noRequest("id is neither a string nor an integer")
      return
    }
    guard let method = try? members.string("method") else {
      line = Envelope.noRequest("method is missing; a string is needed", id: id)
      return
    }
    line = Envelope.decode(method, members, id: id)
  }

  private static func id(_ members: Members) throws -> RequestID? {
    guard try members.has("id") else { return nil }
    if let text = try? members.string("id") { return .text(text) }
    return try members.integer("id").map { .number($0) }
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
      return refuse(ProtocolError(.noSuchMethod, "there is no method \(method)"))
    }
    do {
      let params = try params(of: members)
      let message = try params.message(method)
      let acknowledged = Message.acknowledging.contains(method) ? try params.integer("ack") : nil
      return .message(Incoming(message: message, id: id, acknowledged: acknowledged))
    } catch {
      return refuse(ProtocolError(decoding: error))
    }
  }

  private static func params(of members: Members) throws -> Members {
    guard try members.has("params") else {
      return Members(KeyedDecodingContainer(NoMembers()))
    }
    return Members(
      try members.container.nestedContainer(keyedBy: Name.self, forKey: Name("params")))
  }
}

extension Message {
  /// The methods that may acknowledge commands.
  fileprivate static let acknowledging: Set<String> = ["focus", "update", "change", "edit"]
}

extension ProtocolError {
  /// The error that a failure of decoding the params comes to.
  fileprivate init(decoding error: any Error) {
    switch error {
    case let refusal as Refusal:
      let field = refusal.path.paramsField
      self = refusal.error
      self.field = field.isEmpty ? nil : field
      message = field.isEmpty ? refusal.error.message : "\(field) \(refusal.error.message)"
    case DecodingError.typeMismatch(let type, let context):
      self.init(wrongType: type, context.codingPath)
    case DecodingError.keyNotFound(let key, let context):
      let field = (context.codingPath + [key]).paramsField
      self.init(.params, "\(field) is missing", field: field)
    case DecodingError.valueNotFound(let type, let context):
      self.init(wrongType: type, context.codingPath)
    default:
      self.init(.params, "the params cannot be read")
    }
  }

  private init(wrongType type: Any.Type, _ path: [any CodingKey]) {
    let names: [String: String] = [
      "String": "a string", "Double": "a number", "Bool": "true or false",
    ]
    let wanted = names["\(type)"] ?? ("\(type)".contains("Array") ? "a list" : "an object")
    let field = path.paramsField
    self.init(
      .params, field.isEmpty ? "params has to be an object" : "\(field) has to be \(wanted)",
      field: field.isEmpty ? nil : field)
  }
}

extension [any CodingKey] {
  /// The field from the params on.
  fileprivate var paramsField: String {
    first?.stringValue == "params" ? Array(dropFirst()).field : field
  }
}
