// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation

/// What keys do.
extension Engine {
  mutating func key(_ press: KeyPress, on frame: Frame?) {
    counts.keys += 1
    // While nothing may be shown, nothing is opened or changed (P2).
    guard lock.isOpen else { return }
    lastKey = now
    catchUp(shown)
    messages.keyPressed()
    let wasQuiet = mediaSession != nil
    mediaSession = nil
    if let press = whole(press) { take(whole: press, on: frame) }
    if wasQuiet, mediaSession == nil, mode == nil { messages.release(now, messageStyle) }
  }

  /// What a key does that is whole: a cell with all its dots.
  mutating func act(on press: KeyPress, on frame: Frame?) {
    let held = stuck.union(press.modifiers)
    let action = action(for: press.key, held: held)
    if action?.isPan != true {
      heldPan = nil
    } else if isHeldIdle(press, on: frame) {
      return
    }
    let isAnswered = answer != nil
    let offer = answer?.action == nil ? nil : answer
    offered = offer?.action
    answer = nil
    if isLearning {
      learn(press)
      return
    }
    if case .stick = action {} else { stuck = [] }
    // Nothing was under the finger but the word that goes now.
    if isAnswered, action?.isAtCell(of: press) == true, let frame, frame.kind == .answer,
      !press.isOnContent(of: frame)
    {
      return
    }
    if mode != nil, keyInMode(action, press, on: frame) { return }
    if action?.keepsScrolling != true { scrollsAt = nil }
    if messages.shown != nil {
      guard keyOnMessage(action) else {
        // What was offered beneath the message is there again.
        answer = offer
        return
      }
    } else if frame?.kind == .message, action?.isPan == false {
      // The message went while the finger was on its way: the key was meant for it.
      if action?.onlyDismisses ?? true { return }
    }
    perform(action, press, held: held, on: frame)
  }

  /// What a key does to the message that is shown; true if it then acts on the content (M1).
  private mutating func keyOnMessage(_ action: Action?) -> Bool {
    guard let action else {
      messages.dismiss(now, messageStyle)
      return true
    }
    if case .pan(let pan) = action {
      var reading = messages.shown?.reading
      if reading?.pan(pan, oneRow, &translator) != true, staysAtEnd() { return false }
      let messageStyle = messageStyle
      let oneRow = oneRow
      messages.pan(pan, oneRow, &translator, now, messageStyle)
      return false
    }
    // What only asks about what is shown leaves it there.
    if action.isAboutModifiers || action == .describe || action == .refresh { return true }
    messages.dismiss(now, messageStyle)
    return !action.onlyDismisses
  }

  private mutating func perform(
    _ action: Action?, _ press: KeyPress, held: Modifiers, on frame: Frame?
  ) {
    guard let action else {
      type(press.key, held: held)
      return
    }
    switch action {
    case .stick(let modifiers): stick(modifiers)
    case .unstick: tell(.unstuck)
    case .stepAside: stepAside()
    case .program(let turn): self.turn(turn)
    case .history: toggle(.history(messages.history.newest))
    case .status: toggle(.status)
    case .learn: toggle(.learn(nil))
    case .keys: toggle(.keys(0))
    case .menu: toggle(.menu(""))
    case .settings(let keeping): keep(keeping)
    case .choose(let choice): choose(from: choice)
    case .find(let turn): find(turn)
    case .title: toggleTitle()
    case .time:
      tell("\(clock.time(ofUnix: wallTime)) \(clock.date(ofUnix: wallTime))", for: .seconds(4))
    case .contraction: contract(press.key)
    case .computerBraille: useComputerBraille(press.key)
    case .cursor: showCursor(press.key)
    case .cursorShape: changeCursorShape()
    case .blink: blink(press.key)
    case .styles: markStyles(press.key)
    case .quickNavigation: goByLetters(press.key)
    case .oneHand: useOneHand(press.key)
    case .system(let name): order(system: name)
    // The daemon writes all cells again when a key has made no new frame.
    case .refresh: break
    case .favourite(let direction): chooseFavourite(direction)
    case .follow: follow(press.key)
    case .autoScroll: toggleAutoScroll()
    case .autoScrollFaster: changeAutoScroll(by: -500)
    case .autoScrollSlower: changeAutoScroll(by: 500)
    default:
      guard let id = shown, let content = programs[id]?.content else {
        tell(.notAvailable)
        return
      }
      perform(action, press, held: held, on: frame, of: id, content)
    }
  }

