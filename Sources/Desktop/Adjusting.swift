// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Commands
import Core
import DBus

extension Desktop {
  /// More or less of a number, by its usual step.
  mutating func adjust(_ object: Accessible, by steps: Double, for order: Order) {
    setNumber(of: object, for: order) { value in
      let number = value.now + steps * value.usualStep
      return value.least < value.greatest ? min(max(number, value.least), value.greatest) : number
    }
  }

  /// Sets a number, as the reader wrote it.
  mutating func set(_ object: Accessible, to text: String, for order: Order) {
    guard let number = Double(text.replacing(",", with: ".")) else {
      return finish(order, .impossible)
    }
    setNumber(of: object, for: order) { _ in number }
  }

  private mutating func setNumber(
    of object: Accessible, for order: Order,
    _ number: @escaping @Sendable (Snapshot.Value) -> Double
  ) {
    begin(
      .order,
      object.number.then { value -> Asking<Ending> in
        guard let value else { return .known { $0.adjustByKey(object, for: order) } }
        let wanted = number(value)
        guard wanted != value.now else { return .known { $0.finish(order, .end) } }
        var questions = Questions()
        let set = questions.ask(object.setValue(wanted))
        return questions.asking(within: .milliseconds(800)) { replies in
          let error = replies.error(set)
          return .known { desktop in
            desktop.finish(order, error.map { Refusal($0) })
            if object == desktop.shown?.object { desktop.changed() }
          }
        }
      })
  }

  /// What has no number may still have arrow keys: combo boxes, lists.
  private mutating func adjustByKey(_ object: Accessible, for order: Order) {
    guard object == focus else { return finish(order, .impossible) }
    press(order.command == .increment ? "ArrowDown" : "ArrowUp", [], for: order)
  }
}

extension Accessible {
  /// Its number in its range; nil if it has none.
  var number: Asking<Snapshot.Value?> {
    var questions = Questions()
    let interfaces = questions.ask(interfaces)
    return questions.asking { replies in
      guard Interfaces(replies[interfaces]).contains(.value) else { return .known(nil) }
      var questions = Questions()
      let slots = questions.ask([currentValue, minimumValue, maximumValue, valueStep])
      return questions.asking { replies in
        let found = slots.map { replies[$0]?.number }
        guard let now = found[0], now.isFinite else { return .known(nil) }
        return .known(
          Snapshot.Value(
            now: now, least: found[1] ?? 0, greatest: found[2] ?? 0, step: found[3] ?? 0))
      }
    }
  }
}
