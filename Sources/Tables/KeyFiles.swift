// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Core
import Spelling

/// Reads files of keys (docs/keys.md, "Files of keys").
extension DataFiles {
  /// Reads a file of keys over those that are there already.
  ///
  /// A key that a section binds twice, a name that is none and an action that is none are
  /// findings.
  public mutating func readKeys(_ file: IniFile, preset: String) {
    findings += file.findings
    var map = KeyMap()
    var bound: [KeyScope: [KeyPress: Int]] = [:]
    for entry in file.entries {
      guard entry.section != "preset" else {
        readPreset(entry, file, preset)
        continue
      }
      guard let scope = KeyScope(section: entry.section) else {
        noteSection(
          file, entry, among: ["preset", "keys", "keys DRIVER", "keys DRIVER MODEL"])
        continue
      }
      guard let press = key(named: entry.name, entry, file) else { continue }
      guard let action = Action(parsing: entry.value) else {
        let remedy = nearestName(to: entry.value, among: Action.names)
        note(
          file, entry,
          "\(entry.value.isEmpty ? "nothing behind the =" : entry.value) is no action; "
            + (remedy.map { "did you mean \($0)?" } ?? "docs/keys.md lists them"))
        continue
      }
      if let line = bound[scope]?[press] {
        note(file, entry, "\(entry.name) is bound on line \(line) already")
        continue
      }
      bound[scope, default: [:]][press] = entry.line
      map.bind(press, to: action, on: scope)
    }
    resources.keys[preset] = map.over(resources.keys[preset] ?? KeyMap())
  }

  private mutating func readPreset(_ entry: IniFile.Entry, _ file: IniFile, _ preset: String) {
    guard entry.name == "over" else {
      note(file, entry, "\(entry.name) is no name of [preset]; there is over")
      return
    }
    let place = Finding(
      file: file.path, line: entry.line, reason: "there is no preset \(entry.value)")
    presetsBelow[preset] = (entry.value, place)
  }

  /// Puts each preset over the one that it names, when all files have been read.
  package mutating func joinPresets() {
    let own = resources.keys
    for (preset, keys) in own.sorted(by: { $0.key < $1.key }) {
      var whole = keys
      var passed: Set = [preset]
      var top = preset
      while let (name, place) = presetsBelow[top] {
        guard let below = own[name] else {
          if top == preset {
            let reason = "\(place.reason); \(remedy(for: name, among: own.keys.sorted()))"
            findings.append(Finding(file: place.file, line: place.line, reason: reason))
          }
          break
        }
        guard passed.insert(name).inserted else {
          if top == preset || name == preset {
            findings.append(
              Finding(
                file: place.file, line: place.line, reason: "\(name) is over itself by this"))
          }
          break
        }
        whole = whole.over(below)
        top = name
      }
      resources.keys[preset] = whole
    }
  }

  /// The key of a name; a command with a number has all of its numbers.
  mutating func key(named name: String, _ entry: IniFile.Entry, _ file: IniFile) -> KeyPress? {
    let takesArgument = BrlttyCommand(name: name)?.takesArgument ?? false
    do {
      return try KeyPress(parsing: takesArgument ? name + " 0" : name)
    } catch {
      note(file, entry, error.description)
      return nil
    }
  }
}
