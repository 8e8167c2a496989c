// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Core
import DBus

/// Where in a text the reader arrives, where there is a caret that goes along.
enum Spot: Equatable, Sendable {
  case start, end
  /// At some words, in small letters.
  case words(String)
  /// At a word that is misspelled.
  case firstMistake, lastMistake
}

extension Desktop {
  /// Reads what a search finds, or says that there is nothing further that way.
  mutating func search<Found: Sendable>(
    _ asking: Asking<SearchResult<Found>>, _ spot: Spot, for order: Order,
    object: @escaping @Sendable (Found) -> Accessible
  ) {
    begin(
      .order,
      asking.map { result in
        { desktop in
          switch result {
          case .success(let found?): desktop.land(on: object(found), spot, for: order)
          case .success(nil): desktop.finish(order, .end)
          case .failure(let error): desktop.finish(order, Refusal(error))
          }
        }
      })
  }

  /// Goes to an object: shows it, and brings along what the program has of its own.
  ///
  /// In a document that is written in the caret goes along, so that what is typed goes where the
  /// reader is. In windows the keyboard goes along. A web page's keyboard stays where it is: there
  /// the focus may open and change things, and what is read is mostly not what can have it.
  mutating func land(on object: Accessible, _ spot: Spot = .start, for order: Order) {
    guard let shown, let scope = Scope(around: shown.snapshot.basics, in: shown.ancestors) else {
      return finish(order, .gone)
    }
    let isDocument = scope.root.isDocument
    let isWriting =
      shown.snapshot.basics.states.contains(.editable) || scope.root.states.contains(.editable)
    let caret = isDocument && isWriting ? object.caretBrought(to: spot) : .known(false)
    led[object] = now
    let known = self
    begin(
      .order,
      caret.then { isBrought in
        known.look(at: object).map { look in
          { desktop in
            guard let look else { return desktop.finish(order, .gone) }
            desktop.arrive(at: look, for: order)
            guard !isBrought else { return }
            desktop.bring(look.snapshot.basics, inDocument: isDocument)
          }
        }
      })
  }

  private mutating func arrive(at look: Look, for order: Order) {
    // What was told of the focus before this is older than it.
    if let pending = pendingFocus, led[pending] != nil || pending == shown?.object {
      focus = pending
      giveUp(.focus)
      pendingFocus = nil
    }
    show(look.snapshot, in: look.ancestors, ack: order.sequence)
    wentOn(from: order)
  }

  /// Brings the program's own focus to what is read, or brings that into view.
  private mutating func bring(_ basics: Basics, inDocument isDocument: Bool) {
    let object = basics.object
    led[object] = now
    guard basics.interfaces.contains(.component) else { return }
    var questions = Questions()
    if isDocument {
      _ = questions.ask(object.scrollIntoView)
    } else if basics.states.contains(.focusable), object != focus {
      _ = questions.ask(object.grabFocus)
    }
    begin(.bringing, questions.asking { _ in .known { _ in } })
  }

  /// Whether a focus or a caret comes of a move of the reader that has gone on since.
  mutating func isPassed(_ object: Accessible) -> Bool {
    led = led.filter { now - $0.value < .seconds(1) }
    guard let time = led[object], shown?.object != object else { return false }
    // Told once, or twice at once (GTK 3); what comes later is a new focus.
    led[object] = min(time, now - .milliseconds(850))
    return true
  }

  /// Gives an object the keyboard, or reads it: a container by the first item in it.
  mutating func setFocus(_ object: Accessible, for order: Order) {
    guard let shown else { return finish(order, .gone) }
    if object == shown.object { return takeFocus(object, for: order) }
    let isContainer = shown.ancestors.first { $0.object == object }?.isToldAsAncestor ?? false
    guard isContainer, let basics = ancestry[object] else { return land(on: object, for: order) }
    search(SearchResult.success(basics).firstItem, .start, for: order) { $0.object }
  }

  /// Reads an object, wherever the keyboard is.
  mutating func read(_ object: Accessible, for order: Order) {
    land(on: object, for: order)
  }

  /// Shows what was read before in a window, or in a document, that has the keyboard again;
  /// `rest`: what has it, if that is gone.
  mutating func comeBack(to place: Accessible, else rest: Look) {
    begin(
      .focus,
      look(at: place).map { look in
        { desktop in
          if let next = desktop.pendingFocus {
            desktop.pendingFocus = nil
            return desktop.follow(next)
          }
          let isThere = look?.snapshot.basics.object == place
          if !isThere {
            desktop.readingPlaces = desktop.readingPlaces.filter { $0.value != place }
          }
          let now = isThere ? look ?? rest : rest
          desktop.show(now.snapshot, in: now.ancestors)
        }
      })
  }
}

extension Accessible {
  /// Brings the caret of a text that is written in; false: it has none.
  fileprivate func caretBrought(to spot: Spot) -> Asking<Bool> {
    basics().then { result in
      guard let basics = try? result.get(), basics.interfaces.contains(.text), basics.isEditable,
        !basics.isField, basics.role != .terminal
      else { return .known(false) }
      let text = spot == .start ? .known(nil) : self.text(around: 0, runs: spot.isMistake)
      return text.then { text in
        var questions = Questions()
        let set = questions.ask(setCaret(spot.place(in: text)))
        return questions.asking(within: .milliseconds(800)) { replies in
          .known(replies[set]?.boolean ?? false)
        }
      }
    }
  }
}

extension Spot {
  fileprivate var isMistake: Bool { self == .firstMistake || self == .lastMistake }

  fileprivate func place(in text: TextPart?) -> Int {
    guard let text else { return 0 }
    switch self {
    case .start: return 0
    case .end: return text.length
    case .words(let words): return text.places(of: words).first ?? 0
    case .firstMistake: return text.misspellings.first ?? 0
    case .lastMistake: return text.misspellings.last ?? 0
    }
  }
}
