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
    let frame = makeFrame()
    if frame != lastFrame { counts.frames += 1 }
    lastFrame = frame
    return frame
  }

  private mutating func makeFrame() -> Frame {
    guard asideUntil == nil, lock.isOpen else { return Frame(blank: style.size, kind: .idle) }
    if answer == nil, let frame = messages.frame(style, &translator) { return frame }
    if var answer {
      defer { self.answer = answer }
      return answer.reading.frame(.answer, style, &translator)
    }
    guard let shown, let frame = contentFrame(of: shown) else {
      return Frame(blank: style.size, kind: .idle)
    }
    return frame
  }

  private mutating func contentFrame(of id: ProgramID) -> Frame? {
    guard let program = programs[id], var content = program.content else { return nil }
    // Moved out while it is laid out, so that its lines are not copied.
    programs[id]?.content = nil
    var frame = content.reading.frame(.content, style, &translator)
    frame.producer = program.name
    frame.element = content.element.id
    frame.source = Frame.Source(
      producer: id.number, focus: content.number, revision: content.history.revision,
      context: content.context)
    programs[id]?.content = content
    return frame
  }
}
