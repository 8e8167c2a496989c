// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Elements

/// The text of an element as it comes over the wire.
extension Node {
  func textContent() throws(Refusal) -> TextContent {
    let members = try members()
    var text = TextContent(
      Array(try members.required("content").unicodeScalars),
      offset: try members.integer("offset", least: 0) ?? 0,
      length: try members.count("length"))
    text.version = try members.integer("version")
    text.caret = try members.offset("caret")
    text.anchor = try members.offset("anchor")
    text.runs = try members.list("runs", of: WireRun.self)?.map(\.run) ?? []
    text.preformatted = try members.bool("preformatted") ?? false
    text.contracted = try members.bool("contracted")
    return text
  }

  func textChange() throws(Refusal) -> TextChange {
    let members = try members()
    var change = TextChange()
    change.content = try members.string("content").map { Array($0.unicodeScalars) }
    change.offset = try members.integer("offset", least: 0)
    change.length = try members.count("length")
    change.version = try members.integer("version")
    change.caret = try members.offset("caret")
    change.anchor = try members.offset("anchor")
    change.runs = try members.list("runs", of: WireRun.self)?.map(\.run)
    change.preformatted = try members.bool("preformatted")
    change.contracted = try members.bool("contracted")
    for member in TextChange.Member.allCases where members.isNull(member.rawValue) {
      change.removed.insert(member)
    }
    return change
  }
}

extension Members {
  func edit() throws(Refusal) -> Message {
    guard let element = try id("element") else {
      throw refuse("element", "is missing; the id of an element is needed")
    }
    guard let base = try integer("base") else {
      throw refuse("base", "is missing; the version that the changes are about is needed")
    }
    guard let version = try integer("version") else {
      throw refuse("version", "is missing; the version that the changes make is needed")
    }
    let changes = try list("changes", of: WireTextChange.self)?.map(\.change) ?? []
    let edit = TextEdit(
      base: base, version: version, changes: changes, caret: try offset("caret"),
      anchor: try offset("anchor"))
    return .edit(element, edit)
  }
}

private struct WireTextChange: FromNode {
  let change: TextEdit.Change

  init(_ node: Node) throws(Refusal) {
    let members = try node.members()
    change = TextEdit.Change(
      range: try members.stretch(),
      text: try members.string("text").map { Array($0.unicodeScalars) },
      runs: try members.list("runs", of: WireRun.self)?.map(\.run))
  }
}

extension Members {
  /// `start` and `end`, in order.
  fileprivate func stretch() throws(Refusal) -> Range<TextOffset> {
    guard let start = try offset("start") else {
      throw refuse("start", "is missing; an offset is needed")
    }
    guard let end = try offset("end") else {
      throw refuse("end", "is missing; an offset is needed")
    }
    guard start <= end else {
      throw refuse("end", "is \(end.value), before the start at \(start.value)")
    }
    return start..<end
  }
}

private struct WireRun: FromNode {
  let run: TextContent.Run

  init(_ node: Node) throws(Refusal) {
    let members = try node.members()
    run = TextContent.Run(
      range: try members.stretch(), style: try members.list("style", of: String.self) ?? [],
      language: try members.string("language"), element: try members.id("element"))
  }
}
