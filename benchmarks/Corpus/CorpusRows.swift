// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import FoundationEssentials
import Glibc
import Translation

/// A row: a text, and what it becomes by a table.
struct CorpusRow {
  var line: Int
  var table: TableName
  var isForward: Bool
  var mode: Int32
  var input: [Unicode.Scalar]
  var expected: [Unicode.Scalar]
  var options: Options

  /// What few rows have.
  struct Options: Decodable {
    /// A typeform for each scalar.
    var tf: [UInt16]?
    /// The scalar of each cell.
    var ip: [Int32]?
    /// The cell of each scalar.
    var op: [Int32]?
    var cur: Int?
    var curOut: Int?
  }
}

/// A row that cannot be read.
struct InvalidRow: Error, CustomStringConvertible {
  var file: String
  var line: Int
  var description: String { "\(file):\(line): is no row of six or seven columns" }
}

/// The rows of a file of tab-separated columns.
///
/// They are tables, direction, mode, input, expected, options, source. A file that ends in .xz
/// is unpacked by xz.
struct CorpusRows: Sequence, IteratorProtocol {
  private let file: String
  private let stream: UnsafeMutablePointer<FILE>
  private let isPipe: Bool
  private var line = 0
  private var buffer: UnsafeMutablePointer<CChar>?
  private var capacity = 0

  init(file: String) throws {
    self.file = file
    isPipe = file.hasSuffix(".xz")
    let stream = isPipe ? popen("exec xz -dc -- '\(file)'", "r") : fopen(file, "r")
    guard let stream else { throw InvalidRow(file: file, line: 0) }
    self.stream = stream
  }

  mutating func next() -> Result<CorpusRow, InvalidRow>? {
    while getline(&buffer, &capacity, stream) > 0 {
      line += 1
      guard let buffer, buffer.pointee != CChar(UInt8(ascii: "#")) else { continue }
      guard let row = parse(String(cString: buffer)) else {
        return .failure(InvalidRow(file: file, line: line))
      }
      return .success(row)
    }
    free(buffer)
    if isPipe { pclose(stream) } else { fclose(stream) }
    return nil
  }

  private func parse(_ text: String) -> CorpusRow? {
    let columns = text.dropLast(text.hasSuffix("\n") ? 1 : 0)
      .split(separator: "\t", omittingEmptySubsequences: false)
    guard columns.count >= 6, let mode = Int32(columns[2]) else { return nil }
    var options = CorpusRow.Options()
    if columns[5] != "-" {
      guard
        let read = try? JSONDecoder().decode(
          CorpusRow.Options.self, from: Data(columns[5].utf8))
      else { return nil }
      options = read
    }
    return CorpusRow(
      line: line, table: TableName(String(columns[0])), isForward: columns[1] == "F", mode: mode,
      input: unescape(columns[3]), expected: unescape(columns[4]), options: options)
  }

  /// `\\`, `\n`, `\r`, `\t` and `\uXXXX`.
  private func unescape(_ text: Substring) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let escape = rest.popFirst() else {
        result.append(scalar)
        continue
      }
      switch escape {
      case "n": result.append("\n")
      case "r": result.append("\r")
      case "t": result.append("\t")
      case "u":
        let digits = String(rest.prefix(4))
        rest = rest.dropFirst(4)
        UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) }.map { result.append($0) }
      default: result.append(escape)
      }
    }
    return result
  }
}
