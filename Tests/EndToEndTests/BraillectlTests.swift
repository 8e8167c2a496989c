// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// The command line's way to the daemon.
  @Suite final class BraillectlTests {
    private let daemon: DaemonProcess
    private let program: Program

    init() throws {
      daemon = try DaemonProcess(.init(["--display", "none"]))
      program = try Program(daemon)
      try program.ask("hello", ["name": "Pizza"])
      try program.focus(button: "OK")
    }

    deinit {
      daemon.close()
    }

    /// Runs braillectl; gives how it ended and what it printed, errors among it.
    private func run(_ arguments: [String]) throws -> (status: Termination?, lines: [String]) {
      let (transcript, writing) = try Transcript.pipe()
      defer { transcript.close() }
      let process = try KeptProcess(
        path: Executables.path("braillectl"), arguments: arguments,
        environment: ["PATH": "/usr/bin:/bin", "HOME": daemon.folder.path],
        descriptors: [nil, writing, writing])
      writing.close()
      defer { process.close() }
      let status = process.waitForEnd(until: MonotonicClock.now + Patience.limit)
      try transcript.waitForEnd()
      return (status, transcript.lines)
    }

    private func ask(_ arguments: String...) throws -> (status: Termination?, lines: [String]) {
      try run(["--socket", daemon.socket] + arguments)
    }

    @Test func itTellsAndAsks() throws {
      let observer = try Observer(daemon)
      let status = try ask("status")
      #expect(status.status == .exit(0))
      #expect(status.lines.first == "display: 40x1, driver none")
      #expect(status.lines.contains { $0.hasPrefix("program: Pizza (pid ") })
      #expect(status.lines.contains { $0.hasPrefix("desktop: not read; start it with: ") })

      #expect(try ask("press", "space+dot3+dot6").status == .exit(0))
      #expect(try program.command() == ["command": "activate", "element": "button"])
      #expect(try ask("settings", "braille.mode=contracted").status == .exit(0))
      #expect(try program.ask("settings")["braille.mode"] == "contracted")

      try writeFile(
        daemon.folder.file("lines"),
        Array(#"{"method":"announce","params":{"text":"Hello","priority":"high"}}"#.utf8))
      #expect(try ask("send", daemon.folder.file("lines")).status == .exit(0))
      try observer.wait(for: "message") { $0.kind == "message" && $0.text == "Hello" }
    }

    @Test func itTellsThatOrcaRuns() throws {
      let script = daemon.folder.file("orca")
      try writeFile(script, Array("read line\n".utf8))
      let (reading, writing) = try FileDescriptor.pipe()
      defer { writing.close() }
      let orca = try KeptProcess(
        path: "/bin/sh", arguments: [script], environment: [:], descriptors: [reading, nil, nil])
      defer { orca.close() }
      reading.close()
      #expect(try ask("status").lines.contains { $0.hasPrefix("Orca: runs (pid \(orca.pid));") })
    }

    @Test func itListsKeys() throws {
      let all = try run(["keys"])
      #expect(all.status == .exit(0))
      for preset in ["voiceover", "talkback", "chromevox", "nvda", "brltty"] {
        #expect(all.lines.contains("## \(preset)"))
      }
      let one = try run(["keys", "nvda"])
      #expect(one.lines.first == "## nvda")
      #expect(one.lines.contains("| next by rotor | `step next` |  | `Right` |"))
      #expect(one.lines.contains { $0.contains("| `activate` | space 3 6 |") })
      let none = try run(["keys", "jaws"])
      #expect(none.status == .exit(2) && none.lines.count == 1)
    }

    /// The stages of an element of each pizza order in Tests/Cases/sessions, with the cells there.
    @Test func itExplainsEachStage() throws {
      let cases: [(language: String, element: String, stages: [String])] = [
        (
          "en", #"{"id":"a","role":"button","label":"Buy","value":"Price £12.50"}"#,
          [
            "print  Buy btn Price £12.50", "  label Buy", "  gap  ", "  role btn", "  gap  ",
            "  value Price £12.50", "table  en-ueb-g2.ctb: Buy btn Price £12.50",
            "cells  ⠠⠃⠥⠽⠀⠃⠞⠝⠀⠠⠏⠗⠊⠉⠑⠀⠈⠇⠼⠁⠃⠲⠑⠚",
            "row    ⠠⠃⠥⠽⠀⠃⠞⠝⠀⠠⠏⠗⠊⠉⠑⠀⠈⠇⠼⠁⠃⠲⠑⠚",
          ]
        ),
        (
          "fr", #"{"id":"a","role":"cell","label":"11 g","rowHeaders":["Protéines"]}"#,
          [
            "print  Protéines 11 g", "  headers Protéines", "  gap  ", "  label 11 g",
            "table  fr-bfu-g2.ctb: Protéines 11 g",
          ]
        ),
        (
          "de", #"{"id":"a","role":"checkbox","label":"Zwiebeln","checked":false}"#,
          [
            "print  Zwiebeln KF ⣏⣀⣹", "  label Zwiebeln", "  gap  ", "  role KF", "  gap  ",
            "  states ⣏⣀⣹", "table  de-g2.ctb: Zwiebeln KF ⣏⣀⣹", "cells  ⠵⠺⠬⠃⠽⠝⠀⠅⠋⠀⣏⣀⣹",
            "row    ⠵⠺⠬⠃⠽⠝⠀⠅⠋⠀⣏⣀⣹",
          ]
        ),
        (
          "ja", #"{"id":"a","role":"dialog","label":"ちゅうもん"}"#,
          [
            "print  ちゅうもん ダイアログ", "  label ちゅうもん", "  gap  ", "  role ダイアログ",
            "table  ja-kantenji.utb: ちゅうもん ダイアログ", "cells  ⠐⡲⠒⣴⣠⠀⡤⠠⡢⠆⠂⠴⠠⢒⡄",
            "row    ⠐⡲⠒⣴⣠⠀⡤⠠⡢⠆⠂⠴⠠⢒⡄",
          ]
        ),
      ]
      #expect(try ask("settings", "braille.mode=contracted").status == .exit(0))
      for (language, element, stages) in cases {
        #expect(try ask("settings", "braille.language=\(language)").status == .exit(0))
        try writeFile(daemon.folder.file("element"), Array(element.utf8))
        // Until the table is compiled, the built-in one stands for it.
        let end = MonotonicClock.now + Patience.limit
        var told: [String] = []
        repeat {
          let result = try ask("explain", daemon.folder.file("element"))
          #expect(result.status == .exit(0))
          told = Array(result.lines.prefix(stages.count))
        } while told != stages && MonotonicClock.now < end
        #expect(told == stages, "\(language)")
      }
    }

    @Test func itSaysWhatFailed() throws {
      let cases: [([String], Int32)] = [
        (["--socket", daemon.socket, "settings", "braille.mode=loud"], 1),
        (["--socket", daemon.folder.file("nobody"), "status"], 1),
        (["status"], 1), (["fly"], 2), ([], 2), (["--fly"], 2),
        (["--socket", daemon.socket, "press", "NOKEY"], 2),
        (["--socket", daemon.socket, "send", "/nowhere"], 2), (["play", "/nowhere"], 2),
      ]
      for (arguments, status) in cases {
        let result = try run(arguments)
        #expect(result.status == .exit(status), "\(arguments)")
        #expect(
          result.lines.count == 1 && result.lines.first?.hasPrefix("braillectl: ") == true,
          "\(arguments): \(result.lines)")
      }
    }
  }
}
