// SPDX-License-Identifier: GPL-3.0-or-later
import CPosix
import Cells
import Commands
import Glibc
import Panning
import Posix
import TerminalDisplay
import TestSupport
import Testing

/// A display in a terminal, or on what is none.
@Suite struct TerminalTests {
  private let size = DisplaySize(columns: 4)

  private func frame(_ text: String) -> Frame {
    var frame = Frame(blank: size, kind: .content)
    frame.text = [text]
    return frame
  }

  private func read(_ descriptor: FileDescriptor) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    descriptor.setNonBlocking()
    while case .bytes(let count) = buffer.withUnsafeMutableBytes({ descriptor.read(into: $0) }) {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(_ text: String, to descriptor: FileDescriptor) {
    _ = Array(text.utf8).withUnsafeBytes { descriptor.write($0) }
  }

  @Test func whereThereIsNoTerminalFramesAreLinesAndLinesAreKeys() throws {
    let (near, far) = try FileDescriptor.streamPair()
    defer { for descriptor in [near, far] { descriptor.close() } }
    var terminal = Terminal(size: size, input: near, output: near, keys: [:])
    #expect(terminal.takesFrame && terminal.writable == nil && terminal.readable == near)
    terminal.show(frame("ab  "))
    terminal.show(frame("ab  "))
    terminal.show(frame("cd  "))
    #expect(read(far) == "    \nab  \n    \ncd  \n")

    write("ROUTE 2 HO", to: far)
    #expect(terminal.read() == [])
    write("ME\n\nNOSUCH\n", to: far)
    let events = terminal.read()
    #expect(events.prefix(2) == [.key(KeyPress(.route(2))), .key(try KeyPress(parsing: "HOME"))])
    #expect(events.count == 3)
  }

  @Test func theEndOfTheInputIsNotTheEnd() throws {
    let (near, far) = try FileDescriptor.streamPair()
    defer { near.close() }
    var terminal = Terminal(size: size, input: near, output: near, keys: [:])
    write("HOME", to: far)
    #expect(terminal.read() == [])
    shutdown(far.number, Int32(SHUT_WR))
    #expect(terminal.read() == [.key(try KeyPress(parsing: "HOME"))])
    #expect(terminal.readable == nil)
    far.close()
  }

  @Test func theNewestFrameWaitsForATerminalThatIsStopped() throws {
    let (near, far) = try FileDescriptor.streamPair()
    defer { for descriptor in [near, far] { descriptor.close() } }
    near.setNonBlocking()
    let blob = [UInt8](repeating: 0x2E, count: 65_536)
    while case .bytes = blob.withUnsafeBytes({ near.write($0) }) {}
    var terminal = Terminal(size: size, input: near, output: near, keys: [:])
    for number in 0..<5 { terminal.show(frame("\(number)   ")) }
    #expect(!terminal.takesFrame && terminal.writable == near)
    var shown = read(far)
    while terminal.writable != nil {
      terminal.write()
      shown += read(far)
    }
    let lines = shown.drop { $0 == "." }
    #expect(lines == "    \n0   \n    \n4   \n")
  }

  @Test func aTerminalIsDrawnOnAndPutBack() throws {
    let line = try PseudoTerminal()
    defer { line.close() }
    var before = termios()
    tcgetattr(line.slave.number, &before)
    let keys = ["Left": try KeyPress(parsing: "FWINLT")]
    var terminal = Terminal(size: size, input: line.slave, output: line.slave, keys: keys)
    terminal.write()
    terminal.show(frame("ab  "))
    write("\u{1B}[D:HO", to: line.master)
    #expect(!line.isRead)
    #expect(terminal.read() == [.key(try KeyPress(parsing: "FWINLT"))])
    write("ME\rq", to: line.master)
    #expect(!line.isRead)
    #expect(terminal.read() == [.key(try KeyPress(parsing: "HOME")), .quit])
    terminal.restore()
    let drawn = read(line.master)
    #expect(drawn.hasPrefix("\u{1B}[?1049h") && drawn.contains("│ab  \u{1B}[6G│"))
    #expect(drawn.contains(":HO") && drawn.hasSuffix("\u{1B}[?1049l"))
    var after = termios()
    tcgetattr(line.slave.number, &after)
    #expect(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag)
  }
}
