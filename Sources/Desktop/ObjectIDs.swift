// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility

/// The ids that objects have for brailled; an id never names another object later.
struct ObjectIDs: Sendable {
  private var last = 0
  private var ids: [Accessible: String] = [:]
  private var objects: [String: Accessible] = [:]

  /// How many are kept.
  private static let limit = 4096

  init() {}

  /// Knows no object, and gives no id again.
  init(after old: ObjectIDs) {
    last = old.last
  }

  /// The object that an id names; nil: none any more.
  func object(_ id: String) -> Accessible? { objects[id] }

  /// An object's id.
  mutating func id(of object: Accessible) -> String {
    if let id = ids[object] { return id }
    if ids.count >= ObjectIDs.limit {
      ids = [:]
      objects = [:]
    }
    last += 1
    let id = "o\(last)"
    ids[object] = id
    objects[id] = object
    return id
  }

  /// Forgets an object that is gone: its path may come to mean another one.
  mutating func forget(_ object: Accessible) {
    guard let id = ids.removeValue(forKey: object) else { return }
    objects[id] = nil
  }

  /// Forgets the objects of a program.
  mutating func forget(program: String) {
    for object in ids.keys where object.program == program { forget(object) }
  }
}
