// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport

/// Somebody who takes part on a thread of its own until told to leave.
final class Performer: Sendable {
  private let end: WakePipe
  private let thread: Thread

  /// What a performer sees of the run.
  struct Stage: Sendable {
    /// Where the daemon listens.
    let socket: String
    /// What is counted.
    let ledger: Ledger
    /// Readable when it is to leave.
    let end: FileDescriptor

    /// Waits so long; whether it was told meanwhile to leave.
    func isOver(after pause: Duration) -> Bool {
      var poller = Poller()
      poller.add(end)
      return poller.wait(pause) > 0
    }

    /// Connects to the daemon; nil, and told, if that cannot be.
    func connect() -> Link? {
      do throws(PosixError) {
        return try Link(socket)
      } catch {
        ledger.fail("a program cannot connect: \(error)")
        return nil
      }
    }
  }

  /// Begins.
  init(
    _ name: String, socket: String, ledger: Ledger, _ perform: @escaping @Sendable (Stage) -> Void
  ) throws(PosixError) {
    let end = try WakePipe()
    self.end = end
    let stage = Stage(socket: socket, ledger: ledger, end: end.reading)
    do throws(PosixError) {
      thread = try Thread(name: name) { perform(stage) }
    } catch {
      end.close()
      throw error
    }
  }

  /// Has it leave, and waits until it has.
  func leave() {
    end.wake()
    thread.join()
    end.close()
  }
}
