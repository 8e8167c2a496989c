// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import DBus

extension Desktop {
  /// The same object again within this time is the same focus said twice (GTK 3).
  static let twice = Duration.milliseconds(100)
  /// A container so soon behind what is in it is no focus of its own (Qt: cell, then table).
  static let containerDelay = Duration.milliseconds(300)

  /// A program says that an object has got the focus.
  mutating func focusCame(to object: Accessible) {
    if let active = (activeWindow ?? shown?.object)?.program, active != object.program {
      return claimed(by: object)
    }
    focusToldAt = now
    if isPassed(object) {
      focus = object
      return
    }
    if let shown, let focus, now - shown.since < Desktop.containerDelay {
      if object == focus, now - shown.since < Desktop.twice { return }
      if shown.ancestors.first?.object == object { return }
    }
    follow(object)
  }

  /// A program whose window is not the active one says that it has got the focus: it may only
  /// set it, in the background.
  private mutating func claimed(by object: Accessible) {
    begin(
      .claim(object.program),
      Accessible.root(of: object.program).activeWindow.map { answer in
        { desktop in
          guard case .success(let window?) = answer, !desktop.wasJustLeft(window) else { return }
          desktop.activeWindow = window
          desktop.focusToldAt = desktop.now
          desktop.follow(object)
        }
      })
  }

  /// A container says that another one of its children is the active one: that has the focus only
  /// if the container has it.
  mutating func activeChildCame(_ child: Accessible, of container: Accessible) {
    guard let shown, container != focus, container != shown.object,
      !shown.ancestors.contains(where: { $0.object == container })
    else { return focusCame(to: child) }
    var questions = Questions()
    let states = questions.ask(container.states)
    begin(
      .container,
      questions.asking { replies in
        let hasFocus = States(replies[states]).contains(.focused)
        return .known { if hasFocus { $0.focusCame(to: child) } }
      })
  }

  /// Finds out what has the focus, and shows it; the newest one wins.
  ///
  /// A program that is being asked is not asked more until it has answered, so that a flood of its
  /// focuses costs two questions; another one is asked at once.
  mutating func follow(_ object: Accessible, tries: Int = 0) {
    if let busy = pendingFocus, busy.program == object.program, isUnderWay(.focus) {
      pendingFocus = object
      return
    }
    // Whatever was to be looked for later is not where the focus is by now.
    cancel(.focus)
    pendingFocus = object
    isPendingStale = false
    let window = activeWindow
    begin(
      .focus,
      look(at: object).then { look -> Asking<Ending> in
        guard let look else { return .known { $0.lost(object, tries: tries) } }
        guard let top = look.ancestors.last, top.object != window, top.isWindow else {
          return .known { $0.arrive(at: look, for: object, isActive: true) }
        }
        // A focus in a window that is not the active one as far as is known.
        var questions = Questions()
        let states = questions.ask(top.object.states)
        return questions.asking { replies in
          let isActive = States(replies[states]).contains(.active)
          return .known { $0.arrive(at: look, for: object, isActive: isActive) }
        }
      })
  }

  /// What is known of an object and of what it is in.
  struct Look: Sendable {
    var snapshot: Snapshot
    var ancestors: [Basics]
    var facts: Program
    /// What a dialog that it is in says, if that was not known.
    var dialogText: (Accessible, String)?
  }

  /// Finds out all that is shown of an object; of a container with a chosen child, of the child.
  func look(at object: Accessible) -> Asking<Look?> {
    facts(of: object.program).then { facts in
      object.snapshot(readsLocale: facts.tellsLocale).then { result in
        guard let snapshot = try? result.get() else { return .known(nil) }
        return snapshot.basics.chosenChild.then { child in
          guard let child else { return look(at: snapshot, facts) }
          return child.snapshot(readsLocale: facts.tellsLocale).then { result in
            look(at: (try? result.get()) ?? snapshot, facts)
          }
        }
      }
    }
  }

  private func look(at snapshot: Snapshot, _ facts: Program) -> Asking<Look?> {
    ancestors(of: snapshot.basics).then { ancestors in
      // The button of a combo box is the box to a reader.
      if let inside = snapshot.basics.box(among: ancestors) {
        return ancestors[inside].object.snapshot(readsLocale: facts.tellsLocale).then { result in
          look(
            at: (try? result.get()) ?? snapshot, in: Array(ancestors.dropFirst(inside + 1)), facts)
        }
      }
      return look(at: snapshot, in: ancestors, facts)
    }
  }

  private func look(
    at snapshot: Snapshot, in ancestors: [Basics], _ facts: Program
  ) -> Asking<Look?> {
    snapshot.named.and(dialogText(among: ancestors)).map { snapshot, text in
      Look(snapshot: snapshot, ancestors: ancestors, facts: facts, dialogText: text)
    }
  }

