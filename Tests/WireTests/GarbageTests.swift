// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import TestSupport
import Testing
import Wire

/// Whatever a program sends, the reader comes back with something to say.
@Suite struct GarbageTests {
  static let seeds = (0..<8).map { UInt64($0) }

  private func check(_ line: [UInt8]) {
    for isFull in [true, false] {
      switch decode(line: line, isFull: isFull) {
      case .message(let incoming):
        #expect(isFull || incoming.message.isForProducers)
        #expect(Message.methods.contains(incoming.message.method))
      case .ignored: break
      case .refused(let refusal):
        #expect(!refusal.error.message.isEmpty)
        #expect(refusal.isRequest == (refusal.method != nil))
        if let field = refusal.error.field {
          #expect(!field.isEmpty && refusal.error.message.hasPrefix(field))
          #expect(refusal.error.code == .params || refusal.error.code == .tooLarge)
        }
      }
    }
  }

  @Test(arguments: seeds) func randomBytes(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<250 { check(generator.list(0...200) { UInt8($0.integer(0...255)) }) }
  }

  @Test(arguments: seeds) func randomJSON(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<250 { check(Array(generator.json().utf8)) }
  }

  @Test(arguments: seeds) func messagesOfRandomMembers(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<250 { check(Array(generator.messageLine().utf8)) }
  }

  @Test(arguments: seeds) func messagesWithBytesThatWentWrong(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<250 {
      let valid = generator.one(of: Self.valid)
      check(generator.mutated(Array(valid.utf8)))
      let line = generator.messageLine()
      check(generator.mutated(Array(line.utf8)))
    }
  }

  @Test func theValidOnesAreTaken() throws {
    for line in Self.valid { _ = try Lines.taken(line) }
  }

  static let valid = [
    #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"name":"x","acks":true,"commands":["move"]}}"#,
    #"{"method":"focus","params":{"element":{"id":"a","role":"textbox","label":"Name","text":{"content":"häl\u0041\ud83d\ude00","caret":3,"anchor":0,"runs":[{"start":0,"end":2,"style":["bold"],"language":"de"}]}},"ancestors":[{"id":"d","role":"dialog","modal":true}],"ack":4}}"#,
    #"{"method":"update","params":{"elements":[{"id":"a","range":{"min":0,"max":10,"now":5.5},"checked":"mixed","rowHeaders":["a",{"text":"b","short":"c"}],"children":["x",{"id":"y"}]}],"focus":"a"}}"#,
    #"{"method":"change","params":{"elements":[{"id":"a","value":null,"text":{"caret":null,"content":"b"},"frame":{"x":1,"y":2,"width":3,"height":4}}]}}"#,
    #"{"id":"s","method":"settings","params":{"set":{"braille.mode":"contracted","messages.readingPause":500}}}"#,
    #"{"method":"announce","params":{"text":"Saved","priority":"high","duration":500,"tag":"t","private":true}}"#,
    #"{"method":"press","params":{"keys":["FWINRT","ROUTE 5","space+dot1"]}}"#,
    #"{"method":"done","params":{"seq":2,"error":{"code":7,"message":"no"}}}"#,
  ]
}
