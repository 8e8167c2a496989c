// SPDX-License-Identifier: GPL-3.0-or-later
public import Core
private import Posix

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
    let folders = ["/etc/brailled"] + (configurationHome().map { [$0 + "/brailled"] } ?? [])
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
  public mutating func read(_ file: IniFile, tables: Set<String>) {
    findings += file.findings
    for entry in file.entries {
      let name = entry.section + "." + entry.name
      do {
        try settings.set(name, to: entry.value, tables: tables)
      } catch {
        findings.append(
          Finding(file: file.path, line: entry.line, reason: "\(error.name) \(error.reason)"))
      }
    }
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
