// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Testing

/// Whether applications are walked that take long to start (`make desktop-test`).
let allApplications = environmentVariable("BRAILLED_ALL_DESKTOP") != nil

/// How long a browser or an office program may take to start.
private let slowStart = Duration.seconds(60)

extension Desktops {
  /// Documents and terminals of applications that take long to start.
  @Suite(.enabled(if: allApplications)) struct DocumentTests {
    private static let browsers: [[String]] = [
      ["firefox-esr", "--no-remote"],
      ["chromium", "--no-sandbox", "--no-first-run", "--password-store=basic"],
    ]

    @Test(arguments: browsers) func pagesAreReadAndFilledIn(_ browser: [String]) throws {
      let folder = try #require(getcwd(nil, 0))
      defer { free(folder) }
      let page = String(cString: folder) + "/Tests/Cases/desktop/page.html"
      let rig = try DesktopRig()
      defer { rig.close() }
      let arguments = Array(browser.dropFirst()) + ["file://" + page]
      let program = try rig.start("/usr/bin/" + browser[0], arguments)
      defer { program.stop() }
      let walk = Walk(rig: rig, program: program)
      try walk.hold(" doc", limit: slowStart) { $0.contains("Page doc") || $0.contains("wnd Page") }

      // Item by item, without the keyboard's focus.
      try walk.steps(
        "4",
        [
          "Home lnk", "Order lnk", "h1 Big news", "A text with a link in it.", "City", "Size",
          "City r2 c1 Oslo", "Size r2 c2 big", "Name edt Ada",
        ])
      try walk.steps("1", ["Size r2 c2 big"])
      try walk.steps("4", ["Name edt Ada"])

      // The field is taken for writing, its caret is brought by a routing key.
      try rig.chord("3-6")
      try rig.route(to: "da")
      try rig.dots("1-3-4-5-6")
      try walk.hold("caret by routing key") { $0.hasSuffix("Name edt Ayda") }

      try rig.press("Tab")
      try walk.hold("check box") { $0.contains("Express chk ⣏⣀⣹") }
      try rig.chord("3-6")
      try walk.hold("checked") { $0.contains("Express chk ⣏⣿⣹") }
      try rig.press("Tab")
      try walk.hold("choice") { $0.contains("Colour cbo red") }
      try rig.press("Down")
      try walk.hold("other choice") { $0.contains("Colour cbo green") }
      try rig.press("Tab")
      try walk.hold("button") { $0.contains("Send btn") }
      try rig.chord("3-6")
      try walk.hold("live region") { $0 == "Sent" }
    }

    @Test func aDocumentIsWritten() throws {
      let rig = try DesktopRig()
      defer { rig.close() }
      let program = try rig.start(
        "/usr/bin/soffice", ["--writer", "--nologo", "--norestore"])
      defer { program.stop() }
      let walk = Walk(rig: rig, program: program)
      try walk.hold("window", limit: slowStart) { $0.contains("LibreOffice") }
      // It takes its time until it takes keys.
      for _ in 0..<60 {
        try rig.type("a")
        do {
          try walk.hold("document", limit: Patience.seconds(1)) { $0.hasSuffix("a") }
          break
        } catch {
          continue
        }
      }
      try rig.press("ctrl+a")
      try rig.press("Delete")
      try walk.hold("nothing") { !$0.hasSuffix("a") }
      try rig.type("Hello world")
      try walk.hold("first line") { $0.hasSuffix("Hello world") }
      try rig.press("Return")
      try rig.type("Second line")
      try walk.hold("second line") { $0.hasSuffix("Second line") }
      try rig.press("Up")
      try walk.hold("first line") { $0.hasSuffix("Hello world") }
      try rig.route(to: "world")
      try rig.dots("1-3-4-6")
      try walk.hold("written at the routing key") { $0.hasSuffix("Hello xworld") }
      try walk.steps("4", ["Second line"])
      try walk.steps("1", ["Hello xworld"])
      try rig.press("alt+f")
      try walk.hold("menu") { $0.contains("File mnu") }
    }

    @Test func aTerminalIsReadAndRouted() throws {
      let rig = try DesktopRig()
      defer { rig.close() }
      let program = try rig.start(
        "/usr/bin/xfce4-terminal", ["--disable-server", "-x", "bash", "--norc"])
      defer { program.stop() }
      let walk = Walk(rig: rig, program: program)
      try walk.hold("prompt", limit: slowStart) { $0.contains("#") || $0.contains("$") }
      try rig.type("echo hello")
      try walk.hold("typed") { $0.hasSuffix("echo hello") }
      try rig.dots("2-3-4-6")
      try walk.hold("typed in braille") { $0.hasSuffix("echo hello!") }
      try rig.route(to: "hello")
      try rig.wait(for: "caret at hello") { $0.caret == $0.text.count - "hello!".count }
      try rig.type("x")
      try walk.hold("caret by arrow keys") { $0.hasSuffix("echo xhello!") }
    }
  }
}

extension Walk {
  /// An application that was started already.
  init(rig: DesktopRig, program: DesktopProgram) {
    self.rig = rig
    self.program = program
  }

  /// The display comes to show a text that is right.
  func hold(
    _ what: String, limit: Duration = Patience.limit, _ isRight: @escaping (String) -> Bool
  ) throws {
    try rig.wait(for: what, limit: limit) { isRight($0.text) }
  }

  /// A chord goes from one text to the next; each is at the end of what is shown, behind what is
  /// new around it.
  func steps(_ chord: String, _ texts: [String]) throws {
    for text in texts {
      try rig.chord(chord)
      try hold(text) { $0.hasSuffix(text) }
    }
  }
}
