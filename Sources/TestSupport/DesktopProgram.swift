// SPDX-License-Identifier: GPL-3.0-or-later
private import Glibc
public import Posix

/// A program on a desktop, with what it says on its standard output and error.
public final class DesktopProgram: Sendable {
  /// What it says.
  public let output: Transcript
  private let process: KeptProcess

  /// Starts it, with `input` as 0 and `descriptor` as 3.
  ///
  /// Errors: what posix_spawn says.
  init(
    _ path: String, _ arguments: [String], environment: [String: String],
    input: FileDescriptor? = nil, descriptor: FileDescriptor? = nil
  ) throws(KitError) {
    let (output, writing) = try Transcript.pipe()
    self.output = output
    defer { writing.close() }
    do throws(PosixError) {
      process = try KeptProcess(
        path: path, arguments: arguments, environment: environment,
        descriptors: [input, writing, writing] + (descriptor.map { [$0] } ?? []))
    } catch {
      output.close()
      throw .system(error)
    }
  }

  deinit {
    close()
  }

  /// Its number.
  public var pid: Int32 { process.pid }

  /// Whether it runs, stopped or not.
  public var isAlive: Bool { process.isAlive }

  /// Sends it a signal, if it runs.
  public func signal(_ number: Int32) { process.signal(number) }

  /// Stops it in the middle of whatever it does (SIGSTOP), and waits until it is.
  public func freeze() { process.freeze() }

  /// Lets it go on after `freeze`.
  public func thaw() { process.signal(SIGCONT) }

  /// Waits until it has ended by itself, and tells how.
  public func waitForEnd(limit: Duration = Patience.limit) throws(KitError) -> Termination {
    if let termination = process.waitForEnd(until: MonotonicClock.now + limit) {
      return termination
    }
    throw .timedOut("no end of process \(pid) in \(limit)\n\(output.text)")
  }

  /// Ends it by SIGTERM, or by SIGKILL if it has not ended after `grace`.
  public func stop(grace: Duration = Patience.seconds(5)) {
    process.signal(SIGCONT)
    process.signal(SIGTERM)
    _ = process.waitForEnd(until: MonotonicClock.now + grace)
    close()
  }

  /// Kills it if it runs.
  public func close() {
    process.close()
    output.close()
  }
}
