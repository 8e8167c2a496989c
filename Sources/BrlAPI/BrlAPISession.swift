// SPDX-License-Identifier: GPL-3.0-or-later
import CBrlAPI
import Cells
import Commands
import Glibc
import Panning
import Posix

/// One connection to brltty, from opening to closing; confined to the thread.
final class BrlAPISession {
  private let thread: BrlAPIThread
  private let settings: BrlAPISettings
  private let handle: OpaquePointer
  private let parameters: BrlAPIParameters
  private(set) var wasConnected = false
  private var isOpen = false
  private var isInTTYMode = false
  /// The display's size; nil while there is none.
  private var size: DisplaySize?
  private var isSizeKnown = false
  /// Whether brltty has said that something about the display has changed.
  ///
  /// What it says the size is may have the wrong byte order, so it is asked for.
  fileprivate var isSizeInDoubt = true
  /// What is on the display, and what was before it.
  private var written: Frame?
  private var before: Frame?
  /// What is to be on the display, kept when the tty is left and entered again.
  private var wanted: Frame?
  private var zeros: [UInt8] = []
  private var socket = BrlAPISocket(descriptor: FileDescriptor(-1))
  /// Until when brltty has to say that it has taken what was written; nil if it has.
  private var answerBy: Duration?
  /// Whether something may have come.
  private var hasCome = true
  /// Since when there is a packet that has not come whole.
  private var partSince: Duration?
  /// Whether keys may have come while the library waited for an answer: it holds them then.
  private var mayHoldKeys = false

  init?(thread: BrlAPIThread, settings: BrlAPISettings) {
    guard let handle = cbrlapi_handle_create() else { return nil }
    self.thread = thread
    self.settings = settings
    self.handle = handle
    parameters = BrlAPIParameters(thread: thread, handle: handle)
    thread.shared.withLock { $0.handle = BrlAPIHandle(handle) }
  }

  /// Connects, and serves until something fails or it is to stop.
  func run() -> BrlAPIFailure {
    do throws(BrlAPIFailure) {
      try open()
      while true {
        if hasCome || mayHoldKeys { try receive() }
        var orders = thread.takeOrders(all: answerBy == nil)
        if orders.isOver { orders.frame = size.map { Frame(blank: $0, kind: .idle) } }
        // Answers have no names: until brltty has said that it has taken the cells, nothing else
        // is asked of it.
        if answerBy == nil {
          if isSizeInDoubt { try readSize() }
          try follow(orders)
        }
        if orders.isOver, !isInTTYMode { return .lost("the settings changed") }
        // A key that the library holds would not be seen by waiting.
        if answerBy != nil || !isSizeInDoubt && !mayHoldKeys { try wait() }
      }
    } catch {
      return error
    }
  }

  /// Ends the connection, once; the handle may be looked at by nobody any more.
  ///
  /// If it is in tty mode still, brltty does not answer: leaving would only wait for that.
  func close() {
    if isOpen { thread.call { brlapi__closeConnection(handle) } }
    thread.shared.withLock { $0.handle = nil }
    cbrlapi_handle_free(handle)
  }

