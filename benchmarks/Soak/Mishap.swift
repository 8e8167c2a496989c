// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Wire

/// Something that goes wrong around the daemon, and is well again when it is over.
enum Mishap: String, CaseIterable {
  case brlttyKilled = "brltty killed"
  case brlttyStopped = "brltty stopped and started"
  case brlttyFrozen = "brltty frozen"
  case connectionCut = "connection to brltty cut"
  case answersLost = "answers of brltty lost"
  case displayPulled = "display pulled out"
  case displayReplaced = "display replaced by another"
  case loaderKilled = "loader of liblouis killed"
  case translatorKilled = "translator of liblouis killed"
  case workersStopped = "workers of liblouis stopped"
  case settingsChanged = "settings changed"
  case configurationReread = "configuration read again"

  /// Lets it happen; `wait` goes on looking meanwhile.
  func happen(_ run: Run, wait: (Duration) -> Void) throws {
    switch self {
    case .brlttyKilled:
      run.rig.brltty.kill()
      wait(.milliseconds(300))
      try run.rig.start()
    case .brlttyStopped: try run.rig.brltty.restart()
    case .brlttyFrozen:
      run.rig.brltty.freeze()
      wait(.milliseconds(run.generator.integer(100...4000)))
      run.rig.brltty.thaw()
    case .connectionCut: run.proxy.closeClients()
    case .answersLost:
      run.proxy.stall(.down)
      wait(.milliseconds(run.generator.integer(100...4000)))
      run.proxy.flow()
    case .displayPulled:
      run.rig.display.unplug()
      wait(.milliseconds(500))
      try run.rig.display.plug()
    case .displayReplaced:
      run.rig.display.replace(columns: run.generator.one(of: [20, 60]))
      wait(.seconds(1))
      run.rig.display.replace(columns: 40)
    case .loaderKilled: signal(run, SIGKILL, isLoader: true)
    case .translatorKilled: signal(run, SIGKILL, isLoader: false)
    case .workersStopped:
      let workers = run.workers
      for pid in workers { kill(pid, SIGSTOP) }
      wait(.milliseconds(run.generator.integer(50...2500)))
      for pid in workers { kill(pid, SIGCONT) }
    case .settingsChanged: changeSettings(run)
    case .configurationReread: try reread(run)
    }
    run.ledger.count(rawValue)
  }

  /// The loader is the daemon's child, translators are the loader's.
  private func signal(_ run: Run, _ number: Int32, isLoader: Bool) {
    let workers = run.workers
    let chosen = isLoader ? workers.first : workers.dropFirst().last
    if let chosen { kill(chosen, number) }
  }

  private func changeSettings(_ run: Run) {
    let languages = ["en", "de", "fr", "ru", "ja", "no", "hu"]
    run.reader.set([
      "braille.mode": .string(run.generator.one(of: ["contracted", "uncontracted", "computer"])),
      "braille.language": .string(run.generator.one(of: languages)),
      "reading.wrap": .string(run.generator.one(of: ["word", "cut", "syllable"])),
      "display.statusCells": .integer(run.generator.integer(0...3)),
      "messages.whileReading": .string(run.generator.one(of: ["wait", "sign", "show"])),
    ])
  }

  private func reread(_ run: Run) throws {
    let mode = run.generator.one(of: ["contracted", "uncontracted", "nonsense"])
    try run.daemon.configure(
      "[braille]\nlanguage = en\nmode = \(mode)\n[brlapi]\ntty = root\nno line\n")
    run.daemon.reload()
  }
}
