// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Panning
import Presentation

/// Reading hands-free: the display pans on by itself.
extension Engine {
  /// Starts to pan by itself, or stops.
  mutating func toggleAutoScroll() {
    guard scrollsAt == nil else {
      scrollsAt = nil
      tell(.scrollOff)
      return
    }
    tell(.scrollOn)
    scrollLater()
  }

  /// Makes the time of a displayful longer or shorter by half a second, and says it.
  mutating func changeAutoScroll(by step: Int) {
    var new = settings
    new.autoScroll = min(max(settings.autoScroll + step, 500), 20_000)
    settings = new
    tell(settings.autoScroll.seconds)
    if scrollsAt != nil { scrollLater() }
  }

  /// The content is to be seen for the whole time, when nothing covers it any more.
  private mutating func scrollLater() {
    let covers = [answer?.expires, messages.shown?.expires].compactMap { $0 }
    scrollsAt = max(now, covers.max() ?? now) + .milliseconds(settings.autoScroll)
  }

  /// Pans on if it is time; at the end of the element it stops, and says so.
  mutating func scrollIfDue() {
    guard let time = scrollsAt, time <= now else { return }
    catchUp(shown)
    guard let id = shown, display.size != nil,
      var reading = frozen?.content.reading ?? programs[id]?.content?.reading
    else {
      scrollsAt = nil
      return
    }
    scrollLater()
    // What covers the content is read first.
    guard messages.shown == nil, answer == nil, mode == nil else { return }
    guard reading.pan(.right, style, &translator) else {
      // A program that has not sent more when it is asked for is not asked again.
      if programs[id]?.content?.readsOn == nil, readOn(.next, of: id) { return }
      if pageTurn?.hasCome == false { return }
      if turnPage(.next, of: id) { return }
      scrollsAt = nil
      tell(.end)
      return
    }
    if frozen != nil {
      frozen?.content.reading = reading
    } else {
      programs[id]?.content?.reading = reading
    }
  }
}
