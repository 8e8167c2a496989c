// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Panning

/// A panning key that was pressed, and may be held.
///
/// Nobody tells when a key goes up: brltty sends a command again every 100 ms, the first time after
/// 500 ms, as long as a key is held, and keyboards of terminals do the like. So what comes soon
/// after the same key, which came some time after the same key itself, is a repeat. Who presses a
/// key twice in a row, however fast, is not taken to hold it.
struct HeldPan: Sendable {
  var press: KeyPress
  var time: Duration
  /// What was under the finger.
  var frame: Frame?
  /// How long after the same key it came; nil: another key was before it.
  var pause: Duration?
  /// Whether the press came from a key that is held.
  var isRepeat = false
  /// Whether it has come to an end, where it stays until the key is pressed anew.
  var hasStopped = false

  /// How long it may take until a key that is held is repeated for the first time.
  private static let delays = Duration.milliseconds(200)...Duration.milliseconds(1000)
  /// What comes sooner than this was not repeated, but waited for us.
  private static let soonest = Duration.milliseconds(20)

  /// Whether the same key so much later is one that is held, if it is repeated at least that often.
  func isHeld(after pause: Duration, interval: Duration) -> Bool {
    guard pause >= HeldPan.soonest, pause <= interval else { return false }
    return isRepeat || self.pause.map { HeldPan.delays.contains($0) } ?? false
  }
}

/// Panning keys that are held never overrun what the finger feels.
extension Engine {
  /// Takes a panning key; true if it is held and has nothing more to do.
  ///
  /// A repeat that comes before the display shows what the one before has done is dropped.
  mutating func isHeldIdle(_ press: KeyPress, on frame: Frame?) -> Bool {
    let earlier = heldPan.flatMap { $0.press == press ? $0 : nil }
    let pause = earlier.map { now - $0.time }
    guard var held = earlier, let pause,
      held.isHeld(after: pause, interval: .milliseconds(settings.keyRepeat))
    else {
      heldPan = HeldPan(press: press, time: now, frame: frame, pause: pause)
      return false
    }
    held.time = now
    held.isRepeat = true
    var isOverrun = false
    if let frame, let felt = held.frame { isOverrun = frame.isSameToKeys(as: felt) }
    held.frame = frame
    heldPan = held
    return held.hasStopped || isOverrun
  }

  /// Nothing is further that way: a key that is held stays, and pressed anew goes on from there.
  ///
  /// True if it stays.
  mutating func staysAtEnd() -> Bool {
    heldPan?.hasStopped = true
    return heldPan?.isRepeat == true
  }
}

extension Frame {
  /// Whether it is the same as another one to a finger and to routing keys.
  fileprivate func isSameToKeys(as other: Frame) -> Bool {
    self == other && routes == other.routes && source == other.source
  }
}
