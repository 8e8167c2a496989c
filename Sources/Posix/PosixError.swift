// SPDX-License-Identifier: GPL-3.0-or-later
public import Glibc

/// A call of the operating system that failed.
public struct PosixError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The call, as its manual page names it, with what it was about: `bind /run/x`.
  public let call: String
  /// The value of `errno`.
  public let code: Int32

  /// The error that the calling thread's `errno` tells; to be made directly after the call.
  public init(_ call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  /// What failed and why, in the operating system's words.
  public var description: String { "\(call): \(PosixError.text(code))" }

  /// The operating system's sentence for an error number.
  public static func text(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let base = buffer.baseAddress, strerror_r(code, base, buffer.count) == 0 else {
        return "error \(code)"
      }
      return String(cString: base)
    }
  }
}
