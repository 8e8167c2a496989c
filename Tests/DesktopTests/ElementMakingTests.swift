// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Cells
import Elements
import Testing

@testable import Desktop

/// What a reader is told of objects as toolkits tell of them (facts measured with Debian 12's).
@Suite struct ElementMakingTests {
  private let object = Accessible(program: ":1.5", path: "/org/a11y/atspi/accessible/7")
  private let usual: States = [.enabled, .sensitive, .visible, .showing, .focusable]

  private func snapshot(
    _ role: AccessibleRole, _ name: String = "", states: States = [],
    interfaces: Interfaces = [], attributes: [String: String] = [:], text: TextPart? = nil
  ) -> Snapshot {
    var snapshot = Snapshot(
      basics: Basics(
        object: object, role: role, name: name, states: states.union(usual),
        interfaces: text == nil ? interfaces : interfaces.union(.text), attributes: attributes))
    snapshot.text = text
    return snapshot
  }

  private func element(_ snapshot: Snapshot) -> Element {
    snapshot.element(id: "o1") { "o" + ($0.path.split(separator: "/").last ?? "") }
  }

  @Test func classesAreNoNames() {
    #expect(element(snapshot(.entry, "GtkEntry")).label == nil)
    #expect(element(snapshot(.entry, "Gtk settings")).label == "Gtk settings")
  }

  @Test func inGTKWhatLabelsGoesBeforeNames() {
    // GTK 4.8 calls a button "_Order Order" that its label labels.
    var entry = snapshot(
      .entry, "_Name Name", attributes: ["toolkit": "GTK"],
      text: TextPart("Ada", range: 0..<3, length: 3))
    entry.labels = ["Your  name"]
    entry.description = "Your name"
    let element = element(entry)
    #expect(element.label == "Your name")
    #expect(element.description == nil)
    #expect(element.role?.name == "textbox")
  }

  @Test func elsewhereNamesGoBeforeWhatLabels() {
    // In Qt a box labels what is in it.
    var radio = snapshot(.radioButton, "Small")
    radio.labels = ["Size"]
    #expect(element(radio).label == "Small")
    radio.basics.name = ""
    #expect(element(radio).label == "Size")
  }

  @Test func aSliderIsNotDescribedByItsValue() {
    var slider = snapshot(.slider, "", attributes: ["toolkit": "gtk"])
    slider.value = Snapshot.Value(now: 4, least: 0, greatest: 10, step: 1)
    slider.description = "4 dB"
    #expect(element(slider).description == nil)
    #expect(element(slider).range?.text == "4 dB")
  }

  private static let toggled: [(AccessibleRole, States, Toggled)] = [
    (.checkBox, .checked, .on), (.checkBox, [], .off), (.checkBox, .indeterminate, .mixed),
    (.radioButton, .checked, .on), (.checkMenuItem, [], .off), (.switch, .checked, .on),
  ]

  @Test(arguments: toggled)
  func checks(_ role: AccessibleRole, _ states: States, _ checked: Toggled) {
    let element = element(snapshot(role, "Loud", states: states))
    #expect(element.checked == checked)
    #expect(element.pressed == nil)
  }

  @Test func toggleButtonsArePressed() {
    #expect(element(snapshot(.toggleButton, states: .checked)).pressed == .on)
    #expect(element(snapshot(.toggleButton, states: .pressed)).pressed == .on)
    #expect(element(snapshot(.toggleButton)).pressed == .off)
    #expect(element(snapshot(.button)).pressed == nil)
  }

  @Test func onlyWhatIsNeitherEnabledNorSensitiveIsDisabled() {
    // GTK 4 never says enabled.
    var button = snapshot(.button, "OK")
    button.basics.states = [.visible, .sensitive, .focusable]
    #expect(element(button).flags[.disabled] == nil)
    button.basics.states = [.visible, .focusable]
    #expect(element(button).flags[.disabled] == true)
  }

