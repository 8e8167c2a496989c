// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Panning

/// A panning key that was pressed, and may be held.
///
/// Nobody tells when a key goes up: brltty sends a command again every 100 ms, the first time after
/// 500 ms, as long as a key is held. What comes so soon after the same key is a repeat; a hand is
/// not that fast, and what comes together in a moment was not repeated but waited for us.
struct HeldPan: Sendable {
  var press: KeyPress
  var time: Duration
  /// What was under the finger.
  var frame: Frame?
  /// Whether the press came from a key that is held.
  var isRepeat = false
  /// Whether it has come to an end, where it stays until the key is pressed anew.
  var hasStopped = false

  /// What comes sooner than this was not repeated.
  static let soonest = Duration.milliseconds(20)
}

/// Panning keys that are held never overrun what the finger feels.
extension Engine {
  /// Takes a panning key; true if it is held and has nothing more to do.
  ///
  /// A repeat that comes before the display shows what the one before has done is dropped.
  mutating func isHeldIdle(_ press: KeyPress, on frame: Frame?) -> Bool {
    let limit = Duration.milliseconds(settings.keyRepeat)
    guard var held = heldPan, held.press == press, now - held.time >= HeldPan.soonest,
      now - held.time <= limit
    else {
      heldPan = HeldPan(press: press, time: now, frame: frame)
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
