// SPDX-License-Identifier: GPL-3.0-or-later
import Elements
import Testing

/// A screen: its tree, what changes it, and the order in which it is read.
@Suite struct ScreenTests {
  private func element(
    _ id: String, _ role: String? = nil, _ flags: [Flag: Bool] = [:], _ children: [Element]? = nil
  ) -> Element {
    var element = Element(id: id)
    element.role = role.map { Role($0) }
    element.label = id
    for (flag, isOn) in flags { element.flags[flag] = isOn }
    element.children = children?.map { .element($0) }
    return element
  }

  private func at(
    _ id: String, _ x: Double, _ y: Double, _ width: Double = 10, _ height: Double = 10
  )
    -> Element
  {
    var element = element(id, "button")
    element.frame = Rest.Frame(x: x, y: y, width: width, height: height)
    return element
  }

  private func order(_ elements: [Element]) throws -> [String] {
    var screen = try Screen(elements)
    return screen.items()
  }

  // MARK: Items (E1)

  @Test func whatIsAnItem() throws {
    let items = try order([
      element("a", "button"), element("h", "image", [.hidden: true], [element("x")]),
      element(
        "i", nil, [.ignored: true], [element("b"), element("c", "link", [:], [element("y")])]),
      element("l", "list", [:], [element("d", "listitem"), element("e", "listitem")]),
      element("empty", "table", [:], [element("r", "row", [.hidden: true])]),
      element("none", "presentation", [:], [element("f")]),
    ])
    #expect(items == ["a", "b", "c", "d", "e", "empty", "f"])
  }

