// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Panning
import Posix
import Sockets
import Wire

/// A program that is connected: what it has sent and what is to be sent to it.
///
/// The loop alone has it, and changes it where it stands.
final class Connection {
  let id: ProgramID
  let descriptor: FileDescriptor
  /// Whether it came over the socket that takes everything.
  let isFull: Bool
  var framer = Framer()
  var outbox = Outbox()
  /// The line that is being handled, from 1.
  var line = 0
  /// Whether nothing more will come.
  var isAtEnd = false
  /// Whether a line of it is being read on another thread.
  var isDecoding = false
  /// Whether there may be a whole line in the framer.
  var mayHaveLine = false
  /// What it observes.
  var observed: Set<ObservedEvent> = []
  /// The newest frame that it has not been sent.
  var pendingFrame: Frame?
  /// The last frame that it has been sent.
  var sentFrame: Frame?

  init(id: ProgramID, descriptor: FileDescriptor, isFull: Bool) {
    self.id = id
    self.descriptor = descriptor
    self.isFull = isFull
  }

  /// Whether to poll it for reading: not while so much has come that it is to be handled first.
  var wantsBytes: Bool { !isAtEnd && !isDecoding && !mayHaveLine }

  /// Whether it observes frames, of which the newest wins: who records is sent each.
  var seesNewestFrame: Bool { observed.contains(.frame) && !records }

  /// Whether it is told all that a recording needs.
  var records: Bool { observed.contains(.messages) }

  /// Whether it observes frames and has been sent all that it is to be sent.
  var takesFrame: Bool { seesNewestFrame && outbox.isEmpty }

  /// How many messages may wait to be sent; of who records more than of others.
  var mostUnsent: Int { records ? 16 * Limits.unsent : Limits.unsent }

  /// A line that is longer is read on another thread, so that keys do not wait for it.
  static let longLine = 32 << 10

  /// Reads what has come.
  func read(into buffer: inout [UInt8]) {
    switch buffer.withUnsafeMutableBytes({ descriptor.read(into: $0) }) {
    case .bytes(let count):
      buffer.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      mayHaveLine = true
    case .wouldBlock: break
    case .ended, .failed:
      isAtEnd = true
      mayHaveLine = true
    }
  }

  /// Whether there is something to send.
  var hasMore: Bool { !outbox.isEmpty || pendingFrame != nil }

  /// Sends what the program takes, and behind all messages the newest frame; false if it is gone.
  func sendMore() -> Bool {
    repeat {
      if outbox.isEmpty, let frame = pendingFrame {
        send(Outgoing.notification("frame", Outgoing.frame(frame)))
        sentFrame = frame
        pendingFrame = nil
      }
      guard outbox.send(to: descriptor) else { return false }
    } while outbox.isEmpty && pendingFrame != nil
    return true
  }

  /// Puts a message into the outbox, as a line.
  func send(_ message: JSONValue) {
    outbox.append(message.line + [UInt8(ascii: "\n")])
  }
}
