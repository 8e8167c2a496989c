// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
public import Panning
import Translation

/// What the display shows.
extension Engine {
  /// What the display is to show now; nil without a display.
  ///
  /// To be asked for when a display or an observer can take a frame, not after each input:
  /// translating is what costs.
  public mutating func frame(at time: Duration) -> Frame? {
    now = max(now, time)
    guard display.size != nil else { return nil }
    catchUp(shown)
    let frame = makeFrame()
    if frame != lastFrame { counts.frames += 1 }
    lastFrame = frame
    return frame
  }

  private mutating func makeFrame() -> Frame {
    guard asideUntil == nil, lock.isOpen else { return Frame(blank: fullSize, kind: .idle) }
    let frame = innerFrame()
    if frame.kind == .idle { return Frame(blank: fullSize, kind: .idle) }
    return whole(frame)
  }

  /// A frame of the content with the status cells beside it, if there are any.
  private func whole(_ frame: Frame) -> Frame {
    guard frame.size != fullSize else { return frame }
    return frame.with(status: statusCells(frame), in: settings.statusArea, of: fullSize)
  }

  private mutating func innerFrame() -> Frame {
    if answer == nil, var mode {
      defer { self.mode = mode }
      // That it was left is felt, too (T6).
      feltElement = ""
      let frame = mode.reading.frame(mode.kind.frameKind, style, &translator)
      return blankUntil == nil ? frame : frame.blanked
    }
    // An action that is offered stands until a key comes, but a message does not wait for it.
    if answer == nil || answer?.action != nil,
      let frame = messages.frame(oneRow, &translator)
    {
      return beneath(frame)
    }
    if var answer {
      defer { self.answer = answer }
      return beneath(answer.reading.frame(.answer, oneRow, &translator))
    }
    guard let shown, let frame = contentFrame(of: shown) else {
      return Frame(blank: style.size, kind: .idle)
    }
    return isFelt(frame) ? frame : frame.blanked
  }

  /// How what takes a single row is laid out.
  var oneRow: ReadingStyle {
    var style = style
    style.size.rows = 1
    return style
  }

  /// A message or a word in the last row of a display with several, under what is shown (V4).
  private mutating func beneath(_ row: Frame) -> Frame {
    guard style.size.rows > 1 else { return row }
    var content = Frame(blank: style.size, kind: row.kind)
    if var mode {
      content = mode.reading.frame(mode.kind.frameKind, style, &translator)
      self.mode = mode
    } else if let shown, let frame = contentFrame(of: shown) {
      content = frame
    }
    return content.with(lastRow: row)
  }

  /// Whether a finger would feel that this is something else than what was shown; else the
  /// display is blank for a moment first (T6).
  private mutating func isFelt(_ frame: Frame) -> Bool {
    if blankUntil != nil { return false }
    defer { feltElement = frame.element }
    guard let feltElement, feltElement != frame.element, let lastFrame,
      lastFrame.feelsLike(whole(frame))
    else { return true }
    blankUntil = now + .milliseconds(150)
    return false
  }

  /// Blanks the display for a moment if what comes now looks like what was there (T6).
  mutating func blankIfSame() {
    blankUntil = nil
    if makeFrame() == lastFrame { blankUntil = now + .milliseconds(150) }
  }

  /// What the display shows of a program, if nothing covers it.
  mutating func contentFrame(of id: ProgramID) -> Frame? {
    if var frozen, frozen.program == id {
      let frame = frozen.content.frame(of: id, programs[id]?.name, style, &translator)
      self.frozen = frozen
      return frame
    }
    // Moved out while it is laid out, so that its lines are not copied.
    guard let place = programs.index(forKey: id),
      var content = programs.values[place].content.take()
    else { return nil }
    let frame = content.frame(of: id, programs.values[place].name, style, &translator)
    programs.values[place].content = content
    return frame
  }
}

extension Frame {
  /// Whether no finger on what a program shows, or on a list, would feel that another frame has come after this
  /// one; what stands in the last row, under the content, does not count.
  fileprivate func feelsLike(_ next: Frame) -> Bool {
    if kind == .content || kind == .chooser { return cells == next.cells }
    let rest = cells.count - size.columns
    return size.rows > 1 && source != nil && size == next.size
      && cells[..<rest] == next.cells[..<rest]
  }
}

extension Content {
  /// What the display shows of the element.
  fileprivate mutating func frame(
    of id: ProgramID, _ name: String?, _ style: ReadingStyle,
    _ translator: inout some Translator
  ) -> Frame {
    var frame = reading.frame(.content, style, &translator)
    frame.producer = name
    frame.element = element.id
    frame.source = Frame.Source(
      producer: id.number, focus: number, revision: readRevision, context: context)
    return frame
  }
}
