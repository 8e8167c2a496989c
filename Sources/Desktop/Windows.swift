// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import DBus

extension Desktop {
  /// So many windows may say at once that they are active; more are wrong.
  private static let mostRaised = 16

  /// A window has become the active one.
  ///
  /// Its program mostly tells the focus, too; if it does not within a moment, it is looked for.
  mutating func windowActivated(_ window: Accessible) {
    if lastLeft?.window == window { lastLeft = nil }
    raised.removeAll { $0 == window }
    raised = raised.suffix(Desktop.mostRaised - 1) + [window]
    activeWindow = window
    isKeyboardAway = false
    forget(inside: window)
    // Its program may have begun to speak to brailled itself.
    outputs.append(.askProducers)
    cancel(.window)
    let told = focusToldAt
    after(.milliseconds(80), .window) { desktop in
      guard desktop.focusToldAt == told || desktop.shown?.window != window else { return }
      desktop.findFocus(in: window)
    }
  }

  /// A window is not the active one any more; mostly another one is soon.
  mutating func windowDeactivated(_ window: Accessible) {
    lastLeft = (window, now)
    raised.removeAll { $0 == window }
    guard activeWindow == window || activeWindow == nil else { return }
    activeWindow = nil
    // Keys would go to what comes next, even if that says nothing.
    isKeyboardAway = true
    forget(inside: window)
    after(.milliseconds(300), .window) { desktop in
      if desktop.activeWindow == nil { desktop.findFocus() }
    }
    if let next = raised.last { askWhetherActive(next) }
  }

  /// Looks at a window that has said before that it is active.
  ///
  /// Programs are not heard in order, and a quick Alt+Tab makes the old window inactive, active and
  /// inactive again (openbox, which grabs the keyboard for it). A program that hangs says nothing
  /// more, so that it is asked.
  private mutating func askWhetherActive(_ next: Accessible) {
    begin(
      .claim(next.program),
      Accessible.root(of: next.program).activeWindow.map { answer in
        { desktop in
          guard case .success(let window?) = answer, desktop.activeWindow == nil else { return }
          desktop.activeWindow = window
          desktop.isKeyboardAway = false
          desktop.findFocus(in: window)
        }
      })
  }

  /// Whether a window has said within the last second that it is active no more.
  func wasJustLeft(_ window: Accessible) -> Bool {
    lastLeft.map { $0.window == window && now - $0.time < .seconds(1) } ?? false
  }

  /// Forgets what a window said and was: a dialog may come again with another question.
  private mutating func forget(inside window: Accessible) {
    dialogTexts[window] = nil
    ancestry = ancestry.filter { $0.key.program != window.program }
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
      root.activeWindow.map { answer in
        { desktop in
          guard case .success(let window?) = answer, desktop.shown?.object.program != root.program
          else { return }
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
    raised.removeAll { $0.program == program }
    guard shown?.object.program == program else { return }
    after(.milliseconds(300), .window) { desktop in
      if desktop.shown?.object.program == program { desktop.findFocus() }
    }
  }
}
