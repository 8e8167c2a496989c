// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Glibc
import Louis
import Posix
import Sessions
import Spelling
import Tables

/// Plays session files; false if anything in them did not come true.
func play(_ paths: [String]) throws -> Bool {
  guard !paths.isEmpty else {
    throw Failure(place: "play", reason: "name session files", status: 2)
  }
  let files = TableFiles()
  let data = DataFolders.standard().read(
    tables: files.tables, dictionaries: files.dictionaries)
  var isGood = true
  for path in paths {
    let file = try readSession(path)
    // liblouis is waited for until its deadline, so that what comes does not depend on the
    // machine.
    let louis = LouisTranslator(executable: ownExecutable(), files: files)
    var player = SessionPlayer(file, louis: louis, resources: data.resources)
    let differences = player.play(file)
    player.end { $0.end() }
    for difference in differences {
      print("\(path):\(difference.line): expected \(difference.expected)")
      print("\(path):\(difference.line):   actual \(difference.actual)")
    }
    isGood = isGood && differences.isEmpty
  }
  return isGood
}

private func readSession(_ path: String) throws -> SessionFile {
  let bytes: [UInt8]
  do {
    bytes = try readFile(path)
  } catch {
    throw Failure(
      place: path, reason: PosixError.text(error.code) + "; name a file that can be read", status: 2
    )
  }
  do {
    return try SessionFile(parsing: String(decoding: bytes, as: UTF8.self))
  } catch {
    let problems = error.problems.map { "line \($0.line): \($0.reason)" }
    throw Failure(place: path, reason: problems.joined(separator: "; "), status: 2)
  }
}

/// Looks at the configuration and the data files; false if anything is wrong in them.
func check(_ arguments: [String]) throws -> Bool {
  guard arguments.isEmpty else {
    throw Failure(place: "check", reason: "takes no arguments", status: 2)
  }
  let files = TableFiles()
  let tables = files.tables
  let folders = DataFolders.standard()
  let data = folders.read(tables: tables, dictionaries: files.dictionaries)
  var configuration = Configuration()
  configuration.readStandardFiles(tables: tables)
  let findings = data.findings + folders.checkNames() + configuration.findings
  for finding in findings { print(finding) }
  if findings.isEmpty { print("configuration and data files are right") }
  return findings.isEmpty
}

/// Prints what the settings are, as a part of the manual page brailled.conf(5).
func printManual() -> Bool {
  print(SettingsPage().text, terminator: "")
  return true
}

/// Prints what keys do in some presets, or in all that there are.
func listKeys(_ presets: [String]) throws -> Bool {
  let resources = DataFolders.standard().read(tables: []).resources
  let keys = resources.keys
  let known = Settings.keyPresets + keys.keys.sorted().filter { !Settings.keyPresets.contains($0) }
  for preset in presets where keys[preset] == nil {
    throw Failure(
      place: preset, reason: "is no preset; \(remedy(for: preset, among: known))", status: 2)
  }
  print(KeyPage(presets.isEmpty ? known : presets, of: resources).text, terminator: "")
  return true
}
