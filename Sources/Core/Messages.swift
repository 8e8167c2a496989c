// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation
import Translation

/// Announcements: which one is shown, which wait, and which have been (behaviour M1 to M4).
struct Messages: Sendable {
  private(set) var shown: Shown?
  var history = MessageHistory()
  private var queue: [Item] = []
  /// How many of those that wait are only counted, because so many would never be shown.
  private var countedOnly = 0
  /// Those that more urgent ones interrupted; they come back whole, the last one first.
  private var interrupted: [Item] = []
  /// How many have been shown since the content was last seen.
  private var inRow = 0
  private var isPaused = false
  /// Whether something covers the messages, so that none is shown.
  private var isHeld = false
  private var lastNumber = 0
  /// The one that came last, whatever became of it, if no key was pressed since.
  private var latest: Item?

  /// So many are shown in a row; the rest is told by its number.
  private static let mostInRow = 3

  /// What the messages need to know of the settings and the reader.
  struct Style {
    var duration: Settings.MessageDuration
    var whileReading: Settings.WhileReading
    var readingUntil: Duration?
    /// The words for messages that are not shown, with `%` for their number.
    var more: String
  }

  /// An announcement and whose it is.
  struct Item: Equatable, Sendable {
    /// Its number, by which it is found in the history.
    var number: Int
    var announcement: Announcement
    var program: ProgramID
    var arrived: Duration

    /// Whether both tell of the same, the one of an earlier state of it.
    func hasTopic(of other: Item) -> Bool {
      announcement.topic != nil && announcement.topic == other.announcement.topic
        && program == other.program
    }
  }

  /// An announcement that is on the display.
  struct Shown: Sendable {
    var item: Item
    var reading: Reading
    var started: Duration
    /// How long it is shown; nil: until it is dismissed.
    var duration: Duration?
    /// Until when it is shown; nil: until it is dismissed, or time does not run.
    var expires: Duration?
    /// What was left of its time when time stopped.
    var left: Duration?
    /// Whether another focus has ended it, so that it goes when it has stood long enough.
    var isEnded = false
  }

  /// Takes an announcement; `wall` is the Unix time in ms.
  mutating func add(
    _ announcement: Announcement, of program: Program, isKept: Bool, isLocked: Bool,
    at now: Duration, wall: Int, _ style: Style
  ) {
    if let tag = announcement.tag { withdraw(tag, of: program.id, now, style) }
    guard !announcement.text.isEmpty else { return }
    if repeats(announcement, of: program.id, now, wall) { return }
    let takesPlace = announcement.topic.map { supersede($0, of: program.id, now) } ?? false
    lastNumber += 1
    if isKept {
      history.add(
        MessageHistory.Kept(
          number: lastNumber, time: wall, producer: program.name, program: program.id,
          announcement: announcement))
    }
    let item = Item(
      number: lastNumber, announcement: announcement, program: program.id, arrived: now)
    latest = item
    guard !isLocked else { return }
    switch announcement.priority {
    case .low: return
    case .high:
      // An earlier state of the same is no news any more.
      if let shown, !shown.isEnded, !shown.item.hasTopic(of: item) { interrupt(shown.item) }
      if isHeld { interrupt(item) } else { show(item, now, style) }
    case .default where takesPlace:
      show(item, now, style)
    case .default:
      if style.whileReading == .sign, isReading(now, style) { return }
      wait(item)
    }
    advance(now, style)
  }

  /// Whether an announcement only says again what the last one said less than a second ago: one
  /// that is said over and over is a single one with its number.
  private mutating func repeats(
    _ announcement: Announcement, of program: ProgramID, _ now: Duration, _ wall: Int
  ) -> Bool {
    guard let latest, latest.program == program, latest.announcement == announcement,
      announcement.tag == nil, now - latest.arrived < .seconds(1)
    else { return false }
    self.latest?.arrived = now
    // What is said again after it went has its sign.
    history.repeated(latest.number, isRead: shown?.item.number == latest.number, at: wall)
    return true
  }

