// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// What reading came to.
enum Received {
  case bytes(ArraySlice<UInt8>)
  case nothing
  case ended
}

/// Reads what has come.
func read(_ descriptor: FileDescriptor) -> Received {
  var space = [UInt8](repeating: 0, count: 16_384)
  switch space.withUnsafeMutableBytes({ descriptor.read(into: $0) }) {
  case .bytes(let count): return .bytes(space[..<count])
  case .wouldBlock: return .nothing
  case .ended, .failed: return .ended
  }
}
