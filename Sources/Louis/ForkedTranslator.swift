// SPDX-License-Identifier: GPL-3.0-or-later

/// What the loader says when it has forked a translator.
package struct ForkedTranslator: Sendable {
  /// The translator's number, which the daemon kills it by.
  package let pid: Int32
  /// Whether the table that was to be compiled is there and right.
  let isLoaded: Bool
  /// What the kernel holds the loader to.
  let confinement: Confinement
  /// What is known of the table.
  let known: KnownScalars

  /// Reads it; nil if it cannot be that.
  ///
  /// A number below 2 would name all processes, a group of them, or the one that all come of.
  package init?(_ words: [UInt32]) {
    guard words.count >= 3, let pid = Int32(exactly: words[0]), pid > 1 else { return nil }
    self.pid = pid
    isLoaded = words[1] == 1
    confinement = Confinement(rawValue: words[2])
    known = KnownScalars(ascii: words.dropFirst(3))
  }
}

extension KnownScalars {
  /// What is known of a table that has just been compiled: a word for each scalar of ASCII.
  fileprivate init(ascii words: ArraySlice<UInt32>) {
    for (value, isDefined) in zip(UInt8(0x20)...0x7E, words) where isDefined == 0 {
      missingASCII.append(Unicode.Scalar(value))
    }
  }
}
