// SPDX-License-Identifier: GPL-3.0-or-later
import CPosix
import Cells
import Glibc
@testable import Louis
import Posix
import TestSupport
import Testing
import Translation

/// What this kernel has; a sanitizer goes without.
private let hasFiles = cposix_landlock_version() >= 1 && cposix_sanitized() == 0
private let hasCalls =
  access("/proc/sys/kernel/seccomp/actions_avail", R_OK) == 0 && cposix_sanitized() == 0

/// What the kernel lets a worker do: each deed is tried in its place, and outside of it, where it
/// has to succeed, so that a refusal says something.
@Suite(.enabled(if: hasFiles && hasCalls)) struct ConfinementTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder("confined")
    _ = try folder.folder("tables")
    for name in ["tables/table", "outside"] { try writeFile(folder.file(name), [0x61]) }
  }

  /// A place, and how a process ends that does something there.
  private func end(_ place: String, _ deed: String, _ path: String) throws -> Termination? {
    let process = try ChildProcess(
      path: Executables.path("confined"),
      arguments: [place, folder.file("tables"), deed, path],
      descriptors: [nil, nil, FileDescriptor(2)])
    return process.wait()
  }

  /// A deed with its path in the folder, and what comes of it in either place.
  struct Deed: Sendable, CustomTestStringConvertible {
    var name: String
    var path: String
    var loader: Termination
    var translator: Termination
    var testDescription: String { "\(name) \(path)" }

    init(_ name: String, _ loader: Termination, _ translator: Termination, at path: String = "") {
      self.name = name
      self.path = path
      self.loader = loader
      self.translator = translator
    }
  }

  private static let done = Termination.exit(0)
  private static let refused = Termination.exit(EPERM)
  private static let deadly = Termination.signal(SIGSYS)

  static let deeds = [
    Deed("compute", done, done),
    // A translator has every table; landlock says EACCES.
    Deed("read", done, refused, at: "tables/table"),
    Deed("read", .exit(EACCES), refused, at: "outside"),
    Deed("read", .exit(EACCES), refused, at: "/etc/passwd"),
    Deed("list", .exit(EACCES), refused, at: "tables"),
    Deed("write", refused, refused, at: "new"),
    Deed("write", refused, refused, at: "tables/table"),
    Deed("change", refused, refused, at: "tables/table"),
    Deed("rename", refused, refused, at: "tables/table"),
    Deed("remove", refused, refused, at: "outside"),
    Deed("connect", deadly, deadly),
    Deed("listen", deadly, deadly),
    Deed("send", refused, refused),
    Deed("execute", deadly, deadly, at: "/bin/true"),
    Deed("fork", done, refused),
    Deed("signal", refused, refused),
    Deed("tell", done, refused),
    Deed("foreignCode", refused, refused),
  ]

  @Test(arguments: deeds) func whatAWorkerMayDo(_ deed: Deed) throws {
    let path = deed.path.hasPrefix("/") ? deed.path : folder.file(deed.path)
    #expect(try end("loader", deed.name, path) == deed.loader)
    #expect(try end("translator", deed.name, path) == deed.translator)
    #expect(try end("free", deed.name, path) == Self.done)
  }
}

/// The workers themselves.
@Suite(.serialized) struct ConfinedWorkerTests {
  /// A table of its own that knows one letter, which no other table has for it.
  private static let table = "space \\s 0\nlowercase a 123456\n"

  private func shown(_ louis: inout LouisTranslator, _ table: String) -> String? {
    louis.translate(["a"], typeform: [], in: TableName(table))?.cells.unicode
  }

  /// A line of `/proc/PID/status`.
  private func status(_ pid: Int32, _ name: String) throws -> Int? {
    let lines = String(decoding: try readFile("/proc/\(pid)/status"), as: UTF8.self)
      .split(separator: "\n")
    let line = lines.first { $0.hasPrefix(name + ":") }
    return line.flatMap { Int($0.split(whereSeparator: \.isWhitespace).last ?? "") }
  }