  @Test func secretsAreMasked() {
    let text = TextPart("hunter2", range: 0..<7, length: 7)
    let element = element(snapshot(.passwordText, "Password", states: .editable, text: text))
    #expect(element.flags[.protected] == true)
    #expect(element.text?.content == TextContent("●●●●●●●").content)
    #expect(element.text?.runs.isEmpty == true)
  }

  @Test func placesInTablesCountFromOne() {
    var cell = snapshot(.tableCell, "Oslo")
    cell.cell = Snapshot.Cell(row: 0, column: 1)
    cell.cell?.rows = 3
    cell.cell?.columns = 2
    cell.cell?.columnHeaders = ["City", "Oslo"]
    let element = element(cell)
    #expect(element.rowIndex == 1 && element.columnIndex == 2)
    #expect(element.rowCount == 3 && element.columnCount == 2)
    // A header that is the cell's own name is not said twice.
    #expect(element.columnHeaders == [Rest.Header(text: "City")])
  }

  @Test func impossiblePlacesAreLeftOut() {
    var item = snapshot(.listItem, "one")
    item.place = (number: 4, count: 3)
    #expect(element(item).positionInSet == nil)
    item.place = (number: 2, count: 3)
    #expect(element(item).positionInSet == 2)
    let web = snapshot(
      .listItem, "one", attributes: ["posinset": "7", "setsize": "9", "level": "2"])
    #expect(element(web).positionInSet == 7)
    #expect(element(web).setSize == 9)
    #expect(element(web).level == 2)
  }

  @Test func landmarksAreToldByAttributes() {
    let main = snapshot(.landmark, "", attributes: ["xml-roles": "main"])
    #expect(main.basics.roleName == "main")
    #expect(snapshot(.landmark).basics.roleName == "region")
    #expect(snapshot(.section, "", attributes: ["xml-roles": "search"]).basics.roleName == "search")
    #expect(snapshot(.panel).basics.roleName == nil)
    #expect(snapshot(.panel, "Colours").basics.roleName == "group")
  }

  @Test func linksInTextAreRuns() {
    let link = Accessible(program: ":1.5", path: "/a/9")
    let text = TextPart(
      "See \u{FFFC} now", range: 0..<9, length: 9,
      substitutes: [.init(object: link, role: .link, words: "the news")])
    let element = element(snapshot(.paragraph, text: text))
    #expect(element.text?.content == TextContent("See the news now").content)
    #expect(
      element.text?.runs == [
        TextContent.Run(range: TextOffset(4)..<TextOffset(12), style: ["link"], element: "o9")
      ])
  }

  @Test func whatTheTextSaysIsNotTheLabelToo() {
    let text = TextPart("Chapter one", range: 0..<11, length: 11)
    let heading = element(
      snapshot(.heading, "Chapter one", attributes: ["level": "1"], text: text))
    #expect(heading.label == nil)
    #expect(heading.level == 1)
    #expect(heading.role?.name == "heading")
  }

  @Test func aComboBoxHasItsChoiceAsValue() {
    var box = snapshot(.comboBox, "red")
    #expect(element(box).label == nil)
    #expect(element(box).value == "red")
    box.labels = ["Colour"]
    box.selectedChild = "red"
    #expect(element(box).label == "Colour")
    #expect(element(box).value == "red")
  }

  @Test(arguments: [
    ("de_DE.UTF-8", "de-DE"), ("de-de", "de-DE"), ("en", "en"), ("sr_RS@latin", "sr-RS"),
    ("C.UTF-8", nil), ("c", nil), ("", nil), ("zh-hant-tw", "zh-Hant-TW"),
  ])
  func languages(_ locale: String, _ tag: String?) {
    #expect(Language.tag(locale) == tag)
  }

  @Test(arguments: [
    ("o;<Alt>f:o;<Primary>o", "Ctrl+O"), ("f;<Alt>f;", nil), ("", nil), ("Alt+F", "Alt+F"),
    (";;F5", "F5"), ("<Alt>n", "Alt+N"), ("a;b", nil),
  ])
  func shortcuts(_ binding: String, _ shown: String?) {
    #expect(Shortcut.shown(binding) == shown)
  }
}
