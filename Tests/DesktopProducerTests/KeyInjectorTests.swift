// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import DBus
import Desktop
import Testing

@testable import DesktopProducer

/// What presses keys, as values (facts of at-spi2-core 2.46, wtype 0.4 and linux/input-event-codes.h).
@Suite struct KeyInjectorTests {
  /// A registry's call as `type code text`.
  private func registry(_ strokes: KeyStroke...) -> [String] {
    RegistryKeys().steps(for: strokes).map { step in
      guard case .call(let call) = step, call.destination == "org.a11y.atspi.Registry",
        call.path == "/org/a11y/atspi/registry/deviceeventcontroller",
        call.interface == "org.a11y.atspi.DeviceEventController",
        call.member == "GenerateKeyboardEvent", call.arguments.map(\.signature) == ["i", "s", "u"]
      else { return "\(step)" }
      let values = call.arguments
      return "\(values[2].integer ?? -1) \(values[0].integer ?? -1) \(values[1].string ?? "")"
    }
  }

  private func keyboard(_ strokes: KeyStroke...) throws -> String {
    try VirtualKeyboardKeys().steps(for: strokes).map { step in
      guard case .key(let code, let isDown) = step else { return "\(step)" }
      return isDown ? "+\(code)" : "-\(code)"
    }.joined(separator: " ")
  }

  @Test func theRegistryPressesKeysym() {
    #expect(registry(.key(0xFF0D, [])) == ["3 65293 "])
    #expect(
      registry(.key(0x61, .control), .key(0xFF1B, [])) == ["0 37 ", "3 97 ", "1 37 ", "3 65307 "])
    #expect(
      registry(.key(0xFF09, [.shift, .meta])) == ["0 50 ", "0 64 ", "3 65289 ", "1 64 ", "1 50 "])
    #expect(registry(.key(0x41, [.upper, .gui])).first == "0 50 ")
    #expect(registry(.key(0x41, [.gui])) == ["0 133 ", "3 65 ", "1 133 "])
  }

  @Test func theRegistryTypesTexts() {
    #expect(registry(.text("hi é")) == ["4 0 hi é"])
    #expect(registry(.text("a\nb\t")) == ["4 0 a", "3 65293 ", "4 0 b", "3 65289 "])
    #expect(registry(.text("")).isEmpty)
  }

  @Test func wtypeGetsKeysAsArgumentsAndTextsAsInput() {
    // What is the last of its keymap is not found by GTK 3: there is always one behind.
    #expect(
      WtypeKeys().steps(for: [.key(0xFF0D, []), .key(0x61, [.control, .shift])]) == [
        .wtype(
          [
            "-k", "0xff0d", "-M", "ctrl", "-M", "shift", "-k", "0x61", "-m", "shift", "-m", "ctrl",
            "-p", "VoidSymbol",
          ],
          input: nil)
      ])
    #expect(
      WtypeKeys().steps(for: [.key(0xFF08, []), .text("-a\n"), .text("b"), .key(0xFFBE, .meta)])
        == [
          .wtype(["-k", "0xff08", "-p", "VoidSymbol", "-"], input: "-a"),
          .wtype(["-k", "0xff0d", "-p", "VoidSymbol", "-"], input: "b"),
          .wtype(["-M", "alt", "-k", "0xffbe", "-m", "alt", "-p", "VoidSymbol"], input: nil),
        ])
    #expect(
      WtypeKeys().steps(for: [.key(0xFF09, .shift)])
        == [.wtype(["-M", "shift", "-k", "0xfe20", "-m", "shift", "-p", "VoidSymbol"], input: nil)])
    #expect(WtypeKeys().steps(for: [.text("ä")]) == [.wtype(["-"], input: "ä")])
    #expect(WtypeKeys().steps(for: []).isEmpty)
  }

  @Test func theVirtualKeyboardHasTheUSLayout() throws {
    #expect(try keyboard(.key(0xFF0D, [])) == "+28 -28")
    #expect(try keyboard(.key(0x61, .control)) == "+29 +30 -30 -29")
    #expect(try keyboard(.text("a:")) == "+30 -30 +42 +39 -39 -42")
    #expect(try keyboard(.text("~\\ 0\n")) == "+42 +41 -41 -42 +43 -43 +57 -57 +11 -11 +28 -28")
    #expect(try keyboard(.key(0xFFC9, [.meta])) == "+56 +88 -88 -56")
    #expect(throws: CallError.self) { try keyboard(.text("é")) }
    #expect(throws: CallError.self) { try keyboard(.key(0xFE03, [])) }
    #expect(VirtualKeyboardKeys.allCodes.contains(28))
  }

  @Test(arguments: [
    (["XDG_SESSION_TYPE": "wayland", "DISPLAY": ":0"], SessionKind.wayland),
    (["WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"], .wayland),
    (["XDG_SESSION_TYPE": "x11", "WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"], .x11),
    (["DISPLAY": ":0"], .x11), (["XDG_SESSION_TYPE": "tty", "DISPLAY": ":1"], .x11),
    (["XDG_SESSION_TYPE": "tty"], .other), ([:], .other),
  ]) func theSessionTellsHow(_ environment: [String: String], _ kind: SessionKind) {
    #expect(SessionKind { environment[$0] } == kind)
  }
}
