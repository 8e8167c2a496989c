// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
import Testing

@Suite struct ElementTests {
  @Test func flagsTellFalseFromLeftOut() {
    var flags = Flags()
    #expect(flags.isEmpty)
    for flag in Flag.allCases {
      #expect(flags[flag] == nil)
      flags[flag] = false
      #expect(flags[flag] == false)
      flags[flag] = true
    }
    #expect(Flag.allCases.allSatisfy { flags[$0] == true })
    for flag in Flag.allCases { flags[flag] = nil }
    #expect(flags == Flags())
  }

  @Test func membersHaveTheProtocolsNames() {
    #expect(Flag.default.name == "default")
    #expect(Member(name: "default") == .flag(.default))
    #expect(Member(name: "label") == .label)
    #expect(Member(name: "id") == nil)
    #expect(Member(name: "noMember") == nil)
    #expect(Member(name: "") == nil)
  }

  @Test func fewElementsHaveTheRest() {
    var element = Element(id: "a")
    #expect(!element.hasRest && element.hint == nil)
    element.hint = nil
    #expect(!element.hasRest)
    element.hint = "x"
    element.setSize = 3
    #expect(element.hasRest && element.hint == "x" && element.setSize == 3)
  }

  @Test func anElementWithoutALabelIsCalledByWhatIsInIt() {
    func child(_ label: String?, _ flag: Flag? = nil, _ children: [Child]? = nil) -> Child {
      var element = Element(id: label ?? "x")
      element.label = label
      if let flag { element.flags[flag] = true }
      element.children = children
      return .element(element)
    }
    var element = Element(id: "a")
    #expect(element.name == nil)
    element.children = [
      child("one"), child("two", .hidden), .reference("three"), child(nil, nil, [child("four")]),
      child("five", .ignored, [child("six")]), child("", nil, [child("seven")]),
    ]
    #expect(element.name == "one four six seven")
    element.label = "own"
    #expect(element.name == "own")
  }

  @Test(arguments: [
    ("textbox", true, true), ("searchbox", true, true), ("terminal", true, true),
    ("combobox", false, true), ("spinbutton", false, true), ("button", false, false),
    ("text", false, false),
  ]) func whatCanBeEdited(_ role: String, _ alone: Bool, _ withText: Bool) {
    var element = Element(id: "a")
    element.role = Role(role)
    #expect(element.isEditable == alone)
    element.text = TextContent("x")
    #expect(element.isEditable == withText)
    element.flags[.readOnly] = true
    #expect(!element.isEditable)
    element.flags[.readOnly] = false
    element.flags[.disabled] = true
    #expect(!element.isEditable)
    element.flags[.editable] = true
    #expect(element.isEditable)
    element.flags[.disabled] = nil
    element.flags[.editable] = false
    #expect(!element.isEditable)
  }

  @Test func secretsAndAddresses() {
    var element = Element(id: "a")
    #expect(!element.isProtected && !element.isNeverContracted)
    element.flags[.protected] = true
    #expect(element.isProtected && element.isNeverContracted)
    element = Element(id: "a")
    element.inputType = "password"
    #expect(element.isProtected)
    for type in ["url", "email", "code"] {
      element.inputType = type
      #expect(element.isNeverContracted && !element.isProtected)
    }
    element.inputType = "number"
    #expect(!element.isNeverContracted)
    for role in ["terminal", "code"] {
      element.role = Role(role)
      #expect(element.isNeverContracted)
    }
    element.role = nil
    element.text = TextContent("x")
    element.text?.contracted = false
    #expect(element.isNeverContracted)
  }

  @Test func slidersAndSpinButtonsAreAdjustable() {
    var element = Element(id: "a")
    element.role = Role("slider")
    #expect(element.isAdjustable)
    element.flags[.adjustable] = false
    #expect(!element.isAdjustable)
    element.role = Role("progressbar")
    element.flags[.adjustable] = nil
    #expect(!element.isAdjustable)
    #expect(Role("spinbutton").isAdjustable)
  }

  @Test func percents() {
    func percent(_ min: Double?, _ max: Double?, _ now: Double?) -> Int? {
      var range = Rest.ValueRange()
      (range.min, range.max, range.now) = (min, max, now)
      return range.percent
    }
    #expect(percent(nil, nil, 42) == 42)
    #expect(percent(0, 10, 5.05) == 51)
    #expect(percent(-10, 10, 0) == 50)
    #expect(percent(0, 10, 20) == 100)
    #expect(percent(0, 10, -1) == 0)
    #expect(percent(0, 10, nil) == nil)
    #expect(percent(5, 5, 5) == nil)
    #expect(percent(0, 10, .nan) == nil)
    #expect(percent(0, .infinity, 1) == nil)
  }
}

@Suite struct RoleTests {
  @Test func synonymsAreOne() {
    #expect(Role("image") == Role("img"))
    #expect(Role("doc-noteref").name == "link")
    for name in ["none", "presentation", "generic", "rowgroup"] { #expect(Role(name).isIgnored) }
    #expect(Role("odd").name == "odd" && !Role("odd").isIgnored && !Role("odd").isContainer)
  }

  /// DPUB-ARIA 1.1's roles.
  @Test func noDocRoleIsLeft() {
    let names =
      "abstract acknowledgments afterword appendix backlink biblioentry bibliography biblioref "
      + "chapter colophon conclusion cover credit credits dedication endnote endnotes epigraph "
      + "epilogue errata example footnote foreword glossary glossref index introduction noteref "
      + "notice pagebreak pagefooter pageheader pagelist part preface prologue pullquote qna "
      + "subtitle tip toc"
    for name in names.split(separator: " ") {
      #expect(!Role("doc-\(name)").name.hasPrefix("doc-"), "\(name)")
    }
  }

  /// Behaviour E1.
  @Test func containersAreNoItems() {
    let containers =
      "list table row tree menu tablist toolbar dialog group region form document window"
    for name in containers.split(separator: " ") {
      #expect(Role(String(name)).isContainer, "\(name)")
    }
    let landmarks = "banner complementary contentinfo main navigation search"
    for name in landmarks.split(separator: " ") {
      #expect(Role(String(name)).isContainer, "\(name)")
    }
    for name in ["button", "link", "listitem", "cell", "text", "heading", "option", "menuitem"] {
      #expect(!Role(name).isContainer, "\(name)")
    }
  }
}
