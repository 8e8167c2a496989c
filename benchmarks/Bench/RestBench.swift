// SPDX-License-Identifier: GPL-3.0-or-later
import Measurement
import Posix
import TestSupport

/// What the daemon takes when nothing is asked of it: memory, time to start, and rest.
struct RestBench {
  let programs: Programs
  let labels: Labels
  let folder: TemporaryFolder

  private static let starts = 20
  private static let idle = Duration.seconds(10)

  func run(_ report: inout Report) {
    guard isReadable(programs.packaged) else {
      report.note("\(programs.packaged) was not built")
      return
    }
    start(&report)
    let name = programs.uniqueName
    guard
      let none = DaemonProcess(
        programs.packaged, folder: folder, name: name + "-none", display: ["none"])
    else { return }
    defer { none.end() }
    guard
      var shown = Contestant(
        daemon: programs.packaged, folder: folder, name: name + "-shown"),
      shown.show(labels.lines[0], labels.all[0]) != nil
    else {
      report.note("\(programs.packaged) does not show anything")
      return
    }
    defer { shown.end() }
    for (line, label) in zip(labels.lines, labels.all) { _ = shown.show(line, label) }
    shown.serve(until: MonotonicClock.now + .seconds(1))
    let sizes = ProcessFamily(of: shown.process.pid).proportionalSizes
    report.limit(
      "memory of its \(sizes.count) processes (Pss), static, stripped, en-ueb-g2 shown",
      sizes.isEmpty ? nil : Double(sizes.reduce(0, +)) / 1024, most: 25, unit: "MB")
    rest(none, &shown, &report)
  }

  private func start(_ report: inout Report) {
    var times = Samples()
    for index in 0..<RestBench.starts {
      let daemon = DaemonProcess(
        programs.packaged, folder: folder, name: "start-\(index)", display: ["none"])
      guard let daemon else { continue }
      times.add(daemon.startTime)
      daemon.end()
    }
    report.limit(
      "start to the answer to hello, static", times.median.map { $0 / .milliseconds(1) },
      most: 50, unit: "ms")
  }

  private func rest(_ none: DaemonProcess, _ shown: inout Contestant, _ report: inout Report) {
    let families = [ProcessFamily(of: none.process.pid), ProcessFamily(of: shown.process.pid)]
    let before = families.map(\.voluntarySwitches)
    shown.serve(until: MonotonicClock.now + RestBench.idle)
    let after = families.map(\.voluntarySwitches)
    report.limit(
      "context switches in 10 idle seconds, no display", Double(after[0] - before[0]), most: 0,
      unit: "")
    report.limit(
      "context switches in 10 idle seconds, display over BrlAPI", Double(after[1] - before[1]),
      most: 20, unit: "")
  }
}
