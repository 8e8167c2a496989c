// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation
import Translation

/// What programs say, but for what they show.
extension Engine {
  mutating func receive(
    _ message: Message, from id: ProgramID, request: RequestID?, acknowledged: Int?
  ) {
    guard programs[id] != nil else { return }
    counts.messages += 1
    let before = typing(of: id)
    let foreseen = before == nil ? nil : unseen(of: id)?.caret
    react(to: message, from: id, acknowledged: acknowledged)
    note(acknowledged, from: id)
    do throws(ProtocolError) {
      let reply = try answer(message, from: id, acknowledged: acknowledged)
      if let before { follow(before, foreseen, of: id) }
      settle(id)
      if let request { outputs.append(.reply(id, request, reply)) }
    } catch {
      counts.refused += 1
      if let before { follow(before, foreseen, of: id) }
      settle(id)
      if let request {
        outputs.append(.reply(id, request, .error(error)))
      } else {
        outputs.append(.rejected(id, method: message.method, error))
      }
    }
  }

  private mutating func answer(
    _ message: Message, from id: ProgramID, acknowledged: Int?
  ) throws(ProtocolError) -> Reply {
    if programs[id]?.screen != nil, try changeScreen(message, of: id, acknowledged: acknowledged) {
      return .done
    }
    switch message {
    case .hello(let hello): return try greet(hello, from: id)
    case .focus(let element, let ancestors): try focus(element, ancestors: ancestors, of: id)
    case .screen(let screen): try show(screen, of: id, acknowledged: acknowledged)
    case .insert, .remove: throw Engine.noScreen
    case .layoutChanged(_, let text):
      if let text { announce(Announcement(text: text), by: id) }
    case .update(let elements, let focus): try update(elements, focus: focus, of: id)
    case .change(let changes, let focus): try change(changes, focus: focus, of: id)
    case .edit(let element, let edit): try self.edit(edit, element: element, of: id)
    case .announce(let announcement): announce(announcement, by: id)
    case .pageScrolled(let text): announce(page: text, by: id)
    case .done(let sequence, let failure): finish(sequence, failure, by: id)
    case .pause(let lock): pause(id, lock: lock)
    case .resume: resume(id)
    case .release: release(id)
    case .status: return .status(status)
    case .settings(let changes): return try set(changes)
    case .explain(let element, let language, let columns):
      return try explain(element, language: language, columns: columns)
    case .history(let limit): return .history(past(limit))
    case .press(let keys): try press(keys)
    case .observe(let events): outputs.append(.observe(id, events))
    }
    return .done
  }

  /// Presses keys, each on what the key before it has made of the display.
  private mutating func press(_ keys: [KeyPress]) throws(ProtocolError) {
    guard display.size != nil else {
      throw ProtocolError(
        .noDisplay, "there is no display whose keys could be pressed; connect one")
    }
    for key in keys {
      let frame = frame(at: now)
      // Nobody holds it.
      heldPan = nil
      self.key(key, on: frame)
      updateShown()
    }
  }

  private mutating func greet(_ hello: Hello, from id: ProgramID) throws(ProtocolError) -> Reply {
    if let version = hello.version, version < 1 {
      var error = ProtocolError(
        .noCommonVersion, "version \(version) of the protocol is not known here", field: "protocol")
      error.supported = [1]
      throw error
    }
    programs[id]?.hello = hello
    programs[id]?.correspondence.acknowledges = hello.acknowledges
    if !hello.name.isEmpty { programs[id]?.name = hello.name }
    return .hello(version: 1, display)
  }

  private mutating func set(_ changes: [SettingChange]) throws(ProtocolError) -> Reply {
    var new = settings
    for change in changes {
      do {
        try new.set(change.name, to: change.value, tables: resources.tables)
      } catch {
        throw ProtocolError(.params, "\(error.name) \(error.reason)", field: "set.\(error.name)")
      }
    }
    if new != settings { apply(new) }
    return .settings(settings.values)
  }

  mutating func announce(_ announcement: Announcement, by id: ProgramID) {
    guard let program = programs[id] else { return }
    // What is urgent does not wait for the reader to come back from brltty's menus.
    if announcement.priority == .high, asideUntil != nil {
      asideUntil = nil
      if display.size != nil { messages.resume(now) }
    }
    // What is said while a secret is written may be the secret (M4).
    let isSecret = self.program(shown)?.content?.element.isProtected == true
    messages.add(
      announcement, of: program, isKept: !announcement.isPrivate && !isSecret,
      isLocked: !lock.isOpen, at: now, wall: wallTime, messageStyle)
  }

  /// Says an element as if it had the focus, and shows nothing.
  private mutating func explain(
    _ element: Element, language: String?, columns: Int?
  ) throws(ProtocolError) -> Reply {
    try Engine.validate(element, in: [], at: "element")
    var element = element
    if element.language == nil { element.language = language }
    var style = style
    if let columns {
      guard (1...2000).contains(columns) else {
        throw ProtocolError(.params, "columns is \(columns); 1 to 2000 can be", field: "columns")
      }
      style.size = DisplaySize(columns: columns)
    }
    var reading = Reading(
      Passage(of: element, as: manner),
      marks: Reading.Marks(of: element.text), spellsWord: spellsWord(in: element))
    return .explanation(reading.explain(lines: 50, style, &translator))
  }

  private func past(_ limit: Int?) -> [PastAnnouncement] {
    messages.history.entries.reversed().prefix(limit ?? Int.max).map { kept in
      PastAnnouncement(
        time: kept.time, producer: kept.producer, announcement: kept.announcement)
    }
  }

  private mutating func release(_ id: ProgramID) {
    programs[id]?.content = nil
    programs[id]?.screen = nil
    programs[id]?.screenCursor = nil
    programs[id]?.modals = []
    if preferred == id { preferred = nil }
  }

  private mutating func pause(_ id: ProgramID, lock isLocking: Bool) {
    programs[id]?.isPaused = true
    if preferred == id { preferred = nil }
    if isLocking {
      lock.holders.insert(id)
      leaveMode()
      messages.clear()
      answer = nil
    }
  }

  private mutating func resume(_ id: ProgramID) {
    programs[id]?.isPaused = false
    programs[id]?.hasShownScreen = false
    lock.holders.remove(id)
    take(id)
  }

  mutating func disconnect(_ id: ProgramID) {
    programs[id] = nil
    if preferred == id { preferred = nil }
    waiting.removeAll { $0.program == id }
    if lock.holders.remove(id) != nil { lock.isOrphaned = true }
  }

  private var status: Status {
    Status(
      display: display,
      producers: programs.values.sorted { $0.id < $1.id }.map { program in
        Status.Producer(
          name: program.name, pid: program.pid, rank: program.rank, isPaused: program.isPaused,
          showsFocus: program.content != nil || program.screen != nil)
      },
      focus: program(shown)?.content?.element.id, table: table.name,
      tableCondition: translator.condition(of: table), settings: settings.values,
      counters: counts.all + translator.counters.map { Status.Counter(name: $0.0, count: $0.1) },
      uptime: (now - startedAt).milliseconds)
  }
}

extension Counts {
  /// All counts by name.
  var all: [Status.Counter] {
    [
      Status.Counter(name: "messages", count: messages),
      Status.Counter(name: "refused", count: refused),
      Status.Counter(name: "keys", count: keys),
      Status.Counter(name: "commands", count: commands),
      Status.Counter(name: "frames", count: frames),
    ]
  }
}

extension Duration {
  /// Whole milliseconds.
  var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
