// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation
import Translation

/// What the reader asks of where they are: the screen, the place on it, and more of the element.
extension Engine {
  /// Says what the screen is called (L3), for as long as it takes if it does not fit.
  mutating func toggleTitle() {
    if case .title? = mode?.kind {
      leaveMode()
      return
    }
    guard let id = shown, let program = programs[id], let content = program.content else {
      tell(.noProgram)
      return
    }
    let title = program.screen?.title.flatMap { $0.isEmpty ? nil : $0 }
    let window = content.ancestors.last { $0.role?.isWindow == true && $0.label?.isEmpty == false }
    let line =
      title.map { Line($0, language: program.screen?.language) }
      ?? window.map { Line($0.label ?? "", language: $0.language) }
      ?? Line(program.name, language: nil)
    let cells = style.translation.translate(line, with: &translator).cells.count
    guard cells > style.size.columns else {
      tell(line)
      return
    }
    open(.title, Passage(line))
  }

  /// Says where the reader is: which item of how many, and in a text which line and how far.
  mutating func tellPosition(of id: ProgramID, _ content: Content) {
    var parts: [String] = []
    if let (place, count) = itemPlace(of: id, content) {
      parts.append(words.answer(.itemPlace).replacing("%", String(place), String(count)))
    }
    if let text = content.element.text, text.length > 0, !content.element.isProtected {
      parts += textPlace(in: text, of: id)
    }
    guard !parts.isEmpty else {
      tell(.notAvailable)
      return
    }
    tell(parts.joined(separator: ", "), for: .seconds(4))
  }

  /// The number of the item among all of its screen, or among its like, from 1.
  private mutating func itemPlace(of id: ProgramID, _ content: Content) -> (Int, Int)? {
    guard var screen = programs[id]?.screen else {
      guard let place = content.element.positionInSet, let size = content.element.setSize else {
        return nil
      }
      return (place, size)
    }
    programs[id]?.screen = nil
    defer { programs[id]?.screen = screen }
    guard let cursor = programs[id]?.screenCursor, let index = screen.index(ofItem: cursor) else {
      return nil
    }
    return (index + 1, screen.items().count)
  }

  /// The line of the caret, or of what is in sight, and how much of the text is before it.
  private mutating func textPlace(in text: TextContent, of id: ProgramID) -> [String] {
    guard let place = text.caret ?? textInSight(of: id) else { return [] }
    var parts: [String] = []
    // Of a slice nobody knows in which line it begins.
    if text.border(true) == nil, text.border(false) == nil, text.lineCount > 1 {
      let line = text.lineIndex(of: place) + 1
      parts.append(words.answer(.linePlace).replacing("%", String(line), String(text.lineCount)))
    }
    if !parts.isEmpty || text.length > style.size.columns {
      parts.append("\(100 * place.value / text.length)%")
    }
    return parts
  }

  /// Shows what else there is to say of the element, whole, or leaves that.
  mutating func toggleDetails() {
    if case .details? = mode?.kind {
      leaveMode()
      return
    }
    guard let element = program(shown)?.content?.element else {
      tell(.notAvailable)
      return
    }
    let lines = element.moreContent
    guard !lines.isEmpty else {
      tell(.noDetails)
      return
    }
    var shown = Element(id: element.id)
    shown.language = element.language
    shown.text = TextContent(lines.joined(separator: "\n"))
    open(.details, Passage(of: shown, as: manner))
  }
}

extension Element {
  /// What is said on request only, or not where there is little room; each a line.
  fileprivate var moreContent: [String] {
    let details = (self.details ?? []).map { detail in
      [detail.label, detail.value].compactMap { $0 }.joined(separator: ": ")
    }
    let rest = [
      self.errorMessage, self.description, self.shortcut, self.placeholder, self.hint,
    ].compactMap { $0 }
    var lines: [String] = []
    for line in details + rest where !line.isEmpty && !lines.contains(line) { lines.append(line) }
    return lines
  }
}

extension Role {
  /// Whether what it is called is what the screen is called.
  fileprivate var isWindow: Bool {
    ["window", "dialog", "alertdialog", "document", "application"].contains(name)
  }
}
