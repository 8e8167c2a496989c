// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@Suite struct SeededGeneratorTests {
  /// The values that the authors' C code gives for this seed.
  @Test func theNumbersAreThoseOfSplitMix64() {
    var generator = SeededGenerator(seed: 1_234_567)
    let numbers = (0..<5).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func rangesAreKept() {
    var generator = SeededGenerator(seed: 1)
    var seen: Set<Int> = []
    for _ in 0..<200 { seen.insert(generator.integer(-2...2)) }
    #expect(seen == [-2, -1, 0, 1, 2])
    let (one, any) = (generator.integer(7...7), generator.integer(Int.min...Int.max))
    #expect(one == 7)
    #expect((Int.min...Int.max).contains(any))
    let (never, always) = (generator.chance(0), generator.chance(100))
    #expect(!never && always)
    for _ in 0..<50 {
      let count = generator.scalars(3...4).count
      #expect((3...4).contains(count))
    }
    let words = generator.words(3...3, letters: 2...2)
    #expect(words.split(separator: " ").map(\.count) == [2, 2, 2])
  }
}
