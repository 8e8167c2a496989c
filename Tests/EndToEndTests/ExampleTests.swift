// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// The examples of docs/examples, each as a person runs it.
  @Suite final class ExampleTests {
    private let daemon: DaemonProcess
    private let keys: Program
    private let observer: Observer

    init() throws {
      daemon = try DaemonProcess(.init(["--display", "none"]))
      keys = try Program(daemon)
      observer = try Observer(daemon)
    }

    deinit {
      daemon.close()
    }

    /// An example that runs, with what it says.
    private struct Running {
      let process: KeptProcess
      let output: Transcript
      /// Its standard input.
      let input: FileDescriptor

      func end() throws -> Termination? {
        let end = process.waitForEnd(until: MonotonicClock.now + Patience.limit)
        try output.waitForEnd()
        return end
      }

      func close() {
        process.close()
        output.close()
      }
    }

    private func start(
      _ name: String, _ arguments: String..., via: String = "nc", socket: String? = nil
    ) throws -> Running {
      let (output, writing) = try Transcript.pipe()
      let input = try FileDescriptor.pipe()
      let process = try KeptProcess(
        path: "docs/examples/\(name)", arguments: arguments,
        environment: [
          "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "VIA": via,
          "BRAILLED_SOCKET": socket ?? daemon.producerSocket,
          "TMPDIR": daemon.folder.path,
        ],
        descriptors: [input.reading, writing, writing])
      for descriptor in [input.reading, writing] { descriptor.close() }
      return Running(process: process, output: output, input: input.writing)
    }

    @Test(arguments: ["nc", "socat"]) func aScriptAnnounces(_ via: String) throws {
      let text = #"He said "no" \o/"#
      let example = try start("announce.sh", text, via: via)
      defer { example.close() }
      example.input.close()
      #expect(try example.end() == .exit(0), "\(example.output.text)")
      try observer.wait(for: text) { $0.kind == "message" && $0.text == text }
      let nobody = try start("announce.sh", "Hi", via: via, socket: daemon.folder.file("nobody"))
      defer { nobody.close() }
      nobody.input.close()
      #expect(try nobody.end() == .exit(1))
    }

    @Test(arguments: ["nc", "socat"]) func aLongJobTellsHowFarItIs(_ via: String) throws {
      let example = try start("progress.sh", "Copying", via: via)
      defer { example.close() }
      for line in ["10 %", "50 %"] {
        let bytes = Array((line + "\n").utf8)
        #expect(bytes.withUnsafeBytes { example.input.write($0) } == .bytes(bytes.count))
        try observer.wait(forText: "Copying \(line)")
      }
      example.input.close()
      #expect(try example.end() == .exit(0), "\(example.output.text)")
      try observer.wait(forText: "Copying is finished")
      let past = try keys.ask("history")["announcements"]?.elements?.map { $0["text"] }
      #expect(past == ["Copying is finished"])
    }

    @Test(arguments: ["nc", "socat"]) func aScriptAsks(_ via: String) throws {
      for (key, answer, status) in [("ROUTE 3", "No", 1), ("space+dot1+dot2", "No", 1)] {
        let example = try start("ask.sh", "Delete?", via: via)
        defer { example.close() }
        try observer.wait(forText: "Delete? dlg Yes btn")
        try keys.press("space+dot4")
        try observer.wait(forText: "No btn")
        try keys.press(key)
        #expect(try example.end() == .exit(Int32(status)), "\(example.output.text)")
        #expect(example.output.lines == [answer])
        try observer.wait(for: "nothing") { $0.kind == "idle" }
      }
      let example = try start("ask.sh", "Delete?", via: via)
      defer { example.close() }
      try observer.wait(forText: "Delete? dlg Yes btn")
      // The first letter of Yes: each word with a capital has a sign before it.
      try keys.press("ROUTE 14")
      #expect(try example.end() == .exit(0), "\(example.output.text)")
      #expect(example.output.lines == ["Yes"])
    }

    @Test func aProgramInPythonComesBackWithTheDaemon() throws {
      let folder = try TemporaryFolder("example")
      defer { folder.close() }
      let example = try start("list_and_note.py", socket: folder.file("socket"))
      defer { example.close() }
      var launch = DaemonProcess.Launch(["--display", "none"])
      launch.socket = folder.file("socket")
      for _ in 1...2 {
        let daemon = try DaemonProcess(launch)
        defer { daemon.close() }
        try Observer(daemon).wait(for: "the list") { $0.text.hasPrefix("Shopping lst Bread") }
        #expect(try daemon.stop() == .exit(0))
      }
      #expect(example.process.isAlive, "\(example.output.text)")
    }

    /// A list and a text field in Python, walked through by the display's keys.
    @Test func aProgramInPythonIsReadAndWrittenIn() throws {
      let example = try start("list_and_note.py")
      defer { example.close() }
      let steps: [(key: String, print: String, caret: Int?)] = [
        ("ROUTE 16", "Shopping lst Bread chk ⣏⣿⣹ 1 of 3", nil),
        ("space+dot4", "Milk chk ⣏⣿⣹ 2 of 3", nil),
        ("ROUTE 2", "Milk chk ⣏⣀⣹ 2 of 3", nil),
        ("space+dot4", "Olives chk ⣏⣀⣹ 3 of 3", nil),
        ("space+dot4", "Note edt For two", 10),
        ("ROUTE 12", "Note edt For two", 12),
        ("dot1+dot2", "Note edt Fbor two", 13),
        ("dot7", "Note edt For two", 12),
        ("space+dot4", "end", nil),
        ("space+dot1+dot2+dot3", "Shopping lst Bread chk ⣏⣿⣹ 1 of 3", nil),
      ]
      try observer.wait(forText: "Shopping lst Bread chk ⣏⣀⣹ 1 of 3")
      for step in steps {
        try keys.press(step.key)
        try observer.wait(for: "\(step.print) after \(step.key)") { shown in
          shown.text == step.print && shown.caret == step.caret
        }
      }
      #expect(try keys.counter("refused") == 0)
      #expect(example.process.isAlive)
    }
  }
}
