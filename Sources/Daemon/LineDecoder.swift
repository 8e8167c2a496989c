// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Posix
import Wire

/// A second thread that reads long lines, so that no key waits for them.
final class LineDecoder: Sendable {
  /// Readable when there are results to take.
  var descriptor: FileDescriptor { done.reading }

  private let state = Lock(State())
  private let done: WakePipe

  private struct State: Sendable {
    var jobs: [Job] = []
    var results: [(program: ProgramID, line: DecodedLine)] = []
    var isRunning = false
  }

  private struct Job: Sendable {
    var program: ProgramID
    var line: [UInt8]
    var isFull: Bool
  }

  init() throws(PosixError) {
    done = try WakePipe()
  }

  /// Has a line read; the thread is started for it and ends when there is nothing more to do.
  func decode(_ line: [UInt8], of program: ProgramID, isFull: Bool) {
    let isNew = state.withLock { state in
      state.jobs.append(Job(program: program, line: line, isFull: isFull))
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isNew else { return }
    do {
      try Thread(name: "decoder") { [self] in run() }.detach()
    } catch {
      // Without a thread it is read here; keys wait, nothing is lost.
      run()
    }
  }

  /// Takes the lines that have been read.
  func takeResults() -> [(program: ProgramID, line: DecodedLine)] {
    done.drain()
    return state.withLock { state in
      defer { state.results.removeAll() }
      return state.results
    }
  }

  private func run() {
    while true {
      let job: Job? = state.withLock { state in
        if state.jobs.isEmpty {
          state.isRunning = false
          return nil
        }
        return state.jobs.removeFirst()
      }
      guard let job else { return }
      let line = Wire.decode(line: job.line, isFull: job.isFull)
      state.withLock { $0.results.append((job.program, line)) }
      done.wake()
    }
  }
}
