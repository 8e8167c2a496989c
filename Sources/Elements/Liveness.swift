// SPDX-License-Identifier: GPL-3.0-or-later

/// How changes in an element are told to who reads elsewhere (WAI-ARIA 1.3, aria-live).
public enum Liveness: String, Sendable {
  /// Not at all.
  case off
  /// When it is convenient.
  case polite
  /// At once.
  case assertive
}

extension Element {
  /// How changes in it are told; nil: as in what it is in.
  ///
  /// Some roles are live by themselves (WAI-ARIA 1.3, 5.3.6 "Live Region Roles").
  public var liveness: Liveness? {
    if let live = self.live { return Liveness(rawValue: live) }
    return switch role?.name {
    case "alert": .assertive
    case "status", "log": .polite
    case "timer", "marquee": .off
    default: nil
    }
  }
}
