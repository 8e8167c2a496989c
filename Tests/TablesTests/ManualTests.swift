// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Glibc
import Posix
import Tables
import TestSupport
import Testing

/// The manual pages (docs/man).
@Suite struct ManualTests {
  static let pages = ["brailled.8", "brailled-atspi.1", "brailled.conf.5", "braillectl.1"]

  @Test func settingsAreListedAsTheyAre() throws {
    let page = String(decoding: try readFile("docs/man/brailled.conf.5"), as: UTF8.self)
    let begin = ".\\\" made by make manual; what follows is not changed by hand\n"
    let end = ".\\\" end of what is made\n"
    let parts = page.split(separator: begin)
    let made = try #require(parts.last?.split(separator: end).first)
    #expect(parts.count == 2 && page.contains(end))
    #expect(made == SettingsPage().text, "run make manual")
  }

  /// A setting of each kind, with its sentence, what it takes, and what it is unless set.
  @Test(arguments: [
    """
    .It Cm mode
    Whether braille is uncontracted, contracted, or computer braille of eight
    dots.
    One of
    .Cm uncontracted ,
    .Cm contracted ,
    .Cm computer .
    Default:
    .Cm uncontracted .
    """,
    """
    .It Cm table
    A table of liblouis for the reader's language instead of the usual one.
    Empty, or the file name of a table of liblouis, as de\\-g2.ctb.
    Default:
    empty.
    """,
    """
    .It Cm deadline
    How much processor time a translation may take before it is given up.
    A number of ms from 20 to 5000.
    Default:
    .Cm 250 .
    """,
    """
    .It Cm cursor
    The dots of the caret.
    One of
    .Cm 7\\-8 ,
    .Cm 8 ,
    .Cm all ,
    .Cm off .
    Default:
    .Cm 7\\-8 .
    """,
    """
    .It Cm duration
    How long an announcement is shown: by its length, until a key, or so many ms.
    One of
    .Cm byLength ,
    .Cm untilDismissed ,
    or a number of ms from 500 to 600000.
    Default:
    .Cm byLength .
    """,
    """
    .Cm hint ,
    each once.
    Default:
    .Cm standard .
    """,
  ]) func aSettingTellsWhatItTakes(_ item: String) {
    #expect(SettingsPage().text.contains(item + "\n"))
  }

  private static let hasGroff = access("/usr/bin/groff", X_OK) == 0

  @Test(.enabled(if: hasGroff), arguments: pages) func pagesAreWellFormed(_ page: String) throws {
    let (transcript, writing) = try Transcript.pipe()
    defer { transcript.close() }
    let process = try KeptProcess(
      path: "/bin/sh",
      arguments: ["-c", "groff -mandoc -Tutf8 -ww docs/man/\(page) > /dev/null"],
      environment: ["PATH": "/usr/bin:/bin"], descriptors: [nil, writing, writing])
    writing.close()
    defer { process.close() }
    try transcript.waitForEnd()
    #expect(transcript.text == "")
  }
}
