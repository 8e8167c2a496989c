// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// How a stand-in server treats its clients.
struct StandInManners: Sendable {
  var authorization: StandInServer.Authorization
  var version: UInt32
  var behaviour: StandInServer.Behaviour
  let driver: String
}

/// A client of a stand-in server.
struct StandInClient: Sendable {
  /// How far it has come.
  enum Stage {
    case new
    case greeted
    case askedForKey
    case letIn
  }

  let number: Int
  var stream: ByteStream
  var stage = Stage.new
  var isInTty = false
  /// Whether nothing that it sends is read any more.
  var isUnheard = false
  /// Whether it is to be closed once everything was sent to it.
  var isLeaving = false
  /// The parameters that it watches.
  var watched: Set<UInt32> = []

  mutating func send(_ packet: Packet) { stream.send(packet.bytes) }

  mutating func fail(_ code: UInt32) { send(Packet(.error, code.bigEndianBytes)) }
}

/// The listener of a stand-in server, its clients and its display.
struct StandInClients: Polled {
  var state: StandInServer.State
  var manners: StandInManners

  private let listener: FileDescriptor
  private var listenerIndex = 0
  private var clients: [StandInClient] = []

  init(listener: FileDescriptor, _ manners: StandInManners, _ state: StandInServer.State) {
    self.listener = listener
    self.manners = manners
    self.state = state
  }

  // MARK: What is done to clients

  mutating func sendInTty(_ packet: Packet) {
    for index in clients.indices where clients[index].isInTty { clients[index].send(packet) }
  }

  mutating func send(_ packet: Packet) {
    for index in clients.indices where clients[index].stage == .letIn {
      clients[index].send(packet)
    }
  }

  mutating func resize(columns: Int, rows: Int) {
    let fresh = StandInServer.State(columns: columns, rows: rows)
    (state.columns, state.rows) = (columns, rows)
    (state.cells, state.text, state.cursor) = (fresh.cells, fresh.text, 0)
    update(.displaySize)
  }

  mutating func setOnline(_ isOnline: Bool) {
    state.isOnline = isOnline
    update(.deviceOnline)
  }

  mutating func closeClients() {
    for client in clients { client.stream.descriptor.close() }
    clients = []
    count()
  }

  mutating func close() {
    closeClients()
    listener.close()
  }

  private mutating func update(_ parameter: Parameter) {
    let head: [UInt32] = [1, parameter.rawValue, 0, 0]
    let packet = Packet(.parameterUpdate, head.flatMap(\.bigEndianBytes) + value(of: parameter))
    for index in clients.indices where clients[index].watched.contains(parameter.rawValue) {
      clients[index].send(packet)
    }
  }

  private mutating func count() {
    state.open = clients.count
    state.inTty = clients.count { $0.isInTty }
  }

  // MARK: The thread

  mutating func watch(_ poller: inout Poller) -> Duration? {
    listenerIndex = poller.add(listener)
    for index in clients.indices {
      clients[index].stream.watch(&poller, reading: !clients[index].isUnheard)
    }
    return nil
  }

  mutating func serve(_ poller: Poller) {
    for index in clients.indices {
      var client = clients[index]
      if client.stream.serve(poller) {
        let packets = client.stream.packets()
        for packet in packets ?? [] where !client.isUnheard { take(packet, from: &client) }
        if packets == nil { client.isLeaving = true }
      }
      clients[index] = client
    }
    for client in clients where Self.isOver(client) { client.stream.descriptor.close() }
    clients.removeAll(where: Self.isOver)
    if poller.isReadable(listenerIndex) { accept() }
    count()
  }

  private static func isOver(_ client: StandInClient) -> Bool {
    client.stream.hasEnded || (client.isLeaving && client.stream.hasSentAll)
  }

  private mutating func accept() {
    while let peer = listener.accepted() {
      state.connections += 1
      var client = StandInClient(number: state.connections, stream: ByteStream(peer))
      if manners.behaviour != .silent {
        client.send(Packet(.version, manners.version.bigEndianBytes))
      }
      clients.append(client)
    }
  }

  private mutating func take(_ packet: Packet, from client: inout StandInClient) {
    state.received.append(
      StandInServer.Received(
        time: MonotonicClock.now, connection: client.number, packet: packet))
    if manners.behaviour == .silent { return }
    switch client.stage {
    case .new: greet(&client)
    case .greeted: break
    case .askedForKey: check(packet, of: &client)
    case .letIn: StandInAnswers.answer(packet, to: &client, &state, manners, value)
    }
  }

  private func greet(_ client: inout StandInClient) {
    guard manners.behaviour != .silentAfterGreeting else {
      client.stage = .greeted
      return
    }
    switch manners.authorization {
    case .none:
      client.send(Packet(.authorization, UInt32(UInt8(ascii: "N")).bigEndianBytes))
      client.stage = .letIn
    case .key:
      client.send(Packet(.authorization, UInt32(UInt8(ascii: "K")).bigEndianBytes))
      client.stage = .askedForKey
    case .refused:
      client.send(Packet(.authorization))
      client.stage = .greeted
    }
  }

  private func check(_ packet: Packet, of client: inout StandInClient) {
    // The key follows the number of the way of authorization.
    if case .key(let key) = manners.authorization, Array(packet.payload.dropFirst(4)) == key {
      client.send(Packet(.acknowledgement))
      client.stage = .letIn
    } else {
      client.fail(17)  // BRLAPI_ERROR_AUTHENTICATION
      client.isLeaving = true
    }
  }

  /// A parameter's value as it is sent; empty for those that the server does not have.
  private func value(of parameter: Parameter) -> [UInt8] {
    switch parameter {
    case .serverVersion: manners.version.bigEndianBytes
    case .clientPriority: state.priority.bigEndianBytes
    case .driverName: Array(manners.driver.utf8)
    case .driverCode: Array("vr".utf8)
    case .deviceModel: []
    case .displaySize: UInt32(state.columns).bigEndianBytes + UInt32(state.rows).bigEndianBytes
    case .deviceOnline: [state.isOnline ? 1 : 0]
    case .retainDots: [1]
    case .renderedCells: state.cells
    case .deviceCellSize: [8]
    }
  }
}