  @Test(.enabled(if: hasFiles && hasCalls)) func theKernelHoldsThemToIt() throws {
    var louis = LouisTranslator(executable: Executables.path("brailled"))
    defer { louis.end() }
    #expect(louis.confinement == nil)
    #expect(shown(&louis, "en-ueb-g1.ctb") == "⠁")
    #expect(louis.confinement == [.files, .calls])
    let loader = try #require(louis.loader?.process.pid)
    let translator = try #require(louis.translator?.pid)
    let ours = try status(getpid(), "Seccomp_filters") ?? 0
    for (pid, filters) in [(loader, ours + 1), (translator, ours + 2)] {
      #expect(try status(pid, "NoNewPrivs") == 1)
      #expect(try status(pid, "Seccomp") == 2)
      #expect(try status(pid, "Seccomp_filters") == filters)
    }
    // What the translator would say there may be text.
    #expect(access("/proc/\(loader)/fd/2", F_OK) == 0)
    #expect(access("/proc/\(translator)/fd/2", F_OK) != 0)
  }

  @Test func tablesAreReadInTheirFolder() throws {
    let folder = try TemporaryFolder("tables")
    defer { folder.close() }
    _ = try folder.folder("sub")
    try writeFile(folder.file("mine.ctb"), Array("include sub/letters.uti\n".utf8))
    try writeFile(folder.file("sub/letters.uti"), Array(Self.table.utf8))
    var louis = LouisTranslator(
      executable: Executables.path("brailled"), files: TableFiles(folder: folder.path))
    defer { louis.end() }
    #expect(shown(&louis, "mine.ctb") == "⠿")
  }

  /// A table can name any file, and liblouis tries to read it as rules.
  @Test(.enabled(if: hasFiles), arguments: ["link", "include"])
  func nothingIsReadOutsideOfIt(_ way: String) throws {
    let folder = try TemporaryFolder("tables")
    defer { folder.close() }
    _ = try folder.folder("tables")
    try writeFile(folder.file("outside.uti"), Array(Self.table.utf8))
    let table = folder.file("tables/mine.ctb")
    if way == "link" {
      #expect(symlink(folder.file("outside.uti"), table) == 0)
    } else {
      try writeFile(table, Array("include \(folder.file("outside.uti"))\n".utf8))
    }
    var louis = LouisTranslator(
      executable: Executables.path("brailled"), files: TableFiles(folder: folder.file("tables")))
    defer { louis.end() }
    #expect(shown(&louis, "mine.ctb") == Builtin.translate(["a"]).cells.unicode)
    #expect(louis.takeReports() == [.broken(TableName("mine.ctb"))])
    // It is the folder that is in the way, not the table.
    try writeFile(folder.file("mine.ctb"), Array("include tables/mine.ctb\n".utf8))
    var above = LouisTranslator(
      executable: Executables.path("brailled"), files: TableFiles(folder: folder.path))
    defer { above.end() }
    #expect(shown(&above, "mine.ctb") == "⠿")
  }

  @Test func aTranslatorEndsWithItsLoader() throws {
    var louis = LouisTranslator(executable: Executables.path("brailled"))
    defer { louis.end() }
    #expect(shown(&louis, "en-ueb-g1.ctb") == "⠁")
    let translator = try #require(louis.translator)
    louis.loader?.process.signal(SIGKILL)
    let end = MonotonicClock.now + Patience.limit
    var buffer = Packet.buffer
    var hasEnded = false
    while !hasEnded, MonotonicClock.now < end {
      if case .ended = Packet.receive(from: translator.socket, blocking: true, into: &buffer) {
        hasEnded = true
      }
    }
    #expect(hasEnded)
    // The next ones are there, and do what these did.
    #expect(shown(&louis, "en-ueb-g2.ctb") == "⠁")
    #expect(louis.confinement != nil)
  }
}
