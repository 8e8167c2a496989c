// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Elements
import Posix

/// Labels of buttons, one after another, and what is shown of each.
///
/// There are more than the daemon's memory of translations holds, and they come in the same
/// order again and again: none of its answers is one that it has given before.
struct Labels {
  let path: String
  let all: [String]

  /// What is shown of a button behind its label.
  static let suffix = " btn"

  init(path: String) throws(PosixError) {
    self.path = path
    all = String(decoding: try readFile(path), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  /// The messages that give the focus to one after another.
  var messages: [Message] {
    all.enumerated().map { index, label in
      var element = Element(id: "button \(index)")
      element.role = Role("button")
      element.label = label
      return .focus(element, ancestors: [])
    }
  }

  /// The same as lines of the protocol.
  ///
  /// None of the labels needs an escape.
  var lines: [[UInt8]] {
    all.enumerated().map { index, label in
      let element = #"{"id":"button \#(index)","role":"button","label":"\#(label)"}"#
      return Array(#"{"method":"focus","params":{"element":\#(element)}}"#.utf8) + [0x0A]
    }
  }
}
