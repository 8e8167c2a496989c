// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Sessions
import TestSupport

/// A session file, read and played: what programs say, keys, displays that come and go, and time.
enum SessionFuzzing {
  private static let mostSteps = 100
  private static let longestWait = Duration.seconds(60)

  static func problem(with bytes: [UInt8]) -> String? {
    whatBreaks { () throws(Broken) in
      let text = String(decoding: bytes, as: UTF8.self)
      let file: SessionFile
      do throws(InvalidSession) {
        file = try SessionFile(parsing: text)
      } catch {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for problem in error.problems {
          try hold(!problem.reason.isEmpty, "nothing is said of line \(problem.line)")
          try hold((1...lines.count).contains(problem.line), "there is no line \(problem.line)")
        }
        return
      }
      try play(file)
    }
  }

  private static func play(_ file: SessionFile) throws(Broken) {
    guard file.steps.count <= mostSteps else { return }
    var trial = EngineTrial(TinyTranslator(), Shipped.resources)
    var settings = Settings()
    for step in file.steps {
      switch step.kind {
      case .display(let size, let hasSixDots, let device):
        try trial.happen(
          .display(Core.DisplayState(size: size, driver: device, hasSixDots: hasSixDots)))
      case .set(let name, let value):
        guard (try? settings.set(name, to: value)) != nil else { continue }
        try trial.happen(.configuration(settings, Shipped.resources))
      case .say(let program, let line): try trial.say(line, by: program)
      case .connect(let program): try trial.connect(program)
      case .disconnect(let program): try trial.disconnect(program)
      case .keys(let keys): for key in keys.prefix(mostSteps) { try trial.press(key) }
      case .wait(let time): try trial.pass(min(time, longestWait))
      case .plainTranslator, .expect: break
      }
    }
    playAsItIs(file)
  }

  /// By the player, which finds whatever it does.
  private static func playAsItIs(_ file: SessionFile) {
    var waits = Duration.zero
    for case .wait(let time) in file.steps.map(\.kind) { waits += time }
    guard waits <= longestWait else { return }
    var player = SessionPlayer(file, louis: TinyTranslator(), resources: Shipped.resources)
    _ = player.play(file)
  }
}
