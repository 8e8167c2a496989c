// SPDX-License-Identifier: GPL-3.0-or-later
import DBus

/// What a fake application answers about its tables, documents and collections.
extension FakeScene {
  func tableProperty(_ call: FakeCall, _ object: FakeObject) -> DBusValue? {
    switch call.name {
    case "Table.NRows": return object.table.map { .int($0.rows) }
    case "Table.NColumns": return object.table.map { .int($0.columns) }
    case "Table.NSelectedRows", "Table.NSelectedColumns": return .int(0)
    case "Table.Caption", "Table.Summary": return reference(nil)
    case "TableCell.Position":
      return object.cell.map { .structure([.int($0.row), .int($0.column)]) }
    case "TableCell.RowSpan", "TableCell.ColumnSpan": return .int(1)
    case "TableCell.Table": return object.cell.map { reference($0.table) }
    default: return nil
    }
  }

  private func cells(_ table: String) -> [(id: String, cell: FakeCell)] {
    order().compactMap { id in
      self[id]?.cell.flatMap { $0.table == table ? (id, $0) : nil }
    }
  }

  func table(_ call: FakeCall) -> [DBusValue]? {
    let cells = cells(call.id)
    let (first, second) = (call.integer(0), call.integer(1))
    let children = nodes[call.id]?.children ?? []
    func child(_ index: Int) -> FakeCell? {
      children.indices.contains(index) ? self[children[index]]?.cell : nil
    }
    func header(_ find: (FakeCell) -> String?) -> DBusValue {
      reference(cells.compactMap { find($0.cell) }.first)
    }
    switch call.call.member {
    case "GetAccessibleAt":
      return [reference(cells.first { $0.cell.row == first && $0.cell.column == second }?.id)]
    case "GetIndexAt":
      let id = cells.first { $0.cell.row == first && $0.cell.column == second }?.id
      return [.int(id.flatMap { children.firstIndex(of: $0) } ?? -1)]
    case "GetRowAtIndex": return [.int(child(first)?.row ?? -1)]
    case "GetColumnAtIndex": return [.int(child(first)?.column ?? -1)]
    case "GetRowColumnExtentsAtIndex":
      let cell = child(first)
      return [
        .boolean(cell != nil), .int(cell?.row ?? -1), .int(cell?.column ?? -1), .int(1), .int(1),
        .boolean(false),
      ]
    case "GetRowHeader": return [header { $0.row == first ? $0.rowHeaders.first : nil }]
    case "GetColumnHeader": return [header { $0.column == first ? $0.columnHeaders.first : nil }]
    case "GetRowDescription", "GetColumnDescription": return [.string("")]
    default: return nil
    }
  }

  func cell(_ call: FakeCall, _ object: FakeObject) -> [DBusValue]? {
    guard let cell = object.cell else { return nil }
    switch call.call.member {
    case "GetRowHeaderCells": return [.array("(so)", cell.rowHeaders.map { reference($0) })]
    case "GetColumnHeaderCells": return [.array("(so)", cell.columnHeaders.map { reference($0) })]
    case "GetRowColumnSpan":
      return [.boolean(true), .int(cell.row), .int(cell.column), .int(1), .int(1)]
    default: return nil
    }
  }

  // MARK: Hypertext, Hyperlink, Document

  func document(_ call: FakeCall, _ object: FakeObject) -> [DBusValue]? {
    let links = object.links ?? []
    switch call.name {
    case "Hypertext.GetNLinks": return [.int(links.count)]
    case "Hypertext.GetLink":
      let index = call.integer(0)
      return [reference(links.indices.contains(index) ? links[index] : nil)]
    case "Hypertext.GetLinkIndex":
      let units = units(call.id)
      let place = units.index(call.integer(0))
      guard units.scalars.indices.contains(place), units.scalars[place] == "\u{FFFC}" else {
        return [.int(-1)]
      }
      return [.int(units.scalars[..<place].count { $0 == "\u{FFFC}" })]
    case "Hyperlink.GetObject": return [reference(call.id)]
    case "Hyperlink.GetURI": return [.string(object.attributes["uri"] ?? "")]
    case "Document.GetLocale": return [.string(object.locale ?? "")]
    case "Document.GetAttributes": return [.pairs(object.document ?? [:])]
    case "Document.GetAttributeValue":
      return [.string(object.document?[call.text(0)] ?? "")]
    default: return nil
    }
  }

  // MARK: Collection

  func collection(_ call: FakeCall) -> [DBusValue]? {
    let arguments = call.call.arguments
    let isAll = call.call.member == "GetMatches"
    guard let rule = FakeRule(arguments.first { $0.members.count == 9 }) else { return nil }
    let inside = Array(order(below: call.id).dropFirst())
    let current = isAll ? nil : call.text(0).split(separator: "/").last.map(String.init)
    let place = current.flatMap { inside.firstIndex(of: $0) }
    var found: [String]
    let limit: Int
    switch call.call.member {
    case "GetMatches":
      found = inside
      limit = call.integer(2)
    case "GetMatchesFrom":
      found = place.map { Array(inside[($0 + 1)...]) } ?? inside
      limit = call.integer(4)
    case "GetMatchesTo":
      found = (place.map { Array(inside[..<$0]) } ?? inside).reversed()
      limit = call.integer(5)
    default: return nil
    }
    found = found.filter { id in
      self[id].map { rule.matches($0, interfaces(of: $0)) } ?? false
    }
    if limit > 0 { found = Array(found.prefix(limit)) }
    return [.array("(so)", found.map { reference($0) })]
  }
}

/// A rule of `Collection`: `(aiia{ss}iaiiasib)`.
private struct FakeRule {
  private enum Kind: Int {
    case invalid, all, any, none, empty
  }

  private let states: Set<Int>
  private let attributes: [String: String]
  private let roles: Set<Int>
  private let interfaces: Set<String>
  private let kinds: [Kind]
  private let isInverted: Bool

  init?(_ value: DBusValue?) {
    guard let members = value?.members, members.count == 9 else { return nil }
    states = Self.bits(members[0])
    attributes = members[2].strings
    roles = Self.bits(members[4])
    interfaces = Set(members[6].members.compactMap(\.string))
    kinds = [1, 3, 5, 7].map { Kind(rawValue: members[$0].integer ?? 0) ?? .invalid }
    isInverted = members[8].boolean ?? false
  }

  /// The bits that are set in words of 32.
  private static func bits(_ words: DBusValue) -> Set<Int> {
    var bits: Set<Int> = []
    for (index, word) in words.members.enumerated() {
      let word = UInt32(truncatingIfNeeded: word.integer ?? 0)
      for bit in 0..<32 where word & 1 << UInt32(bit) != 0 { bits.insert(index * 32 + bit) }
    }
    return bits
  }

  func matches(_ object: FakeObject, _ listed: [String]) -> Bool {
    let isMatch =
      Self.test(kinds[0], states) { object.states.contains($0) }
      && Self.test(kinds[1], Set(attributes.keys)) { object.attributes[$0] == attributes[$0] }
      && Self.test(kinds[2], roles) { object.role == $0 }
      && Self.test(kinds[3], interfaces) { listed.contains($0) }
    return isMatch != isInverted
  }

  /// An empty set matches everything.
  private static func test<Wanted>(
    _ kind: Kind, _ wanted: Set<Wanted>, _ has: (Wanted) -> Bool
  ) -> Bool {
    guard !wanted.isEmpty else { return true }
    return switch kind {
    case .all: wanted.allSatisfy(has)
    case .any: wanted.contains(where: has)
    case .none: !wanted.contains(where: has)
    case .invalid, .empty: false
    }
  }
}
