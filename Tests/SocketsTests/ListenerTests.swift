// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import Sockets
import TestSupport
import Testing

@Suite struct ListenerTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("socket") }

  init() throws {
    folder = try TemporaryFolder("socket")
  }

  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode : 0
  }

  @Test func itsUserAloneCanConnect() throws {
    let listener = try Listener(path: path)
    defer { listener.close() }
    #expect(mode(path) == S_IFSOCK | 0o600)
    #expect(listener.path == path)
  }

  @Test func programsConnectAndAreKnown() throws {
    let listener = try Listener(path: path)
    defer { listener.close() }
    guard case .nobody = listener.accept() else {
      Issue.record("somebody connected")
      return
    }
    let client = try connectStream(path)
    defer { client.close() }
    guard case .connection(let connection, let peer) = listener.accept() else {
      Issue.record("nobody connected")
      return
    }
    defer { connection.close() }
    #expect(peer.pid == Int(getpid()) && peer.uid == Int(geteuid()))
    _ = [UInt8(0x61)].withUnsafeBytes { client.send($0) }
    var buffer: [UInt8] = [0, 0]
    #expect(buffer.withUnsafeMutableBytes { connection.read(into: $0) } == .bytes(1))
    // It never waits.
    #expect(buffer.withUnsafeMutableBytes { connection.read(into: $0) } == .wouldBlock)
  }

  @Test func aSocketThatIsInUseIsLeftAlone() throws {
    let listener = try Listener(path: path)
    defer { listener.close() }
    #expect(throws: SocketError.inUse(path)) { try Listener(path: path) }
    #expect(mode(path) != 0)
  }

  @Test func aSocketThatNobodyListensOnIsReplaced() throws {
    let old = try Listener(path: folder.file("old"))
    #expect(rename(folder.file("old"), path) == 0)
    // Somebody listens there, whoever it is.
    #expect(throws: SocketError.inUse(path)) { try Listener(path: path) }
    old.descriptor.close()
    #expect(mode(path) != 0)
    let new = try Listener(path: path)
    let client = try connectStream(path)
    client.close()
    new.close()
    #expect(mode(path) == 0)
  }

  /// Another daemon has just started, and does not listen yet.
  @Test func aSocketThatSomebodyIsAboutToReplaceIsLeftAlone() throws {
    let old = try Listener(path: folder.file("old"))
    #expect(rename(folder.file("old"), path) == 0)
    old.descriptor.close()
    let number = open(path + ".lock", O_RDWR | O_CREAT, 0o600)
    #expect(flock(number, LOCK_EX) == 0)
    #expect(throws: SocketError.inUse(path)) { try Listener(path: path) }
    #expect(mode(path) != 0)
    close(number)
    try Listener(path: path).close()
  }

  @Test func whatIsNoSocketIsNotRemoved() throws {
    try writeFile(path, [1])
    #expect(throws: SocketError.notASocket(path)) { try Listener(path: path) }
    #expect(try readFile(path) == [1])
  }

  @Test func pathsHaveTheLengthThatASocketsMayHave() throws {
    let name = String(repeating: "x", count: 107 - folder.path.utf8.count - 1)
    let listener = try Listener(path: folder.file(name))
    let client = try connectStream(folder.file(name))
    client.close()
    listener.close()
    let long = folder.file(name + "x")
    #expect(throws: SocketError.pathTooLong(long)) { try Listener(path: long) }
    #expect(throws: PosixError.self) { try connectStream(long) }
  }

  @Test func aFolderThatIsNotThereIsTold() throws {
    let path = folder.file("none/socket")
    let error = #expect(throws: SocketError.self) { try Listener(path: path) }
    guard case .system(let system)? = error else {
      Issue.record("\(error?.description ?? "")")
      return
    }
    #expect(system.code == ENOENT)
    #expect(error?.description.contains(path) == true)
    #expect(throws: PosixError.self) { try connectStream(path) }
  }

  @Test func aSocketThatWasHandedOverKeepsItsFile() throws {
    let made = try Listener(path: path)
    let inherited = Listener(inherited: made.descriptor)
    #expect(inherited.path == nil)
    guard case .nobody = inherited.accept() else {
      Issue.record("somebody connected")
      return
    }
    inherited.close()
    #expect(mode(path) != 0)
  }
}

