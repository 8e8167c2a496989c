// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Posix
import SDBus
import TestSupport

/// A session of a test's own: a session bus with `org.a11y.Bus` on it, and an accessibility bus.
///
/// For one thread, which lets it answer while it waits for something.
final class Scene {
  let sessionBus: PrivateBus
  private(set) var accessibilityBus: PrivateBus
  /// Where the accessibility bus is, if it is another one.
  var address: String?
  /// The calls of `org.a11y.Bus`, as they came.
  private(set) var calls: [MethodCall] = []
  /// Whether calls are answered.
  var isAnswering = true
  private let launcher: BusConnection
  private var hasName = false

  init() throws {
    sessionBus = try PrivateBus()
    accessibilityBus = try PrivateBus()
    launcher = try BusConnection(.bus(sessionBus.address), serving: true)
    launcher.requestName("org.a11y.Bus", token: 1, within: Patience.limit)
    try wait(for: "name of the launcher") { self.hasName }
  }

  /// Ends the accessibility bus, and starts another one elsewhere.
  func replaceAccessibilityBus() throws {
    accessibilityBus.close()
    accessibilityBus = try PrivateBus()
  }

  /// Answers what has come.
  func answer() {
    for event in launcher.process(wants: { _ in false }) {
      if case .reply = event { hasName = true }
      guard case .call(let incoming) = event else { continue }
      calls.append(incoming.call)
      guard isAnswering else { continue }
      switch incoming.call.member {
      case "GetAddress":
        launcher.answer(incoming, .success([.string(address ?? accessibilityBus.address)]))
      default: launcher.answer(incoming, .success([]))
      }
    }
  }

  /// Answers until something is so, which `look` may bring about.
  func wait(for what: String, _ isSo: () throws -> Bool) throws {
    let deadline = MonotonicClock.now + Patience.limit
    while true {
      answer()
      if try isSo() { return }
      guard MonotonicClock.now < deadline else { throw TimedOut("no \(what)") }
      var poller = Poller()
      poller.add(launcher.descriptor, writing: launcher.isWriting)
      poller.wait(.milliseconds(10))
    }
  }

  func close() {
    launcher.close()
    sessionBus.close()
    accessibilityBus.close()
  }
}
