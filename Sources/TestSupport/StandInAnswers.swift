// SPDX-License-Identifier: GPL-3.0-or-later

/// What a stand-in server answers to a client that was let in.
enum StandInAnswers {
  private static let invalidParameter: UInt32 = 6  // BRLAPI_ERROR_INVALID_PARAMETER
  private static let illegalInstruction: UInt32 = 5  // BRLAPI_ERROR_ILLEGAL_INSTRUCTION

  /// Answers a packet as brltty would; `value` gives the parameters.
  static func answer(
    _ packet: Packet, to client: inout StandInClient, _ state: inout StandInServer.State,
    _ manners: StandInManners, _ value: (Parameter) -> [UInt8]
  ) {
    switch packet.kind {
    case .driverName: client.send(Packet(.driverName, Array(manners.driver.utf8) + [0]))
    case .modelIdentifier: client.send(Packet(.modelIdentifier, [0]))
    case .displaySize: client.send(Packet(.displaySize, value(.displaySize)))
    case .enterTty: enter(&client, manners.behaviour)
    case .leaveTty:
      client.isInTty = false
      client.send(Packet(.acknowledgement))
    case .write: show(packet, &client, &state)
    case .parameterRequest: tell(packet, &client, value)
    case .parameterValue:
      set(packet, &state)
      client.send(Packet(.acknowledgement))
    case .setFocus, .raw: break
    default: client.send(Packet(.acknowledgement))
    }
  }

  private static func enter(_ client: inout StandInClient, _ behaviour: StandInServer.Behaviour) {
    if case .failing(let code) = behaviour { return client.fail(code) }
    client.isInTty = true
    client.isUnheard = behaviour == .deaf
    client.send(Packet(.acknowledgement))
  }

  private static func tell(
    _ packet: Packet, _ client: inout StandInClient, _ value: (Parameter) -> [UInt8]
  ) {
    var reader = PayloadReader(packet.payload)
    guard let flags = reader.number(UInt32.self), let number = reader.number(UInt32.self),
      let parameter = Parameter(rawValue: number)
    else { return client.fail(invalidParameter) }
    if flags & 0x200 != 0 { client.watched.insert(number) }  // BRLAPI_PARAMF_SUBSCRIBE
    if flags & 0x400 != 0 { client.watched.remove(number) }  // BRLAPI_PARAMF_UNSUBSCRIBE
    guard flags & 0x100 != 0 else {  // BRLAPI_PARAMF_GET
      return client.send(Packet(.acknowledgement))
    }
    let head = (flags & 1).bigEndianBytes + place(in: packet)
    client.send(Packet(.parameterValue, head + value(parameter)))
  }

  /// The number of the parameter and of its part, as they were asked for.
  private static func place(in packet: Packet) -> [UInt8] {
    Array(packet.payload[4..<min(16, packet.payload.count)])
  }

  private static func set(_ packet: Packet, _ state: inout StandInServer.State) {
    var reader = PayloadReader(packet.payload)
    guard reader.number(UInt32.self) != nil,
      reader.number(UInt32.self) == Parameter.clientPriority.rawValue,
      reader.number(UInt64.self) != nil, let priority = reader.number(UInt32.self)
    else { return }
    state.priority = priority
  }

  private static func show(
    _ packet: Packet, _ client: inout StandInClient, _ state: inout StandInServer.State
  ) {
    let request = WriteRequest(packet, cells: state.columns * state.rows)
    let code: UInt32? =
      if !client.isInTty {
        illegalInstruction
      } else if let request, show(request, &state) {
        nil
      } else {
        invalidParameter
      }
    guard let code else { return }
    let head = code.bigEndianBytes + packet.kind.rawValue.bigEndianBytes
    client.send(Packet(.exception, head + packet.payload.prefix(Packet.limit - head.count)))
  }

  /// Shows what was asked for; false if it does not fit the display.
  private static func show(_ request: WriteRequest, _ state: inout StandInServer.State) -> Bool {
    guard request != WriteRequest() else {
      let blank = StandInServer.State(columns: state.columns, rows: state.rows)
      (state.cells, state.text, state.cursor) = (blank.cells, blank.text, 0)
      return true
    }
    let size = state.columns * state.rows
    let begin = (request.begin ?? 1) - 1
    let count = request.size ?? size
    guard begin >= 0, begin < size, count < 0 || begin + count <= size else { return false }
    if let characters = request.characters {
      guard count < 0 || characters.count == count else { return false }
      var text = Array(state.text.unicodeScalars)
      for offset in 0..<(count < 0 ? size - begin : count) {
        text[begin + offset] = offset < characters.count ? characters[offset] : " "
      }
      state.text = String(String.UnicodeScalarView(text))
    }
    for (offset, cell) in (request.orMask ?? []).enumerated() where begin + offset < size {
      state.cells[begin + offset] = cell
    }
    state.cursor = request.cursor ?? state.cursor
    return true
  }
}