  private mutating func arrive(at look: Look, for object: Accessible, isActive: Bool) {
    // What was not answered in time is asked again.
    if look.facts.isSure { programs[object.program] = look.facts }
    if let (dialog, text) = look.dialogText { dialogTexts[dialog] = text }
    // Something newer of the same program has come meanwhile.
    if let next = pendingFocus, next != object {
      pendingFocus = nil
      return follow(next)
    }
    pendingFocus = nil
    let program = object.program
    // A program that hung may answer of a window that it has lost meanwhile.
    if let top = look.ancestors.last, wasJustLeft(top.object) { return }
    // Right after a window has opened it may not say yet that it is active; it is asked for again
    // when it says so.
    guard isActive || shown == nil || program == activeWindow?.program else { return }
    if isActive, let top = look.ancestors.last, top.isWindow { activeWindow = top.object }
    isKeyboardAway = false
    if program != shown?.object.program {
      outputs.append(.askProducers)
      abandonOrder()
    }
    guard !speaksForItself(program) else { return leaveAlone(program) }
    let place = placeLeft(at: object, look)
    // Of a list the chosen item, of a combo box's button the box is what keys go to.
    focus = place == nil ? look.snapshot.basics.object : object
    cancel(.window)
    if let place { return comeBack(to: place, else: look) }
    show(look.snapshot, in: look.ancestors)
    if isPendingStale { changed() }
  }

  /// What was read when the keyboard was last here; nil: that itself, or the reader has been here
  /// since.
  ///
  /// A document's own focus is where it was last read; a window that comes back with the same
  /// focus as before is where its reader was.
  private func placeLeft(at object: Accessible, _ look: Look) -> Accessible? {
    if look.snapshot.basics.isDocument, let place = readingPlaces[object], place != object {
      return place
    }
    guard let window = look.ancestors.last?.object, window != shown?.window,
      let left = windowPlaces[window], left.focus == object, left.reading != object
    else { return nil }
    return left.reading
  }

  /// What has the focus is not there, or not yet (GTK 4 tells of it before), or does not answer.
  private mutating func lost(_ object: Accessible, tries: Int) {
    if let next = pendingFocus, next != object {
      pendingFocus = nil
      return follow(next)
    }
    pendingFocus = nil
    ids.forget(object)
    guard tries < 3 else { return }
    after(.milliseconds(60 << tries), .focus) { desktop in
      if tries == 2 { desktop.findFocus() } else { desktop.follow(object, tries: tries + 1) }
    }
  }
}

extension Snapshot {
  /// The same with the words of what is in it for a name, if it is an item that has none
  /// (behaviour E1).
  fileprivate var named: Asking<Snapshot> {
    guard basics.shownName.isEmpty, labels.isEmpty, childCount > 0, text == nil,
      basics.isNamedByChildren
    else { return .known(self) }
    return basics.object.shownWords.map { words in
      var snapshot = self
      snapshot.basics.name = words
      return snapshot
    }
  }
}

extension Basics {
  /// Whether it is called by what is in it.
  fileprivate var isNamedByChildren: Bool {
    switch role {
    case .listItem, .treeItem, .tableCell, .tableRow, .icon, .button, .toggleButton, .pageTab,
      .checkBox, .radioButton, .menuItem, .link:
      true
    default: false
    }
  }

  /// Which of its ancestors is the combo box whose button it is; nil: it is none's.
  fileprivate func box(among ancestors: [Basics]) -> Int? {
    guard role == .button || role == .toggleButton, shownName.isEmpty,
      let index = ancestors.firstIndex(where: { $0.roleName != nil && $0.role != .grouping }),
      ancestors[index].role == .comboBox
    else { return nil }
    return index
  }

  /// The child of a container that the focus is really at; nil: it is at the object itself.
  var chosenChild: Asking<Accessible?> {
    guard isChoosing else { return .known(nil) }
    var questions = Questions()
    let chosen = interfaces.contains(.selection) ? questions.ask(object.selectedChild(0)) : nil
    let count = questions.ask(object.childCount)
    return questions.asking { replies in
      if let child = Accessible(replies[chosen]) { return .known(child) }
      let count = replies[count]?.integer ?? 0
      guard count > 0, count <= 200 else { return .known(nil) }
      return object.childBasics(limit: 200).map { children in
        (children.first { $0.states.contains(.focused) }
          ?? children.first { $0.states.contains(.selected) })?.object
      }
    }
  }

  private var isChoosing: Bool {
    switch role {
    case .list, .listBox, .table, .tree, .treeTable, .layeredPane, .pageTabList: true
    default: false
    }
  }
}
