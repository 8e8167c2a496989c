// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing

/// Other clients beside the one that is tested.
@Suite(.serialized, .enabled(if: Brltty.isInstalled)) final class WireClientTests {
  private let rig: Rig<VirtualDisplay>
  private let first: WireClient
  private let second: WireClient

  init() throws {
    rig = try Rig(columns: 20)
    first = try WireClient(host: rig.brltty.host)
    second = try WireClient(host: rig.brltty.host)
    try first.enterTty()
    try first.show(WriteRequest(text: "first", size: 20))
    try rig.display.wait(forText: "first")
  }

  deinit {
    first.close()
    second.close()
    rig.close()
  }

  @Test func aHigherPriorityTakesDisplayAndKeys() throws {
    try second.enterTty()
    try second.setPriority(90)
    #expect(try second.parameter(.clientPriority, isGlobal: false) == [0, 0, 0, 90])
    try second.show(WriteRequest(text: "second", size: 20))
    try rig.display.wait(forText: "second")
    try rig.display.press("FWINRT")
    #expect(try second.nextKey() == 0x2000_0018)

    try second.ignoreKeys(0...UInt64.max)
    try rig.display.press("FWINLT")
    #expect(try first.nextKey() == 0x2000_0017)
    #expect(second.takeKeys() == [])

    second.write(WriteRequest())
    try second.leaveTty()
    try first.show(WriteRequest(text: "first again", size: 20))
    try rig.display.wait(forText: "first again")
  }

  // Not both with one brltty: 6.5 crashes now and then when it is suspended a second time.
  @Test func theDriverIsSuspendedAndResumed() throws {
    try second.suspendDriver("Virtual")
    try rig.display.waitForDisconnection()
    try second.resumeDriver()
    try rig.display.wait(for: "write") { $0.isConnected && $0.writes > 0 }
  }

  @Test func theDriverIsSuspendedUntilItsClientGoes() throws {
    try second.suspendDriver("Virtual")
    try rig.display.waitForDisconnection()
    second.close()
    try rig.display.wait(for: "write") { $0.isConnected && $0.writes > 0 }
  }

  @Test func allKeysAreTaken() throws {
    try first.acceptAllKeys()
    try rig.display.press("NOOP")
    try rig.display.press("RESTARTBRL")
    #expect(try first.nextKeys(2) == [0x2000_0000, 0x2000_004A])
  }

  @Test func anExceptionDoesNotConfuseAnswers() throws {
    var request = WriteRequest(text: "one too many", size: 20)
    request.size = 21
    request.text = [UInt8](repeating: 0x78, count: 21)
    let first = first
    #expect(throws: KitError.exception(code: 6, kind: .write)) { try first.show(request) }
    try first.synchronize()
    #expect(throws: KitError.answer(code: 5)) { try first.enterTty() }
    #expect(try first.displaySize() == [20, 1])
  }

  @Test func threadsGetTheirOwnAnswers() throws {
    let first = first
    let results = Lock<[Bool]>([])
    let threads = try (0..<4).map { number in
      try Thread(name: "asker \(number)") {
        let isRight = (0..<50).allSatisfy { _ in
          number.isMultiple(of: 2)
            ? (try? first.driverName()) == "Virtual" : (try? first.displaySize()) == [20, 1]
        }
        results.withLock { $0.append(isRight) }
      }
    }
    for thread in threads { thread.join() }
    #expect(results.withLock { $0 } == [true, true, true, true])
  }
}
