// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import Tables
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// `braillectl record`: what happened, as a session that comes true when it is played.
  @Suite struct RecordTests {
    /// A daemon whose display is a pipe that keys are written to, and a program.
    private struct Scene {
      let daemon: DaemonProcess
      let program: Program
      let keys: FileDescriptor
      var path: String { daemon.folder.file("bug.session") }

      init() throws {
        let input = try FileDescriptor.pipe()
        var launch = DaemonProcess.Launch(["--display", "terminal", "--size", "20"])
        launch.input = input.reading
        daemon = try DaemonProcess(launch)
        keys = input.writing
        input.reading.close()
        program = try Program(daemon)
        try program.ask("hello", ["name": "Pizza", "acks": true])
      }

      func press(_ names: String) throws {
        let bytes = Array((names + "\n").utf8)
        #expect(bytes.withUnsafeBytes { keys.write($0) } == .bytes(bytes.count))
      }

      func record(_ options: String...) throws -> BraillectlProcess {
        let process = try BraillectlProcess(
          ["--socket", daemon.socket, "record"] + options + [path], home: daemon.folder.path)
        try process.printed.wait(for: "recording into ")
        return process
      }

      func close() {
        keys.close()
        daemon.close()
      }

      /// What a reader does with a form, the table of which is compiled already.
      func fillIn() throws {
        try program.focus(button: "Anna 98")
        try press("space+dot4")
        let move = try program.command()
        #expect(move["command"] == "move")
        try program.ask(
          "focus",
          [
            "element": [
              "id": "name", "role": "textbox", "label": "Name",
              "text": ["content": "Zoe", "caret": 3, "version": 1],
            ], "ack": move["seq"] ?? 0,
          ])
        try press("ROUTE 12")
        let caret = try program.command()
        #expect(caret["command"] == "setCaret")
        try program.ask(
          "change",
          [
            "elements": [["id": "name", "text": ["caret": caret["offset"] ?? 0]]],
            "ack": caret["seq"] ?? 0,
          ])
        try press("dot1+dot2")
        let insert = try program.command()
        #expect(insert["command"] == "insertText")
        try program.ask(
          "edit",
          [
            "element": "name", "base": 1, "version": 2, "ack": insert["seq"] ?? 0,
            "changes": [
              [
                "start": caret["offset"] ?? 0, "end": caret["offset"] ?? 0,
                "text": insert["text"] ?? "",
              ]
            ],
          ])
        try program.ask("announce", ["text": "Saved", "priority": "high"])
        try program.ask("settings", ["set": ["braille.mode": "computer"]])
        try program.say("update", ["elements": [["id": "nobody"]]])
        _ = try program.next("rejected")
      }
    }

    private func play(_ scene: Scene) throws -> (status: Termination?, lines: [String]) {
      try BraillectlProcess(["play", scene.path], home: scene.daemon.folder.path).waitForEnd()
    }

    private func file(_ scene: Scene) throws -> [String] {
      String(decoding: try readFile(scene.path), as: UTF8.self).split(separator: "\n").map(
        String.init)
    }

    /// What is there before the recording has its table, so that no answer of liblouis is late.
    private func warm(_ scene: Scene) throws {
      let observer = try Observer(scene.daemon)
      try scene.program.focus(button: "Begin")
      try observer.wait(for: "table") { $0.cells.hasPrefix("⠠⠃⠑⠛⠊⠝") }
    }

    @Test func aRecordingComesTrue() throws {
      let scene = try Scene()
      defer { scene.close() }
      try warm(scene)
      let recorder = try scene.record("--plain")
      defer { recorder.close() }
      try scene.fillIn()
      recorder.signal()
      let end = try recorder.waitForEnd()
      #expect(end.status == .exit(0))
      #expect(end.lines.last?.hasSuffix("inputs; played, all of it comes true") == true)
      let lines = try file(scene)
      #expect(lines.dropFirst(2).first == "display 20x1 of terminal")
      #expect(lines.contains("=|Anna 98 btn       |"))
      #expect(lines.contains("key ROUTE 12"))
      #expect(
        lines.contains(
          #"A< {"command":"setCaret","element":"name","offset":1,"seq":2,"version":1}"#))
      #expect(lines.contains("=kind message"))
      #expect(lines.contains { $0.hasPrefix(#"A! {"code":3,"#) })
      let played = try play(scene)
      #expect(played.status == .exit(0), "\(played.lines)\n\(lines.joined(separator: "\n"))")
    }

    @Test func aMaskedRecordingComesTrueAndHasNoneOfTheText() throws {
      let scene = try Scene()
      defer { scene.close() }
      try warm(scene)
      let recorder = try scene.record()
      defer { recorder.close() }
      try scene.fillIn()
      recorder.signal()
      let end = try recorder.waitForEnd()
      #expect(end.status == .exit(0))
      #expect(
        end.lines.last?.hasSuffix("inputs, masked; with these letters the same happens") == true,
        "\(end.lines)")
      let lines = try file(scene)
      for word in ["Anna", "Zoe", "98", "Saved", "Name", "⠵⠕⠑"] {
        #expect(!lines.dropFirst(2).contains { $0.contains(word) && !$0.hasPrefix("+") }, "\(word)")
      }
      #expect(lines.contains { $0.contains(#""label":"Xxxx 00""#) })
      #expect(lines.contains("key dot1+dot3+dot4+dot6"))
      let played = try play(scene)
      #expect(played.status == .exit(0), "\(played.lines)\n\(lines.joined(separator: "\n"))")
    }

    @Test func whatIsShownAlreadyIsInIt() throws {
      let scene = try Scene()
      defer { scene.close() }
      try warm(scene)
      let items: [JSONValue] = ["one", "two", "three"].map { word in
        ["id": .string(word), "role": "button", "label": .string(word)]
      }
      let group: JSONValue = ["id": "g", "role": "group", "children": .array(items)]
      try scene.program.ask("screen", ["elements": [group], "title": "Count", "focus": "two"])
      let recorder = try scene.record("--plain")
      defer { recorder.close() }
      try scene.press("space+dot4")
      #expect(try scene.program.command()["element"] == "three")
      recorder.signal()
      let end = try recorder.waitForEnd()
      #expect(end.lines.last?.hasSuffix("played, all of it comes true") == true, "\(end.lines)")
      let lines = try file(scene)
      #expect(lines.contains { $0.contains(#""focus":"two""#) && $0.contains("Count") })
      #expect(lines.contains("=|three btn           |"))
    }

    @Test func secretsAreInNoRecording() throws {
      let scene = try Scene()
      defer { scene.close() }
      try warm(scene)
      let recorder = try scene.record("--plain")
      defer { recorder.close() }
      let secret = "zyxq"
      try scene.program.focus([
        "id": "p", "role": "textbox", "label": "Code", "inputType": "password",
        "value": .string(secret), "text": ["content": .string(secret), "caret": 4, "version": 1],
        "children": [["id": "c", "role": "text", "label": .string(secret)]],
      ])
      try scene.program.ask("announce", ["text": .string(secret)])
      try scene.press("dot1+dot3+dot5+dot6")
      #expect(try scene.program.command()["text"] == "z")
      try scene.program.ask(
        "edit",
        [
          "element": "p", "base": 1, "version": 2, "ack": 1,
          "changes": [["start": 4, "end": 4, "text": .string(secret)]],
        ])
      try scene.program.ask(
        "change",
        [
          "elements": [
            ["id": "p", "text": ["content": .string(secret), "caret": 0, "version": 3]]
          ]
        ])
      recorder.signal()
      #expect(try recorder.waitForEnd().status == .exit(0))
      let lines = try file(scene)
      #expect(lines.contains { $0.contains(#""content":"●●●●""#) })
      for line in lines {
        #expect(!line.contains(secret) && !line.contains("dot1+dot3+dot5+dot6"), "\(line)")
      }
    }

    @Test func aFileThatIsThereAndADaemonThatIsNotAreTold() throws {
      let scene = try Scene()
      defer { scene.close() }
      try writeFile(scene.path, Array("precious".utf8))
      let home = scene.daemon.folder.path
      let twice = try BraillectlProcess(
        ["--socket", scene.daemon.socket, "record", scene.path], home: home
      ).waitForEnd()
      #expect(twice.status == .exit(2))
      #expect(
        twice.lines == ["braillectl: \(scene.path): File exists; name another file, or remove it"])
      #expect(try readFile(scene.path) == Array("precious".utf8))
      let nobody = try BraillectlProcess(
        ["--socket", home + "/nobody", "record", home + "/new"], home: home
      ).waitForEnd()
      #expect(nobody.status == .exit(1) && nobody.lines.count == 1)
      #expect(list(home).contains("new") == false)
    }
  }
}
