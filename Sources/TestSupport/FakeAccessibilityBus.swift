// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus
private import Posix

/// An accessibility bus of a test's own: a registry, and the applications that a test starts.
///
///     let accessibility = try FakeAccessibilityBus()
///     let editor = try accessibility.start(
///       FakeProgram(
///         "editor",
///         FakeObject("window", role: 23, "Letter", states: [1], children: [
///           FakeObject("text", role: 61, states: [7, 11, 12, 17], text: FakeText("Dear"))
///         ])))
///     // … whatever is tested connects to accessibility.address …
///     editor.change { $0.type("x", into: "text") }
///     try editor.wait(for: "caret", calls: { $0.contains { $0.name == "Text.CaretOffset" } })
///     #expect(accessibility.forbidden.isEmpty)
///
/// It is a session bus too, on which `org.a11y.Bus` tells its address and has `org.a11y.Status`.
public final class FakeAccessibilityBus: Sendable {
  /// The bus itself.
  public let bus: PrivateBus
  private let registry: BusThread<FakeRegistryState>
  private let applications = Lock<[FakeApplication]>([])

  /// Starts a bus with a registry.
  public init() throws(KitError) {
    let bus = try PrivateBus()
    self.bus = bus
    registry = try BusThread(
      address: bus.address, names: ["org.a11y.atspi.Registry", "org.a11y.Bus"],
      FakeRegistryState(address: bus.address))
  }

  deinit {
    close()
  }

  /// Where it listens, as D-Bus writes addresses.
  public var address: String { bus.address }

  /// What a process needs in its environment to find it.
  public var environment: [String: String] {
    ["AT_SPI_BUS_ADDRESS": address, "DBUS_SESSION_BUS_ADDRESS": address]
  }

  /// Starts an application, and tells those who watch the registry.
  public func start(_ program: FakeProgram) throws(KitError) -> FakeApplication {
    let application = try FakeApplication(program, address: address, registry: registry)
    applications.withLock { $0.append(application) }
    return application
  }

  /// The events that somebody has registered for, as often as somebody has.
  public var registered: [String] { registry.look { $0.registered }.withLock { $0 } }

  /// Waits until somebody has registered for an event: `object:state-changed:focused`.
  public func wait(forRegistrationOf event: String) throws(TimedOut) {
    let isThere = registry.look { $0.registered }
      .wait(until: MonotonicClock.now + Patience.limit) { $0.contains(event) ? true : nil }
    if isThere == nil { throw TimedOut("nobody has registered for \(event), only \(registered)") }
  }

  /// The calls that the registry got, the oldest first.
  public var calls: [FakeCall] { registry.look { $0.calls } }

  /// Waits until the calls that the registry got are as wanted; `condition` must not call the bus.
  @discardableResult
  public func wait(
    for what: String, limit: Duration = Patience.limit, calls condition: ([FakeCall]) -> Bool
  ) throws(TimedOut) -> [FakeCall] {
    let calls = registry.wait(until: MonotonicClock.now + limit) {
      condition($0.calls) ? $0.calls : nil
    }
    if let calls { return calls }
    throw TimedOut("no \(what) in \(limit), only \(self.calls.suffix(10).map(\.name))")
  }

  /// The arguments of each `GenerateKeyboardEvent`: a number, a text, a kind.
  public var keys: [[DBusValue]] {
    calls.filter { $0.name == "DeviceEventController.GenerateKeyboardEvent" }.map(\.call.arguments)
  }

  /// Whether the registry makes keys; else it says that it cannot.
  public var takesKeys: Bool {
    get { registry.look { $0.takesKeys } }
    set { registry.change { $0.takesKeys = newValue } }
  }

  /// Whether accessibility is switched on (`org.a11y.Status`).
  public var isEnabled: Bool { registry.look { $0.status["IsEnabled"] == true } }

  /// What the registry and all applications were asked and should never have been.
  public var forbidden: [String] {
    registry.look { $0.forbidden } + applications.withLock { $0 }.flatMap(\.forbidden)
  }

  /// Ends the applications, the registry and the bus.
  public func close() {
    for application in applications.withLock({ $0 }) { application.close() }
    registry.close()
    bus.close()
  }
}
