// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Elements
import Posix

/// Labels of elements, one after another, and what is shown of each.
///
/// They come in the same order again and again. There are more English ones than the daemon's
/// memory of translations holds: none of its answers is one that it has given before.
struct Labels {
  let path: String
  let all: [String]
  /// The elements' role; nil: none that is said.
  let role: String?
  /// What is shown behind each label: the word for the role.
  let suffix: String

  /// Those of buttons, in English.
  init(path: String) throws(PosixError) {
    try self.init(path: path, role: "button", suffix: " btn")
  }

  /// The labels in a file, one a line.
  init(path: String, role: String?, suffix: String) throws(PosixError) {
    self.path = path
    self.role = role
    self.suffix = suffix
    all = String(decoding: try readFile(path), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  /// The messages that give the focus to one after another.
  var messages: [Message] {
    all.enumerated().map { index, label in
      var element = Element(id: "button \(index)")
      element.role = role.map { Role($0) }
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
