// SPDX-License-Identifier: GPL-3.0-or-later
import CBrlAPI
import Cells
import Panning

extension Frame {
  /// The packet that writes it: dots and print for all cells, and no cursor.
  ///
  /// What brlapi__write sends, but in one piece: its header alone wakes brltty for nothing.
  var brlapiPacket: [UInt8] {
    let count = size.count
    let text = brlapiText
    let charset = "UTF-8"
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count + 2 * count + 64)
    func append(_ number: Int) {
      withUnsafeBytes(of: UInt32(number).bigEndian) { bytes.append(contentsOf: $0) }
    }
    append(4 + 8 + 4 + text.count + 2 * count + 4 + 1 + charset.utf8.count)
    append(Int(CBRLAPI_PACKET_WRITE))
    append(Int(CBRLAPI_WRITE_ALL))
    append(1)
    append(count)
    append(text.count)
    bytes += text
    // No dot of the print's own, and all of ours.
    bytes.append(contentsOf: repeatElement(0, count: count))
    for cell in cells { bytes.append(cell.rawValue) }
    append(0)
    bytes.append(UInt8(charset.utf8.count))
    bytes += charset.utf8
    return bytes
  }

  /// The print, exactly one character for each cell, and short enough for a packet.
  private var brlapiText: [UInt8] {
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
    guard bytes.count + 2 * size.count <= Int(CBRLAPI_PACKET_LONGEST) - 64 else {
      return Array(repeating: UInt8(ascii: " "), count: size.count)
    }
    return bytes
  }
}
