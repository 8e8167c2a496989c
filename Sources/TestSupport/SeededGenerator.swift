// SPDX-License-Identifier: GPL-3.0-or-later

/// Random numbers that are the same for the same seed: SplitMix64.
///
/// So a property that fails, fails again. The numbers are those of Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators" (2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that starts at a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

extension SeededGenerator {
  /// An integer of a range.
  public mutating func integer(_ range: ClosedRange<Int>) -> Int {
    let count = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound)) &+ 1
    // The least bit of unevenness that this has does not matter to a test.
    return count == 0
      ? Int(truncatingIfNeeded: next())
      : range.lowerBound &+ Int(truncatingIfNeeded: next() % count)
  }

  /// True in so many of a hundred cases.
  public mutating func chance(_ percent: Int) -> Bool {
    next() % 100 < UInt64(max(0, percent))
  }

  /// One of some values, of which there has to be one.
  public mutating func one<Value>(of values: [Value]) -> Value {
    values[integer(0...(values.count - 1))]
  }

  /// A value in so many of a hundred cases, else nil.
  public mutating func maybe<Value>(
    _ percent: Int, _ value: (inout SeededGenerator) -> Value
  ) -> Value? {
    chance(percent) ? value(&self) : nil
  }

  /// As many values as a random number of a range.
  public mutating func list<Value>(
    _ count: ClosedRange<Int>, of value: (inout SeededGenerator) -> Value
  ) -> [Value] {
    var values: [Value] = []
    for _ in 0..<integer(count) { values.append(value(&self)) }
    return values
  }
}
