// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// Settings that a reader keeps, in the file of a daemon.
  @Suite struct KeptSettingsTests {
    private func content(_ path: String) throws -> String {
      String(decoding: try readFile(path), as: UTF8.self)
    }

    /// What the display shows after a key.
    private func answer(_ program: Program, to key: String) throws -> String {
      try program.press(key)
      return try program.all("frame").last.map { Shown($0).text } ?? ""
    }

    @Test func whatWasChangedInTheMenuIsInTheFileAgain() throws {
      var launch = DaemonProcess.Launch(["--display", "none"])
      let head = "# mine\n[braille]\nlanguage = en ; also at work\n"
      launch.configuration = head + "mode = uncontracted\n"
      let daemon = try DaemonProcess(launch)
      defer { daemon.close() }
      let path = daemon.folder.file("brailled.conf")
      chmod(path, 0o640)
      let program = try Program(daemon)
      try program.focus(button: "OK")
      try program.ask("observe", ["events": ["frame"]])
      #expect(try answer(program, to: "space+dot1+dot3+dot4+dot8") == "braille: uncontracted")
      #expect(try answer(program, to: "space+dot3+dot6") == "braille: contracted")
      #expect(try answer(program, to: "space+dot4+dot5+dot6") == "save settings")
      #expect(try answer(program, to: "space+dot3+dot6") == "settings saved")
      #expect(try content(path) == head + "mode = contracted\n")
      #expect(mode(path) & 0o777 == 0o640)
      // It is what the daemon reads, and what another one starts with.
      #expect(try answer(program, to: "PREFLOAD") == "settings read again")
      #expect(try program.ask("settings")["braille.mode"] == "contracted")
      try daemon.log.wait(for: "settings were kept: braille.mode")
    }

    @Test func aFileThatIsNotThereIsMade() throws {
      let folder = try TemporaryFolder()
      defer { folder.close() }
      var launch = DaemonProcess.Launch(
        ["--display", "none", "--socket", folder.file("socket")])
      launch.environment = ["XDG_CONFIG_HOME": folder.file("config")]
      launch.isTold = false
      let daemon = try DaemonProcess(launch)
      defer { daemon.close() }
      let program = try Program(path: folder.file("socket"))
      try program.focus(button: "OK")
      try program.ask("observe", ["events": ["frame"]])
      try program.set(["reading.signs": "words"])
      #expect(try answer(program, to: "PREFSAVE") == "settings saved")
      let file = folder.file("config/brailled/brailled.conf")
      #expect(try content(file) == "[reading]\nsigns = words\n")
    }

    @Test func whatCannotBeKeptIsTold() throws {
      var launch = DaemonProcess.Launch(["--display", "none"])
      launch.configuration = "[braille]\nlanguage = en\n"
      let daemon = try DaemonProcess(launch)
      defer { daemon.close() }
      let program = try Program(daemon)
      try program.focus(button: "OK")
      try program.ask("observe", ["events": ["frame"]])
      // A folder is where the file was.
      unlink(daemon.folder.file("brailled.conf"))
      _ = try daemon.folder.folder("brailled.conf")
      try program.set(["reading.signs": "words"])
      #expect(try answer(program, to: "PREFSAVE").hasPrefix("settings not saved:"))
      #expect(try answer(program, to: "PREFLOAD").hasPrefix("settings not read again:"))
      #expect(try program.ask("settings")["reading.signs"] == "words")
    }

    @Test(.enabled(if: Brltty.isInstalled)) func whetherChordsArriveIsAskedOnce() throws {
      var settings = Brltty.Settings()
      settings.preferences = "braille-quick-space=yes\n"
      let rig = try Rig(BrailliantDisplay(.bi40), settings)
      defer { rig.close() }
      let folder = try TemporaryFolder()
      defer { folder.close() }
      var launch = DaemonProcess.Launch(["--socket", folder.file("socket")])
      launch.environment = rig.environment.merging(["XDG_CONFIG_HOME": folder.path]) { $1 }
      launch.isTold = false
      let file = try folder.folder("brailled") + "/brailled.conf"
      try writeFile(file, Array("[braille]\nlanguage = en\n[brlapi]\ntty = root\n".utf8))
      do {
        let daemon = try DaemonProcess(launch)
        defer { daemon.close() }
        let program = try Program(path: folder.file("socket"))
        try program.focus(button: "OK")
        try rig.display.wait(for: "the question") { $0.braille.hasPrefix("⠅⠑⠽⠀⠉⠓⠑⠉⠅") }
        try rig.display.chord("3-6")
        try daemon.log.wait(for: "settings were kept: keys.chords")
        #expect(try content(file).hasSuffix("tty = root\n\n[keys]\nchords = yes\n"))
        // It did nothing else.
        try rig.display.route(0)
        try rig.display.wait(forBraille: Content.okay)
        #expect(try program.all("command") == [])
      }
      let daemon = try DaemonProcess(launch)
      defer { daemon.close() }
      try Program(path: folder.file("socket")).focus(button: "OK")
      try rig.display.wait(forBraille: Content.okay)
    }
  }
}
