// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import DBus

extension Desktop {
  /// Searches for what has the focus, on the whole desktop.
  mutating func findFocus() {
    cancel(.search)
    let program = shown?.object.program
    begin(
      .search,
      Accessible.focusedAnywhere(unlessIn: program).map { result in
        { $0.take(found: result) }
      })
  }

  private mutating func take(found: Result<FoundFocus?, CallError>) {
    guard let found = try? found.get() else {
      if case .success = found {
        activeWindow = nil
        return forgetShown()
      }
      // What does not answer in time may do so later: what was read of it stays.
      return after(.seconds(1), .search) { $0.findFocus() }
    }
    activeWindow = found.window
    follow(found.object ?? found.window)
  }

  /// A window has become the active one.
  ///
  /// Its program mostly tells the focus, too; if it does not within a moment, it is looked for.
  mutating func windowActivated(_ window: Accessible) {
    activeWindow = window
    // Its program may have begun to speak to brailled itself.
    outputs.append(.askProducers)
    cancel(.window)
    let told = focusToldAt
    after(.milliseconds(80), .window) { desktop in
      guard desktop.focusToldAt == told || desktop.shown?.window != window else { return }
      desktop.findFocus(in: window)
    }
  }

  private mutating func findFocus(in window: Accessible) {
    begin(
      .search,
      window.focusWithin.map { object in
        { desktop in
          guard desktop.activeWindow == window else { return }
          desktop.follow(object ?? window)
        }
      })
  }

  /// A window is not the active one any more; mostly another one is soon.
  mutating func windowDeactivated(_ window: Accessible) {
    guard activeWindow == window || activeWindow == nil else { return }
    activeWindow = nil
    after(.milliseconds(300), .window) { desktop in
      if desktop.activeWindow == nil { desktop.findFocus() }
    }
  }

  /// A program has come: its first events may be lost, so it is looked at some times.
  mutating func programCame(_ root: Accessible) {
    for (index, wait) in [150, 450, 1050, 2050, 4050].enumerated() {
      after(.milliseconds(wait), .newcomer(root.program, index)) { $0.lookAt(newcomer: root) }
    }
  }

  private mutating func lookAt(newcomer root: Accessible) {
    guard shown?.object.program != root.program else { return }
    begin(
      .newcomer(root.program),
      root.activeWindow.map { window in
        { desktop in
          guard let window, desktop.shown?.object.program != root.program else { return }
          desktop.activeWindow = window
          desktop.findFocus(in: window)
        }
      })
  }

  /// A program has gone.
  mutating func programWent(_ program: String) {
    programs[program] = nil
    ids.forget(program: program)
    ancestry = ancestry.filter { $0.key.program != program }
    readingPlaces = readingPlaces.filter { $0.key.program != program }
    windowPlaces = windowPlaces.filter { $0.key.program != program }
    led = led.filter { $0.key.program != program }
    liveness = liveness.filter { $0.key.program != program }
    dialogTexts = dialogTexts.filter { $0.key.program != program }
    timers.removeAll { if case .newcomer(program, _) = $0.slot { true } else { false } }
    if pendingFocus?.program == program {
      giveUp(.focus)
      pendingFocus = nil
    }
    if activeWindow?.program == program { activeWindow = nil }
    guard shown?.object.program == program else { return }
    after(.milliseconds(300), .window) { desktop in
      if desktop.shown?.object.program == program { desktop.findFocus() }
    }
  }
}