  @Test func nothingOutsideOfADialogThatKeepsTheReader() throws {
    let inner = element("in", "dialog", [.modal: true], [element("ok", "button")])
    let outer = element("out", "dialog", [.modal: true], [element("a"), inner])
    #expect(try order([element("b"), outer]) == ["ok"])
    let gone = element("in", "dialog", [.modal: true, .hidden: true], [element("ok", "button")])
    #expect(
      try order([element("b"), element("out", "dialog", [.modal: true], [element("a"), gone])])
        == ["a"])
    #expect(try order([element("b"), element("m", "dialog", [.modal: true])]) == ["m"])
  }

  // MARK: Order by frames

  @Test func fromTopToBottomAndFromTheLeadingEdge() throws {
    let parts = [
      at("d", 60, 40), at("b", 50, 3), at("a", 0, 0), at("c", 0, 42), at("nowhere", 0, 0),
    ].map { element -> Element in
      var element = element
      if element.id == "nowhere" { element.frame = nil }
      return element
    }
    let window = element("w", "window", [.ordered: false], parts)
    #expect(try order([window]) == ["a", "b", "c", "nowhere", "d"])
    var arabic = window
    arabic.language = "ar"
    #expect(try order([arabic]) == ["b", "a", "d", "c", "nowhere"])
    #expect(try order([element("w", "window", [:], parts)]) == ["d", "b", "a", "c", "nowhere"])
  }

  @Test func aGroupIsFinishedFirst() throws {
    func columns(_ flags: [Flag: Bool]) -> [Element] {
      let left = element("l", "group", flags, [at("l1", 0, 0), at("l2", 0, 20)])
      let right = element("r", "group", flags, [at("r1", 50, 0), at("r2", 50, 20)])
      return [element("w", "window", [.ordered: false], [right, left])]
    }
    #expect(try order(columns([:])) == ["l1", "r1", "l2", "r2"])
    #expect(try order(columns([.group: true])) == ["l1", "l2", "r1", "r2"])
    #expect(try order(columns([.ordered: true])) == ["l1", "l2", "r1", "r2"])
  }

  // MARK: Changes

  @Test func aMessageIsTakenWholeOrNotAtAll() throws {
    var screen = try Screen([element("a"), element("l", "list", [:], [element("b")])])
    #expect(throws: ScreenError.noSuchElement(id: "x", field: "elements[1].id")) {
      try screen.update([element("a", "button"), element("x")])
    }
    #expect(screen["a"]?.role == nil)
    var twice = element("l", "list")
    twice.children = [.element(element("c")), .reference("a"), .element(element("c"))]
    #expect(throws: ScreenError.self) { try screen.update([twice]) }
    #expect(screen.items() == ["a", "b"] && screen.count == 3)
    var inItself = element("l", "list")
    inItself.children = [.reference("l")]
    #expect(throws: ScreenError.self) { try screen.update([inItself]) }
    #expect(throws: ScreenError.self) { try screen.insert([element("b")]) }
    #expect(throws: ScreenError.tooMany(3)) {
      try screen.insert([element("d")], limits: .init(elements: 3))
    }
    #expect(throws: ScreenError.tooDeep(2)) {
      try screen.insert(
        [element("d", "list", [:], [element("e")])], into: "l", limits: .init(levels: 2))
    }
    #expect(screen.items() == ["a", "b"] && screen.count == 3)
  }

  @Test func whatIsNamedByItsIDMoves() throws {
    var screen = try Screen([
      element("a"), element("l", "list", [:], [element("b"), element("c")]), element("g", "group"),
    ])
    var list = element("l", "list")
    list.children = [.reference("c"), .element(element("d"))]
    var group = element("g", "group")
    group.children = [.reference("b"), .reference("a")]
    try screen.update([list, group])
    #expect(screen.items() == ["c", "d", "b", "a"])
    // What no children name any more is gone.
    group.children = [.reference("a")]
    try screen.update([group])
    #expect(screen.items() == ["c", "d", "a"] && !screen.holds("b"))
    try screen.insert([element("e")], before: "d")
    try screen.insert([element("f")], after: "d")
    try screen.insert([element("h")], into: "l")
    try screen.insert([element("z")])
    #expect(screen.items() == ["c", "e", "d", "f", "h", "a", "z"])
    try screen.remove(["l", "nobody"])
    #expect(screen.items() == ["a", "z"] && screen.count == 3)
  }

  @Test func changesKeepWhatTheyLeaveOut() throws {
    var screen = try Screen([element("l", "list", [:], [element("b"), element("c")])])
    var change = ElementChange(id: "l")
    change.element.label = "new"
    change.given = [.label]
    try screen.change([change])
    #expect(screen["l"]?.label == "new" && screen.items() == ["b", "c"])
    var hidden = ElementChange(id: "b")
    hidden.element.flags[.hidden] = true
    hidden.given = [.flag(.hidden)]
    try screen.change([hidden])
    #expect(screen.items() == ["c"])
  }

  // MARK: The cursor's fate (E4, E5)

  @Test func theNearestSurvivor() throws {
    var screen = try Screen([
      element("a"), element("l", "list", [:], [element("b"), element("c")]), element("d"),
    ])
    var mark = screen.bookmark("b")
    try screen.remove(["b"])
    #expect(screen.survivor(mark) == "c")
    mark = screen.bookmark("c")
    try screen.remove(["c", "d"])
    #expect(screen.survivor(mark) == "a")
    mark = screen.bookmark("a")
    try screen.remove(["a"])
    #expect(screen.survivor(mark) == "l")
  }

  @Test func fromContainerToContainer() throws {
    var screen = try Screen([
      element("a"), element("l", "list", [:], [element("b"), element("c")]), element("d"),
      element("g", "group", [:], [element("e"), element("m", "list", [:], [element("f")])]),
    ])
    func next(_ id: String?, _ isForward: Bool = true) -> String? {
      screen.item(ofContainerAfter: id, isForward: isForward) { _ in true }
    }
    #expect(next("a") == "b" && next("b") == "e" && next("e") == "f" && next("f") == nil)
    #expect(next("f", false) == "e" && next("e", false) == "b" && next("d", false) == "b")
    #expect(next("c", false) == "b" && next("b", false) == nil)
    #expect(screen.item(outOf: "b") == "d" && screen.item(outOf: "a") == nil)
  }

  @Test func intoAContainerAndOutOfIt() throws {
    var screen = try Screen([
      element("a"),
      element(
        "l", "list", [:],
        [element("b"), element("m", "list", [:], [element("c")]), element("d")]),
      element("e"), element("n", "list", [:], [element("f")]),
    ])
    // In is what follows inside of what one is in, out what is behind it, else before it.
    #expect(screen.item(into: "a") == "b" && screen.item(into: "b") == "c")
    #expect(screen.item(into: "c") == nil && screen.item(into: "d") == nil)
    #expect(screen.item(into: "e") == "f")
    #expect(screen.item(outOf: "c") == "d" && screen.item(outOf: "d") == "e")
    #expect(screen.item(outOf: "f") == "e" && screen.item(outOf: "e") == nil)
  }

  @Test func whereANewScreenBegins() throws {
    var screen = try Screen([
      element("a"), element("s", nil, [.summary: true]), element("l", "list", [:], [element("b")]),
    ])
    #expect(screen.start(before: "b") == "s")
    try screen.remove(["s"])
    #expect(screen.start(before: "b") == "b" && screen.start(before: "gone") == "a")
    #expect(screen.item(at: "l") == "b" && screen.item(at: "nowhere") == nil)
  }

  /// A chain of thousands of levels that references make is refused on its way, or gone if nothing
  /// names its beginning; neither is walked level by level on the stack.
  @Test func aChainOfReferences() throws {
    let count = 20_000
    let items = (0..<count).map { element("e\($0)") }
    let screen = try Screen([element("r", "group", [:], items)])
    let links = (0..<count - 1).map { index in
      var link = Element(id: "e\(index)")
      link.children = [.reference("e\(index + 1)")]
      return link
    }
    var root = Element(id: "r")
    root.children = []
    var refused = screen
    #expect(throws: ScreenError.tooDeep(128)) { try refused.update([root] + links) }
    #expect(refused.count == count + 1 && refused.items().count == count)
    var emptied = screen
    try emptied.update([root] + links.reversed())
    #expect(emptied.count == 1)
  }

  /// A program may say any number for what a cell covers.
  @Test func cellsThatCoverAnyNumber() throws {
    let cells = (0..<2000).map { index in
      var cell = element("c\(index)", "cell")
      cell.columnSpan = 1 << 53
      return cell
    }
    var screen = try Screen([element("t", "table", [:], [element("r", "row", [:], cells)])])
    #expect(screen.cell(.next, .column, from: "c0") == "c1")
    #expect(screen.tableCount(.row, around: "c0") == 1)
  }

  /// An id names one element, also in a message that leaves the tree as it is.
  @Test func anIDTwiceIsRefused() throws {
    var screen = try Screen([element("a"), element("l", "list", [:], [element("b")])])
    #expect(throws: ScreenError.self) { try screen.update([element("a"), element("a")]) }
    let known = element("m", "list", [:], [element("b")])
    #expect(throws: ScreenError.self) { try screen.insert([known], into: "l") }
  }
}
