// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Posix
public import Translation

/// liblouis behind a process boundary.
///
/// A translation is waited for within a budget; what is not there by then is said to be not
/// known yet, and `process` tells when it is. A text that takes too long is given up and
/// translated word by word (docs/architecture.md, "liblouis is not to be trusted").
public struct LouisTranslator: Translator {
  let executable: String
  let files: TableFiles
  /// How much processor time a text may take.
  public var deadline: Duration
  /// What the kernel holds the workers to; nil until the first of them has answered.
  public internal(set) var confinement: Confinement?
  /// Becomes readable when something is more urgent than a table that is being compiled.
  public var urgent: FileDescriptor?

  var loader: LoaderConnection?
  var translator: TranslatorConnection?
  /// A translator with more tables, until this one has answered.
  var next: TranslatorConnection?
  var tables: [TableName: TableState] = [:]
  /// The tables in the order in which the loader was asked for them.
  var loaded: [TableName] = []
  /// The table that the loader is busy with; nil when it only forks.
  var loading: TableName?
  var isForking = false
  var loaderBusySince: Duration?
  var inFlight: InFlight?
  var lastNumber: UInt32 = 0
  /// When to try again to start the loader, after it could not be started.
  var restartAt: Duration?

  var answers = Memory<Question.Reply>()
  var quarantine = Memory<Bool>()
  var known: [TableName: KnownScalars] = [:]
  var patience = PatienceRecord()
  /// Until when to wait in this round; nil: as long as it takes.
  var waitsUntil: Duration?
  /// How much has come from the workers, and how much of it whoever waits for it knows.
  var news = 0
  var knownNews = 0
  var reports: [Report] = []
  var counts = Counts()
  var buffer = Packet.buffer

  /// A request that a translator has not answered.
  struct InFlight: Sendable {
    var question: Question
    var number: UInt32
    var started: Duration
    /// The processor time that the translator had used a moment after that; nil before.
    ///
    /// Nearly every answer is there before it has to be asked for.
    var startedCPU: Duration?
    var deadline: Duration

    /// When to look how much processor time it takes; `used` is what the translator has used.
    func nextLook(at now: Duration, _ used: Duration?) -> Duration {
      guard let startedCPU else { return started + min(TranslatorConnection.shortWait, deadline) }
      let left = max(.zero, deadline - ((used ?? .zero) - startedCPU))
      return min(now + left, started + deadline * 4)
    }
  }

  /// What is known of a table.
  enum TableState: Equatable, Sendable {
    /// The loader is to compile it.
    case wanted
    /// The translators that are forked from now on have it, at this place.
    case ready(Int)
    /// It is not there or not right.
    case broken
  }

  /// Something for the log; no text of the reader's is in it.
  public enum Report: Equatable, Sendable {
    /// A text took too long or ended the translator; it is translated word by word from now on.
    case gaveUp(table: TableName, scalars: Int, hung: Bool)
    /// A table is not there or not right: the built-in one is used.
    case broken(TableName)
    /// The loader process ended or could not be started.
    case loader(String)
  }

  struct Counts: Equatable, Sendable {
    var translations = 0
    var cached = 0
    var timeouts = 0
    var hangs = 0
    var crashes = 0
    var forks = 0
  }

  /// A translator whose worker is `executable`, started at once.
  ///
  /// To be made before other descriptors are opened: libraries open some that are not closed on
  /// exec.
  public init(
    executable: String, files: TableFiles = TableFiles(), deadline: Duration = .milliseconds(250)
  ) {
    self.executable = executable
    self.files = files
    self.deadline = deadline
    startLoader(at: MonotonicClock.now)
  }

  /// Begins a round: all that is asked in it waits no longer than `limit` together; nil: as
  /// long as it takes.
  public mutating func begin(waiting limit: Duration?) {
    waitsUntil = limit.map { MonotonicClock.now + $0 }
  }

  /// Ends the worker processes.
  public mutating func end() {
    translator?.kill()
    translator = nil
    loader?.end()
    loader = nil
  }

