// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Panning

extension Frame {
  /// The print, exactly one character for each cell, and short enough for a packet of 4096 bytes.
  var brlapiText: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * size.count)
    for row in text {
      var count = 0
      for scalar in row.unicodeScalars.prefix(size.columns) {
        bytes.append(contentsOf: scalar.utf8)
        count += 1
      }
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: size.columns - count))
    }
    if bytes.count + 2 * size.count > 4000 {
      bytes = Array(repeating: UInt8(ascii: " "), count: size.count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
