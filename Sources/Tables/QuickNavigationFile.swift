// SPDX-License-Identifier: GPL-3.0-or-later
private import Commands
private import Core

extension DataFiles {
  /// Reads what letters do by quick navigation, over what is there already: a file of keys.
  public mutating func readQuickNavigation(_ file: IniFile) {
    let preset = "quickNavigation"
    resources.keys[preset] = resources.quickNavigation
    readKeys(file, preset: preset)
    resources.quickNavigation = resources.keys.removeValue(forKey: preset) ?? KeyMap()
  }
}
