// SPDX-License-Identifier: GPL-3.0-or-later
public import Translation

/// Which scalars a table has cells for, as far as it was asked.
struct KnownScalars: Sendable {
  /// Of U+0020 to U+007E, those that have none.
  var missingASCII: [Unicode.Scalar] = []
  private var others: [Unicode.Scalar: Bool] = [:]

  /// So many others are remembered at the most.
  private static let capacity = 20_000

  /// Whether a scalar has cells; nil if that was not asked.
  func isDefined(_ scalar: Unicode.Scalar) -> Bool? {
    if (0x20...0x7E).contains(scalar.value) { return !missingASCII.contains(scalar) }
    if (0x2800...0x28FF).contains(scalar.value) { return true }
    return others[scalar]
  }

  mutating func note(_ scalar: Unicode.Scalar, isDefined: Bool) {
    if others.count >= KnownScalars.capacity { others.removeAll() }
    others[scalar] = isDefined
  }
}

extension LouisTranslator {
  /// Those of some scalars that a table has no cells for; nil if that is not known yet.
  public mutating func undefined(
    among scalars: [Unicode.Scalar], in table: TableName
  ) -> [Unicode.Scalar]? {
    if let known = known[table], known.missingASCII.isEmpty,
      scalars.allSatisfy({ (0x20...0x7E).contains($0.value) })
    {
      return []
    }
    guard isReady(table), let known = known[table] else {
      // The built-in table, which stands for one that is broken, has cells for everything.
      return tables[table] == .broken ? [] : nil
    }
    var missing: [Unicode.Scalar] = []
    var unknown: [Unicode.Scalar] = []
    for scalar in scalars {
      switch known.isDefined(scalar) {
      case true?: break
      case false?: if !missing.contains(scalar) { missing.append(scalar) }
      case nil: if !unknown.contains(scalar) { unknown.append(scalar) }
      }
    }
    guard unknown.isEmpty || learn(unknown, table) else { return nil }
    for scalar in unknown where self.known[table]?.isDefined(scalar) == false {
      missing.append(scalar)
    }
    return missing
  }

  /// Asks which of some scalars a table has cells for; false if that is not known yet.
  private mutating func learn(_ scalars: [Unicode.Scalar], _ table: TableName) -> Bool {
    let question = Question(kind: .defined, table: table, scalars: scalars)
    guard let reply = ask(question, deadline: deadline) else {
      guard quarantine[question] == true else { return false }
      for scalar in scalars { known[table]?.note(scalar, isDefined: true) }
      return true
    }
    guard case .defined(let answers) = reply else { return true }
    for (scalar, isDefined) in zip(scalars, answers) {
      known[table]?.note(scalar, isDefined: isDefined)
    }
    return true
  }
}