  /// Takes what there is to report.
  public mutating func takeReports() -> [Report] {
    defer { reports.removeAll() }
    return reports
  }

  /// Why a table that was reported as broken is, and what to do.
  public func fault(of table: TableName) -> String { files.fault(of: table) }

  /// Whether a table can be used.
  public func condition(of table: TableName) -> TableCondition {
    switch tables[table] {
    case .ready: .ready
    case .broken: .broken
    case .wanted, nil: files.paths(of: table) == nil ? .broken : .compiling
    }
  }

  /// What has been counted.
  public var counters: [(String, Int)] {
    [
      ("translations", counts.translations), ("translationsCached", counts.cached),
      ("translationTimeouts", counts.timeouts), ("translationHangs", counts.hangs),
      ("translatorCrashes", counts.crashes), ("translatorForks", counts.forks),
    ]
  }

  /// The text of some cells; nil if it is not known yet.
  ///
  /// The map is from the cells, as its scalars, to the text, as its cells. `mode` are liblouis'
  /// bits.
  public mutating func backTranslate(
    _ cells: [Cell], mode: Int32 = 0, in table: TableName
  ) -> (text: [Unicode.Scalar], map: PositionMap)? {
    let question = Question(
      kind: .backTranslate, table: table, scalars: cells.map(\.scalar), mode: mode)
    guard case .text(let text, let map)? = ask(question, deadline: deadline) else { return nil }
    return (text, map)
  }

  /// The text that some typed cells stand for; nil if it is not known yet.
  ///
  /// By the built-in table if theirs is not right or does not come back from them. What is typed is
  /// forgotten as soon as it is read.
  public mutating func backTranslate(
    _ cells: [Cell], isPartial: Bool, in table: TableName
  ) -> [Unicode.Scalar]? {
    guard !cells.isEmpty else { return [] }
    let mode = LouisLibrary.noUndefined | (isPartial ? LouisLibrary.partialTranslation : 0)
    let question = Question(
      kind: .backTranslate, table: table, scalars: cells.map(\.scalar), mode: mode)
    guard let reply = ask(question, deadline: deadline) else {
      return quarantine[question] == true ? Builtin.backTranslate(cells) : nil
    }
    answers[question] = nil
    guard case .text(let text, _) = reply else { return Builtin.backTranslate(cells) }
    return text
  }

  /// The cells for a text of safe scalars; nil if they are not known yet.
  public mutating func translate(
    _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
  ) -> TranslatedText? {
    guard !text.isEmpty else { return TranslatedText() }
    let question = Question(kind: .translate(typeform: typeform), table: table, scalars: text)
    if let reply = answers[question] {
      counts.cached += 1
      return LouisTranslator.cells(of: reply, for: text)
    }
    if quarantine[question] == true { return wordByWord(text, typeform, table) }
    guard let reply = askAnew(question, deadline: deadline) else {
      // It may have been given up just now.
      return quarantine[question] == true ? wordByWord(text, typeform, table) : nil
    }
    return LouisTranslator.cells(of: reply, for: text)
  }

  /// Where a word of safe scalars may be parted; nil if that is not known yet.
  ///
  /// Nowhere if the table has no dictionary, if the word is too long, or if liblouis does not come
  /// back from it.
  public mutating func hyphenate(_ word: [Unicode.Scalar], in table: TableName) -> [Int]? {
    guard !word.isEmpty, word.count <= LineTranslation.longestWord else { return [] }
    let question = Question(kind: .hyphenate, table: table, scalars: word)
    guard let reply = ask(question, deadline: deadline) else {
      return quarantine[question] == true ? [] : nil
    }
    guard case .places(let places) = reply else { return [] }
    return places
  }

  private static func cells(
    of reply: Question.Reply, for text: [Unicode.Scalar]
  ) -> TranslatedText {
    guard case .cells(let cells) = reply else { return Builtin.translate(text) }
    return cells
  }
}
