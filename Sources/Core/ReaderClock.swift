// SPDX-License-Identifier: GPL-3.0-or-later

/// What the reader's clock shows, from what is passed in: the core has no clock.
public struct ReaderClock: Equatable, Sendable {
  /// The Unix time in ms at the moment when the engine's time was zero.
  public var epoch: Int
  /// How far the reader's time zone is before UTC, in s.
  public var offset: Int

  /// A clock; UTC unless it is told otherwise.
  public init(epoch: Int = 0, offset: Int = 0) {
    self.epoch = epoch
    self.offset = offset
  }

  /// Hours and minutes of a Unix time in ms, as `09:30`.
  func time(ofUnix milliseconds: Int) -> String {
    let minutes = (milliseconds / 1000 + offset) / 60
    let minute = ((minutes % 1440) + 1440) % 1440
    return "\(twoDigits(minute / 60)):\(twoDigits(minute % 60))"
  }

  /// The date of a Unix time in ms, as `2026-11-30` (ISO 8601).
  func date(ofUnix milliseconds: Int) -> String {
    // Days since 0000-03-01, so that leap days are at the end of a year.
    let seconds = milliseconds / 1000 + offset
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    return "\(year)-\(twoDigits(month < 10 ? month + 3 : month - 9))-\(twoDigits(day))"
  }

  private func twoDigits(_ number: Int) -> String {
    (number < 10 ? "0" : "") + String(number)
  }
}