  /// A key was pressed: what is said now may be about that.
  mutating func keyPressed() {
    latest = nil
  }

  private mutating func wait(_ item: Item) {
    queue.append(item)
    MessageHistory.bound(&queue, \.announcement) { queue in
      // Those of which only the number will be told need not be kept.
      queue.remove(at: min(Messages.mostInRow, queue.count - 1))
      countedOnly += 1
    }
  }

  private mutating func interrupt(_ item: Item) {
    interrupted.append(item)
    MessageHistory.bound(&interrupted, \.announcement) { $0.removeFirst() }
  }

  private mutating func withdraw(
    _ tag: String, of program: ProgramID, _ now: Duration, _ style: Style
  ) {
    let isOld: (Item) -> Bool = { $0.announcement.tag == tag && $0.program == program }
    queue.removeAll(where: isOld)
    interrupted.removeAll(where: isOld)
    history.remove { $0.announcement.tag == tag && $0.program == program }
    if let shown, isOld(shown.item) {
      self.shown = nil
      advance(now, style)
    }
  }

  /// Forgets what a program told of the same before, but for what has been read; true if the new
  /// one takes the place of the one that is shown.
  private mutating func supersede(
    _ topic: Announcement.Topic, of program: ProgramID, _ now: Duration
  ) -> Bool {
    let isOld: (Item) -> Bool = { $0.program == program && $0.announcement.topic == topic }
    queue.removeAll(where: isOld)
    interrupted.removeAll(where: isOld)
    history.remove { !$0.isRead && $0.announcement.topic == topic && $0.program == program }
    guard let shown, isOld(shown.item) else { return false }
    guard topic != .page else {
      history.remove { $0.number == shown.item.number }
      return true
    }
    // What changes by itself stands long enough to be felt.
    let earliest = shown.started + .seconds(1)
    self.shown?.expires = shown.expires.map { min($0, max(now, earliest)) }
    return false
  }

  private func isReading(_ now: Duration, _ style: Style) -> Bool {
    style.readingUntil.map { $0 > now } ?? false
  }

  /// Shows the next one if it is its turn.
  private mutating func advance(_ now: Duration, _ style: Style) {
    guard shown == nil, !isHeld else { return }
    if let item = interrupted.popLast() {
      show(item, now, style)
    } else if queue.isEmpty {
      inRow = 0
    } else if inRow >= Messages.mostInRow {
      let text = style.more.replacing("%", String(queue.count + countedOnly))
      let program = queue[0].program
      forgetQueue()
      let announcement = Announcement(text: text)
      show(
        Item(number: 0, announcement: announcement, program: program, arrived: now), now, style)
    } else if style.whileReading == .show || !isReading(now, style) || inRow > 0 {
      inRow += 1
      show(queue.removeFirst(), now, style)
    }
  }

  private mutating func show(_ item: Item, _ now: Duration, _ style: Style) {
    let duration = Messages.duration(of: item.announcement, style)
    var line = Line()
    line.append(item.announcement)
    history.markRead(item.number)
    shown = Shown(
      item: item, reading: Reading(Passage(line)), started: now, duration: duration,
      expires: isPaused ? nil : duration.map { now + $0 })
  }

  private static func duration(of announcement: Announcement, _ style: Style) -> Duration? {
    if announcement.persist { return nil }
    if let duration = announcement.duration { return .milliseconds(max(500, duration)) }
    switch style.duration {
    case .untilDismissed: return nil
    case .fixed(let duration): return .milliseconds(duration)
    case .byLength:
      return .milliseconds(max(3000, 200 * announcement.text.unicodeScalars.count))
    }
  }
}

extension Messages {
  /// Lets time pass.
  mutating func tick(_ now: Duration, _ style: Style) {
    if let expires = shown?.expires, expires <= now { shown = nil }
    advance(now, style)
  }

