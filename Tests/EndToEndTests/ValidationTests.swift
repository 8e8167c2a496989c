// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Elements
import Glibc
import Posix
import TestSupport
import Testing
import Wire

extension Mishaps {
  /// docs/protocol.schema.json, by python3-jsonschema, takes what the daemon takes and sends.
  @Suite struct ValidationTests {
    /// A line, and the definition of the schema that it is to have.
    private struct Line {
      var definition: String
      var text: String
    }

    /// What the schema says of lines: `ok`, or what is wrong.
    private func verdicts(_ lines: [Line]) throws -> [String] {
      let folder = try TemporaryFolder("schema")
      defer { folder.close() }
      let text = lines.map { "\($0.definition)\t\($0.text)\n" }.joined()
      try writeFile(folder.file("lines"), Array(text.utf8))
      let input = try FileDescriptor.open(reading: folder.file("lines"))
      let (transcript, output) = try Transcript.pipe()
      defer { transcript.close() }
      let process = try KeptProcess(
        path: "/usr/bin/python3", arguments: ["scripts/check-protocol"],
        environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"],
        descriptors: [input, output, output])
      defer { process.close() }
      for descriptor in [input, output] { descriptor.close() }
      try transcript.waitForEnd(limit: Patience.seconds(60))
      try #require(
        transcript.lines.count == lines.count,
        "is python3-jsonschema there? make test installs it:\n\(transcript.text.suffix(2000))")
      return transcript.lines
    }

    private func isTaken(_ line: String) -> Bool {
      switch decode(line: Array(line.utf8), isFull: true) {
      case .message, .ignored: true
      case .refused: false
      }
    }

    // MARK: What is written down

