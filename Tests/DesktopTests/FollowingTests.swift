// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Commands
import Core
import DBus
import Elements
import Testing
import TestSupport

import enum Desktop.Input
import struct Desktop.Notification

/// What is shown while windows and programs come, go, hang and claim what is not theirs.
@Suite struct FollowingTests {
  /// A window of a program, with two buttons in it.
  private func program(_ name: String, isActive: Bool) -> DeskProgram {
    let buttons = ["one", "two"].map { (key: String) in
      DeskObject(.button, "\(key) of \(name)", key: key, states: .focusable)
    }
    let entry = DeskObject(
      .entry, "entry", text: "Ada", states: [.focusable, .editable], attributes: [:])
    let window = DeskObject(
      .frame, "Window of \(name)", key: "window", states: isActive ? .active : [],
      buttons + [entry])
    return DeskProgram([window], name: name)
  }

  private func desktop() -> FakeDesktop {
    var desktop = FakeDesktop(program(":1.9", isActive: true), focus: "one")
    desktop.programs[":1.10"] = program(":1.10", isActive: false)
    return desktop
  }

  private func signal(
    _ interface: String, _ member: String, from program: String, _ key: String,
    _ detail: String = "", _ number: Int = 0, _ value: DBusValue = .int32(0)
  ) -> Input {
    let head = BusSignal.Head(
      sender: program, path: "/org/a11y/atspi/accessible/" + key,
      interface: "org.a11y.atspi.Event." + interface, member: member, detail: detail)
    return .signal(
      BusSignal(
        head,
        [
          .string(detail), .int32(Int32(number)), .int32(0), .variant(value),
          .dictionary("sv", []),
        ]))
  }

  private func isReleased(_ desktop: FakeDesktop) -> Bool {
    desktop.messages.contains { if case .release = $0 { true } else { false } }
  }

  @Test func theFocusIsFollowed() {
    var desktop = desktop()
    #expect(desktop.words == "one of :1.9")
    #expect(desktop.ancestors.map(\.label) == ["Window of :1.9"])
    desktop.happen { $0.moveFocus(to: "two") }
    #expect(desktop.words == "two of :1.9")
    #expect(desktop.forbidden == [])
  }

  @Test func ofAProgramThatHangsWhatIsShownStays() {
    var desktop = desktop()
    desktop.happen { $0.moveFocus(to: "entry") }
    #expect(desktop.words == "Ada")
    desktop.programs[":1.9"]?.answers = false
    desktop.happen { $0.write("Bob", in: "entry", caret: 3) }
    desktop.advance(by: .seconds(10))
    #expect(desktop.words == "Ada")
    #expect(!isReleased(desktop))
    // It wakes, and has nothing more to tell.
    desktop.programs[":1.9"]?.answers = true
    desktop.advance(by: .seconds(10))
    #expect(desktop.words == "Bob")
  }

  @Test func aFocusInTheBackgroundIsNoFocus() {
    var desktop = desktop()
    desktop.happen(in: ":1.10") { $0.moveFocus(to: "two") }
    #expect(desktop.words == "one of :1.9")
    // Its window becomes the active one.
    desktop.happen { $0.change("window") { $0.states.remove(.active) } }
    desktop.happen(in: ":1.10") { $0.activate("window") }
    desktop.advance(by: .milliseconds(200))
    #expect(desktop.words == "two of :1.10")
  }

  @Test func aFocusInTheBackgroundTakesNoOthersPlace() {
    var desktop = desktop()
    desktop.holdsReplies = [":1.9"]
    desktop.happen { $0.moveFocus(to: "two") }
    desktop.happen(in: ":1.10") { $0.moveFocus(to: "two") }
    desktop.reply()
    #expect(desktop.words == "two of :1.9")
  }

  @Test func theNewestFocusWins() {
    var desktop = desktop()
    desktop.holdsReplies = [":1.9"]
    desktop.happen { $0.moveFocus(to: "two") }
    desktop.happen { $0.moveFocus(to: "one") }
    desktop.happen { $0.moveFocus(to: "entry") }
    desktop.reply()
    #expect(desktop.words == "Ada")
  }

  @Test func aSearchDoesNotOverrideANewerFocus() {
    var desktop = desktop()
    desktop.holdsReplies = [":1.9"]
    // A window says that it is active, and no focus comes: it is searched.
    desktop.happen { $0.activate("window") }
    desktop.advance(by: .milliseconds(100))
    desktop.happen { $0.moveFocus(to: "two") }
    desktop.reply()
    desktop.advance(by: .seconds(1))
    #expect(desktop.words == "two of :1.9")
  }

  @Test func aHungProgramDelaysNoSearch() {
    var desktop = desktop()
    desktop.programs[":1.10"]?.answers = false
    desktop.handle(signal("Window", "Deactivate", from: ":1.9", "window"))
    desktop.advance(by: .milliseconds(400))
    #expect(desktop.words == "one of :1.9")
    #expect(!isReleased(desktop))
  }

  @Test func anOldAnswerOfALostWindowTakesNothing() {
    var desktop = desktop()
    desktop.happen(in: ":1.10") { $0.activate("window") }
    desktop.happen(in: ":1.10") { $0.moveFocus(to: "two") }
    desktop.advance(by: .seconds(1))
    #expect(desktop.words == "two of :1.10")
    // The other one was stopped before it heard of that: it goes on where it was, says then that
    // it has lost the keyboard, and answers of the time before.
    desktop.holdsReplies = [":1.9"]
    desktop.happen { $0.moveFocus(to: "two") }
    desktop.handle(signal("Window", "Deactivate", from: ":1.9", "window"))
    desktop.reply()
    desktop.happen { $0.change("window") { $0.states.remove(.active) } }
    desktop.advance(by: .seconds(1))
    #expect(desktop.words == "two of :1.10")
  }

