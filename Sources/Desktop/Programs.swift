// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import DBus

/// What is known of a program.
struct Program: Sendable, Equatable {
  /// Its own name.
  var name = ""
  /// Its toolkit's name; LibreOffice says "gtk", too.
  var toolkit = ""
  /// Its process; nil: not known.
  var process: Int?
  /// The address of its own socket; nil: it has none.
  var address: String?
  /// Whether all was answered in time.
  var isSure = true
  /// Whether it says that it writes text and does not (browsers).
  var ignoresInsertText = false
}

extension Desktop {
  /// Finds out about a program, once.
  func facts(of program: String) -> Asking<Program> {
    if let known = programs[program] { return .known(known) }
    let root = Accessible.root(of: program)
    var questions = Questions()
    let name = questions.ask(root.name)
    let toolkit = questions.ask(root.toolkitName)
    let process = questions.ask(Registry.process(of: program))
    let interfaces = questions.ask(root.interfaces)
    return questions.asking { replies in
      var found = Program()
      found.name = replies[name]?.string ?? ""
      found.toolkit = replies[toolkit]?.string ?? ""
      found.process = replies[process]?.integer
      found.isSure = ![name, toolkit, process, interfaces].contains {
        replies.error($0)?.isTimeout == true
      }
      guard Interfaces(replies[interfaces]).contains(.application) else { return .known(found) }
      let facts = found
      var questions = Questions()
      let address = questions.ask(root.ownAddress)
      return questions.asking { replies in
        var facts = facts
        if replies.error(address)?.isTimeout == true { facts.isSure = false }
        if let address = replies[address]?.string, !address.isEmpty { facts.address = address }
        return .known(facts)
      }
    }
  }

  /// Whether a program speaks to brailled itself.
  func speaksForItself(_ program: String) -> Bool {
    programs[program]?.process.map { producers.contains($0) } ?? false
  }

  /// Takes which processes speak to brailled themselves.
  mutating func take(producers processes: Set<Int>) {
    producers = processes
    guard let program = shown?.object.program ?? leftAlone else { return }
    guard !speaksForItself(program) else { return leaveAlone(program) }
    if leftAlone != nil { findFocus() }
  }

  /// No program is left alone any more.
  mutating func endLeavingAlone() {
    leftAlone = nil
    cancel(.producers)
  }

  /// Shows nothing of a program that speaks to brailled itself, as long as it does.
  mutating func leaveAlone(_ program: String) {
    forgetShown()
    leftAlone = program
    // brailled does not tell when a program leaves it.
    after(.seconds(1), .producers) { $0.outputs.append(.askProducers) }
  }
}
