// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
public import Posix
public import Translation

/// The life of the worker processes.
extension LouisTranslator {
  /// What to poll for reading; when one is ready, call `process`.
  public var descriptors: [FileDescriptor] {
    [loader?.socket, translator?.socket].compactMap { $0 }
  }

  /// When `process` is to look whether a text takes too long; nil: never.
  public var nextCheck: Duration? {
    var times: [Duration] = []
    if let inFlight, let translator {
      let used = inFlight.startedCPU == nil ? nil : translator.cpuTime
      times.append(inFlight.nextLook(at: MonotonicClock.now, used))
    }
    if let loaderBusySince { times.append(loaderBusySince + LouisTranslator.longestLoad) }
    if let restartAt { times.append(restartAt) }
    return times.min()
  }

  /// A table that takes longer to compile is given up: the slowest of 3.24 takes 0.4 s.
  static var longestLoad: Duration { .seconds(20) }

  /// liblouis cannot free one table, so after so many the loader is started anew.
  static var mostTables: Int { 50 }

  /// Whether something has come while something else was waited for: then call `process`.
  public var hasNews: Bool { news != knownNews }

  /// Takes what the workers have sent, and looks after those that take too long.
  ///
  /// Gives true if a question that had no answer may have one now.
  public mutating func process() -> Bool {
    receive(at: MonotonicClock.now)
    defer { knownNews = news }
    return hasNews
  }

  mutating func receive(at now: Duration) {
    receiveFromTranslator(at: now)
    receiveFromLoader(at: now)
    if let restartAt, restartAt <= now {
      self.restartAt = nil
      startLoader(at: now)
    }
    guard let inFlight, let translator, now >= inFlight.started + .milliseconds(1) else { return }
    guard let startedCPU = inFlight.startedCPU else {
      self.inFlight?.startedCPU = translator.cpuTime ?? .zero
      return
    }
    // Processor time, because a machine under load is no hang; wall time only as a last resort.
    let used = translator.cpuTime.map { $0 - startedCPU } ?? .zero
    if used >= inFlight.deadline || now - inFlight.started >= inFlight.deadline * 4 {
      lose(hung: true, at: now)
    }
  }

  private mutating func receiveFromTranslator(at now: Duration) {
    while let translator {
      switch Packet.receive(from: translator.socket, blocking: false, into: &buffer) {
      case .nothing: return
      case .ended:
        lose(hung: false, at: now)
        return
      case .packet(let packet, let extra):
        extra?.close()
        take(packet, at: now)
      }
    }
  }

  mutating func take(_ packet: Packet, at now: Duration) {
    guard let asked = inFlight, packet.words.first == asked.number else { return }
    guard let reply = asked.question.answer(packet.words.dropFirst()) else {
      lose(hung: false, at: now)
      return
    }
    inFlight = nil
    news += 1
    answers[asked.question] = reply
    switchIfForked()
  }

  /// The translator is gone, or has to go: what it was asked is not asked again.
  mutating func lose(hung: Bool, at now: Duration) {
    if let asked = inFlight {
      quarantine[asked.question] = true
      if hung { counts.hangs += 1 } else { counts.crashes += 1 }
      reports.append(
        .gaveUp(
          table: asked.question.table, scalars: asked.question.scalars.count, hung: hung))
    }
    inFlight = nil
    news += 1
    translator?.kill()
    translator = nil
    if let next {
      translator = next
      self.next = nil
    } else {
      fork(at: now)
    }
  }

  private mutating func switchIfForked() {
    guard inFlight == nil, let next else { return }
    translator?.release()
    translator = next
    self.next = nil
  }

  private mutating func receiveFromLoader(at now: Duration) {
    while let loader {
      switch Packet.receive(from: loader.socket, blocking: false, into: &buffer) {
      case .nothing:
        if let since = loaderBusySince, now - since >= LouisTranslator.longestLoad {
          loseLoader("took too long to compile \(loading?.name ?? "a table")", at: now)
        }
        return
      case .ended:
        loseLoader("ended", at: now)
      case .packet(let packet, let socket):
        guard let socket, let forked = ForkedTranslator(packet.words) else {
          socket?.close()
          loseLoader("sent what cannot be", at: now)
          return
        }
        take(forked, socket, at: now)
      }
    }
  }

  private mutating func take(
    _ forked: ForkedTranslator, _ socket: FileDescriptor, at now: Duration
  ) {
    loaderBusySince = nil
    isForking = false
    counts.forks += 1
    confinement = forked.confinement
    if let table = loading {
      loading = nil
      if forked.isLoaded {
        tables[table] = .ready(loaded.count)
        known[table] = forked.known
      } else {
        tables[table] = .broken
        reports.append(.broken(table))
      }
      loaded.append(table)
    }
    next?.release()
    next = TranslatorConnection(
      pid: forked.pid, socket: socket, tableCount: loaded.count)
    news += 1
    switchIfForked()
    loadNext(at: now)
  }

  /// Lets a table be compiled, without waiting for it.
  public mutating func prepare(_ table: TableName) {
    if tables[table] == nil { want(table) }
  }

  /// Asks for a table to be compiled.
  mutating func want(_ table: TableName) {
    guard files.paths(of: table) != nil else {
      tables[table] = .broken
      reports.append(.broken(table))
      return
    }
    let now = MonotonicClock.now
    if loaded.count >= LouisTranslator.mostTables {
      stopLoader()
      startLoader(at: now)
    }
    tables[table] = .wanted
    loadNext(at: now)
  }

  private mutating func loadNext(at now: Duration) {
    guard let loader, loading == nil, !isForking else { return }
    guard let table = tables.first(where: { $0.value == .wanted })?.key,
      let paths = files.paths(of: table)
    else {
      if translator == nil, next == nil { fork(at: now) }
      return
    }
    loading = table
    loaderBusySince = now
    if !Packet(.load, text: paths).send(to: loader.socket) {
      loseLoader("cannot be reached", at: now)
    }
  }

  private mutating func fork(at now: Duration) {
    // What the loader is busy with ends in a fork as well.
    guard let loader, loading == nil, !isForking else { return }
    isForking = true
    loaderBusySince = now
    if !Packet(.fork).send(to: loader.socket) { loseLoader("cannot be reached", at: now) }
  }

  mutating func startLoader(at now: Duration) {
    do {
      loader = try LoaderConnection(executable: executable, tables: files.folder)
      loadNext(at: now)
    } catch {
      reports.append(.loader(error.description))
      restartAt = now + .seconds(5)
    }
  }

  /// Ends the loader; the tables that were in use are wanted again.
  private mutating func stopLoader() {
    loader?.end()
    loader = nil
    next?.release()
    next = nil
    translator?.kill()
    translator = nil
    inFlight = nil
    loading = nil
    isForking = false
    loaderBusySince = nil
    loaded = []
    for (table, state) in tables where state != .broken { tables[table] = nil }
    news += 1
  }

  private mutating func loseLoader(_ what: String, at now: Duration) {
    let table = loading
    stopLoader()
    reports.append(.loader("the loader \(what)"))
    if let table {
      // A table that ends the loader, or never ends, is not tried again.
      tables[table] = .broken
      reports.append(.broken(table))
    }
    restartAt = now + .milliseconds(100)
  }
}
