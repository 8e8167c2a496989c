// SPDX-License-Identifier: GPL-3.0-or-later
//
// A private brltty with its virtual display and brailled on it, in a terminal (docs/testing.md):
//   virtual-display [--size COLSxROWS] [--socket PATH] [--sample]
//   virtual-display --script
import Cells
import Glibc
import Panning
import Posix
import TestSupport

let usage = """
  Usage: virtual-display [OPTION]...
  Shows what brltty writes to its virtual display, with brailled as its client; q ends it.

    --size COLSxROWS  the display's size (default 40)
    --socket PATH     where programs connect (default: in a folder of its own)
    --sample          with the sample program
    --script          walk through the sample program, and end
    --help            tell this, and end
  """

/// Ends with what is wrong.
func fail(_ reason: String, status: Int32) -> Never {
  Array("virtual-display: \(reason)\n".utf8).withUnsafeBytes { _ = FileDescriptor(2).write($0) }
  exit(status)
}

/// Runs it; gives why it cannot go on, if it cannot.
func run(_ options: Options, _ signals: SignalDescriptor) throws -> String? {
  let text = options.value("size") ?? "40"
  guard let size = DisplaySize(text) else {
    fail("--size \(text): write COLSxROWS, as 40 or 20x4", status: 2)
  }
  guard Brltty.isInstalled else {
    fail("brltty: is not installed; run: apt-get install brltty", status: 1)
  }
  let stage = try VirtualStage(size, socket: options.value("socket"))
  defer { stage.close() }
  let isScripted = options.has("script")
  if isScripted || options.has("sample") { try stage.startSample() }
  guard isScripted else {
    var view = View(stage, signals)
    return try view.run()
  }
  try Walk().run(stage)
  print("virtual-display: the sample was walked through on brltty's virtual display")
  return nil
}

do {
  // Before the first thread, so that signals come where they are read.
  let signals = try SignalDescriptor()
  let options = try Options(
    Array(CommandLine.arguments.dropFirst()),
    known: [
      .init("size", takesValue: true), .init("socket", takesValue: true), .init("sample"),
      .init("script"), .init("help"),
    ])
  if let operand = options.operands.first {
    fail("\(operand): takes no operands; see --help", status: 2)
  }
  if options.has("help") {
    print(usage)
  } else if let failure = try run(options, signals) {
    fail(failure, status: 1)
  }
} catch let error as Options.Invalid {
  fail(error.reason, status: 2)
} catch {
  fail("\(error)", status: 1)
}