/// Who may connect to a socket that was handed over; another user's programs are played by root.
@Suite(.enabled(if: geteuid() == 0)) struct HandedOverTests {
  private static let group: UInt32 = 54_321

  /// Whether a program of another user is let in at a socket with this mode and our group.
  private func isLetIn(mode: mode_t, _ credentials: [String]) throws -> Bool {
    let folder = try TemporaryFolder("group")
    defer { folder.close() }
    let path = folder.file("socket")
    let made = try Listener(path: path)
    defer { made.close() }
    #expect(chown(path, 0, Self.group) == 0 && chmod(path, mode) == 0)
    let listener = Listener(inherited: made.descriptor)
    let program = "socket(S, AF_UNIX, SOCK_STREAM, 0); exit !connect(S, sockaddr_un(shift))"
    let process = try ChildProcess(
      path: "/usr/bin/setpriv",
      arguments: ["--reuid", "65534"] + credentials
        + ["--", "/usr/bin/perl", "-MSocket", "-e", program, path],
      descriptors: [nil, nil, FileDescriptor(2)])
    // The file lets it in, or it would not come to the daemon's own question.
    #expect(process.wait() == .exit(0))
    switch listener.accept() {
    case .connection(let connection, let peer):
      connection.close()
      #expect(peer.uid == 65534)
      return true
    case .refused(let peer):
      #expect(peer.uid == 65534)
      return false
    case .nobody, .outOfDescriptors:
      Issue.record("nobody came")
      return false
    }
  }

  @Test func membersOfTheGroupThatMayWriteAreLetIn() throws {
    #expect(try isLetIn(mode: 0o660, ["--regid", "\(Self.group)", "--clear-groups"]))
    #expect(try isLetIn(mode: 0o660, ["--regid", "65534", "--groups", "3,\(Self.group),7"]))
  }

  @Test func othersAreRefusedWhateverTheFileSays() throws {
    #expect(try !isLetIn(mode: 0o666, ["--regid", "65534", "--clear-groups"]))
    #expect(try !isLetIn(mode: 0o666, ["--regid", "65534", "--groups", "3,7"]))
    // The group may not write.
    #expect(try !isLetIn(mode: 0o606, ["--regid", "65534", "--clear-groups"]))
    #expect(try !isLetIn(mode: 0o602, ["--regid", "65534", "--groups", "3,7"]))
  }
}

@Suite struct OutboxTests {
  private let (near, far): (FileDescriptor, FileDescriptor)

  init() throws {
    (near, far) = try FileDescriptor.streamPair()
    far.setNonBlocking()
  }

  /// Takes all that has come.
  private func received() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case .bytes(let count) = buffer.withUnsafeMutableBytes({ far.read(into: $0) }) {
      bytes += buffer[..<count]
    }
    return bytes
  }

  @Test func messagesAreSentInTheirOrder() {
    defer {
      near.close()
      far.close()
    }
    var outbox = Outbox()
    #expect(outbox.isEmpty && outbox.count == 0)
    for number in 0..<100 { outbox.append(Array("\(number)\n".utf8)) }
    #expect(outbox.count == 100)
    let isThere = outbox.send(to: near)
    #expect(isThere && outbox.isEmpty)
    #expect(received() == (0..<100).flatMap { Array("\($0)\n".utf8) })
    let isStillThere = outbox.send(to: near)
    #expect(isStillThere)
  }

  @Test func whatDoesNotFitWaitsAndIsCounted() {
    defer {
      near.close()
      far.close()
    }
    var generator = SeededGenerator(seed: 1)
    var outbox = Outbox()
    var expected: [UInt8] = []
    var got: [UInt8] = []
    for round in 0..<60 {
      for _ in 0..<8 {
        let message = [UInt8](repeating: UInt8(round), count: generator.integer(1...9000))
        expected += message
        outbox.append(message)
      }
      let isThere = outbox.send(to: near)
      #expect(isThere)
      #expect(outbox.count <= 8 * (round + 1))
      if generator.chance(30) { got += received() }
    }
    #expect(!outbox.isEmpty)
    while !outbox.isEmpty {
      got += received()
      guard outbox.send(to: near) else { break }
    }
    got += received()
    let isSame = got == expected
    #expect(isSame)
  }

  @Test func whoIsGoneIsTold() {
    defer { near.close() }
    far.close()
    var outbox = Outbox()
    outbox.append([1])
    let isThere = outbox.send(to: near)
    #expect(!isThere)
  }
}
