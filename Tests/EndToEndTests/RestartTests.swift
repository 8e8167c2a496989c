// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing

extension Returns {
  /// brltty is killed and started again, over and over, while a program goes on.
  @Suite(.enabled(if: Brltty.isInstalled)) struct RestartTests {
    private static let rounds = 20 / min(4, Patience.factor)
    private static let firstMeasured = 5

    @Test func brlttyIsKilledTwentyTimes() throws {
      let stage = try Stage()
      defer { stage.close() }
      let ticker = try Ticker(stage.daemon)
      defer { ticker.stop() }
      _ = try timeUntilShown(ticker, on: stage.display)
      let pid = stage.daemon.pid
      var times: [Duration] = []
      var early: ProcessFigures?
      for round in 1...Self.rounds {
        stage.brltty.kill()
        try stage.display.waitForDisconnection()
        // Its API greets, and it has found the display, for which it needs up to a second.
        try stage.rig.start()
        times.append(try timeUntilShown(ticker, on: stage.display))
        if round == Self.firstMeasured { early = stage.daemon.figures }
      }
      let late = stage.daemon.figures
      report(times, early, late, updates: ticker.count)
      #expect(ticker.failure == nil)
      #expect(stage.daemon.isAlive && stage.daemon.pid == pid)
      // A second is what is promised on a machine that has nothing else to do.
      #expect(times.allSatisfy { $0 < Patience.seconds(5) })
      #expect(late.openDescriptors == early?.openDescriptors)
      if !Patience.keepsWhatIsFreed {
        #expect(late.ownMemory <= (early?.ownMemory ?? 0) + 512 * Patience.factor)
      }
      #expect(stage.daemon.log.count(of: Logged.connected) == Self.rounds + 1)
    }

    /// How long from now on something is shown that was not older then.
    private func timeUntilShown(_ ticker: Ticker, on display: VirtualDisplay) throws -> Duration {
      let (start, number) = (MonotonicClock.now, ticker.count)
      let state = try display.wait(for: "number \(number) or a later one") { state in
        Ticker.number(in: state.text).map { $0 >= number } ?? false
      }
      let shown = state.history.last { Ticker.number(in: $0.text).map { $0 >= number } ?? false }
      return max(.zero, (shown?.time ?? MonotonicClock.now) - start)
    }

    private func report(
      _ times: [Duration], _ early: ProcessFigures?, _ late: ProcessFigures, updates: Int
    ) {
      let sorted = times.sorted()
      print(
        "brltty killed \(times.count) times during \(updates) updates: content back after at most",
        sorted.last?.report ?? "", "(median \(sorted[sorted.count / 2].report))")
      print(
        "descriptors \(early?.openDescriptors ?? 0), then \(late.openDescriptors);",
        "memory (Pss) \(early?.memory ?? 0) KiB, then \(late.memory) KiB;",
        "of it its own \(early?.ownMemory ?? 0) KiB, then \(late.ownMemory) KiB;",
        "processor time \(late.processorTime.report)")
    }
  }
}
