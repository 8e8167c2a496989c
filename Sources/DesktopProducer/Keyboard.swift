// SPDX-License-Identifier: GPL-3.0-or-later
import CPosix
import DBus
import Desktop
import Posix

/// Presses keys, one request after the other, by the first way that works in the session.
///
/// It belongs to one thread, which polls `descriptor`.
struct Keyboard {
  /// What is to be done for it, or came of it.
  enum Effect: Equatable {
    /// A call on the accessibility bus, whose result `called` takes.
    case call(MethodCall)
    /// What came of a request; exactly one for each.
    case reply(token: Int, CallResult)
  }

  private let kind: SessionKind
  private let log: Log
  private let wtype: String
  private let device: String
  /// The ways that have not failed, the best first.
  private var injectors: [any KeyInjector]
  private var requests: [Request] = []
  private var isCalling = 0
  private var child: Child?
  private var keyboard: VirtualKeyboard?

  /// Keys that were asked for.
  private struct Request {
    let strokes: [KeyStroke]
    let token: Int
    /// What is still to be done for it; nil before it has begun.
    var steps: ArraySlice<KeyStep>?
    /// Whether any of it may have been done.
    var hasBegun = false
    var failure: CallError?
  }

  private struct Child {
    let process: ChildProcess
    let end: FileDescriptor
    let deadline: Duration
  }

  /// Keys of a person are never so many.
  static let limit = 256
  /// wtype is killed when it takes longer.
  static let patience = Duration.seconds(10)

  /// Keys for a session of a kind; `wtype` and `device` are what the ways are found by.
  init(
    kind: SessionKind, log: Log, wtype: String = "wtype", device: String = "/dev/uinput"
  ) {
    self.kind = kind
    self.log = log
    self.wtype = wtype
    self.device = device
    injectors = kind.injectors
  }

  /// To be polled for reading; nil while there is nothing to wait for.
  var descriptor: FileDescriptor? { child?.end }

  /// When `proceed` is wanted.
  var nextWake: Duration? {
    if let child { return child.deadline }
    guard let step = requests.first?.steps?.first, case .key = step else { return nil }
    return keyboard?.readyAt
  }

  /// Presses keys.
  mutating func press(_ strokes: [KeyStroke], token: Int, at now: Duration) -> [Effect] {
    guard requests.count < Keyboard.limit else {
      return [.reply(token: token, .failure(.noKeys("too many keys wait to be pressed")))]
    }
    requests.append(Request(strokes: strokes, token: token))
    return requests.count == 1 ? proceed(at: now) : []
  }

  /// Takes what came of a call.
  mutating func called(_ result: CallResult, at now: Duration) -> [Effect] {
    isCalling -= 1
    if case .failure(let error) = result {
      log.warning("\(RegistryKeys().name) does not press keys: \(error.name)")
      if let request = requests.first, request.failure == nil {
        requests[0].failure = .noKeys(kind.advice)
      }
    }
    return proceed(at: now)
  }

  /// Goes on as far as can be without waiting.
  mutating func proceed(at now: Duration) -> [Effect] {
    var effects: [Effect] = []
    takeChild(at: now)
    while child == nil, isCalling == 0, let request = requests.first {
      guard let steps = request.steps else {
        begin()
        continue
      }
      guard request.failure == nil, let step = steps.first else {
        requests.removeFirst()
        let result: CallResult = request.failure.map { .failure($0) } ?? .success([])
        effects.append(.reply(token: request.token, result))
        continue
      }
      guard perform(step, at: now, &effects) else { break }
    }
    return effects
  }

  /// Ends what runs.
  mutating func close() {
    child?.process.signal(SIGKILL)
    child?.end.close()
    keyboard?.close()
  }

  /// Works out what is to be done for the first request.
  private mutating func begin() {
    guard let injector = injectors.first else {
      // What failed may work when somebody has installed what lacks.
      injectors = kind.injectors
      requests[0].failure = .noKeys(kind.advice)
      requests[0].steps = []
      return
    }
    do throws(CallError) {
      requests[0].steps = try injector.steps(for: requests[0].strokes)[...]
    } catch {
      requests[0].failure = error
      requests[0].steps = []
    }
  }

