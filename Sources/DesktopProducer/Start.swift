// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Desktop
private import Glibc
public import Posix
import SDBus

/// What the desktop's producer is told on its command line.
public struct ProducerOptions: Sendable {
  /// Where brailled listens; nil: by the environment.
  public var socket: String?
  /// How much is logged.
  public var logLevel = LogLevel.notice

  /// Everything as usual.
  public init() {}
}

/// Why the desktop's producer cannot start; each is told in a sentence and ends with status 1.
public enum ProducerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Nothing tells where brailled listens.
  case noSocket
  /// There is no session bus.
  case sessionBus(String)
  /// The operating system says no.
  case system(String)

  /// What is wrong and what to do, with its place.
  public var description: String {
    switch self {
    case .noSocket:
      "socket: XDG_RUNTIME_DIR is not set; start from a desktop session, or give --socket PATH"
    case .sessionBus(let reason): "session bus: \(reason)"
    case .system(let reason): reason
    }
  }
}

/// Runs the desktop's producer until a signal ends it.
///
/// To be called before any thread is started. Errors: see `ProducerError`.
public func runProducer(_ options: ProducerOptions) throws(ProducerError) {
  let log = Log("brailled-atspi", options.logLevel)
  guard let path = options.socket ?? usualSocket else { throw .noSocket }
  let signals: SignalDescriptor
  do throws(PosixError) {
    signals = try SignalDescriptor()
  } catch {
    throw .system(error.description)
  }
  let session: SessionBus
  do throws(BusError) {
    session = try SessionBus(log: log)
  } catch {
    throw .sessionBus(error.description)
  }
  // The name is what a reader finds in the list of programs.
  let hello = Hello(
    name: "desktop", version: 1, acknowledges: true, commands: Desktop.commands, rank: .desktop)
  let link = DaemonLink(path: path, hello: hello, ownPID: Int(getpid()), log: log)
  let keyboard = Keyboard(kind: SessionKind { environmentVariable($0) }, log: log)
  var loop = Loop(
    signals: signals, link: link, session: session,
    accessibility: AccessibilityBus(
      address: environmentVariable("AT_SPI_BUS_ADDRESS"), matches: Desktop.matches, log: log),
    keyboard: keyboard, log: log)
  loop.run()
}

/// Where brailled usually listens; nil if the environment does not tell.
private var usualSocket: String? {
  environmentVariable("BRAILLED_SOCKET")
    ?? environmentVariable("XDG_RUNTIME_DIR").map { $0 + "/brailled/socket" }
}