  /// A quick Alt+Tab, as it was heard: the old window is left, comes back, and is left again, and
  /// the new one speaks in between.
  @Test func theNewWindowIsReadAtOnceWhateverTheOldOneSaysLast() {
    var desktop = desktop()
    let leave = signal("Window", "Deactivate", from: ":1.9", "window")
    desktop.handle(leave)
    desktop.happen { $0.activate("window") }
    desktop.happen(in: ":1.10") { $0.activate("window") }
    desktop.happen(in: ":1.10") { $0.moveFocus(to: "two") }
    desktop.handle(leave)
    desktop.happen { $0.activate("window") }
    desktop.happen { $0.moveFocus(to: "one") }
    desktop.programs[":1.9"]?.change("window") { $0.states.remove(.active) }
    desktop.handle(leave)
    #expect(desktop.words == "two of :1.10")
  }

  @Test func aTreeWithoutTheKeyboardMovesNothing() {
    var desktop = desktop()
    desktop.happen { $0.moveFocus(to: "entry") }
    let child = DBusValue.variant(
      .structure([.string(":1.9"), .objectPath("/org/a11y/atspi/accessible/two")]))
    desktop.handle(
      signal("Object", "ActiveDescendantChanged", from: ":1.9", "one", "", 0, child))
    #expect(desktop.words == "Ada")
  }

  @Test func aDialogThatComesAgainIsReadAgain() {
    func dialog(_ text: String) -> DeskObject {
      DeskObject(
        .dialog, "Sure?", key: "dialog", states: .active,
        [
          DeskObject(.label, text, key: "question"),
          DeskObject(.button, "OK", states: .focusable),
        ])
    }
    var desktop = FakeDesktop(
      DeskProgram([dialog("Delete a.txt?")], name: ":1.9"), focus: "OK")
    #expect(desktop.ancestors.map(\.label) == ["Sure?: Delete a.txt?"])
    desktop.handle(signal("Window", "Deactivate", from: ":1.9", "dialog"))
    desktop.happen { $0.change("question") { $0.name = "Delete b.txt?" } }
    desktop.happen { $0.activate("dialog") }
    desktop.happen { $0.moveFocus(to: "OK") }
    desktop.advance(by: .seconds(1))
    #expect(desktop.ancestors.map(\.label) == ["Sure?: Delete b.txt?"])
  }

  @Test func ofAProgramThatIsGoneNothingIsShown() {
    var desktop = desktop()
    desktop.programs[":1.9"] = nil
    let names = [":1.9", ":1.9", ""].map { DBusValue.string($0) }
    let head = BusSignal.Head(
      sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus", member: "NameOwnerChanged", detail: ":1.9")
    desktop.handle(.signal(BusSignal(head, names)))
    desktop.advance(by: .seconds(1))
    #expect(isReleased(desktop))
    #expect(desktop.element == nil)
  }

  @Test func whoSpeaksForItselfIsLeftAlone() {
    var desktop = desktop()
    desktop.handle(.producers([4711]))
    #expect(desktop.element == nil)
    desktop.happen { $0.moveFocus(to: "two") }
    #expect(desktop.element == nil)
    desktop.handle(.producers([]))
    #expect(desktop.words == "two of :1.9")
  }

  @Test func aCommandOfALostBrailledIsNotAnsweredToTheNext() {
    var desktop = desktop()
    desktop.holdsReplies = [":1.9"]
    desktop.handle(.order(Order(.activate(offset: nil), element: desktop.element?.id, sequence: 7)))
    desktop.handle(.daemonLost)
    desktop.handle(.daemonConnected)
    desktop.reply()
    desktop.advance(by: .seconds(5))
    #expect(desktop.acknowledged == 0)
    #expect(desktop.words == "one of :1.9")
  }

  @Test func whatIsRefusedIsToldWhole() {
    var desktop = desktop()
    desktop.advance(by: .seconds(2))
    let before = desktop.messages.count
    desktop.handle(.refused)
    desktop.handle(.refused)
    #expect(desktop.messages.count == before + 1)
    guard case .focus(let element, _) = desktop.messages.last else {
      Issue.record("no focus")
      return
    }
    #expect(element.label == "one of :1.9")
  }

  @Test func aBusThatComesAgainIsReadAnew() {
    var desktop = desktop()
    let id = desktop.element?.id
    desktop.handle(.busLost)
    #expect(desktop.element == nil)
    desktop.handle(.busConnected)
    #expect(desktop.words == "one of :1.9")
    // An id never names another thing later.
    #expect(desktop.element?.id != id)
  }

  @Test func announcementsAndNotificationsAreTold() {
    var desktop = desktop()
    desktop.handle(
      signal("Object", "Announcement", from: ":1.9", "one", "", 2, .string("Saved")))
    desktop.handle(
      .notification(
        Notification(program: "Mail", summary: "Hello", body: "<b>You &amp; me</b>", urgency: 1)))
    var told: [String] = []
    for case .announce(let announcement) in desktop.messages {
      told.append("\(announcement.priority) \(announcement.text)")
    }
    #expect(told == ["high Saved", "default Mail: Hello: You & me"])
  }

  @Test func aTitleThatChangesIsTold() {
    var desktop = desktop()
    let title = DBusValue.variant(.string("New title"))
    desktop.handle(
      signal("Object", "PropertyChange", from: ":1.9", "window", "accessible-name", 0, title))
    guard case .update(let elements, _) = desktop.messages.last else {
      Issue.record("no update")
      return
    }
    #expect(elements.map(\.label) == ["New title"])
  }
}