  /// Does a step of the first request; false if it has to wait.
  private mutating func perform(
    _ step: KeyStep, at now: Duration, _ effects: inout [Effect]
  ) -> Bool {
    switch step {
    case .call:
      // One after the other on the bus, without waiting in between.
      for case .call(let call) in requests[0].steps ?? [] {
        effects.append(.call(call))
        isCalling += 1
      }
      requests[0].steps = []
    case .wtype(let arguments, let input):
      run(arguments, input, at: now)
    case .key(let code, let isDown):
      guard openKeyboard(at: now) else { return true }
      guard let keyboard, keyboard.readyAt <= now else { return false }
      requests[0].hasBegun = true
      requests[0].steps?.removeFirst()
      if !keyboard.press(code, isDown: isDown) { giveUp("the device takes no keys") }
    }
    return true
  }

  /// The way that is used does not work: the next one, if nothing has been done yet.
  private mutating func giveUp(_ reason: String) {
    log.info("keys by \(injectors.first?.name ?? "nothing"): \(reason)")
    guard !requests[0].hasBegun else {
      requests[0].failure = .noKeys(kind.advice)
      return
    }
    injectors.removeFirst()
    requests[0].steps = nil
  }
}

/// wtype, and the kernel's keyboard.
extension Keyboard {
  private mutating func run(_ arguments: [String], _ input: String?, at now: Duration) {
    do throws(PosixError) {
      let content = try input.map { text throws(PosixError) in
        try FileDescriptor.memory(Array(text.utf8))
      }
      defer { content?.close() }
      // Without a locale of UTF-8 it reads no text but ASCII.
      let process = try ChildProcess(
        path: "env", arguments: ["LC_ALL=C.UTF-8", wtype] + arguments,
        descriptors: [content, nil, nil])
      child = Child(
        process: process, end: try process.endDescriptor(), deadline: now + Keyboard.patience)
    } catch {
      giveUp(error.description)
    }
  }

  private mutating func takeChild(at now: Duration) {
    guard let child else { return }
    var termination = child.process.wait(blocking: false)
    if termination == nil {
      guard child.deadline <= now else { return }
      child.process.signal(SIGKILL)
      termination = child.process.wait()
    }
    child.end.close()
    self.child = nil
    switch termination {
    case .exit(0):
      requests[0].hasBegun = true
      requests[0].steps?.removeFirst()
    case .exit(127): giveUp("it is not installed")
    default: giveUp("this compositor has no virtual keyboards, or it failed")
    }
  }

  /// Makes the keyboard if there is none; false if it cannot be had.
  private mutating func openKeyboard(at now: Duration) -> Bool {
    guard keyboard == nil else { return true }
    do throws(PosixError) {
      keyboard = try VirtualKeyboard(device: device, at: now)
      return true
    } catch {
      giveUp(error.description)
      return false
    }
  }
}

/// A keyboard that the kernel has from us.
struct VirtualKeyboard {
  private let descriptor: FileDescriptor
  /// When the session knows it: what is pressed before is lost.
  let readyAt: Duration

  private static let settling = Duration.milliseconds(500)

  /// Makes one; the user needs the right to write to the device.
  init(device: String, at now: Duration) throws(PosixError) {
    let codes = VirtualKeyboardKeys.allCodes
    let number = cposix_keyboard(device, "brailled", codes, codes.count)
    guard number >= 0 else { throw PosixError("open \(device)") }
    descriptor = FileDescriptor(number)
    readyAt = now + VirtualKeyboard.settling
  }

  func press(_ code: UInt16, isDown: Bool) -> Bool {
    cposix_keyboard_key(descriptor.number, code, isDown ? 1 : 0) == 0
  }

  func close() { descriptor.close() }
}
