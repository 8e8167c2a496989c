// SPDX-License-Identifier: GPL-3.0-or-later
private import Posix
private import Sockets

/// An application on a `FakeAccessibilityBus`, which answers as the toolkits do, or worse.
///
/// `change` makes something happen in it; `calls` is what it was asked, and `forbidden` what it
/// should never have been: a test ends with `#expect(application.forbidden.isEmpty)`.
public final class FakeApplication: Sendable {
  private let thread: BusThread<FakeApplicationState>
  private let registry: BusThread<FakeRegistryState>
  private let folder: TemporaryFolder?

  init(
    _ program: FakeProgram, address: String, registry: BusThread<FakeRegistryState>
  ) throws(KitError) {
    var scene = FakeScene(program)
    scene.registryName = registry.look { $0.busName }
    var listener: Listener?
    if program.hasSocket {
      let folder = try system { () throws(PosixError) in try TemporaryFolder("application") }
      self.folder = folder
      do throws(SocketError) {
        listener = try Listener(path: folder.file("socket"))
      } catch {
        throw .ended("\(error)")
      }
      scene.socketAddress = "unix:path=\(folder.file("socket"))"
    } else {
      folder = nil
    }
    self.registry = registry
    thread = try BusThread(
      address: address, socket: listener,
      FakeApplicationState(scene, registered: registry.look { $0.registered }))
    registry.change { [name] in $0.add(name) }
  }

  deinit {
    close()
  }

  /// Its unique name on the bus.
  public var name: String { thread.look { $0.scene.busName } }

  /// The address of its own socket; nil if it has none.
  public var socketAddress: String? { thread.look { $0.scene.socketAddress } }

  // MARK: What it shows

  /// What it shows now.
  public var scene: FakeScene { thread.look { $0.scene } }

  /// Makes something happen in it; the events are sent at once.
  public func change(_ change: (inout FakeScene) -> Void) {
    thread.change { change(&$0.scene) }
  }

  /// What its actions do from now on, given the object's id and the action's name.
  public func onAction(
    _ act: @escaping @Sendable (inout FakeScene, _ id: String, _ action: String) -> Void
  ) {
    thread.change { $0.scene.act = act }
  }

  // MARK: How it behaves

  /// How it treats who calls it.
  public var manners: FakeManners {
    get { thread.look { $0.manners } }
    set { thread.change { $0.manners = newValue } }
  }

  /// Sends events again and again, one after the other, whether anybody has registered for them or
  /// not; so many in all.
  public func storm(_ events: [FakeEvent], count: Int, perSecond: Int = 10_000) {
    thread.change { $0.storm = FakeStorm(events: events, count: count, perSecond: perSecond) }
  }

  /// How many events of the storm were sent.
  public var stormSent: Int { thread.look { $0.storm?.sent ?? 0 } }

  /// Closes its connections, as if it had crashed, and waits until they are.
  public func leave() {
    let name = name
    thread.change { $0.isLeaving = true }
    thread.waitForEnd()
    registry.change { $0.remove(name) }
  }

  // MARK: What it was asked

  /// All calls that it got, the oldest first.
  public var calls: [FakeCall] { thread.look { $0.calls } }

  /// The calls of a name: `Text.SetCaretOffset`, `Accessible.Name`, `set Value.CurrentValue`.
  public func calls(of name: String) -> [FakeCall] { calls.filter { $0.name == name } }

  /// Forgets the calls that it got.
  public func forgetCalls() { thread.change { $0.calls = [] } }

  /// What it was asked and should never have been, with the reason.
  public var forbidden: [String] { thread.look { $0.forbidden } }

  /// Waits until the calls that it got are as wanted; `condition` must not call the application.
  @discardableResult
  public func wait(
    for what: String, limit: Duration = Patience.limit, calls condition: ([FakeCall]) -> Bool
  ) throws(TimedOut) -> [FakeCall] {
    let calls = thread.wait(until: MonotonicClock.now + limit) {
      condition($0.calls) ? $0.calls : nil
    }
    if let calls { return calls }
    throw TimedOut("no \(what) in \(limit), only \(self.calls.suffix(10).map(\.name))")
  }

  /// Waits until what it shows is as wanted; `condition` must not call the application.
  @discardableResult
  public func wait(
    for what: String, limit: Duration = Patience.limit, scene condition: (FakeScene) -> Bool
  ) throws(TimedOut) -> FakeScene {
    let scene = thread.wait(until: MonotonicClock.now + limit) {
      condition($0.scene) ? $0.scene : nil
    }
    if let scene { return scene }
    throw TimedOut("no \(what) in \(limit); the focus is on \(self.scene.focus ?? "nothing")")
  }

  /// Ends its thread and its connections.
  public func close() {
    thread.close()
    folder?.close()
  }
}