  private func open() throws(BrlAPIFailure) {
    let descriptor = thread.call {
      withOptionalCString(settings.host) { host in
        withOptionalCString(settings.auth) { auth in
          var wanted = brlapi_connectionSettings_t(auth: auth, host: host)
          return brlapi__openConnection(handle, &wanted, nil)
        }
      }
    }
    guard descriptor >= 0 else {
      // Closed between greeting and authorization, the library forgets its descriptor.
      let left = brlapi__getFileDescriptor(handle)
      let failure = BrlAPIFailure.opening(cbrlapi_error())
      if left >= 0 { Glibc.close(left) }
      throw failure
    }
    isOpen = true
    wasConnected = true
    socket = BrlAPISocket(descriptor: FileDescriptor(brlapi__getFileDescriptor(handle)))
    cbrlapi_survive_exceptions(handle)
    let context = Unmanaged.passUnretained(self).toOpaque()
    for parameter in [BRLAPI_PARAM_DISPLAY_SIZE, BRLAPI_PARAM_DEVICE_ONLINE] {
      let watch = thread.call {
        brlapi__watchParameter(
          handle, parameter, 0, brlapi_param_flags_t(BRLAPI_PARAMF_GLOBAL), displayChanged,
          context, nil, 0)
      }
      guard watch != nil else { throw BrlAPIFailure.last() }
    }
    var priority = UInt32(settings.priority)
    try check {
      brlapi__setParameter(
        handle, BRLAPI_PARAM_CLIENT_PRIORITY, 0, brlapi_param_flags_t(BRLAPI_PARAMF_LOCAL),
        &priority, MemoryLayout.size(ofValue: priority))
    }
    thread.post(.connected)
  }

  private func follow(_ orders: BrlAPIOrders) throws(BrlAPIFailure) {
    if let frame = orders.frame { wanted = frame }
    guard let wanted else { return }
    if wanted != written || orders.isToRewrite {
      try show(wanted)
    } else if wanted.kind == .idle {
      try giveBack()
    } else if orders.frame != nil {
      // It looks the same, but its routing keys may mean something else.
      written = wanted
    }
  }

  /// Leaves the display to brltty, once it is blank: what was last written stays there, before
  /// brltty 6.9, until somebody else writes.
  private func giveBack() throws(BrlAPIFailure) {
    try leave()
    written = wanted
  }

  /// Waits for brltty or the daemon, at most until it is time to write again.
  private func wait() throws(BrlAPIFailure) {
    var poller = Poller()
    let wake = poller.add(thread.wake.reading)
    // A part would be ready for ever.
    let place = partSince == nil ? poller.add(socket.descriptor) : nil
    let limit = answerBy.map { max(.zero, $0 - MonotonicClock.now) } ?? .seconds(5)
    let count = poller.wait(partSince == nil ? limit : min(limit, .milliseconds(2)))
    if count == 0, partSince == nil {
      guard answerBy == nil else { throw .lost("there was no answer in time") }
      // Nobody tells when another client has gone, or a display has lost what it showed.
      thread.shared.withLock { $0.isToRewrite = true }
      if !isInTTYMode { try synchronize() }
    }
    hasCome = place.map { poller.isReadable($0) } ?? true
    if poller.isReadable(wake) { thread.wake.drain() }
  }

  /// Takes what has come: keys, changes of the display, and the answer to a write.
  private func receive() throws(BrlAPIFailure) {
    // What was pressed until brltty had the cells was pressed on what was there before; what comes
    // behind its answer, at once or later, on the new ones.
    var frame = answerBy == nil ? written : before ?? written
    hasCome = false
    if mayHoldKeys, answerBy == nil {
      mayHoldKeys = false
      while isInTTYMode, try readPacket(pressedOn: frame) {}
    }
    while true {
      let next = socket.next()
      if case .part = next {
        if socket.hasEnded { throw .lost("it was closed") }
        let now = MonotonicClock.now
        let since = partSince ?? now
        partSince = since
        guard now - since < BrlAPIDisplay.longestCall else { throw .lost("half a packet came") }
        return
      }
      partSince = nil
      switch next {
      case .nothing, .part: return
      case .packet(CBRLAPI_PACKET_ACKNOWLEDGEMENT, let size, _) where answerBy != nil:
        socket.skip(size: size)
        answerBy = nil
        frame = written
      case .packet(CBRLAPI_PACKET_EXCEPTION, let size, let code) where answerBy != nil:
        socket.skip(size: size)
        guard BrlAPIFailure.isOfWrite(code) else { throw BrlAPIFailure.code(code) }
        // The display changed in between.
        isSizeInDoubt = true
        written = nil
      case .packet(CBRLAPI_PACKET_ERROR, _, let code) where answerBy != nil:
        throw BrlAPIFailure.code(code)
      case .packet, .end:
        _ = try readPacket(pressedOn: frame)
      }
    }
  }