  private mutating func perform(
    _ action: Action, _ press: KeyPress, held: Modifiers, on frame: Frame?, of id: ProgramID,
    _ content: Content
  ) {
    if isTooLate(action, on: frame, of: id, content) { return }
    if actOnTyping(action, press, held: held, on: frame, of: id, content) { return }
    // What was typed may be sent now, and what was open closed.
    guard let content = programs[id]?.content else { return }
    let element = content.element.id
    switch action {
    case .pan(let pan): self.pan(pan, of: id)
    case .freeze: freeze(press.key, id, content)
    case .describe: describe(press.key, on: frame, of: id)
    case .route: route(press, on: frame, of: id)
    case .move(let direction, let unit): go(direction, unit, of: id)
    case .step(let direction): step(direction, of: id, content)
    case .rotor(let direction): chooseRotor(direction, of: id, content)
    case .select(let direction, let unit): select(direction, unit, of: id, content)
    case .activate: activate(id, content)
    case .longPress: longPress(press, on: frame, of: id, content)
    case .edit(let edit): self.edit(edit, held: held, of: id, content)
    case .selectCells(let part): selectCells(part, press, on: frame, of: id)
    case .expand: expand(content.element, of: id)
    case .autoScrollFromTop: scrollFromTop(of: id, content)
    case .escape: send(.escape, to: id, element: content.modal ?? element)
    case .magicTap: send(.magicTap, to: id, element: element)
    case .increment: send(.increment, to: id, element: element)
    case .decrement: send(.decrement, to: id, element: element)
    case .scroll(let direction): send(.scroll(direction), to: id, element: element)
    case .key(let key, let with): send(.key(key, held.union(with)), to: id, element: nil)
    case .details: toggleDetails()
    case .position: tellPosition(of: id, content)
    case .nothing: break
    default: tell(.notAvailable)
    }
  }

  private mutating func stick(_ modifiers: Modifiers) {
    if stuck.isSuperset(of: modifiers) {
      stuck.subtract(modifiers)
      tell(.unstuck)
      return
    }
    stuck.formUnion(modifiers)
    tell(words.modifiers(stuck).joined(separator: " "))
  }

  /// Leaves the display to brltty, whose menus are behind what we show.
  private mutating func stepAside() {
    guard display.isShared else {
      tell(.notAvailable)
      return
    }
    asideUntil = now + .milliseconds(settings.aside)
    messages.pause(now)
  }

  private mutating func pan(_ pan: Action.Pan, of id: ProgramID) {
    let isToCome = programs[id]?.content?.presentsAt != nil
    if pan == .caret, isToCome {
      let felt = contentFrame(of: id)
      presentIfDue(isAsked: true)
      if contentFrame(of: id) != felt { return }
    }
    guard var reading = frozen?.content.reading ?? programs[id]?.content?.reading else { return }
    let hasMoved = reading.pan(pan, style, &translator)
    // Who reads elsewhere is not called back when more of the text comes.
    programs[id]?.content?.readsOn = nil
    if frozen != nil {
      frozen?.content.reading = reading
    } else {
      programs[id]?.content?.reading = reading
    }
    guard !hasMoved else {
      // What the reader has moved is felt anyway.
      blankUntil = nil
      return
    }
    switch pan {
    case .right, .halfRight, .cellRight: panOut(.next, of: id)
    case .left, .halfLeft, .cellLeft: panOut(.previous, of: id)
    case .end: tell(.end)
    case .start, .caret: tell(.top)
    }
  }

