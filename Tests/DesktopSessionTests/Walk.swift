// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing

/// An application that is walked through, from the focus to the display and back by keys.
///
/// What must stand on the display is L1's order of parts (label, role, value, states, position,
/// shortcut, text), the words of tables/words/en.words, and the application's own.
struct Walk {
  let rig: DesktopRig
  let program: DesktopProgram

  /// Starts the desktop and the application, and waits until this has the keyboard.
  init(_ path: String, _ arguments: String..., isAwaited: Bool = true) throws {
    rig = try DesktopRig()
    do {
      program = try rig.start(path, arguments)
      if isAwaited { try program.output.wait(for: "ready", limit: Patience.seconds(30)) }
    } catch {
      rig.close()
      throw error
    }
  }

  /// The window of `Tests/Cases/desktop`, with a widget of each kind.
  static func kitchen(_ script: String, _ version: String) throws -> Walk {
    try Walk("/usr/bin/python3", "Tests/Cases/desktop/" + script, version)
  }

  /// The display shows this and nothing more.
  func see(
    _ text: String, limit: Duration = Patience.limit,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      try rig.wait(forText: text, limit: limit)
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }

  /// After keys of the computer's keyboard the display shows this.
  func press(
    _ keys: String..., see text: String, limit: Duration = Patience.limit,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for key in keys { try rig.press(key) }
    see(text, limit: limit, sourceLocation: sourceLocation)
  }

  /// The application has said this of what was done to it, as its latest word.
  func hear(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) {
    do {
      try program.output.wait(for: "\"\(words)\" at last") { text in
        text.split(separator: "\n").last.map(String.init) == words
      }
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }

  func close() {
    rig.close()
  }
}
