// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// The proxy's listener, its connections, and what is done to them.
struct ProxyTraffic: Polled {
  /// A client's connection and the one that was made for it to the server.
  private struct Pair {
    let number: Int
    var client: ByteStream
    /// Nil for a connection into the void.
    var server: ByteStream?
    /// Whether one side has ended, or shall: what was sent goes over still, nothing new does.
    var isEnding = false
  }

  var state = PacketProxy.State()
  var refuses = false
  var isBlackhole = false
  var stalled: Set<PacketProxy.Direction> = []
  var filter: (@Sendable (PacketProxy.Direction, Packet) -> Packet?)?

  private let listener: FileDescriptor
  private let upstream: SocketAddress
  private var listenerIndex = 0
  private var pairs: [Pair] = []

  init(listener: FileDescriptor, upstream: SocketAddress) {
    self.listener = listener
    self.upstream = upstream
  }

  // MARK: What is done to connections

  /// Sends bytes to all clients.
  mutating func inject(_ bytes: [UInt8]) {
    for index in pairs.indices { pairs[index].client.send(bytes) }
  }

  /// Sends bytes to all clients, and lets them see the end after these.
  ///
  /// The clients' connections are not closed at once: were there something unread in them the
  /// clients could get a reset in place of the bytes.
  mutating func cut(_ bytes: [UInt8]) {
    for index in pairs.indices {
      pairs[index].client.send(bytes)
      pairs[index].client.finish()
      pairs[index].server?.descriptor.close()
      pairs[index].server = nil
    }
  }

  mutating func closeClients() {
    for pair in pairs { Self.close(pair) }
    pairs = []
    state.untaken = [:]
    state.open = 0
  }

  mutating func close() {
    closeClients()
    listener.close()
  }

  private static func close(_ pair: Pair) {
    pair.client.descriptor.close()
    pair.server?.descriptor.close()
  }

  // MARK: The thread

  mutating func watch(_ poller: inout Poller) -> Duration? {
    listenerIndex = poller.add(listener)
    for index in pairs.indices {
      let isOpen = !pairs[index].isEnding
      pairs[index].client.watch(&poller, reading: isOpen && !stalled.contains(.up))
      pairs[index].server?.watch(&poller, reading: isOpen && !stalled.contains(.down))
    }
    return nil
  }

  mutating func serve(_ poller: Poller) {
    for index in pairs.indices {
      var pair = pairs[index]
      serve(&pair, poller)
      pairs[index] = pair
    }
    for pair in pairs where Self.isOver(pair) {
      Self.close(pair)
      state.untaken[pair.number] = nil
    }
    pairs.removeAll(where: Self.isOver)
    if poller.isReadable(listenerIndex) { accept() }
    state.open = pairs.count
  }

  private mutating func accept() {
    while let peer = listener.accepted() {
      state.connections += 1
      if refuses {
        peer.close()
        continue
      }
      var pair = Pair(number: state.connections, client: ByteStream(peer))
      if !isBlackhole {
        guard let server = try? upstream.connecting() else {
          peer.close()
          continue
        }
        pair.server = ByteStream(server)
      }
      pairs.append(pair)
    }
  }

  private mutating func serve(_ pair: inout Pair, _ poller: Poller) {
    guard var server = pair.server else {
      // Into the void.
      _ = pair.client.serve(poller)
      pair.client.incoming = []
      if pair.client.hasEnded { pair.isEnding = true }
      return
    }
    let fromClient = pair.client.serve(poller)
    let fromServer = server.serve(poller)
    if fromClient { forward(.up, pair.number, &pair.client, &server) }
    if fromServer { forward(.down, pair.number, &server, &pair.client) }
    if !pair.isEnding, pair.client.hasEnded || server.hasEnded {
      pair.isEnding = true
    }
    pair.server = server
  }

  private mutating func forward(
    _ direction: PacketProxy.Direction, _ number: Int, _ source: inout ByteStream,
    _ target: inout ByteStream
  ) {
    guard let packets = source.packets() else {
      // No packets: the other side shall see what the kit does not understand.
      target.send(source.incoming)
      source.incoming = []
      return
    }
    for packet in packets {
      state.log.append(
        PacketProxy.Passed(
          time: MonotonicClock.now, direction: direction, connection: number, packet: packet))
      guard let passed = filter.map({ $0(direction, packet) }) ?? packet else { continue }
      state.note(passed, direction, connection: number)
      target.send(passed.bytes)
    }
  }

  /// Whether nothing can or shall go over any more.
  private static func isOver(_ pair: Pair) -> Bool {
    pair.isEnding && (pair.client.hasSentAll && pair.server?.hasSentAll != false)
  }
}
