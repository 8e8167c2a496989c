// SPDX-License-Identifier: GPL-3.0-or-later

/// The calls of BrlAPI.
extension WireClient {
  /// The name of brltty's driver; `NoBraille` while there is no display.
  public func driverName() throws(KitError) -> String {
    text(try request(Packet(.driverName), answer: .driverName))
  }

  /// What display it is; brltty 6.5 crashes if there is none.
  public func modelIdentifier() throws(KitError) -> String {
    text(try request(Packet(.modelIdentifier), answer: .modelIdentifier))
  }

  /// Columns and rows.
  ///
  /// While there is no display any more brltty 6.5 still tells those of the last one; the
  /// parameter `displaySize` is right.
  public func displaySize() throws(KitError) -> [UInt32] {
    numbers(try request(Packet(.displaySize), answer: .displaySize))
  }

  /// Enters tty mode at a place in the tree of terminals, the root for an empty path.
  ///
  /// `driver` asks for the driver's own key codes; it must be the driver's name.
  public func enterTty(path: [UInt32] = [], driver: String = "") throws(KitError) {
    let place = [UInt32(path.count)] + path
    let name = [UInt8(driver.utf8.count)] + Array(driver.utf8)
    try request(Packet(.enterTty, place.flatMap(\.bigEndianBytes) + name))
  }

  /// Leaves tty mode.
  public func leaveTty() throws(KitError) {
    try request(Packet(.leaveTty))
  }

  /// Shows something, and waits for nothing.
  public func write(_ what: WriteRequest) {
    send(what.packet)
  }

  /// Shows something, and waits until the server has dealt with it.
  public func show(_ what: WriteRequest, limit: Duration? = nil) throws(KitError) {
    write(what)
    try synchronize(limit: limit)
  }

  /// Waits until the server has dealt with everything that was sent.
  public func synchronize(limit: Duration? = nil) throws(KitError) {
    try request(Packet(.synchronize), limit: limit)
  }

  /// Wants these keys, too.
  public func acceptKeys(_ codes: ClosedRange<UInt64>) throws(KitError) {
    try request(
      Packet(.acceptKeys, codes.lowerBound.bigEndianBytes + codes.upperBound.bigEndianBytes))
  }

  /// Does not want these keys; they go to other clients or to brltty.
  public func ignoreKeys(_ codes: ClosedRange<UInt64>) throws(KitError) {
    try request(
      Packet(.ignoreKeys, codes.lowerBound.bigEndianBytes + codes.upperBound.bigEndianBytes))
  }

  /// Wants typed cells as dots, with every combination of flags.
  public func acceptDots() throws(KitError) {
    try acceptKeys(0x2022_0000...0xFFFF_FFFF_2022_FFFF)
  }

  /// Wants all keys, even those by which drivers tell brltty that they have lost the display:
  /// brltty does not find it again then.
  public func acceptAllKeys() throws(KitError) {
    try acceptKeys(0...UInt64.max)
  }

  /// A parameter's value, for all clients or for this one; changes are told from now on if
  /// `isWatched`.
  public func parameter(
    _ parameter: Parameter, isGlobal: Bool = true, isWatched: Bool = false
  ) throws(KitError) -> [UInt8] {
    let flags: UInt32 = 0x100 | (isWatched ? 0x200 : 0) | (isGlobal ? 1 : 2)
    let packet = Packet(
      .parameterRequest, [flags, parameter.rawValue, 0, 0].flatMap(\.bigEndianBytes))
    return Array(try request(packet, answer: .parameterValue).dropFirst(16))
  }

  /// Waits until the display has this size, 0 and 0 for none, and watches it from now on.
  ///
  /// An update is taken as a hint only: its value may be wrong.
  public func waitForDisplay(columns: UInt32, rows: UInt32 = 1) throws(KitError) {
    let wanted = columns.bigEndianBytes + rows.bigEndianBytes
    var size = try parameter(.displaySize, isWatched: true)
    while size != wanted {
      _ = try nextUpdate(of: .displaySize)
      size = try parameter(.displaySize)
    }
  }

  /// Sets a parameter for this client.
  public func setParameter(_ parameter: Parameter, _ value: [UInt8]) throws(KitError) {
    let head: [UInt32] = [0, parameter.rawValue, 0, 0]
    try request(Packet(.parameterValue, head.flatMap(\.bigEndianBytes) + value))
  }

  /// Moves before (above 50) or behind (below 50) the other clients of its terminal; 0 stays out.
  public func setPriority(_ priority: UInt32) throws(KitError) {
    try setParameter(.clientPriority, priority.bigEndianBytes)
  }

  /// Takes the display away from brltty and all clients, until `resumeDriver` or the end of the
  /// connection.
  public func suspendDriver(_ name: String) throws(KitError) {
    let magic: UInt32 = 0xDEAD_BEEF
    let name = [UInt8(name.utf8.count)] + Array(name.utf8)
    try request(Packet(.suspendDriver, magic.bigEndianBytes + name))
  }

  /// Gives the display back.
  public func resumeDriver() throws(KitError) {
    try request(Packet(.resumeDriver))
  }

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  private func numbers(_ bytes: [UInt8]) -> [UInt32] {
    var reader = PayloadReader(bytes)
    var numbers: [UInt32] = []
    while let number = reader.number(UInt32.self) { numbers.append(number) }
    return numbers
  }
}
