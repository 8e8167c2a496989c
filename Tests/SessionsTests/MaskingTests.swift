// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
@testable import Sessions
import Testing
import Wire

/// What of a recording stays when its text is masked (docs/sessions.md, "Recording").
@Suite struct MaskingTests {
  @Test(arguments: [
    ("⠓⠊⠀⠃⠕⠃", "⠭⠭⠀⠭⠭⠭"),
    ("Hello, World 42!", "Xxxxx, Xxxxx 00!"), ("Grüße", "Xxééx"), ("Élan", "Éxxx"),
    ("Привет", "Хххххх"), ("Ωδή 3", "Χχχ 0"), ("日本のカメラ", "中中かカカカ"), ("한국", "가가"),
    ("👩‍🚀 10 € – “x”", "👩‍🚀 00 € – “x”"), ("a\u{301}", "x\u{301}"), ("", ""),
  ])
  func lettersBecomeOthersOfTheirKind(_ text: String, _ masked: String) {
    #expect(Masking.mask(text) == masked)
    #expect(Masking.mask(text).unicodeScalars.count == text.unicodeScalars.count)
  }

  @Test func lettersOfEachScriptStayLetters() {
    for text in ["नमस्ते", "สวัสดี", "გამარჯობა", "ሰላም"] {
      let masked = Masking.mask(text)
      #expect(masked != text)
      for (old, new) in zip(text.unicodeScalars, masked.unicodeScalars) {
        #expect(old.properties.generalCategory == new.properties.generalCategory)
        #expect(old.value & ~0x7F == new.value & ~0x7F)
      }
    }
  }

  @Test func typedCellsBecomeXAndSignsStay() throws {
    let cases = [
      ("dot1", "dot1+dot3+dot4+dot6"), ("dot1+dot7", "dot1+dot3+dot4+dot6+dot7"),
      ("dot6", "dot6"), ("dot3+dot4+dot5+dot6", "dot3+dot4+dot5+dot6"),
      ("dot2+dot5+dot6", "dot2+dot5+dot6"), ("space", "space"), ("FWINRT", "FWINRT"),
      ("a", "x"), ("Return", "Return"),
    ]
    for (key, masked) in cases {
      #expect(Masking.mask(try KeyPress(parsing: key)) == (try KeyPress(parsing: masked)))
    }
  }

  @Test func messagesKeepAllButWhatIsRead() {
    var masking = Masking()
    let message: JSONValue = [
      "method": "focus",
      "params": [
        "element": [
          "id": "mail-bob", "role": "textbox", "label": "To", "language": "de",
          "text": ["content": "Bob 1", "caret": 2, "runs": [["start": 0, "style": ["bold"]]]],
          "children": ["mail-eve", ["id": "mail-bob-2", "label": "B"]],
          "rotors": [["name": "faults", "label": "Faults", "items": ["mail-eve"]]],
        ]
      ],
    ]
    #expect(
      masking.mask(message) == [
        "method": "focus",
        "params": [
          "element": [
            "id": "e3", "role": "textbox", "label": "Xx", "language": "de",
            "text": ["content": "Xxx 0", "caret": 2, "runs": [["start": 0, "style": ["bold"]]]],
            "children": ["e1", ["id": "e2", "label": "X"]],
            "rotors": [["name": "faults", "label": "Xxxxxx", "items": ["e1"]]],
          ]
        ],
      ])
    // The same element has the same name from then on.
    #expect(
      masking.mask(["method": "remove", "params": ["ids": ["mail-bob"]]])
        == ["method": "remove", "params": ["ids": ["e3"]]])
  }
}
