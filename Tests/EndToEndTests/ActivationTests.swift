// SPDX-License-Identifier: GPL-3.0-or-later
import BrailleClient
import Glibc
import Posix
import Sockets
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// Sockets that systemd has made and hands over.
  @Suite final class ActivationTests {
    private let folder: TemporaryFolder
    private let listeners: [Listener]
    private let daemon: DaemonProcess

    init() throws {
      let folder = try TemporaryFolder("activation")
      self.folder = folder
      listeners = try ["all", "few"].map { try Listener(path: folder.file($0)) }
      var launch = DaemonProcess.Launch(["--display", "none"])
      launch.inherited = zip(["brailled", "brailled-producer"], listeners).map {
        ($0, $1.descriptor)
      }
      daemon = try DaemonProcess(launch)
    }

    deinit {
      daemon.close()
      for listener in listeners { listener.close() }
      folder.close()
    }

    @Test func theyAreServedByTheirNames() throws {
      try Program(path: folder.file("all")).ask("status")
      let producer = try Program(path: folder.file("few"))
      try producer.focus(button: "OK")
      #expect { try producer.ask("status") } throws: { error in
        guard case ConnectionError.refused(1, _) = error else { return false }
        return true
      }
      // They are systemd's: the daemon makes none of its own, and leaves these.
      #expect(mode(daemon.socket) == 0)
      #expect(try daemon.stop() == .exit(0))
      #expect(mode(folder.file("all")) & S_IFMT == S_IFSOCK)
    }

    @Test func noChildTakesThemForItsOwn() throws {
      // The translator's processes.
      let path = "/proc/\(daemon.pid)/task/\(daemon.pid)/children"
      let children = String(decoding: try readFile(path), as: UTF8.self).split(separator: " ")
      #expect(!children.isEmpty)
      for child in children {
        let variables = try readFile("/proc/\(child)/environ").split(separator: 0)
        #expect(!variables.contains { String(decoding: $0, as: UTF8.self).hasPrefix("LISTEN_") })
        let files = try #require(Int32(child).map(openFiles))
        #expect(files.contains { $0.hasPrefix("socket:") })
        #expect(!files.contains { listeners.map(name).contains($0) }, "\(files)")
      }
    }

    /// What a process's descriptors are, as the operating system names them.
    private func openFiles(of pid: Int32) -> [String] {
      (0..<64).compactMap { link("/proc/\(pid)/fd/\($0)") }
    }

    private func name(_ listener: Listener) -> String {
      link("/proc/self/fd/\(listener.descriptor.number)") ?? ""
    }

    private func link(_ path: String) -> String? {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        let count = buffer.baseAddress.map { readlink(path, $0, buffer.count) } ?? 0
        guard count > 0 else { return nil }
        let bytes = buffer.prefix(count).map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
      }
    }

    /// Only root can become somebody else to try it.
    @Test(.enabled(if: geteuid() == 0)) func anotherUserIsRefused() throws {
      chmod(folder.file("all"), 0o666)
      // logger writes to a socket if it may, whatever listens there.
      let logger = try KeptProcess(
        path: "/usr/bin/logger", arguments: ["--socket", folder.file("all"), "hello"],
        environment: [:], descriptors: [nil, nil, nil], user: 65_534)
      defer { logger.close() }
      try daemon.log.wait(for: "a program of user 65534 (pid \(logger.pid)) was refused")
      try Program(path: folder.file("all")).ask("status")
    }
  }
}
