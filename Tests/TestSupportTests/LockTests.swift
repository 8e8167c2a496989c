// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import Testing

@Suite struct LockTests {
  @Test func waitSeesWhatAnotherThreadSets() throws {
    let value = Lock(0)
    let thread = try Thread(name: "setter") {
      for _ in 0..<1000 { value.withLock { $0 += 1 } }
    }
    let seen = value.wait(until: MonotonicClock.now + .seconds(10)) { $0 == 1000 ? $0 : nil }
    thread.join()
    #expect(seen == 1000)
  }

  @Test func waitEndsAtItsDeadline() {
    let value = Lock(0)
    let seen = value.wait(until: MonotonicClock.now + .milliseconds(1)) { $0 == 1 ? $0 : nil }
    #expect(seen == nil)
  }
}
