// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import Tables
import TestSupport

/// brltty's folder of tables as it is installed, with another table of chords.
enum BrlttyTables {
  private static let installed = "/etc/brltty"
  /// The drivers whose tables are to include it.
  private static let driver = "hw"

  /// Makes the folder, of links but for what is between the table and its includers.
  static func make(in folder: TemporaryFolder, chords path: String) throws {
    _ = try folder.folder("Input")
    _ = try folder.folder("Input/\(driver)")
    try link("", in: folder, but: ["Input"])
    try link("Input/", in: folder, but: [driver, "chords.kti"])
    try link("Input/\(driver)/", in: folder, but: [])
    try writeFile(folder.file("Input/chords.kti"), try readFile(path))
  }

  private static func link(_ place: String, in folder: TemporaryFolder, but left: [String]) throws {
    for name in list("\(installed)/\(place)") where !left.contains(name) {
      let target = folder.file(place + name)
      guard symlink("\(installed)/\(place)\(name)", target) == 0 else {
        throw PosixError("symlink \(target)")
      }
    }
  }
}
