// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Core
import DBus
import Elements

extension Desktop {
  /// What is shown, or what it is in, has changed: it is asked for again.
  mutating func changed(_ object: Accessible, name: String?) {
    guard let shown else { return }
    guard object != shown.object else { return changed() }
    // What it is in is asked for anew with the next focus; its name is known already.
    guard let index = shown.ancestors.firstIndex(where: { $0.object == object }) else {
      return isChoice(of: object.program) ? changed() : ()
    }
    if let name, var basics = ancestry[object] {
      basics.name = name
      ancestry[object] = basics
      self.shown?.ancestors[index].name = name
      tellContext()
    } else if name == nil {
      changed()
    }
  }

  /// Tells brailled what has become of what the shown object is in.
  private mutating func tellContext() {
    guard let shown else { return }
    let context = elements(of: shown.ancestors)
    let changed = context.filter { element in
      shown.context.contains { $0.id == element.id && $0 != element }
    }
    self.shown?.context = context
    if !changed.isEmpty { send(.update(changed, focus: nil)) }
  }

  /// What is shown is asked for again, now or when the question that is under way is answered.
  mutating func changed() {
    guard let shown else { return }
    guard !isUnderWay(.state), !isTextHeld else { return isStateStale = true }
    isStateStale = false
    isStateTextOld = false
    let object = shown.object
    begin(
      .state,
      look(at: object).map { look in
        { desktop in
          guard let shown = desktop.shown, shown.object == object else { return }
          guard let look, look.snapshot.basics.object == object else {
            // A container has another chosen child now, or the object is gone.
            if let look { return desktop.show(look.snapshot, in: look.ancestors) }
            return desktop.checkShown()
          }
          desktop.showAgain(look)
          if desktop.isStateStale { desktop.changed() }
        }
      })
  }

  /// Tells brailled what has become of what is shown.
  private mutating func showAgain(_ look: Look) {
    guard var shown else { return }
    var snapshot = look.snapshot
    // A text that was read before it changed is older than the one that is shown.
    if isStateTextOld, snapshot.text != nil { snapshot.text = shown.snapshot.text }
    let element = element(
      of: snapshot, version: shown.element.text?.version ?? 0, before: shown)
    let isNews = element != shown.element
    shown.snapshot = snapshot
    shown.element = element
    self.shown = shown
    if isNews { send(.update([element], focus: nil)) }
    watchValue()
  }

  /// Of a program that tells of no new number, what is shown is looked at now and then.
  mutating func watchValue() {
    guard let shown, let value = shown.snapshot.value, shown.element.text == nil,
      programs[shown.object.program]?.tellsNumbers == false
    else { return cancel(.value) }
    let object = shown.object
    after(.milliseconds(250), .value) { desktop in
      var questions = Questions()
      let number = questions.ask(object.currentValue)
      desktop.begin(
        .value,
        questions.asking { replies in
          let number = replies[number]?.number
          return .known { desktop in
            guard desktop.shown?.object == object else { return }
            if let number, number != value.now { desktop.changed() } else { desktop.watchValue() }
          }
        })
    }
  }

  /// A document has been loaded: what was shown of it may be gone.
  mutating func documentLoaded(_ document: Accessible) {
    guard let shown, shown.object == document || shown.document == document || shown.object == focus
    else { return }
    readingPlaces[document] = nil
    documentSince = (document, now)
    ancestry = ancestry.filter { $0.key.program != document.program }
    guard let window = activeWindow, window.program == document.program else { return }
    windowActivated(window)
  }
}