  /// Lets the library take a packet, or a key that it holds; true if it was a key.
  private func readPacket(pressedOn frame: Frame?) throws(BrlAPIFailure) -> Bool {
    var code: brlapi_keyCode_t = 0
    let result = thread.call {
      isInTTYMode ? brlapi__readKey(handle, 0, &code) : brlapi__pause(handle, 0)
    }
    guard result >= 0 else {
      // Interrupted means no more than that something about the display has changed.
      if BrlAPIFailure.isInterruption(cbrlapi_error()) { return false }
      throw BrlAPIFailure.last()
    }
    guard isInTTYMode, result > 0 else { return false }
    if let press = KeyPress(brlapi: code) { thread.post(.key(press, on: frame)) }
    return true
  }

  /// Asks for the display's size, and enters the tty anew when it has changed: brltty before 6.8
  /// allocates a client's window when it enters and crashes when it then writes another size.
  private func readSize() throws(BrlAPIFailure) {
    isSizeInDoubt = false
    mayHoldKeys = true
    let new = try parameters.size()
    // A display that came back shows nothing of what was on it.
    written = nil
    guard new != size || !isSizeKnown else { return }
    try leave()
    isSizeKnown = true
    size = new
    wanted = nil
    thread.post(.display(try new.map(parameters.device)))
  }

  private func enter() throws(BrlAPIFailure) {
    guard !isInTTYMode else { return }
    mayHoldKeys = true
    var path = settings.terminal.map { [Int32($0)] } ?? []
    let count = Int32(path.count)
    try check { brlapi__enterTtyModeWithPath(handle, &path, count, nil) }
    isInTTYMode = true
    // Typed cells come as characters unless they are asked for; never ask for all keys.
    var dots = CBRLAPI_COMMAND_PASSDOTS
    try check { brlapi__acceptKeys(handle, brlapi_rangeType_command, &dots, 1) }
  }

  private func leave() throws(BrlAPIFailure) {
    guard isInTTYMode else { return }
    isInTTYMode = false
    mayHoldKeys = false
    written = nil
    try check { brlapi__leaveTtyMode(handle) }
  }

  private func show(_ frame: Frame) throws(BrlAPIFailure) {
    if frame.kind == .idle, !isInTTYMode || frame.size != size { return try giveBack() }
    guard let size, frame.size == size else { return }
    try enter()
    write(frame)
    before = written
    written = frame
    // The answer comes when brltty has taken the cells: never more than one write is under way.
    try synchronize()
  }

  private func synchronize() throws(BrlAPIFailure) {
    guard thread.call({ socket.synchronize() }) else { throw .lost("it was closed") }
    answerBy = MonotonicClock.now + BrlAPIDisplay.longestCall
  }

  private func write(_ frame: Frame) {
    let count = frame.size.count
    if zeros.count < count { zeros = Array(repeating: 0, count: count) }
    let dots = frame.cells.map(\.rawValue)
    let text = frame.brlapiText
    _ = thread.call { cbrlapi_write(handle, UInt32(count), text, dots, zeros) }
  }

  private func check(_ body: () -> Int32) throws(BrlAPIFailure) {
    guard thread.call(body) >= 0 else { throw BrlAPIFailure.last() }
  }
}

/// Called by libbrlapi within another call, with its locks held: it only notes.
private let displayChanged: brlapi_paramCallback_t = { _, _, _, context, _, _ in
  guard let context else { return }
  Unmanaged<BrlAPISession>.fromOpaque(context).takeUnretainedValue().isSizeInDoubt = true
}

private func withOptionalCString<Result>(
  _ string: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let string else { return body(nil) }
  return string.withCString { body($0) }
}
