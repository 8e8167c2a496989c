// SPDX-License-Identifier: GPL-3.0-or-later

/// A screen as it could be handed over again.
extension Screen {
  /// The elements at the top with all that is in them, in order.
  public var tree: [Element] { roots.map { whole($0) } }

  /// Whether an element is a secret, or in one; not if there is none of this id.
  public func isProtected(_ id: String) -> Bool {
    var place = place(of: id)
    while let here = place {
      if self[here].element.isProtected { return true }
      place = self[here].parent
    }
    return false
  }
}
