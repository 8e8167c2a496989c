// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Elements
import Panning
import Posix
import Presentation
import Testing
import Wire

/// docs/protocol.schema.json and docs/protocol.md have the names that the code has, all of them and
/// no others; what the schema takes is tested with a validator in `ValidationTests`.
@Suite struct SchemaTests {
  private let definitions: JSONValue
  private let text: String

  init() throws {
    let schema = try #require(
      JSONValue(parsing: try readFile("docs/protocol.schema.json")), "the schema is no JSON")
    definitions = schema["$defs"] ?? .null
    text = String(decoding: try readFile("docs/protocol.md"), as: UTF8.self)
  }

  private subscript(name: String) -> JSONValue { definitions[name] ?? .null }

  private func names(_ prefix: String) -> Set<String> {
    guard case .object(let all) = definitions else { return [] }
    return Set(
      all.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
  }

  @Test func itHasEachMethod() {
    #expect(names("params.").subtracting(["shutdown"]) == Message.methods)
    let methods = self["fromProgram"]["properties"]?["method"]?["anyOf"]?.entries.first
    #expect(methods?.words == Message.methods)
    #expect(self["fromProducer"]["properties"]?["method"]?.words == Message.producerMethods)
    for method in Message.methods { #expect(text.contains("`\(method)`"), "\(method)") }
    let answered: Set = ["hello", "status", "settings", "history", "explain"]
    #expect(names("result.") == answered)
    #expect(
      self["notification"]["properties"]?["method"]?.words
        == ["command", "frame", "display", "observed", "rejected", "shutdown"])
  }

  @Test func itHasEachMemberOfAnElement() {
    let members = self["members"]["properties"]?.names ?? []
    let all = Set(Member.all.map(\.name)).union(["id"])
    #expect(members.union(["text", "children"]) == all)
    #expect(self["element"]["properties"]?.names == ["text", "children"])
    #expect(self["elementChange"]["properties"]?.names == ["text", "children"])
    for flag in Flag.allCases {
      #expect(
        self["members"]["properties"]?[flag.name] == ["type": ["boolean", "null"]], "\(flag)")
    }
    for name in all { #expect(text.contains("`\(name)`"), "\(name)") }
  }

  @Test func itHasEachMemberOfATextAndARange() {
    let text = Set(TextChange.Member.allCases.map(\.rawValue)).union(["content"])
    #expect(self["textContent"]["properties"]?.names == text)
    #expect(self["textChange"]["properties"]?.names == text)
    #expect(
      self["range"]["properties"]?.names == Set(RangeChange.Member.allCases.map(\.rawValue)))
    #expect(self["style"]["anyOf"]?.entries.first?.words == Set(Emphasis.styles))
  }

  @Test func itHasEachWord() {
    func words(_ definition: String, _ member: String) -> Set<String>? {
      self[definition]["properties"]?[member]?.words
    }
    #expect(
      words("params.announce", "priority")
        == Set(Elements.Announcement.Priority.allCases.map(\.rawValue)))
    #expect(words("params.hello", "rank") == Set(Hello.Rank.allCases.map(\.rawValue)))
    #expect(
      self["params.observe"]["properties"]?["events"]?["items"]?.words
        == Set(ObservedEvent.allCases.map(\.rawValue)))
    #expect(words("frame", "kind") == Set(Frame.Kind.allCases.map(\.rawValue)))
    let codes = Set(ProtocolError.Code.allCases.map { JSONValue.integer($0.rawValue) })
    for definition in ["error", "rejected"] {
      #expect(Set(self[definition]["properties"]?["code"]?["enum"]?.entries ?? []) == codes)
    }
  }

  @Test func itHasEachLimit() {
    #expect(words(of: "errorData", "limit") == Set(Limits.all.map(\.name)))
    #expect(
      self["result.hello"]["properties"]?["limits"]?["properties"]?.names
        == Set(Limits.all.map(\.name)))
    #expect(self["id"]["maxLength"] == .integer(Limits.id))
    #expect(self["text"]["maxLength"] == .integer(Limits.text))
    for method in ["screen", "update", "change", "insert"] {
      let elements = self["params.\(method)"]["properties"]?["elements"]
      #expect(elements?["maxItems"] == .integer(Limits.elements), "\(method)")
    }
    #expect(
      self["params.focus"]["properties"]?["ancestors"]?["maxItems"] == .integer(Limits.levels))
  }

  private func words(of definition: String, _ member: String) -> Set<String>? {
    self[definition]["properties"]?[member]?.words
  }

  @Test func itHasEachCommandWithItsMembers() {
    let commands = DaemonDecodingTests.allCommands
    #expect(words(of: "command", "command") == Set(commands.map(\.name)))
    var members: [String: Set<String>] = [:]
    for command in commands {
      let params = Outgoing.command(Order(command)).names.subtracting(["command"])
      members[command.name, default: []].formUnion(params)
      #expect(text.contains("`\(command.name)`"), "\(command.name)")
    }
    members = members.filter { !$0.value.isEmpty }
    #expect(names("command.") == Set(members.keys))
    for (name, params) in members {
      #expect(self["command.\(name)"]["properties"]?.names == params, "\(name)")
    }
    let move = self["command.move"]["properties"]
    #expect(move?["direction"]?.words == Set(Command.Direction.allCases.map(\.rawValue)))
    #expect(
      move?["unit"]?["anyOf"]?.entries.first?.words == Set(Command.Unit.allCases.map(\.name)))
    #expect(
      words(of: "command.scroll", "direction")
        == Set(Command.ScrollDirection.allCases.map(\.rawValue)))
    #expect(words(of: "command.system", "action") == Set(Action.systemNames))
    let held: Modifiers = [.shift, .control, .meta, .altGr, .gui]
    #expect(
      self["command.key"]["properties"]?["modifiers"]?["items"]?.words == Set(held.names))
  }

  @Test func itHasEachSettingWithWhatItCanBe() {
    let settings = self["settings"]["properties"] ?? .null
    #expect(settings.names == Set(Setting.all.map(\.name)))
    #expect(
      self["params.settings"]["properties"]?["set"]?["propertyNames"]?.words
        == Set(Setting.all.map(\.name)))
    #expect(Set(self["result.settings"]["required"]?.entries ?? []).count == Setting.all.count)
    for setting in Setting.all {
      #expect(settings[setting.name] == setting.kind.schema, "\(setting.name)")
      #expect(text.contains("`\(setting.name)`"), "\(setting.name)")
    }
  }
}

extension Setting.Kind {
  /// What the schema says of it, words in their order.
  fileprivate var schema: JSONValue {
    func number(_ range: ClosedRange<Int>) -> JSONValue {
      [
        "type": "integer", "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound),
      ]
    }
    func words(_ words: [String]) -> JSONValue { ["enum": .array(words.map { .string($0) })] }
    switch self {
    case .word(let names): return words(names)
    case .number(let range, _): return number(range)
    case .wordOrNumber(["0"], let range, _):
      return ["anyOf": [["const": 0], number(range)]]
    case .wordOrNumber(let names, let range, _):
      return ["anyOf": [words(names), number(range)]]
    case .list, .text, .table, .language, .languages: return ["type": "string"]
    }
  }
}

extension JSONValue {
  fileprivate var entries: [JSONValue] {
    if case .array(let entries) = self { entries } else { [] }
  }

  fileprivate var names: Set<String> {
    if case .object(let members) = self { Set(members.keys) } else { [] }
  }

  /// The words of an `enum`.
  fileprivate var words: Set<String> {
    Set(
      (self["enum"]?.entries ?? []).compactMap { entry in
        if case .string(let word) = entry { word } else { nil }
      })
  }
}
