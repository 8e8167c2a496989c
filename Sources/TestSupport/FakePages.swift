// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility

extension DeskProgram {
  /// A browser with a page of all that pages have; the keyboard is at the page itself.
  public static func page(_ content: [DeskObject] = DeskProgram.article) -> DeskProgram {
    let document = DeskObject(
      .documentWeb, "News", key: "page", text: String(repeating: "\u{FFFC}", count: content.count),
      states: .focusable, attributes: ["DocURL": "https://example.org/news"], content)
    let bar = DeskObject(
      .toolBar, key: "bar", [DeskObject(.button, "Reload", states: .focusable)])
    let frame = DeskObject(.frame, "Browser", states: .active, [bar, document])
    var program = DeskProgram([frame])
    program.toolkit = "Gecko"
    return program
  }

  /// What stands on that page.
  public static let article: [DeskObject] = [
    DeskObject(
      .heading, "News of today", key: "h1", text: "News of today", attributes: ["level": "1"]),
    .flowing(
      .paragraph, key: "p1",
      [.words("See "), .object(.link("all news")), .words(" of the week.")]),
    .flowing(.paragraph, key: "p2", [.object(.link("Home")), .words(" "), .object(.link("Help"))]),
    DeskObject(.paragraph, key: "hidden", text: "Nobody sees this.").without([.visible]),
    DeskObject(.section, key: "empty", text: "\u{FFFC}", [DeskObject(.panel, key: "nothing")]),
    DeskObject(
      .landmark, "Main", key: "main", text: "\u{FFFC}\u{FFFC}\u{FFFC}",
      attributes: ["xml-roles": "main"],
      [
        .flowing(
          .heading, key: "h2", attributes: ["level": "2"], [.object(.link("Weather"))]),
        DeskObject(
          .list, key: "list", text: "\u{FFFC}\u{FFFC}",
          [
            DeskObject(.listItem, key: "li1", text: "• Rain"),
            .flowing(.listItem, key: "li2", [.words("• "), .object(.link("Snow"))]),
          ]),
        DeskObject(
          .table, key: "table",
          [
            DeskObject(
              .tableRow, key: "r1",
              [
                DeskObject(.tableColumnHeader, key: "c11", text: "Town"),
                DeskObject(.tableColumnHeader, key: "c12", text: "Degrees"),
              ]),
            DeskObject(
              .tableRow, key: "r2",
              [
                DeskObject(.tableCell, key: "c21", text: "Bonn"),
                DeskObject(.tableCell, key: "c22", text: "7"),
              ]),
          ]
        ).with { $0.columns = 2 },
      ]),
    DeskObject(.image, key: "spacer"),
    DeskObject(.image, "A map", key: "map"),
    DeskObject(
      .form, key: "form", text: "Name: \u{FFFC}\u{FFFC}",
      [
        DeskObject(.entry, "Name", key: "name", text: "", states: [.editable, .focusable]),
        DeskObject(.button, "Send", states: .focusable),
      ]),
    DeskObject(.paragraph, key: "end", text: "The end.").without([.showing]),
  ]

  /// A window of GTK: a menu bar, labels, fields, a page of a notebook that is not to be seen.
  public static func window() -> DeskProgram {
    let frame = DeskObject(
      .frame, "Order", states: .active,
      [
        DeskObject(
          .menuBar, key: "menus",
          [
            DeskObject(
              .menu, "File", states: .selectable,
              [DeskObject(.menuItem, "Open").without([.showing])])
          ]),
        DeskObject(
          .filler, key: "box",
          [
            DeskObject(.label, "Your name", text: "Your name"),
            DeskObject(
              .text, key: "entry", text: "Ada", states: [.editable, .focusable]
            ).with { $0.caret = 3 },
            DeskObject(.checkBox, "Express", states: .focusable),
            DeskObject(.separator, key: "line"),
            DeskObject(
              .panel, key: "other",
              [DeskObject(.button, "Elsewhere", states: .focusable).without(.showing)]
            ).without(.showing),
            DeskObject(.button, "OK", states: .focusable),
          ]),
      ])
    return DeskProgram([frame])
  }
}
