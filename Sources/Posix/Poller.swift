// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc

/// A set of descriptors to wait for together, made anew for each wait.
public struct Poller {
  private var entries: [pollfd] = []

  /// An empty set.
  public init() {}

  /// Forgets all descriptors.
  public mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
  }

  /// Adds a descriptor; gives its index for `isReady`.
  @discardableResult
  public mutating func add(
    _ descriptor: FileDescriptor, reading: Bool = true, writing: Bool = false
  ) -> Int {
    let events = (reading ? Int16(POLLIN) : 0) | (writing ? Int16(POLLOUT) : 0)
    entries.append(pollfd(fd: descriptor.number, events: events, revents: 0))
    return entries.count - 1
  }

  /// Waits until a descriptor is ready or `timeout` is over (nil: no limit; zero: only look).
  ///
  /// Gives how many are ready; 0 also when a signal came.
  @discardableResult
  public mutating func wait(_ timeout: Duration?) -> Int {
    let count = poll(&entries, nfds_t(entries.count), timeout?.pollMilliseconds ?? -1)
    if count < 0 {
      for index in entries.indices { entries[index].revents = 0 }
    }
    return max(0, Int(count))
  }

  /// Whether the descriptor at `index` can be read, or is closed or broken.
  public func isReadable(_ index: Int) -> Bool {
    entries[index].revents & Int16(POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Whether the descriptor at `index` can be written, or is closed or broken.
  public func isWritable(_ index: Int) -> Bool {
    entries[index].revents & Int16(POLLOUT | POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Whether the descriptor at `index` can be written without waiting: not merely broken.
  public func takesBytes(_ index: Int) -> Bool {
    entries[index].revents & Int16(POLLOUT) != 0
  }
}

/// Wakes a thread that polls, from any other thread.
public struct WakePipe: Sendable {
  /// Readable after `wake` until `drain`.
  public let reading: FileDescriptor
  private let writing: FileDescriptor

  /// Makes a pipe, closed on exec.
  public init() throws(PosixError) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else { throw PosixError("pipe2") }
    reading = FileDescriptor(ends[0])
    writing = FileDescriptor(ends[1])
  }

  /// Makes `reading` readable; never waits, and several wakes may be one.
  public func wake() {
    withUnsafeBytes(of: UInt8(1)) { _ = writing.write($0) }
  }

  /// Takes all wakes.
  public func drain() {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      while case .bytes(256) = reading.read(into: buffer) {}
    }
  }

  /// Closes both ends; no thread may use it any more.
  public func close() {
    reading.close()
    writing.close()
  }
}
