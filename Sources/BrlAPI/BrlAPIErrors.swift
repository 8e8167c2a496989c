// SPDX-License-Identifier: GPL-3.0-or-later
import CBrlAPI
import Glibc

/// From libbrlapi's errors to ours; each is read on the thread that got it.
extension BrlAPIFailure {
  static func last(_ error: brlapi_error_t = cbrlapi_error()) -> BrlAPIFailure {
    .lost(text(error))
  }

  /// What made opening a connection fail.
  static func opening(_ error: brlapi_error_t) -> BrlAPIFailure {
    switch error.brlerrno {
    case BRLAPI_ERROR_AUTHENTICATION, BRLAPI_ERROR_EMPTYKEY: .refused
    case BRLAPI_ERROR_PROTOCOL_VERSION: .protocolVersion
    default: .unreachable(text(error))
    }
  }

  /// Whether a call was only interrupted by an update.
  static func isInterruption(_ error: brlapi_error_t) -> Bool {
    error.brlerrno == BRLAPI_ERROR_LIBCERR && error.libcerrno == EINTR
  }

  /// What brltty's error of a number means.
  static func code(_ code: Int) -> BrlAPIFailure {
    var error = brlapi_error_t()
    error.brlerrno = brlapi_error(UInt32(truncatingIfNeeded: code))
    return .lost(text(error))
  }

  /// Whether an error is about what was written, and the connection is well.
  static func isOfWrite(_ code: Int) -> Bool {
    let codes = [
      BRLAPI_ERROR_INVALID_PARAMETER, BRLAPI_ERROR_INVALID_PACKET,
      BRLAPI_ERROR_ILLEGAL_INSTRUCTION,
    ]
    return codes.contains { Int($0.rawValue) == code }
  }

  private static func text(_ error: brlapi_error_t) -> String {
    var error = error
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let base = buffer.baseAddress else { return "" }
      _ = brlapi_strerror_r(&error, base, buffer.count)
      return String(cString: base)
    }
  }
}