    /// The lines of the blocks of JSON in a document.
    private func blocks(_ path: String) throws -> [String] {
      let text = String(decoding: try readFile(path), as: UTF8.self)
      var isInside = false
      var lines: [String] = []
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") {
          isInside = line == "```json"
        } else if isInside {
          lines.append(String(line))
        }
      }
      return lines
    }

    @Test(arguments: ["docs/protocol.md", "docs/clients.md"])
    func allBlocksOfJSONAreMessages(_ path: String) throws {
      let lines = try blocks(path).map { line in
        let isOurs = line.hasPrefix(#"{"jsonrpc""#)
        return Line(definition: isOurs ? "fromDaemon" : "fromProgram", text: line)
      }
      try #require(!lines.isEmpty)
      for (line, verdict) in zip(lines, try verdicts(lines)) {
        #expect(verdict == "ok", "\(line.text)")
        guard line.definition == "fromDaemon" else {
          #expect(isTaken(line.text), "\(line.text)")
          continue
        }
        switch decode(daemonLine: Array(line.text.utf8)) {
        case nil, .strange: Issue.record("it cannot be read: \(line.text)")
        default: break
        }
      }
    }

    /// All lines of the session files: what programs say, and the commands that they get.
    @Test func theSessionsAreOfTheProtocol() throws {
      let folder = "Tests/Cases/sessions"
      var lines: [Line] = []
      /// Whether the daemon refuses what was said, as the session has it.
      var refused: Set<Int> = []
      for name in try names(of: folder) where name.hasSuffix(".session") {
        let text = String(decoding: try readFile("\(folder)/\(name)"), as: UTF8.self)
        for line in text.split(separator: "\n") {
          let rest = line.drop { $0.isASCII && ($0.isLetter || $0.isNumber) }
          let json = rest.dropFirst().drop { $0 == " " }
          if rest.first == "!" { refused.insert(lines.count - 1) }
          guard json.first == "{", rest.first == ">" || rest.first == "<" else { continue }
          lines.append(
            Line(definition: rest.first == ">" ? "fromProgram" : "command", text: String(json)))
        }
      }
      try #require(lines.count > 2000)
      for (index, (line, verdict)) in zip(lines, try verdicts(lines)).enumerated() {
        if line.definition == "fromProgram", !isTaken(line.text) {
          // Only the daemon knows the names of keys.
          if line.text.contains(#""press""#) { continue }
          #expect(verdict != "ok", "only the daemon refuses \(line.text)")
        } else if !refused.contains(index) {
          #expect(verdict == "ok", "\(line.text)")
        }
      }
    }

    private func names(of folder: String) throws -> [String] {
      let directory = try #require(opendir(folder))
      defer { closedir(directory) }
      var names: [String] = []
      while let entry = readdir(directory) {
        names.append(
          withUnsafeBytes(of: entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
          })
      }
      return names
    }

    /// Each member of an element with a value of each kind: both take it, or neither does.
    @Test func theTypesOfMembersAreThoseOfTheDaemon() throws {
      let values = [
        "true", "false", "null", "0", "1", "-1", "-2", "2.0", "2.5", "1e20", "9007199254740993",
        "[]", "[5]", "[null]", "[[]]", #"{"a":1}"#, #"{"id":"b"}"#, #"[{"id":"b"}]"#, #"["b"]"#,
        #"{"content":"b"}"#, #"{"content":"b","caret":1.5}"#, #"[{"name":"b"}]"#,
        #"[{"text":"b","short":5}]"#, #"[{"value":"b"}]"#, #""word""#, #""mixed""#, #""true""#,
        #"{"x":1,"y":2}"#, #"{"x":1,"y":2,"width":3,"height":4}"#, #"{"now":"5"}"#,
      ]
      // Words that nobody knows are ignored, but may be wrong: the schema does not take them.
      let enumerated: Set = [
        "invalid", "current", "hasPopup", "live", "autocomplete", "orientation", "sort",
      ]
      var lines: [Line] = []
      for member in Member.all {
        for value in values where !(value.hasPrefix("\"") && enumerated.contains(member.name)) {
          let element = #"{"id":"a","\#(member.name)":\#(value)}"#
          for line in [
            #"{"method":"focus","params":{"element":\#(element)}}"#,
            #"{"method":"change","params":{"elements":[\#(element)]}}"#,
          ] {
            lines.append(Line(definition: "fromProgram", text: line))
          }
        }
      }
      for (line, verdict) in zip(lines, try verdicts(lines)) {
        #expect((verdict == "ok") == isTaken(line.text), "\(verdict): \(line.text)")
      }
    }

    @Test func whatIsWrongIsRefusedByBoth() throws {
      let long = String(repeating: "x", count: 257)
      let lines = [
        "[]", "5", #"{"params":{}}"#, #"{"method":5}"#, #"{"method":"dance"}"#,
        #"{"id":1.5,"method":"status"}"#, #"{"id":true,"method":"status"}"#,
        #"{"method":"status","params":[]}"#, #"{"method":"hello"}"#,
        #"{"method":"hello","params":null}"#, #"{"method":"hello","params":{"name":5}}"#,
        #"{"method":"hello","params":{"name":"x","rank":"king"}}"#,
        #"{"method":"hello","params":{"name":"x","commands":[5]}}"#,
        #"{"method":"focus","params":{"element":{"id":"\#(long)"}}}"#,
        #"{"method":"focus","params":{"element":{"id":"a","text":{"caret":1}}}}"#,
        #"{"method":"focus","params":{"element":{"id":"a","children":[{"label":"b"}]}}}"#,
        #"{"method":"update","params":{"elements":{"id":"a"}}}"#,
        #"{"method":"remove","params":{}}"#,
        #"{"method":"edit","params":{"element":"a","base":1}}"#,
        #"{"method":"edit","params":{"element":"a","base":1,"version":2,"changes":[{"start":0}]}}"#,
        #"{"method":"announce","params":{"text":"a","priority":"urgent"}}"#,
        #"{"method":"announce","params":{"text":"a","duration":-1}}"#,
        #"{"method":"done","params":{"seq":0}}"#,
        #"{"method":"done","params":{"seq":1,"error":{"message":"no"}}}"#,
        #"{"method":"pause","params":{"lock":"yes"}}"#,
        #"{"method":"settings","params":{"set":{"braille.mode":[]}}}"#,
        #"{"method":"press","params":{"keys":"HOME"}}"#,
        #"{"method":"observe","params":{"events":["weather"]}}"#,
        #"{"method":"explain","params":{"columns":40}}"#,
      ]
      let all = lines.map { Line(definition: "fromProgram", text: $0) }
      for (line, verdict) in zip(lines, try verdicts(all)) {
        #expect(verdict != "ok", "the schema takes \(line)")
        #expect(!isTaken(line), "the daemon takes \(line)")
      }
      let producers = Message.methods.subtracting(Message.producerMethods).map {
        Line(definition: "fromProducer", text: #"{"method":"\#($0)","params":{"keys":[]}}"#)
      }
      for verdict in try verdicts(producers) { #expect(verdict != "ok") }
    }

    // MARK: What the daemon sends

    @Test func whatTheDaemonSendsIsOfTheProtocol() throws {
      let daemon = try DaemonProcess(.init(["--display", "none", "--size", "20x2"]))
      defer { daemon.close() }
      let program = try Program(daemon)
      let asked = [
        #""hello","params":{"name":"Mail","acks":true}"#, #""observe""#,
        #""focus","params":{"element":{"id":"n","role":"textbox","text":{"content":"ab c","version":1,"caret":0}}}"#,
        #""press","params":{"keys":["ROUTE 1","dot1","FWINRT","space+dot4","dot7"]}"#,
        #""announce","params":{"text":"Hello","priority":"high"}"#, #""history""#, #""status""#,
        #""settings","params":{"set":{"display.statusCells":2}}"#,
        #""explain","params":{"element":{"id":"a","role":"button","label":"Buy"}}"#,
        #""screen","params":{"elements":[{"id":"a","role":"button"},{"id":"b"}]}"#,
        #""dance""#, #""edit","params":{"element":"x","base":1,"version":2}"#,
        #""focus","params":{"element":{"id":"n","text":{"content":"a","caret":5}}}"#,
      ]
      for (index, rest) in asked.enumerated() {
        // Once as a request, and as a notification, so that what is wrong is `rejected`.
        try program.send(#"{"id":\#(index),"method":\#(rest)}"# + "\n")
        if index > 9 { try program.send(#"{"method":\#(rest)}"# + "\n") }
      }
      try program.send("nonsense\n")
      var lines: [Line] = []
      var kinds: Set<String> = []
      func take() throws -> JSONValue {
        let message = try program.next()
        lines.append(
          Line(definition: "fromDaemon", text: String(decoding: message.line, as: UTF8.self)))
        if let method = message["method"]?.string { kinds.insert(method) }
        guard let index = message["id"]?.integer, let result = message["result"] else {
          return message
        }
        let method = asked[index].dropFirst().prefix { $0 != "\"" }
        if result != [:] {
          lines.append(
            Line(definition: "result.\(method)", text: String(decoding: result.line, as: UTF8.self))
          )
          kinds.insert("result.\(method)")
        }
        return message
      }
      while try take()["error"]?["code"] != -32700 {}
      daemon.signal(SIGTERM)
      while try take()["method"] != "shutdown" {}
      #expect(
        kinds == [
          "command", "frame", "display", "rejected", "shutdown", "result.hello", "result.history",
          "result.status", "result.settings", "result.explain",
        ])
      for (line, verdict) in zip(lines, try verdicts(lines)) {
        #expect(verdict == "ok", "\(line.definition): \(line.text)")
      }
    }
  }
}
