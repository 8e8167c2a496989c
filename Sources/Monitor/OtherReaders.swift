// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix

/// Other programs that want the braille display, as far as this user's processes tell.
public struct OtherReaders: Sendable {
  /// Orca's process numbers.
  public private(set) var orca: [Int] = []

  /// Looks through a folder of processes as Linux has it.
  public init(processes: String = "/proc") {
    guard let folder = opendir(processes) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let number = Int(name), let line = try? readFile("\(processes)/\(name)/cmdline") else {
        continue
      }
      if OtherReaders.isOrca(line) { orca.append(number) }
    }
    orca.sort()
  }

  /// Whether a command line, its words ended by NULs, is Orca's: a script that Python runs.
  static func isOrca(_ line: [UInt8]) -> Bool {
    let words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    return words.prefix(3).contains { $0 == "orca" || $0.hasSuffix("/orca") }
  }
}
