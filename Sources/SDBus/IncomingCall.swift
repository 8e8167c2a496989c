// SPDX-License-Identifier: GPL-3.0-or-later
private import CSDBus
public import DBus

/// A call that somebody made: of us, or of others if we look on.
public struct IncomingCall {
  /// The unique bus name of who called; empty without a bus.
  public let sender: String
  /// What is called, and with what.
  public let call: MethodCall
  /// Whether who called waits for an answer.
  public let wantsAnswer: Bool
  let message: KeptMessage
}

/// A message that is kept until nobody needs it any more.
final class KeptMessage {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = sd_bus_message_ref(pointer) ?? pointer
  }

  deinit {
    sd_bus_message_unref(pointer)
  }
}
