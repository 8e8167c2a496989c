// SPDX-License-Identifier: GPL-3.0-or-later

/// What an object is, by AT-SPI's number (atspi-constants.h; the numbers never change).
public enum AccessibleRole: Int, CaseIterable, Sendable {
  case invalid, acceleratorLabel, alert, animation, arrow, calendar, canvas, checkBox
  case checkMenuItem, colorChooser, columnHeader, comboBox, dateEditor, desktopIcon
  case desktopFrame, dial, dialog, directoryPane, drawingArea, fileChooser, filler
  case focusTraversable, fontChooser, frame, glassPane, htmlContainer, icon, image
  case internalFrame, label, layeredPane, list, listItem, menu, menuBar, menuItem, optionPane
  case pageTab, pageTabList, panel, passwordText, popupMenu, progressBar, button, radioButton
  case radioMenuItem, rootPane, rowHeader, scrollBar, scrollPane, separator, slider, spinButton
  case splitPane, statusBar, table, tableCell, tableColumnHeader, tableRowHeader
  case tearoffMenuItem, terminal, text, toggleButton, toolBar, toolTip, tree, treeTable, unknown
  case viewport, window, extended, header, footer, paragraph, ruler, application, autocomplete
  case editbar, embedded, entry, chart, caption, documentFrame, heading, page, section
  case redundantObject, form, link, inputMethodWindow, tableRow, treeItem, documentSpreadsheet
  case documentPresentation, documentText, documentWeb, documentEmail, comment, listBox
  case grouping, imageMap, notification, infoBar, levelBar, titleBar, blockQuote, audio, video
  case definition, article, landmark, log, marquee, math, rating, timer, `static`, mathFraction
  case mathRoot, `subscript`, superscript, descriptionList, descriptionTerm, descriptionValue
  case footnote, contentDeletion, contentInsertion, mark, suggestion, pushButtonMenu, `switch`
}
