// SPDX-License-Identifier: MIT
//
// A sample of a program that is read on a braille display: a pizza to order.
//   brailled-sample [--socket PATH] [--script]
import BrailleClient
import Glibc

/// Ends with what is wrong, on one line.
func fail(_ reason: String, status: Int32) -> Never {
  let line = Array("brailled-sample: \(reason)\n".utf8)
  _ = write(2, line, line.count)
  exit(status)
}

var path: String?
var isScripted = false
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--script": isScripted = true
  case "--socket":
    guard let value = arguments.popFirst() else { fail("--socket needs a path", status: 2) }
    path = value
  default: fail("\(argument): there are --socket PATH and --script", status: 2)
  }
}

do {
  var sample = try Sample(path: path)
  if isScripted {
    try Script().run(&sample, observer: try Connection(path: path))
  } else {
    // Where no daemon runs it waits for one.
    while try sample.takeNext() {}
  }
} catch {
  fail("\(error)", status: 1)
}
