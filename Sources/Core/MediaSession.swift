// SPDX-License-Identifier: GPL-3.0-or-later
import Elements

/// What plays or records since the reader activated it (behaviour §2, startsMediaSession): nothing
/// is flashed over it until the next key, whatever its priority.
extension Engine {
  /// An element is activated: if it starts a media session, messages wait.
  mutating func beginMediaSession(of id: ProgramID, _ element: String?) {
    guard let element, let program = programs[id],
      let activated = program.screen?[element] ?? program.element(element),
      activated.flags[.startsMediaSession] == true
    else { return }
    mediaSession = id
    messages.hold(now)
  }

  /// A key was pressed, or something else has the display: what waited is shown.
  mutating func endMediaSession() {
    guard mediaSession != nil else { return }
    mediaSession = nil
    if mode == nil { messages.release(now, messageStyle) }
  }
}
