// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Testing

@Suite struct FilesTests {
  @Test func aFolderGoesWithAllThatIsInIt() throws {
    let (folder, other) = try (TemporaryFolder("one"), TemporaryFolder("two"))
    defer { other.close() }
    try writeFile(other.file("kept"), [1])
    let inner = try folder.folder("inner")
    try writeFile("\(inner)/file", [UInt8](repeating: 7, count: 100_000))
    symlink(other.path, folder.file("link"))
    #expect(try readFile("\(inner)/file").count == 100_000)
    #expect(try readFile(folder.file("link/kept")) == [1])

    folder.close()
    #expect(access(folder.path, F_OK) != 0)
    #expect(try readFile(other.file("kept")) == [1])
    folder.close()
  }

  @Test func filesAreReplacedAndAppendedTo() throws {
    let folder = try TemporaryFolder()
    defer { folder.close() }
    try writeFile(folder.file("x"), [1, 2, 3])
    try writeFile(folder.file("x"), [4])
    let file = try FileDescriptor.open(appending: folder.file("x"))
    _ = [5, 6].withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in file.write(bytes) }
    file.close()
    #expect(try readFile(folder.file("x")).first == 4)
    #expect(throws: PosixError.self) { try writeFile(folder.file("none/x"), []) }
    #expect(throws: PosixError.self) {
      try FileDescriptor.open(appending: folder.file("none/x"))
    }
    #expect(throws: PosixError.self) { try folder.folder("none/x") }
  }

  @Test func aProcessIsWaitedForAndThenAskedFor() throws {
    let process = try ChildProcess(
      path: "/bin/cat", arguments: [], descriptors: [nil, nil, nil])
    process.waitForEnd()
    #expect(process.wait(blocking: false) == .exit(0))

    let (near, far) = try FileDescriptor.streamPair()
    defer { near.close() }
    let waiting = try ChildProcess(path: "/bin/cat", arguments: [], descriptors: [far, nil, nil])
    far.close()
    waiting.signal(SIGSTOP)
    waiting.waitForStop()
    #expect(waiting.wait(blocking: false) == nil)
    waiting.signal(SIGKILL)
    waiting.waitForStop()
    waiting.waitForEnd()
    #expect(waiting.wait() == .signal(SIGKILL))
  }

  @Test func aPseudoTerminalTellsWhetherItWasRead() throws {
    let line = try PseudoTerminal()
    defer { line.close() }
    for _ in 0..<200 {
      #expect(line.isRead)
      _ = [UInt8(0x0D)].withUnsafeBytes { line.master.write($0) }
      #expect(!line.isRead)
      var space: [UInt8] = [0, 0]
      #expect(space.withUnsafeMutableBytes { line.slave.read(into: $0) } == .bytes(1))
      #expect(space[0] == 0x0D)
    }
  }
}
