// SPDX-License-Identifier: GPL-3.0-or-later

extension Element {
  /// How long its text and all its words are, with those of what is in it, by a count of a
  /// string's length.
  public func size(_ count: (String) -> Int) -> Int {
    var size = (label.map(count) ?? 0) + (value.map(count) ?? 0) + (text?.content.count ?? 0)
    if hasRest {
      let words: [String?] = [
        self.hint, self.description, self.roleDescription, self.stateDescription,
        self.brailleLabel, self.brailleRoleDescription, self.placeholder, self.errorMessage,
        self.shortcut, self.range?.text,
      ]
      size += words.reduce(0) { $0 + ($1.map(count) ?? 0) }
      let headers = (self.rowHeaders ?? []) + (self.columnHeaders ?? [])
      size += headers.reduce(0) { $0 + count($1.text) + ($1.short.map(count) ?? 0) }
      for detail in self.details ?? [] {
        size += (detail.label.map(count) ?? 0) + count(detail.value)
      }
      for action in self.actions ?? [] { size += count(action.name) + count(action.label) }
    }
    for case .element(let child) in children ?? [] { size += child.size(count) }
    return size
  }

  /// How many elements it is, with those that are in it.
  public var count: Int {
    var count = 1
    for case .element(let child) in children ?? [] { count += child.count }
    return count
  }
}
