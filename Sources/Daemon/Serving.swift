// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Louis
import Panning
import Posix
import Sockets
import Wire

/// Programs: letting them in, handling what they say, sending them what is for them.
extension Loop {
  mutating func accept(on listener: Listener, isFull: Bool) {
    switch listener.accept() {
    case .connection(let descriptor, let peer):
      hasLoggedDescriptors = false
      guard connections.count < mostConnections else {
        refuse(descriptor)
        return
      }
      lastConnection += 1
      let id = ProgramID(lastConnection)
      connections[id] = Connection(id: id, descriptor: descriptor, isFull: isFull)
      order.append(id)
      log.info("program \(id.number) connected (pid \(peer.pid))")
      happen(.connected(id, name: "pid \(peer.pid)", pid: peer.pid))
    case .refused(let peer):
      log.warning("a program of user \(peer.uid) (pid \(peer.pid)) was refused")
    case .outOfDescriptors:
      acceptsAgainAt = now + .seconds(1)
      guard !hasLoggedDescriptors else { return }
      hasLoggedDescriptors = true
      log.error(
        "no descriptors are left for another program, which waits; raise LimitNOFILE or ulimit -n")
    case .nobody:
      break
    }
  }

  /// Tells a program that there are too many, and lets it go.
  private func refuse(_ descriptor: FileDescriptor) {
    let error = ProtocolError(limit: "connections", max: mostConnections)
    let line = Outgoing.reply(nil, .error(error)).line + [UInt8(ascii: "\n")]
    line.withUnsafeBytes { _ = descriptor.send($0) }
    descriptor.close()
    let isShort = mostConnections < Limits.connections
    log.warning(
      "a program was refused: \(mostConnections) are connected already"
        + (isShort ? "; for more raise LimitNOFILE or ulimit -n" : ""))
  }

  /// How many programs may be connected where a process has so many descriptors.
  ///
  /// Some are kept back for the display and for workers that have to be started again: who has the
  /// display must not lose it to who only connects.
  static func mostConnections(descriptors: Int64) -> Int {
    let left = descriptors - Loop.keptDescriptors
    return max(1, Int(min(Int64(Limits.connections), left)))
  }

  /// How many descriptors are for others than programs; about half of them are in use at rest.
  private static var keptDescriptors: Int64 { 32 }

  /// Handles what programs have said, a line of each in turn, until that is all or has taken a
  /// moment: what comes together makes one frame, and neither keys nor frames wait for a flood.
  mutating func handleMessages() {
    let end = MonotonicClock.now + Loop.messagesTime
    repeat {
      var hasMore = false
      for id in order {
        guard let connection = connections[id], connection.mayHaveLine, !connection.isDecoding
        else { continue }
        handleLine(of: connection)
        if connection.mayHaveLine { hasMore = true }
      }
      if !hasMore { return }
    } while MonotonicClock.now < end
  }

  private mutating func handleLine(of connection: Connection) {
    guard let item = connection.framer.next(isEnd: connection.isAtEnd) else {
      connection.mayHaveLine = false
      // Its content goes when all its lines are handled, and answered as far as it reads.
      if connection.isAtEnd {
        _ = connection.sendMore()
        disconnect(connection.id)
      }
      return
    }
    connection.line = connection.framer.lineNumber
    // Nearly always there is no other line yet, and no need to come back for it.
    connection.mayHaveLine = connection.isAtEnd || connection.framer.count > 0
    switch item {
    case .tooLong:
      let error = ProtocolError(limit: "line", max: Limits.line)
      connection.send(Outgoing.reply(nil, .error(error)))
    case .line(let line) where line.count > Connection.longLine:
      connection.isDecoding = true
      decoder.decode(line, of: connection.id, isFull: connection.isFull)
    case .line(let line):
      handle(decode(line: line, isFull: connection.isFull), of: connection.id)
    }
  }

