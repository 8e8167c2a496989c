// SPDX-License-Identifier: GPL-3.0-or-later
public import Commands
public import Core
public import DBus

/// What happens to the desktop's producer.
public enum Input: Equatable, Sendable {
  /// The accessibility bus is there, for the first time or again: nothing that was known of its
  /// programs holds any more.
  case busConnected
  /// The accessibility bus is gone.
  case busLost
  /// What came of a call or of keys; the token is that of the output.
  case reply(token: Int, CallResult)
  /// A signal of the accessibility bus.
  case signal(BusSignal)
  /// brailled is there and has answered `hello`: it knows nothing of us yet.
  case daemonConnected
  /// brailled is gone.
  case daemonLost
  /// brailled wants something done.
  case order(Order)
  /// brailled has refused something that it was told, so that it may show something older.
  case refused
  /// The processes that tell brailled themselves what has the focus, this one not among them.
  case producers(Set<Int>)
  /// A program shows a notification on the desktop.
  case notification(Notification)
  /// The time of `nextWake` has come.
  case tick
}

/// A notification as a program gives it to the desktop (Desktop Notifications Specification).
public struct Notification: Equatable, Sendable {
  /// The program's name.
  public var program: String
  /// What it is about, on one line.
  public var summary: String
  /// The rest; may hold markup.
  public var body: String
  /// 0 low, 1 normal, 2 critical.
  public var urgency: Int
  /// The number of the one in whose place it comes; 0: none.
  public var replaces: Int

  /// A notification with its words.
  public init(
    program: String, summary: String, body: String, urgency: Int = 1, replaces: Int = 0
  ) {
    self.program = program
    self.summary = summary
    self.body = body
    self.urgency = urgency
    self.replaces = replaces
  }
}

/// What the desktop's producer wants done.
public enum Output: Equatable, Sendable {
  /// A call on the accessibility bus; exactly one `reply` with its token comes of it, after
  /// `within` at the latest.
  case call(MethodCall, token: Int, within: Duration)
  /// A call on a program's own socket, at an address as D-Bus writes them: a connection of its
  /// own, so that a dialog that the call opens does not deafen the program for all others
  /// (atk-bridge, `gtk_dialog_run`). If there is no such connection the reply is an error.
  case callDirectly(String, MethodCall, token: Int, within: Duration)
  /// Keys for the window that has the keyboard; a `reply` with the token comes of it, an error
  /// if keys cannot be pressed in this session, with a message for the reader.
  case keys([KeyStroke], token: Int)
  /// Something for brailled, acknowledging its commands up to a number.
  case message(Message, ack: Int?)
  /// brailled is to be asked which programs are connected to it; comes as `producers`.
  case askProducers
}

/// A key, or a text that is to be typed as if by keys.
public enum KeyStroke: Equatable, Sendable {
  /// A key by its X keysym, pressed and released, with modifiers held.
  case key(UInt32, Modifiers)
  /// A text, as if typed.
  case text(String)
}
