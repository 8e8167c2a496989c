// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// The configuration, wrong or changed, of a daemon that starts or runs.
  @Suite struct ReloadTests {
    private static let readAgain = "the configuration was read again"

    /// Waits until the daemon has read its configuration so many times again.
    private func reload(_ daemon: DaemonProcess, times: Int = 1) throws {
      daemon.reload()
      try daemon.log.wait(for: Self.readAgain, times: times)
    }

    private func launch(_ configuration: String) -> DaemonProcess.Launch {
      var launch = DaemonProcess.Launch(["--display", "none"])
      launch.configuration = "[braille]\nlanguage = en\n" + configuration
      return launch
    }

    /// A daemon that reads the usual files of a folder.
    private func launch(home folder: TemporaryFolder) -> DaemonProcess.Launch {
      var launch = DaemonProcess.Launch(
        ["--display", "none", "--socket", folder.file("socket")],
        environment: ["XDG_CONFIG_HOME": folder.path])
      launch.isTold = false
      return launch
    }

    @Test func aDaemonGoesOnWithTheDefaultsWhereAFileIsWrong() throws {
      let daemon = try DaemonProcess(
        launch("mode = contractd\n[reading]\nwrap = cut\n[braile]\nmode = contracted\n"))
      defer { daemon.close() }
      let settings = try Program(daemon).ask("settings")
      #expect(settings["braille.mode"] == "uncontracted" && settings["reading.wrap"] == "cut")
      let file = daemon.folder.file("brailled.conf")
      try daemon.log.wait(
        for: "brailled: \(file):3: braille.mode cannot be contractd; did you mean contracted? It "
          + "can be uncontracted, contracted, computer")
      try daemon.log.wait(
        for: "brailled: \(file):7: braile.mode is no setting; did you mean braille.mode?")
      #expect(daemon.log.count(of: "brailled.conf:") == 2)
    }

    @Test func aBrokenFileLeavesTheDisplayAndTheSettings() throws {
      let daemon = try DaemonProcess(launch("mode = contracted\n"))
      defer { daemon.close() }
      let program = try Program(daemon)
      let observer = try Observer(daemon)
      try program.focus(words: "people know")
      try observer.wait(for: "contracted braille") { $0.cells.hasPrefix("⠏⠀⠐⠅") }
      try program.ask("observe", ["events": ["frame"]])
      _ = try program.all("frame")
      // A file that is no text, then none, then a folder: all stays, and the log says so each time.
      let file = daemon.folder.file("brailled.conf")
      try writeFile(file, [0xFF])
      daemon.reload()
      try daemon.log.wait(for: "\(file): is not UTF-8")
      unlink(file)
      daemon.reload()
      try daemon.log.wait(for: "\(file): cannot be read: No such file or directory")
      _ = try daemon.folder.folder("brailled.conf")
      daemon.reload()
      try daemon.log.wait(for: "\(file): cannot be read: Is a directory")
      #expect(daemon.log.count(of: "brailled.conf") == 3)
      #expect(daemon.log.count(of: Self.readAgain) == 0)
      #expect(try program.ask("settings")["braille.mode"] == "contracted")
      #expect(try program.ask("status")["focus"] == "words")
      #expect(try program.all("frame") == [])
    }

    @Test func whatWasSetMeanwhileIsWhatTheFilesSayAgain() throws {
      let daemon = try DaemonProcess(launch("mode = contracted\n"))
      defer { daemon.close() }
      let program = try Program(daemon)
      try program.set(["braille.mode": "computer", "reading.wrap": "cut"])
      #expect(try program.ask("settings")["braille.mode"] == "computer")
      try reload(daemon)
      let settings = try program.ask("settings")
      #expect(settings["braille.mode"] == "contracted" && settings["reading.wrap"] == "word")
    }

    @Test func filesOfAFolderAreReadByTheirNames() throws {
      let folder = try TemporaryFolder()
      defer { folder.close() }
      let home = try folder.folder("brailled")
      _ = try folder.folder("brailled/conf.d")
      func write(_ name: String, _ text: String) throws {
        try writeFile(home + "/" + name, Array(text.utf8))
      }
      try write("brailled.conf", "[reading]\nwrap = cut\nautoScroll = 1 s\n[display]\nrows = 1\n")
      try write("conf.d/b.conf", "[display]\nrows = 3\n")
      try write("conf.d/a.conf", "[display]\nrows = 2\n[reading]\nautoScroll = 2 s\n")
      let daemon = try DaemonProcess(launch(home: folder))
      defer { daemon.close() }
      let program = try Program(path: folder.file("socket"))
      var settings = try program.ask("settings")
      #expect(settings["reading.wrap"] == "cut" && settings["reading.autoScroll"] == 2000)
      #expect(settings["display.rows"] == 3)
      // What is wrong in one of them takes only that line out.
      unlink(home + "/conf.d/b.conf")
      try write("conf.d/a.conf", "[display]\nrows = two\n[reading]\nautoScroll = 3 s\n")
      try reload(daemon)
      settings = try program.ask("settings")
      #expect(settings["display.rows"] == 1 && settings["reading.autoScroll"] == 3000)
      try daemon.log.wait(for: "conf.d/a.conf:2: display.rows cannot be two; it can be a number")
      #expect(daemon.log.count(of: "display.rows") == 1)
    }

    @Test func whoReloadsByAKeyReadsWhatIsWrong() throws {
      let daemon = try DaemonProcess(launch(""))
      defer { daemon.close() }
      let program = try Program(daemon)
      try program.focus(words: "here")
      try program.ask("observe", ["events": ["frame"]])
      let file = daemon.folder.file("brailled.conf")
      try daemon.configure("[braile]\nmode = contracted\n[reading]\nwrap = odd\n")
      try program.press("PREFLOAD")
      var shown = try #require(program.all("frame").last.map { Shown($0) })
      #expect(shown.kind == "message" && shown.text == "brailled.conf:2: braile.mode is no")
      try program.press("FWINRT")
      shown = try #require(program.all("frame").last.map { Shown($0) })
      #expect(shown.text == "setting; did you mean braille.mode?")
      try program.press("FWINRT")
      shown = try #require(program.all("frame").last.map { Shown($0) })
      #expect(shown.text == "(braillectl check: 1 more)")
      #expect(daemon.log.count(of: "\(file):2: braile.mode is no setting") == 1)
      // With nothing wrong it says only that they were read.
      try daemon.configure("[braille]\nlanguage = en\n")
      try program.press("PREFLOAD")
      shown = try #require(program.all("frame").last.map { Shown($0) })
      #expect(shown.kind == "answer" && shown.text == "settings read again")
    }

    @Test func theCheckTellsTheSameAndEnds() throws {
      var launch = launch("mdoe = contracted\n")
      launch.options.append("--check-config")
      let daemon = try DaemonProcess(launch, isAwaited: false)
      defer { daemon.close() }
      #expect(try daemon.waitForEnd() == .exit(1))
      try daemon.log.waitForEnd()
      #expect(
        daemon.log.lines == [
          "brailled: \(daemon.folder.file("brailled.conf")):3: braille.mdoe is no setting; "
            + "did you mean braille.mode?"
        ])
    }
  }
}