  /// Asks for more of a text whose slice is used up; false if there is no more.
  mutating func readOn(_ direction: Command.Direction, of id: ProgramID) -> Bool {
    guard frozen == nil, let content = programs[id]?.content, let text = content.element.text,
      let place = text.border(direction == .next)
    else { return false }
    programs[id]?.content?.readsOn = Content.ReadingOn(place: place, direction: direction)
    send(
      .readText(place, direction), to: id, element: content.element.id, version: text.version)
    return true
  }

  /// Pans past an end of the element: to the next one, or to the tail of the one before (V1).
  private mutating func panOut(_ direction: Command.Direction, of id: ProgramID) {
    if readOn(direction, of: id) || staysAtEnd() || turnPage(direction, of: id) { return }
    let reading = frozen?.content.reading ?? programs[id]?.content?.reading
    if let member = reading?.passage.edge(isLast: direction == .next) {
      // What is shown has been read to its end: the program goes there and tells what follows.
      go(to: member, in: id)
      return
    }
    let move = Command.move(direction, .item)
    if programs[id]?.screen != nil {
      if direction == .previous { tail = ExpectedTail(program: id, until: now + .seconds(2)) }
      walk(direction, .item, of: id)
      tail = nil
      return
    }
    guard programs[id]?.takes(move) == true else {
      tell(direction == .next ? .end : .top)
      return
    }
    send(move, to: id, element: nil)
    if direction == .previous { tail = ExpectedTail(program: id, until: now + .seconds(2)) }
  }
}

extension KeyPress {
  /// Whether what was under the finger is content, or an entry of a list, also beside a word that
  /// answers a key.
  func isOnContent(of frame: Frame) -> Bool {
    guard let cells = key.cells else { return false }
    switch frame.kind {
    case .content: return true
    case .answer:
      let routes = cells.map { frame.route(of: $0) }
      if routes.allSatisfy({ if case .member = $0 { true } else { false } }) { return true }
      return frame.source != nil && routes.allSatisfy { $0 != .nothing }
    default: return false
    }
  }
}

extension Content {
  /// The innermost dialog that keeps the focus; escape goes to it.
  var modal: String? {
    ancestors.last { $0.flags[.modal] == true }?.id
  }
}

extension Action {
  var isPan: Bool {
    if case .pan = self { true } else { false }
  }

  /// Whether the display goes on panning by itself.
  var keepsScrolling: Bool {
    switch self {
    case .autoScroll, .autoScrollFaster, .autoScrollSlower, .refresh: true
    default: false
    }
  }

  /// Whether it only holds a modifier for the next key, or lets it go.
  var isAboutModifiers: Bool {
    switch self {
    case .stick, .unstick: true
    default: false
    }
  }

  /// Whether on a message it only takes the message away (behaviour M1).
  var onlyDismisses: Bool {
    switch self {
    case .route, .activate, .longPress, .magicTap, .escape, .selectCells, .choose(.actions): true
    case .edit(let edit): edit == .cut || edit == .paste
    default: false
    }
  }

  /// Whether it acts at a cell that is under the finger.
  func isAtCell(of press: KeyPress) -> Bool {
    switch self {
    case .route, .selectCells: true
    case .longPress: press.key.cells != nil
    default: false
    }
  }

  /// Whether it is meant for the element that is felt, as a routing key is.
  var isActivation: Bool {
    switch self {
    case .activate, .longPress, .magicTap, .expand: true
    default: false
    }
  }

  /// Whether it does something to the element that is felt, which on another would be done wrong.
  var changesElement: Bool {
    switch self {
    case .activate, .longPress, .magicTap, .expand, .increment, .decrement, .escape: true
    case .edit(let edit): edit != .copy
    case .key: true
    default: false
    }
  }

  /// Whether it steps by the rotor, which may be to more or less of a value.
  var isStep: Bool {
    if case .step = self { true } else { false }
  }
}
