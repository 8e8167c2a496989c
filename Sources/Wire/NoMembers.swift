// SPDX-License-Identifier: GPL-3.0-or-later

/// An object without members: the params of a request that has none.
struct NoMembers: KeyedDecodingContainerProtocol {
  typealias Key = Name

  var codingPath: [any CodingKey] { [Name("params")] }
  var allKeys: [Name] { [] }

  func contains(_ key: Name) -> Bool { false }
  func decodeNil(forKey key: Name) throws -> Bool { throw missing(key) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Name) throws -> T { throw missing(key) }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Name
  ) throws -> KeyedDecodingContainer<NestedKey> { throw missing(key) }
  func nestedUnkeyedContainer(forKey key: Name) throws -> any UnkeyedDecodingContainer {
    throw missing(key)
  }
  func superDecoder() throws -> any Decoder { throw missing(Name("super")) }
  func superDecoder(forKey key: Name) throws -> any Decoder { throw missing(key) }

  private func missing(_ key: Name) -> DecodingError {
    .keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: "missing"))
  }
}
