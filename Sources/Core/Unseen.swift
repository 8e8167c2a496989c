// SPDX-License-Identifier: GPL-3.0-or-later
import Cells

/// What the program was sent and has not shown yet.
struct Unseen: Equatable, Sendable {
  /// What of the text it replaces.
  var range: Range<TextOffset>
  /// What comes there.
  var text: [Unicode.Scalar]
}

extension Engine {
  /// What a program was sent about its text and has not shown yet; nil if nothing.
  func unseen(of id: ProgramID) -> Unseen? { nil }

  /// Whether the message that is being taken is the echo of a command.
  func isEcho(in id: ProgramID) -> Bool { false }
}
