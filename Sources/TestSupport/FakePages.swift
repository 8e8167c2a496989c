// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility

extension FakeProgram {
  /// A browser with a page of all that pages have; the keyboard is at the page itself.
  public static func page(_ content: [FakeObject] = FakeProgram.article) -> FakeProgram {
    let document = FakeObject(
      .documentWeb, "News", key: "page", text: String(repeating: "\u{FFFC}", count: content.count),
      states: .focusable, attributes: ["DocURL": "https://example.org/news"], content)
    let bar = FakeObject(
      .toolBar, key: "bar", [FakeObject(.button, "Reload", states: .focusable)])
    let frame = FakeObject(.frame, "Browser", states: .active, [bar, document])
    var program = FakeProgram([frame])
    program.toolkit = "Gecko"
    return program
  }

  /// What stands on that page.
  public static let article: [FakeObject] = [
    FakeObject(
      .heading, "News of today", key: "h1", text: "News of today", attributes: ["level": "1"]),
    .flowing(
      .paragraph, key: "p1",
      [.words("See "), .object(.link("all news")), .words(" of the week.")]),
    .flowing(.paragraph, key: "p2", [.object(.link("Home")), .words(" "), .object(.link("Help"))]),
    FakeObject(.paragraph, key: "hidden", text: "Nobody sees this.").without([.visible]),
    FakeObject(.section, key: "empty", text: "\u{FFFC}", [FakeObject(.panel, key: "nothing")]),
    FakeObject(
      .landmark, "Main", key: "main", text: "\u{FFFC}\u{FFFC}\u{FFFC}",
      attributes: ["xml-roles": "main"],
      [
        .flowing(
          .heading, key: "h2", attributes: ["level": "2"], [.object(.link("Weather"))]),
        FakeObject(
          .list, key: "list", text: "\u{FFFC}\u{FFFC}",
          [
            FakeObject(.listItem, key: "li1", text: "• Rain"),
            .flowing(.listItem, key: "li2", [.words("• "), .object(.link("Snow"))]),
          ]),
        FakeObject(
          .table, key: "table",
          [
            FakeObject(
              .tableRow, key: "r1",
              [
                FakeObject(.tableColumnHeader, key: "c11", text: "Town"),
                FakeObject(.tableColumnHeader, key: "c12", text: "Degrees"),
              ]),
            FakeObject(
              .tableRow, key: "r2",
              [
                FakeObject(.tableCell, key: "c21", text: "Bonn"),
                FakeObject(.tableCell, key: "c22", text: "7"),
              ]),
          ]
        ).with { $0.columns = 2 },
      ]),
    FakeObject(.image, key: "spacer"),
    FakeObject(.image, "A map", key: "map"),
    FakeObject(
      .form, key: "form", text: "Name: \u{FFFC}\u{FFFC}",
      [
        FakeObject(.entry, "Name", key: "name", text: "", states: [.editable, .focusable]),
        FakeObject(.button, "Send", states: .focusable),
      ]),
    FakeObject(.paragraph, key: "end", text: "The end.").without([.showing]),
  ]

  /// A window of GTK: a menu bar, labels, fields, a page of a notebook that is not to be seen.
  public static func window() -> FakeProgram {
    let frame = FakeObject(
      .frame, "Order", states: .active,
      [
        FakeObject(
          .menuBar, key: "menus",
          [
            FakeObject(
              .menu, "File", states: .selectable,
              [FakeObject(.menuItem, "Open").without([.showing])])
          ]),
        FakeObject(
          .filler, key: "box",
          [
            FakeObject(.label, "Your name", text: "Your name"),
            FakeObject(
              .text, key: "entry", text: "Ada", states: [.editable, .focusable]
            ).with { $0.caret = 3 },
            FakeObject(.checkBox, "Express", states: .focusable),
            FakeObject(.separator, key: "line"),
            FakeObject(
              .panel, key: "other",
              [FakeObject(.button, "Elsewhere", states: .focusable).without(.showing)]
            ).without(.showing),
            FakeObject(.button, "OK", states: .focusable),
          ]),
      ])
    return FakeProgram([frame])
  }
}
