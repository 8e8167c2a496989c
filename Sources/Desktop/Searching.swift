// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import DBus

/// A search for what has the keyboard, on the whole desktop.
///
/// Each program is asked for itself, so that one that hangs delays no other.
struct Search: Sendable {
  /// The programs that have not answered.
  var missing: Set<String>
  /// Whether one did not answer in time: it may have the active window.
  var isUnsure = false
  /// When a focus had been told of last when it began: a newer one ends it.
  var told: Duration?
}

extension Desktop {
  /// Searches for what has the focus, on the whole desktop.
  mutating func findFocus() {
    let told = focusToldAt
    var questions = Questions()
    let programs = questions.ask(Accessible.desktop.children)
    begin(
      .search,
      questions.asking { replies in
        let isUnsure = replies.error(programs) != nil
        let roots = (replies[programs]?.members ?? []).prefix(200).compactMap { Accessible($0) }
        return .known { $0.search(roots, isUnsure: isUnsure, told: told) }
      })
  }

  private mutating func search(_ roots: [Accessible], isUnsure: Bool, told: Duration?) {
    guard focusToldAt == told else { return }
    let missing = Set(roots.map(\.program))
    search = Search(missing: missing, isUnsure: isUnsure, told: told)
    guard !missing.isEmpty else { return endSearch() }
    for program in missing {
      begin(
        .window(program),
        Accessible.root(of: program).activeWindow.map { answer in
          { $0.take(answer, of: program) }
        })
    }
  }

  /// Takes what a program says of its active window; the first one that has one is it.
  private mutating func take(_ answer: Result<Accessible?, CallError>, of program: String) {
    guard search?.missing.remove(program) != nil, let search else { return }
    guard focusToldAt == search.told else { return self.search = nil }
    switch answer {
    case .success(let window?):
      self.search = nil
      lastLeft = nil
      activeWindow = window
      return findFocus(in: window)
    case .success(nil): break
    case .failure(let error):
      if error.isTimeout, !error.isProgramGone { self.search?.isUnsure = true }
    }
    if search.missing.isEmpty { endSearch() }
  }

  /// No program that has answered has the active window.
  private mutating func endSearch() {
    guard let isUnsure = search?.isUnsure else { return }
    search = nil
    guard isUnsure else {
      searchPause = Desktop.firstPause
      activeWindow = nil
      return forgetShown()
    }
    // One that does not answer may have it: what is shown stays, and it is looked for again.
    after(searchPause, .window) { $0.findFocus() }
    searchPause = min(searchPause * 2, .seconds(8))
  }

  static let firstPause = Duration.milliseconds(500)

  /// Searches a window for what has the focus in it.
  mutating func findFocus(in window: Accessible) {
    let told = focusToldAt
    searchPause = Desktop.firstPause
    begin(
      .search,
      window.focusWithin.map { object in
        { desktop in
          guard desktop.activeWindow == window, desktop.focusToldAt == told else { return }
          desktop.follow(object ?? window)
        }
      })
  }

  // MARK: What is shown does not answer

  /// What is shown could not be asked for: it hangs, or is gone.
  ///
  /// Of a program that hangs what is shown stays, and it is asked again until it answers.
  mutating func checkShown(tries: Int = 0) {
    guard let object = shown?.object else { return }
    var questions = Questions()
    let role = questions.ask(object.role)
    begin(
      .check,
      questions.asking { replies in
        let error = replies.error(role)
        return .known { desktop in
          guard desktop.shown?.object == object else { return }
          let isHung = error.map { $0.isTimeout && !$0.isProgramGone } ?? false
          guard isHung || error == nil && tries < 4 else { return desktop.findFocus() }
          desktop.after(.milliseconds(250 << min(tries, 4)), .check) { desktop in
            guard desktop.shown?.object == object else { return }
            if isHung { desktop.checkShown(tries: tries + 1) } else { desktop.changed() }
          }
        }
      })
  }
}
