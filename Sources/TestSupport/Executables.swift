// SPDX-License-Identifier: GPL-3.0-or-later
private import Posix

/// The programs that were built with the tests.
public enum Executables {
  /// The path of a program that stands beside the tests' own.
  public static func path(_ name: String) -> String {
    let own = ownExecutable()
    let folder = own.lastIndex(of: "/").map { own[..<$0] } ?? "."
    return folder + "/" + name
  }
}