  mutating func handle(_ line: DecodedLine, of id: ProgramID) {
    guard connections[id] != nil else { return }
    switch line {
    case .message(let incoming):
      happen(.message(id, incoming.message, id: incoming.id, ack: incoming.acknowledged))
    case .ignored:
      break
    case .refused(let refused):
      tell(
        .messages,
        .unreadable(
          id, method: refused.method, code: refused.error.code.rawValue,
          field: refused.error.field))
      if refused.id == nil, refused.isRequest {
        reject(refused.method, refused.error, of: id)
      } else {
        connections[id]?.send(Outgoing.reply(refused.id, .error(refused.error)))
      }
    }
  }

  private mutating func reject(_ method: String?, _ error: ProtocolError, of id: ProgramID) {
    let line = connections[id]?.line ?? 0
    let params = Outgoing.rejected(method: method, error, line: line)
    connections[id]?.send(Outgoing.notification("rejected", params))
  }

  /// Does what the engine wants done.
  mutating func perform(_ output: Output) {
    switch output {
    case .reply(let id, let request, let reply):
      // All that a request causes comes before its reply.
      sendFrame(to: id)
      connections[id]?.send(Outgoing.reply(request, reply))
      if case .error(let error) = reply {
        tell(.messages, .refused(id, method: nil, code: error.code.rawValue, field: error.field))
      }
    case .rejected(let id, let method, let error):
      reject(method, error, of: id)
      tell(.messages, .refused(id, method: method, code: error.code.rawValue, field: error.field))
    case .command(let id, let order):
      connections[id]?.send(Outgoing.notification("command", Outgoing.command(order)))
      tell(of: order, to: id)
    case .observe(let id, let events):
      observe(id, events)
    case .display(let state):
      for id in order where connections[id]?.observed.contains(.display) == true {
        connections[id]?.send(Outgoing.notification("display", Outgoing.display(state)))
      }
    case .save(let values): save(values)
    case .reload:
      let (failure, finding) = reload()
      happen(.reloaded(failure: failure, finding: finding))
    }
  }

  /// Makes a frame if anything has happened and somebody can take it.
  mutating func showFrame() {
    observersWaitUntil = nil
    guard isStale else { return }
    guard display.takesFrame || connections.values.contains(where: \.takesFrame) else { return }
    if !display.takesFrame {
      let due = observedAt.map { $0 + Loop.observersInterval } ?? .zero
      guard due <= now else {
        observersWaitUntil = due
        return
      }
      observedAt = now
    }
    engine.translator.begin(waiting: Loop.budget)
    guard let frame = engine.frame(at: now) else {
      isStale = false
      return
    }
    report()
    for id in order where connections[id]?.seesNewestFrame == true {
      if connections[id]?.sentFrame != frame { connections[id]?.pendingFrame = frame }
    }
    if case .none = display { isStale = false }
    guard display.takesFrame else { return }
    isStale = false
    // What a frame means may have changed although it looks the same: keys need it.
    display.show(frame)
    shownFrame = frame
    areMarksHidden = false
    blinksAt = frame.underMarks.isEmpty ? nil : engine.blinkTime.map { now + $0 }
  }

  /// Hides the marks that blink or shows them again; that makes no frame, and none waits for it.
  mutating func blink() {
    guard let time = blinksAt, time <= now, let frame = shownFrame, let period = engine.blinkTime
    else { return }
    blinksAt = now + period
    guard display.takesFrame else { return }
    areMarksHidden.toggle()
    display.show(areMarksHidden ? frame.withoutMarks : frame)
  }

  /// Sends what is to be sent, as far as it is taken; who takes nothing is let go.
  ///
  /// Gives whether somebody was.
  @discardableResult
  mutating func sendAll() -> Bool {
    var hasLetGo = false
    for id in order {
      guard let connection = connections[id], connection.hasMore else { continue }
      let isThere = connection.sendMore()
      let isOver = isThere && connection.outbox.count > connection.mostUnsent
      if isOver {
        log.warning("program \(id.number) does not read what it is sent; it is disconnected")
      }
      guard isOver || !isThere else { continue }
      disconnect(id)
      hasLetGo = true
    }
    return hasLetGo
  }

  mutating func disconnect(_ id: ProgramID) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    order.removeAll { $0 == id }
    connection.descriptor.close()
    lookAtObservers()
    log.info("program \(id.number) left")
    happen(.disconnected(id))
  }
}
