// SPDX-License-Identifier: GPL-3.0-or-later

/// A display that the kit plays together with the brltty that drives it.
public final class Rig<Display: PlayedDisplay>: Sendable {
  /// The display.
  public let display: Display
  /// The brltty.
  public let brltty: Brltty

  /// A brltty for the display, started unless `isStarted` is false.
  ///
  /// The rig closes the display, also if this fails. Errors: those of `start`.
  public init(
    _ display: Display, _ settings: Brltty.Settings = Brltty.Settings(), isStarted: Bool = true
  ) throws(KitError) {
    self.display = display
    do throws(KitError) {
      brltty = try Brltty(for: display, settings)
    } catch {
      display.close()
      throw error
    }
    do throws(KitError) {
      if isStarted { try start() }
    } catch {
      close()
      throw error
    }
  }

  deinit {
    close()
  }

  /// Starts brltty and waits until it has written to the display, which shows `no screen` then.
  ///
  /// For a display that is unplugged or does not answer there is `brltty.start`.
  public func start(limit: Duration = Patience.limit) throws(KitError) {
    let connections = brltty.isAlive ? 0 : display.state.connections
    try brltty.start(limit: limit)
    do throws(TimedOut) {
      try display.wait(for: "first write of brltty", limit: limit) {
        $0.connections > connections && $0.writes > 0
      }
    } catch {
      throw .timedOut("\(error.description)\n\(brltty.log)")
    }
  }

  /// The variables that a client needs to find brltty and be let in.
  public var environment: [String: String] { brltty.environment }

  /// Ends both and removes their files.
  public func close() {
    // In this order: brltty ends sooner while it has its display.
    brltty.close()
    display.close()
  }
}

extension Rig where Display == VirtualDisplay {
  /// A display of this size for the driver `vr`, and its brltty, running.
  public convenience init(
    columns: Int, rows: Int = 1, _ settings: Brltty.Settings = Brltty.Settings()
  ) throws(KitError) {
    try self.init(VirtualDisplay(columns: columns, rows: rows), settings)
  }
}
