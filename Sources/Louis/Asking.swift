// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import Translation

/// One question at a time, waited for as long as the round's budget has it.
extension LouisTranslator {
  /// The answer to a question; nil if it is not there in time.
  mutating func ask(_ question: Question, deadline: Duration) -> Question.Reply? {
    if let reply = answers[question] { return reply }
    return askAnew(question, deadline: deadline)
  }

  /// The same for a question that is known not to have been answered.
  mutating func askAnew(_ question: Question, deadline: Duration) -> Question.Reply? {
    guard !quarantined(question), isReady(question.table) else {
      return tables[question.table] == .broken ? .failed : nil
    }
    counts.translations += 1
    var isSent = false
    while true {
      if inFlight == nil {
        isSent = send(question, deadline: deadline)
        guard isSent else {
          if tables[question.table] == .broken { return .failed }
          guard wait(for: question.table) else { return nil }
          continue
        }
      }
      guard wait(for: question.table) else { return nil }
      let reply = answers[question]
      if reply != nil || quarantined(question) {
        // Nobody else waits for what was asked here.
        if isSent { knownNews += 1 }
        return reply
      }
    }
  }

  private mutating func quarantined(_ question: Question) -> Bool {
    quarantine[question] == true
  }

  /// Whether a table can be used, waiting for it to be compiled if there is time.
  mutating func isReady(_ table: TableName) -> Bool {
    while true {
      switch tables[table] {
      case .ready: return true
      case .broken: return false
      case .wanted: break
      case nil: want(table)
      }
      guard tables[table] == .wanted else { continue }
      guard wait(for: table, isLoading: true) else { return false }
    }
  }

  /// Sends a question to the translator; false if there is none that has the table.
  private mutating func send(_ question: Question, deadline: Duration) -> Bool {
    guard let translator, case .ready(let place) = tables[question.table],
      place < translator.tableCount
    else { return false }
    lastNumber &+= 1
    let packet = question.packet(number: lastNumber, table: place)
    let now = MonotonicClock.now
    inFlight = InFlight(
      question: question, number: lastNumber, started: now, deadline: deadline)
    if !packet.send(to: translator.socket) { lose(hung: false, at: now) }
    return true
  }

  /// Waits for the translator alone, as briefly as nearly every answer takes; true if it came.
  ///
  /// One call instead of four: nothing else is looked at.
  private mutating func waitShortly(until limit: Duration?, at now: Duration) -> Bool {
    guard let translator, let inFlight, now - inFlight.started < TranslatorConnection.shortWait,
      limit.map({ $0 - now > TranslatorConnection.shortWait }) ?? true
    else { return false }
    switch Packet.receiveSoon(from: translator.socket, into: &buffer) {
    case .nothing: return false
    case .ended: lose(hung: false, at: now)
    case .packet(let packet, _): take(packet, at: now)
    }
    return true
  }

  /// Waits until anything comes from a worker; false when the round's time is over.
  ///
  /// A table that is being compiled is not waited for when something is more urgent.
  private mutating func wait(for table: TableName, isLoading: Bool = false) -> Bool {
    if loader == nil, waitsUntil == nil { return false }
    let now = MonotonicClock.now
    let isShort = patience.isShort(table, at: now)
    let limit = isShort ? now : waitsUntil
    if !isLoading, waitShortly(until: limit, at: now) { return true }
    var timeout = limit.map { $0 - now }
    if let check = nextCheck {
      let left = check - now
      timeout = timeout.map { min($0, left) } ?? left
    }
    var poller = Poller()
    if let loader { poller.add(loader.socket) }
    if let translator { poller.add(translator.socket) }
    let urgentIndex = isLoading ? urgent.map { poller.add($0) } : nil
    poller.wait(timeout.map { max(.zero, $0) })
    let time = MonotonicClock.now
    let isUrgent = urgentIndex.map { poller.isReadable($0) } ?? false
    let before = news
    receive(at: time)
    if news != before { return true }
    guard let waitsUntil = limit else { return true }
    if time < waitsUntil, !isUrgent { return true }
    // What was not waited for says nothing about the table.
    if !isLoading, !isShort {
      counts.timeouts += 1
      patience.note(table, at: time)
    }
    return false
  }
}

/// Which tables kept the daemon waiting for nothing.
struct PatienceRecord: Sendable {
  private var timeouts: [TableName: [Duration]] = [:]
  private var shortUntil: [TableName: Duration] = [:]

  /// Notes that a table's answer was not there in time; after three within a second it is not
  /// waited for at all for a second.
  mutating func note(_ table: TableName, at time: Duration) {
    let recent = timeouts[table, default: []].filter { time - $0 < .seconds(1) } + [time]
    timeouts[table] = recent
    if recent.count >= 3 {
      shortUntil[table] = time + .seconds(1)
      timeouts[table] = nil
    }
  }

  func isShort(_ table: TableName, at time: Duration) -> Bool {
    shortUntil[table].map { time < $0 } ?? false
  }
}
