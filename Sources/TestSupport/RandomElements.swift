// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
public import Elements

/// Random elements of one program, told from those of others by a letter in each of its words.
public struct ElementMaker: Sendable {
  /// Begins each word of the program.
  public let letter: Unicode.Scalar
  /// All that is protected is made of it, and nothing else is.
  public static let secret: Unicode.Scalar = "\u{28B8}"

  /// A maker for a program with a letter of its own.
  public init(letter: Unicode.Scalar) {
    self.letter = letter
  }

  /// Words that each begin with the letter.
  public func words(_ count: ClosedRange<Int>, _ generator: inout SeededGenerator) -> String {
    generator.list(count) { generator in
      String(letter) + generator.words(1...1, letters: 1...6)
    }.joined(separator: " ")
  }

  /// The content of a text: lines of words, with characters of several scalars among them.
  public func content(
    isSecret: Bool, _ generator: inout SeededGenerator
  ) -> [Unicode.Scalar] {
    if isSecret {
      return Array(repeating: ElementMaker.secret, count: generator.integer(0...20))
    }
    var text = String.UnicodeScalarView()
    for _ in 0..<generator.integer(0...4) {
      switch generator.integer(0...9) {
      case 0:
        text.append(contentsOf: generator.scalars(1...4).filter { !ElementMaker.isLikeSecret($0) })
      case 1:
        text.append(contentsOf: generator.one(of: ["\n", "\r\n", "\n\n", "\t"]).unicodeScalars)
      case 2: text.append(contentsOf: generator.one(of: ["e\u{301}", "👨‍👩‍👧", "🇩🇪"]).unicodeScalars)
      case 3: text.append(contentsOf: String(repeating: " ", count: 3).unicodeScalars)
      case 4:
        text.append(
          contentsOf: (String(letter) + generator.words(1...1, letters: 20...40)).unicodeScalars)
      default: text.append(contentsOf: (words(1...3, &generator) + " ").unicodeScalars)
      }
    }
    return Array(text)
  }

  /// An element that can be, with some of the members that there are.
  public func element(id: String, _ generator: inout SeededGenerator) -> Element {
    var element = Element(id: id)
    let isSecret = generator.chance(10)
    element.role = generator.maybe(80) { Role($0.one(of: ElementMaker.roles)) }
    element.label = generator.maybe(70) { words(1...4, &$0) }
    element.value = generator.maybe(25) { words(1...2, &$0) }
    if isSecret { element.value = generator.maybe(30) { _ in String(ElementMaker.secret) } }
    element.checked = generator.maybe(10) { $0.one(of: [.on, .off]) }
    element.pressed = generator.maybe(5) { $0.one(of: [.on, .off]) }
    element.level = generator.maybe(10) { $0.integer(1...6) }
    for flag in Flag.allCases where flag != .protected && generator.chance(4) {
      element.flags[flag] = generator.chance(60)
    }
    addRest(to: &element, &generator)
    if isSecret {
      if generator.chance(50) {
        element.flags[.protected] = true
      } else {
        element.inputType = "password"
      }
    }
    if generator.chance(isSecret ? 90 : 50) {
      element.text = text(isSecret: isSecret, &generator)
    }
    return element
  }

  /// An element with others around it: the children of a list, or the rows of a table.
  ///
  /// Gives ancestors, the outermost first; they have the element among their children.
  public func surroundings(
    of element: Element, _ generator: inout SeededGenerator
  ) -> [Element] {
    var count = 0
    func neighbours(_ most: Int, _ generator: inout SeededGenerator) -> [Child] {
      generator.list(0...most) { generator in
        count += 1
        return .element(self.element(id: "k\(count)", &generator))
      }
    }
    func holder(_ id: String, _ role: String, _ children: [Child]) -> Element {
      var holder = Element(id: id)
      holder.role = Role(role)
      holder.children = children
      return holder
    }
    let own = [Child.reference(element.id)]
    let among = neighbours(3, &generator) + own + neighbours(3, &generator)
    guard generator.chance(60) else { return [holder("l", "list", among)] }
    let row = holder("r", "row", among)
    var rows = generator.list(0...4) { generator in
      count += 1
      return Child.element(holder("k\(count)", "row", neighbours(4, &generator)))
    }
    rows.insert(
      generator.chance(50) ? .element(row) : .reference("r"), at: generator.integer(0...rows.count))
    return [holder("t", "table", rows), row]
  }

  private func addRest(to element: inout Element, _ generator: inout SeededGenerator) {
    guard generator.chance(50) else { return }
    element.description = generator.maybe(20) { words(1...3, &$0) }
    element.hint = generator.maybe(20) { words(1...3, &$0) }
    element.placeholder = generator.maybe(10) { words(1...2, &$0) }
    element.errorMessage = generator.maybe(10) { words(1...2, &$0) }
    element.language = generator.maybe(20) { $0.one(of: ["de", "en-GB", "x", "fr"]) }
    element.positionInSet = generator.maybe(20) { $0.integer(1...9) }
    element.setSize = generator.maybe(20) { $0.integer(0...9) }
    element.rowIndex = generator.maybe(10) { $0.integer(1...9) }
    element.columnHeaders = generator.maybe(10) { [.init(text: words(1...1, &$0))] }
    element.invalid = generator.maybe(5) { $0.one(of: ["true", "spelling", "false"]) }
    element.live = generator.maybe(15) { $0.one(of: ["polite", "assertive", "off"]) }
    element.inputType = generator.maybe(10) { $0.one(of: ["email", "url", "number"]) }
    element.range = generator.maybe(10) { generator in
      var range = Rest.ValueRange()
      range.now = generator.maybe(80) { Double($0.integer(-5...120)) }
      range.max = generator.maybe(50) { Double($0.integer(-5...120)) }
      return range
    }
  }

  /// A text that can be; its caret is often somewhere.
  public func text(isSecret: Bool, _ generator: inout SeededGenerator) -> TextContent {
    let content = content(isSecret: isSecret, &generator)
    let offset = generator.chance(10) ? generator.integer(0...50) : 0
    let behind = generator.chance(10) ? generator.integer(0...50) : 0
    let length = offset + content.count + behind
    var text = TextContent(content, offset: offset, length: length)
    text.caret = generator.maybe(70) { TextOffset($0.integer(offset...(offset + content.count))) }
    text.anchor = generator.maybe(15) { TextOffset($0.integer(0...length)) }
    text.version = generator.maybe(30) { $0.integer(1...99) }
    text.contracted = generator.maybe(10) { _ in false }
    text.preformatted = generator.chance(15)
    text.runs = generator.list(0...2) { generator in
      let start = generator.integer(0...length)
      return TextContent.Run(
        range: TextOffset(start)..<TextOffset(generator.integer(start...length)),
        language: generator.maybe(40) { $0.one(of: ["de", "en"]) },
        element: generator.maybe(30) { "link\($0.integer(0...3))" })
    }
    return text
  }

  /// Whether a scalar's cell could be taken for the secret one's, with a caret or without.
  private static func isLikeSecret(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "\u{7F}" || Cell(scalar).map { $0.rawValue & 0x3F == 0x38 } ?? false
  }

  private static let roles = [
    "button", "link", "heading", "checkbox", "textbox", "searchbox", "combobox", "slider",
    "progressbar", "listitem", "cell", "text", "terminal", "code", "dialog", "list", "odd role",
  ]
}
