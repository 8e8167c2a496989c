// SPDX-License-Identifier: GPL-3.0-or-later

/// How an object relates to others, by AT-SPI's number (atspi-constants.h).
public enum Relation: Int, Sendable {
  case null
  case labelFor
  case labelledBy
  case controllerFor
  case controlledBy
  case memberOf
  case tooltipFor
  case nodeChildOf
  case nodeParentOf
  case extended
  case flowsTo
  case flowsFrom
  case subwindowOf
  case embeds
  case embeddedBy
  case popupFor
  case parentWindowOf
  case descriptionFor
  case describedBy
  case details
  case detailsFor
  case errorMessage
  case errorFor
}