  /// Whether `tick` has nothing to do, whatever the time.
  var isIdle: Bool { shown == nil && queue.isEmpty && interrupted.isEmpty && inRow == 0 }

  /// When `tick` has something to do.
  func nextWake(readingUntil: Duration?) -> Duration? {
    if let shown { return shown.expires }
    return queue.isEmpty || isHeld ? nil : readingUntil
  }

  /// Something covers the messages: the one that is shown has been dismissed for it.
  mutating func hold(_ now: Duration) {
    isHeld = true
    shown = nil
  }

  /// Nothing covers the messages any more.
  mutating func release(_ now: Duration, _ style: Style) {
    isHeld = false
    advance(now, style)
  }

  /// The display is gone, or left to others: time does not run.
  mutating func pause(_ now: Duration) {
    guard !isPaused else { return }
    isPaused = true
    guard let expires = shown?.expires else { return }
    shown?.left = max(.milliseconds(1000), expires - now)
    shown?.expires = nil
  }

  /// The display is back.
  mutating func resume(_ now: Duration) {
    guard isPaused else { return }
    isPaused = false
    guard let left = shown?.left else { return restartTime(now) }
    shown?.expires = now + left
    shown?.left = nil
  }

  /// Lets the time of the message begin anew.
  private mutating func restartTime(_ now: Duration) {
    guard var message = shown else { return }
    message.expires = isPaused ? nil : message.duration.map { now + $0 }
    message.left = isPaused ? message.duration : nil
    shown = message
  }

  /// A key dismissed the message, and with it all that wait: they are in the history.
  mutating func dismiss(_ now: Duration, _ style: Style) {
    shown = nil
    forgetQueue()
    inRow = 0
    advance(now, style)
  }

  private mutating func forgetQueue() {
    queue.removeAll()
    countedOnly = 0
  }

  /// Nothing is shown any more, whatever it was.
  mutating func clear() {
    shown = nil
    latest = nil
    forgetQueue()
    interrupted.removeAll()
    inRow = 0
    isHeld = false
  }

  /// The focus went to another element: a default message has been read, or is not wanted (M3).
  mutating func focusMoved(_ now: Duration, lastKey: Duration?) {
    // What came after the key is not ended by the focus that the key brought about.
    if let lastKey, let shown, shown.item.arrived > lastKey, now - lastKey < .seconds(2) { return }
    endShown(now)
  }

  /// The text that is read changed: as for a focus that moves (M3).
  mutating func textChanged(_ now: Duration) {
    endShown(now)
  }

  private mutating func endShown(_ now: Duration) {
    guard let shown, shown.item.announcement.priority == .default,
      !shown.item.announcement.persist, now - shown.item.arrived >= .milliseconds(500)
    else { return }
    self.shown?.isEnded = true
    let earliest = shown.started + .seconds(1)
    self.shown?.expires = shown.expires.map { min($0, max(now, earliest)) } ?? max(now, earliest)
    if isPaused { self.shown?.expires = nil }
  }

  /// Pans in the message; its time starts anew, and panning past an end dismisses it.
  mutating func pan(
    _ pan: Action.Pan, _ readingStyle: ReadingStyle, _ translator: inout some Translator,
    _ now: Duration, _ style: Style
  ) {
    guard var reading = shown?.reading, reading.pan(pan, readingStyle, &translator) else {
      dismiss(now, style)
      return
    }
    shown?.reading = reading
    restartTime(now)
  }

  mutating func retranslate(onlyProvisional: Bool) {
    guard let reading = shown?.reading, !onlyProvisional || reading.isProvisional else { return }
    shown?.reading.retranslate(onlyProvisional: onlyProvisional)
  }

  /// What the display shows of the message.
  mutating func frame(_ style: ReadingStyle, _ translator: inout some Translator) -> Frame? {
    guard var reading = shown?.reading else { return nil }
    defer { shown?.reading = reading }
    return reading.frame(.message, style, &translator)
  }
}
