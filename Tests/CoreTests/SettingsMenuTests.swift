// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
@testable import Core
import Panning
import Presentation
import Testing

/// The menu of settings has words for all that is in it.
@Suite struct SettingsMenuTests {
  @Test func allThatIsInTheMenuHasWords() {
    let rig = EngineRig(columns: 40, rows: 2)
    for case .setting(let setting, let choices) in rig.engine.menu {
      #expect(rig.engine.words.setting(setting.name) != setting.name, "\(setting.name)")
      #expect(choices.count > 1 || setting.name == "keys.preset", "\(setting.name)")
      // Units have words of their own, and whose keys there are is told by names.
      guard setting.name != "rotor.unit", setting.name != "keys.preset" else { continue }
      for case .text(let word) in choices {
        #expect(
          rig.engine.words.value(word, of: setting.name) != nil, "\(setting.name) = \(word)")
      }
    }
  }

  @Test func allChoicesAreValues() throws {
    for case .setting(let setting, let choices) in EngineRig(rows: 2).engine.menu {
      for choice in choices {
        var settings = Settings()
        let text = if case .number(let number) = choice { String(number) } else { choice.word }
        try settings.set(setting.name, to: text)
        #expect(setting.get(settings) == choice, "\(setting.name) = \(text)")
      }
    }
  }
}

extension Setting.Value {
  fileprivate var word: String {
    if case .text(let text) = self { text } else { "" }
  }
}
