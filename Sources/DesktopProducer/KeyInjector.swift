// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import DBus
import Desktop

/// A way to press keys for the window that has the keyboard.
protocol KeyInjector: Sendable {
  /// What it is called in the log.
  var name: String { get }
  /// What presses these keys, in order.
  ///
  /// Errors: one of them cannot be pressed, with a sentence for the reader.
  func steps(for strokes: [KeyStroke]) throws(CallError) -> [KeyStep]
}

/// A step of pressing keys.
enum KeyStep: Equatable, Sendable {
  /// A call on the accessibility bus.
  case call(MethodCall)
  /// wtype, with arguments and what it reads on its standard input.
  case wtype([String], input: String?)
  /// A key of the virtual keyboard goes down or up, by its number in linux/input-event-codes.h.
  case key(UInt16, isDown: Bool)
}

extension CallError {
  /// Keys cannot be pressed in this session; the message is for the reader.
  static func noKeys(_ sentence: String) -> CallError {
    CallError("org.brailled.Error.NoKeys", sentence)
  }
}

/// What kind of session this is, as far as keys matter.
enum SessionKind: Equatable, Sendable {
  case x11, wayland, other

  /// Tells it by the environment.
  ///
  /// The answers of the calls that press keys do not tell: on Wayland they succeed and do nothing.
  init(environment: (String) -> String?) {
    switch (environment("XDG_SESSION_TYPE"), environment("WAYLAND_DISPLAY")) {
    case ("wayland", _): self = .wayland
    case ("x11", _): self = .x11
    case (_, .some): self = .wayland
    case (_, nil): self = environment("DISPLAY") == nil ? .other : .x11
    }
  }

  /// The ways to press keys in it, the best first.
  var injectors: [any KeyInjector] {
    switch self {
    case .x11: [RegistryKeys()]
    case .wayland: [WtypeKeys(), VirtualKeyboardKeys()]
    case .other: [VirtualKeyboardKeys()]
    }
  }

  /// What a reader is told if none of them works.
  var advice: String {
    switch self {
    case .x11: "keys cannot be pressed: the accessibility bus does not answer"
    case .wayland:
      "keys cannot be pressed: install the package wtype, or give this user /dev/uinput"
    case .other: "keys cannot be pressed outside of a desktop session"
    }
  }
}

/// Keys by at-spi2-registryd, which presses them on X11 (DeviceEventController).
struct RegistryKeys: KeyInjector {
  let name = "at-spi2-registryd"

  func steps(for strokes: [KeyStroke]) -> [KeyStep] {
    strokes.flatMap { stroke in
      switch stroke {
      case .key(let keysym, let modifiers):
        let codes = RegistryKeys.keycodes(of: modifiers)
        return codes.map { generate($0, .press) } + [generate(Int32(bitPattern: keysym), .keysym)]
          + codes.reversed().map { generate($0, .release) }
      case .text(let text): return typed(text)
      }
    }
  }

  /// A text: what ends a line and a tab are keys, as nothing else stands for them on a keyboard.
  private func typed(_ text: String) -> [KeyStep] {
    TypedPart.parts(of: text).map { part in
      switch part {
      case .text(let text): generate(0, .string, text)
      case .keysym(let keysym): generate(Int32(bitPattern: keysym), .keysym)
      }
    }
  }

  /// AtspiKeySynthType.
  private enum Synthesis: UInt32 {
    case press = 0
    case release = 1
    case keysym = 3
    case string = 4
  }

  private func generate(_ code: Int32, _ type: Synthesis, _ text: String = "") -> KeyStep {
    .call(
      MethodCall(
        "org.a11y.atspi.Registry", "/org/a11y/atspi/registry/deviceeventcontroller",
        "org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent",
        [.int32(code), .string(text), .uint32(type.rawValue)]))
  }

  /// The keycodes of modifiers that evdev's keymaps of X have.
  private static func keycodes(of modifiers: Modifiers) -> [Int32] {
    var codes: [Int32] = []
    if modifiers.contains(.control) { codes.append(37) }
    if modifiers.contains(.shift) || modifiers.contains(.upper) { codes.append(50) }
    if modifiers.contains(.meta) { codes.append(64) }
    if modifiers.contains(.altGr) { codes.append(108) }
    if modifiers.contains(.gui) { codes.append(133) }
    return codes
  }
}

/// Keys by wtype, for the Wayland compositors that have virtual keyboards (wlroots and others).
///
/// It makes a keymap of what it is to press. GTK 3 does not find the last key of a keymap, unless
/// it only writes something: so one that does nothing is always the last.
struct WtypeKeys: KeyInjector {
  let name = "wtype"

  func steps(for strokes: [KeyStroke]) -> [KeyStep] {
    var steps: [KeyStep] = []
    var arguments: [String] = []
    for stroke in strokes {
      switch stroke {
      case .key(let keysym, let modifiers):
        let names = WtypeKeys.names(of: modifiers)
        arguments += names.flatMap { ["-M", $0] }
        arguments += ["-k", "0x" + String(WtypeKeys.shifted(keysym, modifiers), radix: 16)]
        arguments += names.reversed().flatMap { ["-m", $0] }
      case .text(let text):
        for part in TypedPart.parts(of: text) {
          switch part {
          case .keysym(let keysym): arguments += ["-k", "0x" + String(keysym, radix: 16)]
          case .text(let text):
            // Arguments are there to be read by all users; it reads a text by itself only once.
            steps.append(.wtype(WtypeKeys.ended(arguments) + ["-"], input: text))
            arguments = []
          }
        }
      }
    }
    return arguments.isEmpty ? steps : steps + [.wtype(WtypeKeys.ended(arguments), input: nil)]
  }

  /// What a key stands for with shift: of its keymap's keys none stands for two things.
  private static func shifted(_ keysym: UInt32, _ modifiers: Modifiers) -> UInt32 {
    // Tab becomes ISO_Left_Tab, as on a keyboard.
    keysym == 0xFF09 && modifiers.contains(.shift) ? 0xFE20 : keysym
  }

  /// With the key that does nothing behind those that do something; it is only let go.
  private static func ended(_ arguments: [String]) -> [String] {
    arguments.isEmpty ? [] : arguments + ["-p", "VoidSymbol"]
  }

  private static func names(of modifiers: Modifiers) -> [String] {
    var names: [String] = []
    if modifiers.contains(.control) { names.append("ctrl") }
    if modifiers.contains(.shift) || modifiers.contains(.upper) { names.append("shift") }
    if modifiers.contains(.meta) { names.append("alt") }
    if modifiers.contains(.altGr) { names.append("altgr") }
    if modifiers.contains(.gui) { names.append("logo") }
    return names
  }
}

/// A part of a text that is typed.
enum TypedPart: Equatable {
  case text(String)
  case keysym(UInt32)

  /// A text in what is written and what is a key.
  static func parts(of text: String) -> [TypedPart] {
    var parts: [TypedPart] = []
    var written = ""
    for character in text {
      guard let keysym = keysym(of: character) else {
        written.append(character)
        continue
      }
      if !written.isEmpty { parts.append(.text(written)) }
      written = ""
      parts.append(.keysym(keysym))
    }
    return written.isEmpty ? parts : parts + [.text(written)]
  }

  private static func keysym(of character: Character) -> UInt32? {
    if character == "\t" { return 0xFF09 }
    return character.isNewline ? 0xFF0D : nil
  }
}
