// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Core
import Elements

/// What brailled was told that its reader is at.
struct Shown: Sendable {
  /// What its program says of it.
  var snapshot: Snapshot
  /// What it is in, the innermost first.
  var ancestors: [Basics]
  /// The element as it was sent.
  var element: Element
  /// The elements of what it is in, as they were sent.
  var context: [Element]
  /// When it was first sent.
  var since: Duration

  /// The object.
  var object: Accessible { snapshot.basics.object }
  /// The object's id for brailled.
  var id: String { element.id }

  /// The innermost document that it is in, or is itself.
  var document: Accessible? {
    ([snapshot.basics] + ancestors).first(where: \.isDocument)?.object
  }

  /// Its window.
  var window: Accessible? { ancestors.last?.object }

  /// The message that shows it.
  var message: Message { .focus(element, ancestors: context) }
}

/// Where a reader was in a window.
struct WindowPlace: Sendable, Equatable {
  /// What had the keyboard.
  var focus: Accessible
  /// What was read.
  var reading: Accessible
}

extension Desktop {
  /// Shows what was found out of an object; `ack`: the command that this answers.
  mutating func show(_ snapshot: Snapshot, in ancestors: [Basics], ack: Int? = nil) {
    keep(ancestors)
    endLeavingAlone()
    let object = snapshot.basics.object
    // What comes of a command about its text is told as the answer.
    guard ack != nil || object != shown?.object || !isTextHeld else { return isStateStale = true }
    let context = elements(of: ancestors)
    let isSame = shown?.object == object
    let version = shown.flatMap { isSame ? $0.element.text?.version : nil } ?? 0
    let element = element(of: snapshot, version: version, before: isSame ? shown : nil)
    if !isSame { forgetQuestions() }
    let isNews = !isSame || shown?.element != element || shown?.context != context
    shown = Shown(
      snapshot: snapshot, ancestors: ancestors, element: element, context: context,
      since: isSame ? shown?.since ?? now : now)
    // A list that opens, or the browser's own bar, is a way out and back to the same document.
    if let document = shown?.document, document != documentSince?.document {
      documentSince = (document, now)
    }
    if let document = shown?.document, document != object { readingPlaces[document] = object }
    if let window = shown?.window, let focus {
      windowPlaces[window] = WindowPlace(focus: focus, reading: object)
    }
    if let message = shown?.message, isNews || ack != nil { send(message, ack: ack) }
    if let echo, echo.object != object { finishEcho() }
    watchValue()
  }

  /// What was asked of what was shown before, and has not been asked yet, is of no use.
  private mutating func forgetQuestions() {
    giveUp(.text)
    giveUp(.state)
    isTextStale = false
    isStateStale = false
  }

  /// The element of a snapshot, with a new version if its text is another one than before.
  mutating func element(of snapshot: Snapshot, version: Int, before: Shown?) -> Element {
    var ids = ids
    var element = snapshot.element(id: ids.id(of: snapshot.basics.object)) { ids.id(of: $0) }
    self.ids = ids
    guard element.text != nil else { return element }
    let old = before?.element.text
    // Another part of the same text is no other text.
    element.text?.version = version
    let isSame = old.map { old in element.text.map { old.isSameText(as: $0) } ?? false } ?? false
    if !isSame { element.text?.version = version + 1 }
    return element
  }

  /// Tells brailled all of what is shown once more, as it refused a part of it; not more than
  /// once a second, as it may refuse the whole too.
  mutating func showAnew() {
    guard let shown, now - (shownAnewAt ?? .zero) > .seconds(1) else { return }
    shownAnewAt = now
    send(shown.message)
  }

  /// Shows nothing any more.
  mutating func forgetShown() {
    endLeavingAlone()
    guard shown != nil else { return }
    shown = nil
    focus = nil
    forgetQuestions()
    send(.release)
    if echo != nil { finishEcho() }
  }
}
