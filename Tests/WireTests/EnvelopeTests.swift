// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Elements
import Testing
import Wire

/// The object around a message (docs/protocol.md, "Transport").
@Suite struct EnvelopeTests {
  @Test func requestsHaveAnIDAndNotificationsNone() throws {
    #expect(try Lines.taken(#"{"method":"resume"}"#).id == nil)
    #expect(try Lines.taken(#"{"jsonrpc":"2.0","method":"resume","id":null}"#).id == nil)
    #expect(try Lines.taken(#"{"method":"resume","id":7}"#).id == .number(7))
    #expect(try Lines.taken(#"{"method":"resume","id":-7}"#).id == .number(-7))
    #expect(try Lines.taken(#"{"method":"resume","id":"7"}"#).id == .text("7"))
    #expect(try Lines.taken(#"{"method":"resume","id":""}"#).id == .text(""))
    let largest = 9_007_199_254_740_991
    #expect(try Lines.taken(#"{"method":"resume","id":\#(largest)}"#).id == .number(largest))
  }

  @Test(arguments: ["true", "5.5", "[]", "{}", "1e300", "9007199254740993"])
  func whatIsNoIDIsNoRequest(_ id: String) throws {
    let refusal = try Lines.refused(#"{"method":"resume","id":\#(id)}"#)
    #expect(refusal.error.code == .noRequest && refusal.error.message.hasPrefix("id "))
    #expect(refusal.id == nil && !refusal.isRequest)
  }

  @Test(arguments: [
    "", "nothing", "{", "{]", #"{"method":"resume""#, #"{"method":"resume"} {}"#, "{'a':1}",
    #"{"method":resume}"#, "\u{0}", #"{"method":"\u12"}"#, "nul",
  ]) func whatIsNoJSONIsTold(_ line: String) throws {
    let refusal = try Lines.refused(line)
    #expect(refusal.error.code == .noJSON)
    #expect(refusal.id == nil && !refusal.isRequest && refusal.method == nil)
  }

  @Test func bytesThatAreNoUTF8AreNoJSON() {
    let bytes =
      Array(#"{"method":"announce","params":{"text":"a"#.utf8) + [0xC3, 0x28] + Array(#""}}"#.utf8)
    guard case .refused(let refusal) = decode(line: bytes, isFull: true) else {
      Issue.record("it was taken")
      return
    }
    #expect(refusal.error.code == .noJSON || refusal.error.code == .params)
  }

  @Test(arguments: ["[]", "5", #""resume""#, "null", "{}", #"{"method":5}"#, #"{"method":null}"#])
  func jsonThatIsNoRequestIsTold(_ line: String) throws {
    let refusal = try Lines.refused(line)
    #expect(refusal.error.code == .noRequest)
    #expect(!refusal.isRequest)
  }

  @Test func batchesAreNotTaken() throws {
    let refusal = try Lines.refused(#"[{"method":"resume","id":1}]"#)
    #expect(refusal.error.code == .noRequest)
    #expect(refusal.id == nil)
  }

  @Test func aRequestWithoutAMethodIsAnsweredByItsID() throws {
    let refusal = try Lines.refused(#"{"id":3,"params":{}}"#)
    #expect(refusal.id == .number(3))
    #expect(refusal.error.code == .noRequest)
  }

  @Test func unknownMethodsAreToldButThoseThatMayBeIgnored() throws {
    let refusal = try Lines.refused(#"{"method":"dance","id":1}"#)
    #expect(refusal.error.code == .noSuchMethod)
    #expect(refusal.id == .number(1) && refusal.isRequest && refusal.method == "dance")
    #expect(Lines.decoded(#"{"method":"$/progress","params":5}"#) == .ignored)
    #expect(try Lines.refused(#"{"method":"$/progress","id":1}"#).error.code == .noSuchMethod)
    #expect(try Lines.refused(#"{"method":"Resume"}"#).error.code == .noSuchMethod)
    let near = try Lines.refused(#"{"method":"focsu","params":{}}"#).error
    #expect(near.message == "there is no method focsu; did you mean focus?")
  }

  @Test(arguments: ["[]", "5", #""lock""#, "true"]) func paramsAreAnObject(_ params: String) throws
  {
    let refusal = try Lines.refused(#"{"method":"pause","id":1,"params":\#(params)}"#)
    #expect(refusal.error.code == .params)
    #expect(refusal.error.field == nil)
    #expect(refusal.id == .number(1))
  }

  @Test func paramsMayBeLeftOutOrNull() throws {
    #expect(try Lines.taken(#"{"method":"pause"}"#).message == .pause(lock: false))
    #expect(try Lines.taken(#"{"method":"pause","params":null}"#).message == .pause(lock: false))
    #expect(try Lines.refused(#"{"method":"announce"}"#).error.field == "text")
  }

  @Test func whatIsUnknownIsIgnored() throws {
    let line = #"{"method":"pause","more":{"a":[1]},"params":{"lock":true,"more":[{}]},"x":null}"#
    #expect(try Lines.taken(line).message == .pause(lock: true))
  }

  @Test func aByteOrderMarkIsNoFault() throws {
    #expect(try Lines.taken("\u{FEFF}" + #"{"method":"resume"}"#).message == .resume)
  }

  @Test func ofMembersThatComeTwiceTheLastIsTaken() throws {
    let message = try Lines.taken(#"{"method":"announce","params":{"text":"a","text":"b"}}"#)
      .message
    #expect(message == .announce(.init(text: "b")))
  }

  @Test(arguments: ["focus", "update", "change"]) func someMessagesAcknowledge(
    _ method: String
  ) throws {
    let params = #""element":{"id":"a"},"elements":[{"id":"a"}]"#
    #expect(
      try Lines.taken(#"{"method":"\#(method)","params":{\#(params),"ack":3}}"#).acknowledged == 3)
    #expect(try Lines.taken(#"{"method":"\#(method)","params":{\#(params)}}"#).acknowledged == nil)
    let refusal = try Lines.refused(#"{"method":"\#(method)","params":{\#(params),"ack":"3"}}"#)
    #expect(refusal.error.field == "ack")
  }

  @Test func otherMessagesDoNotAcknowledge() throws {
    #expect(try Lines.taken(#"{"method":"resume","params":{"ack":3}}"#).acknowledged == nil)
  }

  @Test(arguments: Message.methods.sorted()) func theProducersSocketTakesItsOwn(
    _ method: String
  ) throws {
    let isForProducers =
      !["status", "settings", "press", "observe", "history", "explain"].contains(method)
    let decoded = Lines.decoded(#"{"method":"\#(method)","id":1}"#, isFull: false)
    guard case .refused(let refusal) = decoded else {
      #expect(isForProducers)
      return
    }
    #expect((refusal.error.code != .notPermitted) == isForProducers)
    #expect(refusal.id == .number(1) && refusal.method == method)
  }

  @Test func whatTheProducersSocketDoesNotTakeIsRefusedAlsoWhenItIsWrong() throws {
    let refusal = try Lines.refused(#"{"method":"press","params":{"keys":5}}"#, isFull: false)
    #expect(refusal.error.code == .notPermitted)
    #expect(try Lines.refused(#"{"method":"dance"}"#, isFull: false).error.code == .noSuchMethod)
  }
}
