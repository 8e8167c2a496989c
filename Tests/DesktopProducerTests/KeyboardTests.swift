// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import DBus
import Desktop
import Glibc
import Posix
import TestSupport
import Testing

@testable import DesktopProducer

/// Keys are pressed in order, by the first way that works, and each request is answered once.
@Suite struct KeyboardTests {
  private let folder: TemporaryFolder
  private let log = Log("test", .error)

  init() throws {
    folder = try TemporaryFolder("keys")
  }

  /// A stand-in for wtype that notes what it gets and ends with a status.
  private func wtype(status: Int) throws -> String {
    let path = folder.file("wtype")
    let script = """
      #!/bin/sh
      case "$*" in *-) text=$(cat);; esac
      echo "$* [$text] $LC_ALL" >>"\(folder.file("notes"))"
      exit \(status)
      """
    try writeFile(path, Array(script.utf8), mode: 0o755)
    return path
  }

  private func notes() -> [String] {
    let content = (try? readFile(folder.file("notes"))) ?? []
    return String(decoding: content, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func keyboard(_ kind: SessionKind, wtype: String = "/nowhere/wtype") -> Keyboard {
    Keyboard(kind: kind, log: log, wtype: wtype, device: folder.file("uinput"))
  }

  /// Lets it go on until so many replies have come.
  private func replies(
    _ keyboard: inout Keyboard, _ effects: [Keyboard.Effect], _ count: Int
  ) throws -> [Keyboard.Effect] {
    var effects = effects
    let deadline = MonotonicClock.now + Patience.limit
    while effects.count < count {
      guard MonotonicClock.now < deadline else { throw TimedOut("no reply, only \(effects)") }
      var poller = Poller()
      if let descriptor = keyboard.descriptor { poller.add(descriptor) }
      poller.wait(deadline - MonotonicClock.now)
      effects += keyboard.proceed(at: MonotonicClock.now)
    }
    return effects
  }

  @Test func callsGoTogetherAndTheNextRequestWaits() {
    var keyboard = keyboard(.x11)
    let first = keyboard.press([.key(0x61, .control)], token: 5, at: .zero)
    #expect(first.count == 3)
    #expect(keyboard.press([.text("b")], token: 6, at: .zero).isEmpty)
    #expect(keyboard.called(.success([]), at: .zero).isEmpty)
    #expect(keyboard.called(.success([]), at: .zero).isEmpty)
    let next = keyboard.called(.success([]), at: .zero)
    #expect(next.first == .reply(token: 5, .success([])) && next.count == 2)
    let last = keyboard.called(.failure(.disconnected), at: .zero)
    guard case .reply(token: 6, .failure(let error))? = last.first, last.count == 1 else {
      Issue.record("\(last)")
      return
    }
    #expect(error.name == "org.brailled.Error.NoKeys" && !error.message.isEmpty)
  }

  @Test func wtypeIsRunForOneRequestAfterTheOther() throws {
    var keyboard = keyboard(.wayland, wtype: try wtype(status: 0))
    defer { keyboard.close() }
    var effects = keyboard.press([.key(0xFF0D, []), .text("häh -x")], token: 1, at: .zero)
    effects += keyboard.press([.key(0x61, .control)], token: 2, at: .zero)
    effects = try replies(&keyboard, effects, 2)
    #expect(effects == [.reply(token: 1, .success([])), .reply(token: 2, .success([]))])
    #expect(
      notes() == [
        "-k 0xff0d -p VoidSymbol - [häh -x] C.UTF-8",
        "-M ctrl -k 0x61 -m ctrl -p VoidSymbol [] C.UTF-8",
      ])
  }

  @Test func whoeverHasNoWayIsToldWhatToInstall() throws {
    for wtype in ["/nowhere/wtype", try wtype(status: 1)] {
      var keyboard = keyboard(.wayland, wtype: wtype)
      defer { keyboard.close() }
      // It is tried anew each time: somebody may install it.
      for token in 1...2 {
        let now = MonotonicClock.now
        let effects = try replies(
          &keyboard, keyboard.press([.key(0xFF0D, [])], token: token, at: now), 1)
        guard case .reply(token, .failure(let error))? = effects.first, effects.count == 1 else {
          Issue.record("\(effects)")
          return
        }
        #expect(error.name == "org.brailled.Error.NoKeys" && error.message.contains("wtype"))
      }
    }
    #expect(notes().count == 2)
  }

  @Test func noMoreKeysWaitThanAPersonPresses() {
    var keyboard = keyboard(.x11)
    for token in 0..<Keyboard.limit {
      #expect(keyboard.press([.key(0x61, [])], token: token, at: .zero).count <= 1)
    }
    let effects = keyboard.press([.key(0x61, [])], token: 999, at: .zero)
    guard case .reply(token: 999, .failure)? = effects.first else {
      Issue.record("\(effects)")
      return
    }
  }
}
