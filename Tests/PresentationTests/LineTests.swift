// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
import Presentation
import Testing

/// What is said of an element, and in which order (behaviour L1 to L4).
@Suite struct LineTests {
  private static var words: Words {
    var words = Words(language: "en")
    for (name, word) in [
      ("button", "btn"), ("link", "lnk"), ("visitedLink", "vlnk"), ("heading", "h"), ("text", ""),
      ("textbox", "edt"), ("multilineTextbox", "mln"), ("toggleButton", "tglbtn"),
      ("menuButton", "mnubtn"), ("position", "% of %"), ("rowIndex", "r"), ("columnIndex", "c"),
      ("treeitem", ""), ("level", "lv"), ("list", "lst"), ("checkbox", "chk"),
    ] { words.set(word, for: name, in: .roles) }
    words.set("sel", for: "selected", in: .states)
    return words
  }

  private func said(
    _ element: Element, context: [Element] = [], style: LineStyle = LineStyle(words: Self.words)
  ) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: Passage(of: element, context: context, as: style).line(0).scalars)
    return String(view)
  }

  private func element(_ role: String?, _ make: (inout Element) -> Void = { _ in }) -> Element {
    var element = Element(id: "a")
    element.role = role.map { Role($0) }
    make(&element)
    return element
  }

  private func full(_ element: inout Element) {
    element.label = "Label"
    element.value = "Value"
    element.flags[.selected] = true
    element.columnHeaders = [.init(text: "Header", short: "Hd")]
    element.checked = .on
    element.positionInSet = 3
    element.setSize = 5
    element.errorMessage = "Error"
    element.description = "Description"
    element.shortcut = "Ctrl+S"
    element.hint = "Hint"
  }

  @Test func partsAreInTheirOrder() {
    let all = element("button", full)
    #expect(
      said(all)
        == "sel Header Label btn Value checked 3 of 5 Error Description Ctrl+S Hint")
    var voiceOver = LineStyle(words: Self.words, order: [.label, .value, .role])
    #expect(said(all, style: voiceOver) == "Label Value btn")
    voiceOver.order = []
    #expect(said(all, style: voiceOver) == "")
  }

  @Test func hintsNeedRoomAndAnEmptyText() {
    var style = LineStyle(words: Self.words, showsHints: false)
    let hinted = element("textbox") {
      $0.label = "Name"
      $0.hint = "Hint"
      $0.text = TextContent("")
    }
    #expect(said(hinted) == "Name edt Hint ")
    #expect(said(hinted, style: style) == "Name edt ")
    style.showsHints = true
    var written = hinted
    written.text = TextContent("x")
    #expect(said(written, style: style) == "Name edt x")
  }

  @Test func theTextIsLast() {
    let field = element("textbox") {
      $0.label = "Name"
      $0.flags[.required] = true
      $0.text = TextContent("Ann\nBee")
    }
    #expect(said(field) == "Name edt required Ann")
    let passage = Passage(of: field, as: LineStyle(words: Self.words))
    #expect(passage.count == 2)
    #expect(passage.line(1).scalars == ["B", "e", "e"])
    #expect(passage.line(1).textStart == TextOffset(4) && passage.line(1).textEnd == TextOffset(7))
  }

  @Test func nothingIsSaidTwice() {
    #expect(said(element("button") { $0.label = "OK button" }) == "OK button")
    #expect(said(element("button") { $0.label = "The Btn" }) == "The Btn")
    #expect(said(element("button") { $0.label = "button up" }) == "button up btn")
    #expect(
      said(
        element("button") {
          $0.label = "OK"
          $0.description = "OK"
          $0.value = "OK"
          $0.hint = "OK"
        }) == "OK btn")
  }

  @Test(arguments: [
    ("heading", "h2"), ("link", "lnk lv2"), ("treeitem", "lv2"), ("text", "lv2"),
    ("odd", "odd lv2"),
  ]) func rolesHaveTheirWordsAndLevels(_ role: String, _ expected: String) {
    #expect(said(element(role) { $0.level = 2 }) == expected)
  }

  @Test func someStatesMakeAnotherRole() {
    #expect(said(element("link") { $0.flags[.visited] = true }) == "vlnk")
    #expect(said(element("textbox") { $0.flags[.multiline] = true }) == "mln")
    #expect(
      said(
        element("textbox") {
          $0.flags[.multiline] = true
          $0.flags[.protected] = true
        }) == "edt")
    #expect(said(element("button") { $0.hasPopup = "menu" }) == "mnubtn")
    #expect(said(element("button") { $0.pressed = .off }) == "tglbtn unpressed")
  }

  @Test func theProgramsOwnWordsWin() {
    #expect(said(element("button") { $0.roleDescription = "slide" }) == "slide")
    #expect(
      said(
        element("button") {
          $0.roleDescription = "slide"
          $0.brailleRoleDescription = "sl"
          $0.label = "Label"
          $0.brailleLabel = "Lb"
          $0.stateDescription = "half"
          $0.checked = .on
        }) == "Lb sl half")
    #expect(said(element("button") { $0.brailleRoleDescription = "" }) == "")
    #expect(
      said(
        element("text") {
          $0.label = "Label"
          $0.brailleLabel = ""
        }) == "Label")
  }

  @Test func statesAreThoseThatApply() {
    let states = element("text") {
      $0.checked = .mixed
      $0.flags[.expanded] = false
      $0.flags[.disabled] = true
      $0.flags[.required] = false
      $0.flags[.busy] = true
      $0.invalid = "spelling"
      $0.current = "page"
      $0.sort = "ascending"
      $0.hasPopup = "menu"
    }
    #expect(
      said(states)
        == "partlyChecked collapsed disabled busy spelling currentPage ascending hasMenu")
    #expect(
      said(
        element("text") {
          $0.invalid = "false"
          $0.current = "false"
          $0.hasPopup = "false"
          $0.sort = "none"
        }) == "")
  }

  @Test func placesAmongOthersAndInTables() {
    #expect(said(element("text") { $0.positionInSet = 3 }) == "3")
    #expect(
      said(
        element("text") {
          $0.positionInSet = 3
          $0.setSize = 2
        }) == "3")
    #expect(said(element("list") { $0.setSize = 7 }) == "lst 7")
    #expect(
      said(
        element("text") {
          $0.rowIndex = 2
          $0.columnIndexText = "AB"
          $0.columnIndex = 28
        }) == "r2 AB")
  }

  @Test func valuesAreWordsOrNumbers() {
    func range(_ role: String, _ now: Double?, _ text: String? = nil) -> String {
      said(
        element(role) {
          $0.range = Rest.ValueRange()
          $0.range?.now = now
          $0.range?.max = 200
          $0.range?.text = text
        })
    }
    #expect(range("text", 5) == "5")
    #expect(range("text", 5.5) == "5.5")
    #expect(range("text", 5, "five") == "five")
    #expect(range("text", .infinity) == "")
    #expect(range("progressbar", 50).hasSuffix("25%"))
    #expect(range("text", 1e300) == "1e+300")
  }

  @Test func headersThatAreKnownAreNotSaid() {
    var style = LineStyle(words: Self.words)
    style.known.columnHeaders = ["Goals", "Team"]
    let cell = element("text") {
      $0.rowHeaders = [.init(text: "Team")]
      $0.columnHeaders = [.init(text: "Goals"), .init(text: "Home")]
      $0.label = "3"
    }
    #expect(said(cell, style: style) == "Team Home 3")
  }

  @Test func contextStandsBeforeTheItem() {
    let dialog = element("dialog") {
      $0.label = "Save"
      $0.value = "not said"
    }
    #expect(said(element("button") { $0.label = "OK" }, context: [dialog]) == "Save dialog OK btn")
  }

  @Test func anEmptyFieldWithoutALabelShowsWhatBelongsInIt() {
    var field = element("textbox") {
      $0.placeholder = "Search"
      $0.text = TextContent("")
    }
    #expect(said(field) == "Search edt ")
    field.text = TextContent("x")
    #expect(said(field) == "edt x")
  }

  @Test func secretsAreMaskedAndHaveNoValue() {
    let secret = element("textbox") {
      $0.flags[.protected] = true
      $0.value = "hidden"
      $0.text = TextContent("hidden")
    }
    #expect(said(secret) == "edt ●●●●●●")
    let line = Passage(of: secret, as: LineStyle(words: Self.words)).line(0)
    #expect(line.spans.last?.form == .masked)
  }

  @Test func eachPartHasItsLanguage() {
    let button = element("button") {
      $0.label = "Sichern"
      $0.language = "de"
    }
    let line = Passage(of: button, as: LineStyle(words: Self.words)).line(0)
    #expect(line.spans.map(\.language) == ["de", nil, nil])
    #expect(line.spans.map(\.origin) == [.part(.label), .gap, .part(.role)])
  }

  @Test func runsOfATextHaveTheirLanguage() {
    var field = element("text") { $0.text = TextContent("ab cd ef") }
    field.language = "en"
    field.text?.runs = [
      TextContent.Run(range: TextOffset(3)..<TextOffset(5), language: "de"),
      TextContent.Run(range: TextOffset(0)..<TextOffset(8), style: ["bold"]),
    ]
    let line = Passage(of: field, as: LineStyle(words: Self.words)).line(0)
    #expect(line.spans.map(\.language) == ["en", "de", "en"])
    #expect(line.spans.map(\.range) == [0..<3, 3..<5, 5..<8])
  }
}
