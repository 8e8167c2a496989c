// SPDX-License-Identifier: GPL-3.0-or-later
import BrailleClient
import Elements
import Posix
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// A program on the library that others embed, against the daemon.
  @Suite struct ClientTests {
    private func event(
      _ producer: Producer, _ isWanted: (Producer.Event) -> Bool
    ) throws -> Producer.Event {
      let end = MonotonicClock.now + Patience.limit
      while MonotonicClock.now < end {
        let left = Int((end - MonotonicClock.now).pollMilliseconds)
        if let event = producer.next(timeout: left), isWanted(event) { return event }
      }
      throw TimedOut("no event as wanted")
    }

    private func command(_ producer: Producer) throws -> BrailleClient.Command {
      let event = try event(producer) { event in
        if case .command = event { true } else { false }
      }
      guard case .command(let command) = event else { throw TimedOut("no command") }
      return command
    }

    private func field(_ note: EditableText) -> BrailleClient.Element {
      var field = BrailleClient.Element("note", role: "textbox", label: "Note")
      field.text = note.text
      return field
    }

    @Test func aTextIsWrittenIn() throws {
      let daemon = try DaemonProcess(.init(["--display", "none"]))
      defer { daemon.close() }
      let observer = try Observer(daemon)
      let keys = try Program(daemon)
      let producer = try Producer(
        Hello("Notes", commands: EditableText.commands), path: daemon.socket)
      var note = EditableText("ring twice", caret: 4)
      #expect(producer.next(timeout: 5000) == .connected)
      try producer.focus(field(note))
      try observer.wait(for: "the note") { $0.text == "Note edt ring twice" && $0.caret == 14 }

      func press(_ key: String) throws -> BrailleClient.Command {
        try keys.press(key)
        let command = try command(producer)
        try producer.edit("note", try note.perform(command), acknowledging: command)
        return command
      }
      #expect(try press("ROUTE 15").offset == 5)
      try observer.wait(for: "the caret") { $0.caret == 15 }
      let typed = try press("dot1+dot2")
      #expect(typed.name == "insertText" && typed.text == "b" && typed.sequence == 2)
      try observer.wait(for: "the letter") { $0.text == "Note edt ring btwice" && $0.caret == 16 }
      #expect(try press("dot7").name == "deleteBackward")
      try observer.wait(forText: "Note edt ring twice")
      #expect(producer.welcome?.protocol == 1)
      #expect(producer.welcome?.limits["id"] == 256)

      // What the program itself writes meanwhile makes a command stale, and it comes again.
      try keys.press("ROUTE 10")
      let old = try command(producer)
      try producer.edit("note", note.replace(0..<0, with: "Please "))
      #expect(throws: BrailleClient.Command.Failure.stale) { try note.perform(old) }
      try producer.done(old, .stale)
      let again = try command(producer)
      #expect(again.name == "setCaret" && again.offset == 7 && again.version == note.version)
      try producer.edit("note", try note.perform(again), acknowledging: again)
      try observer.wait(for: "the caret") {
        $0.text == "Note edt Please ring twice" && $0.caret == 18
      }
      // Nothing that it said was wrong.
      #expect(try keys.counter("refused") == 0)
    }

    @Test func itComesBackWithTheDaemon() throws {
      let folder = try TemporaryFolder("client")
      defer { folder.close() }
      let producer = try Producer(Hello("Mail"), path: folder.file("socket"))
      #expect(producer.next(timeout: 1) == nil && !producer.isConnected)
      #expect(producer.descriptor == nil && producer.wakesIn != nil)
      for round in 1...2 {
        var launch = DaemonProcess.Launch(["--display", "none"])
        launch.socket = folder.file("socket")
        let daemon = try DaemonProcess(launch)
        defer { daemon.close() }
        _ = try event(producer) { $0 == .connected }
        try producer.focus(BrailleClient.Element("ok", role: "button", label: "Round \(round)"))
        try Observer(daemon).wait(forText: "Round \(round) btn")
        #expect(try daemon.stop() == .exit(0))
        _ = try event(producer) { $0 == .lost }
        #expect(!producer.isConnected)
        // Nobody is told, and nothing fails.
        try producer.announce("lost")
      }
    }

    @Test func whatIsWrongIsTold() throws {
      let daemon = try DaemonProcess(.init(["--display", "none"]))
      defer { daemon.close() }
      let producer = try Producer(Hello("Mail"), path: daemon.producerSocket)
      #expect(producer.next(timeout: 5000) == .connected)
      try producer.notify("status", [String: String]())
      try producer.update([BrailleClient.Element("gone")])
      var field = BrailleClient.Element("a")
      field.range = .init(now: .infinity)
      #expect(throws: ConnectionError.unwritable("focus")) { try producer.focus(field) }
      for (method, code) in [("status", 1), ("update", 3)] {
        guard case .rejected(let rejection) = try event(producer, { $0 != .connected }) else {
          throw TimedOut("no rejection of \(method)")
        }
        #expect(rejection.method == method && rejection.code == code)
      }
      #expect(producer.isConnected)
    }

    /// What is sent has the protocol's names: all of them, and no others.
    @Test func membersAreThoseOfTheProtocol() throws {
      let names = Set(Member.all.map(\.name)).union(["id"])
      let element = Mirror(reflecting: BrailleClient.Element("a")).children.compactMap(\.label)
      #expect(Set(element) == names)
      let schema = try #require(JSONValue(parsing: try readFile("docs/protocol.schema.json")))
      guard case .object(let definitions)? = schema["$defs"] else { throw TimedOut("no schema") }
      var members: Set = ["name", "element", "sequence", "version"]
      for (name, definition) in definitions where name.hasPrefix("command.") {
        guard case .object(let properties)? = definition["properties"] else { continue }
        members.formUnion(properties.keys)
      }
      let daemon = try DaemonProcess(.init(["--display", "none"]))
      defer { daemon.close() }
      let producer = try Producer(Hello("Mail"), path: daemon.socket)
      #expect(producer.next(timeout: 5000) == .connected)
      try producer.focus(BrailleClient.Element("ok", role: "button"))
      try Observer(daemon).wait(forText: "btn")
      try Program(daemon).press("FWINRT")
      let command = Mirror(reflecting: try command(producer)).children.compactMap(\.label)
      #expect(Set(command) == members)
      // The same in Python: the lines of a class, as `label: Optional[str]`.
      let module = String(
        decoding: try readFile("Sources/BrailleClientPython/braille_client.py"), as: UTF8.self)
      #expect(pythonMembers(of: "class Element(", in: module) == names)
      #expect(
        pythonMembers(of: "class Command:", in: module) == members.union(["params"]))
    }

    /// What is taken away as one character is the same in Swift and in Python.
    @Test func charactersAreTheSameInPython() throws {
      let texts = [
        "abc", "cafe\u{301}", "a\u{308}\u{301}b", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
        "x\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}", "\u{1F44D}\u{1F3FD}", "a\r\n", "1\u{FE0F}\u{20E3}",
        "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "\u{D55C}\u{1100}\u{1173}",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}", "", "a b",
      ]
      let script = """
        import sys
        sys.path.insert(0, "Sources/BrailleClientPython")
        from braille_client import EditableText
        for text in sys.argv[1:]:
            backward, forward = EditableText(text, len(text)), EditableText(text)
            backward.delete_backward()
            forward.delete_forward()
            print(len(backward.content), len(forward.content))
        """
      let (output, writing) = try Transcript.pipe()
      defer { output.close() }
      let python = try KeptProcess(
        path: "/usr/bin/python3", arguments: ["-c", script] + texts,
        environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"],
        descriptors: [nil, writing, writing])
      writing.close()
      defer { python.close() }
      try output.waitForEnd()
      let lengths = texts.map { text in
        var backward = EditableText(text, caret: text.unicodeScalars.count)
        var forward = EditableText(text)
        backward.deleteBackward(1)
        forward.deleteForward(1)
        return "\(backward.content.unicodeScalars.count) \(forward.content.unicodeScalars.count)"
      }
      #expect(output.lines == lengths)
    }

    private func pythonMembers(of head: String, in module: String) -> Set<String> {
      let lines = module.split(separator: "\n", omittingEmptySubsequences: false)
        .drop { !$0.hasPrefix(head) }.dropFirst().prefix { $0.isEmpty || $0.hasPrefix("    ") }
      return Set(
        lines.compactMap { line in
          let words = line.split(separator: " ", omittingEmptySubsequences: false)
          guard line.hasPrefix("    "), !line.hasPrefix("     "), words.count > 5,
            words[4].hasSuffix(":"), words[4].allSatisfy({ $0.isLetter || $0 == ":" })
          else { return nil }
          return String(words[4].dropLast())
        })
    }
  }
}
