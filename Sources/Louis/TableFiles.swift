// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
public import Translation

/// The tables of liblouis that there are on this machine.
///
/// liblouis would take any path, also a relative one, and abort on names that are too long. So
/// it is given absolute paths only, of files that were found in its folder.
public struct TableFiles: Sendable {
  /// The folder.
  public let folder: String
  private let files: Set<String>

  /// The tables of a folder.
  public init(folder: String = "/usr/share/liblouis/tables") {
    self.folder = folder
    files = TableFiles.list(folder)
  }

  /// The names of the files that are tables of their own, not parts of others.
  public var tables: Set<String> {
    files.filter { $0.hasSuffix(".ctb") || $0.hasSuffix(".utb") || $0.hasSuffix(".tbl") }
  }

  /// The names of the files that tell where words may be parted.
  public var dictionaries: Set<String> { files.filter { $0.hasSuffix(".dic") } }

  /// The absolute paths of a table's files, as liblouis takes them; nil if one is not there.
  ///
  /// Braille patterns in a text are to stay what they are, so their file is always added.
  public func paths(of table: TableName) -> String? {
    let names = table.name.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard !names.isEmpty, names.count <= 16, names.allSatisfy({ files.contains($0) }) else {
      return nil
    }
    let patterns = "braille-patterns.cti"
    let all = names.contains(patterns) || !files.contains(patterns) ? names : names + [patterns]
    return all.map { folder + "/" + $0 }.joined(separator: ",")
  }

  /// Why a table cannot be used, and what to do, as a sentence without its full stop.
  public func fault(of table: TableName) -> String {
    if let fault { return fault }
    let names = table.name.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy({ files.contains($0) }) else {
      return "table \(table) is not there; choose another braille.table, or install liblouis-data"
    }
    for path in names.map({ folder + "/" + $0 }) where access(path, R_OK) != 0 {
      return "\(PosixError("table \(path)")); let this user read it, or install liblouis-data again"
    }
    return "table \(table) is not right, or too slow to compile; choose another braille.table, or "
      + "install liblouis-data again"
  }

  /// Why there is no table at all, and what to do; nil if there are some.
  public var fault: String? {
    let isOpen = access(folder, R_OK | X_OK) == 0
    guard tables.isEmpty || !isOpen else { return nil }
    let reason = isOpen ? "" : " (\(PosixError.text(errno)))"
    return "there are no tables in \(folder)\(reason); install liblouis-data"
  }

  private static func list(_ path: String) -> Set<String> {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: Set<String> = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // A comma would part the name in two.
      if !name.hasPrefix("."), !name.contains(",") { names.insert(name) }
    }
    return names
  }
}
