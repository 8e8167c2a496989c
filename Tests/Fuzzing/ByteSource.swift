// SPDX-License-Identifier: GPL-3.0-or-later

/// Bytes that decide, one after another; when they are used up each is 0.
struct ByteSource: Sendable {
  private let bytes: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isEmpty: Bool { next >= bytes.count }

  /// What was not used.
  var rest: [UInt8] { Array(bytes[min(next, bytes.count)...]) }

  mutating func byte() -> UInt8 {
    guard next < bytes.count else { return 0 }
    defer { next += 1 }
    return bytes[next]
  }

  /// A number from 0 to below `count`, which is 256 at the most.
  mutating func number(below count: Int) -> Int { Int(byte()) % max(1, count) }

  /// One of some values, of which there has to be one.
  mutating func one<Value>(of values: [Value]) -> Value { values[number(below: values.count)] }

  /// A word: mostly a small one, of either sign, now and then one at the end of what there is.
  mutating func word() -> Int32 {
    switch byte() {
    case 0xFF: .max
    case 0xFE: .min
    case 0xFD: .max - 1
    case 0xFC: Int32(bitPattern: UInt32(byte()) << 24 | UInt32(byte()) << 8)
    case let byte: Int32(Int8(bitPattern: byte))
    }
  }
}
