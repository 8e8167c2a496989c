// SPDX-License-Identifier: GPL-3.0-or-later
public import Core
private import Posix
private import Spelling

/// The settings as the configuration files have them.
public struct Configuration: Sendable {
  /// The settings.
  public private(set) var settings = Settings()
  /// What is wrong in the files; the defaults stand there.
  public private(set) var findings: [Finding] = []

  /// Settings at their defaults, the language that of the locale.
  public init() {
    settings.language = Configuration.localeLanguage() ?? "en"
  }

  /// Reads the files that there usually are: the machine's, then the user's over it.
  ///
  /// `/etc/brailled/brailled.conf` and the files of `conf.d` beside it, then the same in the
  /// user's folder.
  public mutating func readStandardFiles(tables: Set<String>) {
    let user = configurationHome().map { $0 + "/brailled" }
    readFiles(of: ["/etc/brailled"] + (user.map { [$0] } ?? []), tables: tables)
  }

  /// Reads the files of some folders one over the other: of each `brailled.conf`, then those of
  /// `conf.d` that end in `.conf`, by their names.
  ///
  /// A file that is there and cannot be read is a finding.
  mutating func readFiles(of folders: [String], tables: Set<String>) {
    for folder in folders {
      let parts = list(folder + "/conf.d").filter { $0.hasSuffix(".conf") }
      for path in [folder + "/brailled.conf"] + parts.map({ folder + "/conf.d/" + $0 }) {
        guard isThere(path) else { continue }
        do {
          read(try IniFile(path: path), tables: tables)
        } catch {
          findings.append(error)
        }
      }
    }
  }

  /// Reads a file over what is there already.
  ///
  /// A line that is wrong is a finding, and what was there before stays.
  public mutating func read(_ file: IniFile, tables: Set<String>) {
    var found = file.findings
    for entry in file.entries {
      do throws(InvalidSetting) {
        try set(entry, tables: tables)
      } catch {
        found.append(
          Finding(file: file.path, line: entry.line, reason: "\(error.name) \(error.reason)"))
      }
    }
    // What stands in a section that there is not is told line by line; here is one with nothing.
    for section in file.sections where !Setting.sections.contains(section.name) {
      guard !file.entries.contains(where: { $0.section == section.name }) else { continue }
      let name = "[\(section.name)]"
      let reason =
        "\(name) is no section; "
        + remedy(for: name, among: Setting.sections.map { "[\($0)]" })
      found.append(Finding(file: file.path, line: section.line, reason: reason))
    }
    findings += found.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
  }

  private mutating func set(
    _ entry: IniFile.Entry, tables: Set<String>
  ) throws(InvalidSetting) {
    guard entry.section.isEmpty, let setting = Setting.named(entry.name) else {
      let name = entry.section.isEmpty ? entry.name : entry.section + "." + entry.name
      return try settings.set(name, to: entry.value, tables: tables)
    }
    throw InvalidSetting(
      name: entry.name,
      reason: "stands in no section; write [\(setting.section)] above it, and \(setting.key) = …")
  }

  /// Sets a setting that was given to the program itself.
  public mutating func set(_ name: String, to value: String) throws(InvalidSetting) {
    try settings.set(name, to: value)
  }

  /// The language of the locale's messages, in BCP 47; nil for the C locale.
  private static func localeLanguage() -> String? {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    guard let locale = names.lazy.compactMap({ environmentVariable($0) }).first else { return nil }
    let name = locale.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 }
    let language = String(name)
    return language == "C" || language == "POSIX" || language.isEmpty ? nil : language
  }
}
