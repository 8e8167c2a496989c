// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// The keyboard of a desktop: xte, which presses keys by the X server's test extension.
///
/// It runs all the time, so that a key costs no start of a program.
public final class DesktopKeyboard: Sendable {
  static let program = "/usr/bin/xte"

  private let process: DesktopProgram
  private let line: FileDescriptor

  /// A keyboard for the session with these variables.
  init(_ environment: [String: String]) throws(KitError) {
    // A socket, because nothing signals its end.
    let (reading, writing) = try system { () throws(PosixError) in try FileDescriptor.streamPair() }
    defer { reading.close() }
    do throws(KitError) {
      process = try DesktopProgram(
        Self.program, [], environment: environment, input: reading)
    } catch {
      writing.close()
      throw error
    }
    line = writing
  }

  /// Presses and releases a key by its X name, with modifiers held: `Tab`, `shift+Tab`,
  /// `ctrl+Home`, `alt+f`.
  public func press(_ keys: String) throws(KitError) {
    let names = keys.split(separator: "+").map(String.init)
    guard let key = names.last else { throw .notAKey("\"\(keys)\"") }
    var modifiers: [String] = []
    for name in names.dropLast() {
      guard let modifier = Self.modifiers[name] else { throw .notAKey(keys) }
      modifiers.append(modifier)
    }
    try say(
      modifiers.map { "keydown \($0)" } + ["key \(key)"]
        + modifiers.reversed().map { "keyup \($0)" })
  }

  private static let modifiers = [
    "shift": "Shift_L", "ctrl": "Control_L", "alt": "Alt_L", "super": "Super_L",
  ]

  /// Types a text.
  public func type(_ text: String) throws(KitError) {
    try say(["str \(text)"])
  }

  private func say(_ lines: [String]) throws(KitError) {
    guard process.isAlive else { throw .ended("xte\n\(process.output.text)") }
    var rest = Array((lines.joined(separator: "\n") + "\n").utf8)[...]
    while !rest.isEmpty {
      switch rest.withUnsafeBytes({ line.send($0) }) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .wouldBlock, .ended, .failed: throw .ended("xte\n\(process.output.text)")
      }
    }
  }

  /// Takes it away.
  func close() {
    process.close()
    line.close()
  }
}
