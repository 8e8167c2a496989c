// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Glibc
import Posix
import Tables
import Translation

/// What is asked for.
struct Options {
  /// What words are typed through.
  enum Way: String {
    /// The reading of typed cells alone.
    case reading
    /// The whole engine, beside the reading.
    case engine
  }

  /// nil: all.
  var way: Way?
  /// The words of a list.
  var count = 5000
  /// How many of those that differ are printed.
  var shown = 3
  /// Empty: all.
  var tables: Set<String> = []
}

/// All words by all tables, and what is printed of them.
struct RoundTrips {
  /// What makes a row.
  private struct Job {
    let trip: Trip
    let words: [[Unicode.Scalar]]
    var areLines = false
  }

  /// How far it is.
  private struct Progress {
    /// How many jobs have been begun, and printed.
    var begun = 0
    var printed = 0
    /// What is to be printed, by the job.
    var rows: [Int: Row] = [:]
    var isRight = true
  }

  private let options: Options
  private let resources: Resources
  private let jobs: [Job]
  private let progress = Lock(Progress())

  /// The tables whose lines are typed, and the lists.
  private static let lines = [
    "en-ueb-g1.ctb": "american-english", "en-ueb-g2.ctb": "american-english",
    "fr-bfu-g2.ctb": "french", "da-dk-g26.ctb": "danish",
  ]
  private static let lineCount = 200

  /// So many type at a time: who types and who translates wait for each other.
  private static let typists = 2

  /// Throws what reading a list says.
  init(_ options: Options) throws(WordList.Missing) {
    self.options = options
    resources = DataFolders.standard().read(tables: []).resources
    let trips = Trip.all(of: resources.languages).filter {
      options.tables.isEmpty || options.tables.contains($0.table.name)
    }
    var lists: [String: WordList] = [:]
    var jobs: [Job] = []
    for trip in trips where options.way != .engine || trip.language != nil {
      if lists[trip.list] == nil {
        lists[trip.list] = try WordList(trip.list, count: options.count)
      }
      jobs.append(Job(trip: trip, words: lists[trip.list]?.words ?? []))
    }
    for job in jobs where RoundTrips.lines[job.trip.table.name] == job.trip.list {
      guard options.way != .reading, let list = lists[job.trip.list] else { continue }
      let lines = Lines(of: list, count: RoundTrips.lineCount).lines
      jobs.append(Job(trip: job.trip, words: lines, areLines: true))
    }
    self.jobs = jobs
  }

  /// Types everything; gives whether all is as good as it has to be.
  func run() throws(PosixError) -> Bool {
    print(
      "of \(options.count) words            list                same  uncorrected  at least",
      " same capitals  engine  simple program  read again")
    let typists = (0..<RoundTrips.typists).map { _ in
      Typists(options, resources: resources, executable: ownExecutable())
    }
    var threads: [Thread] = []
    for one in typists { threads.append(try Thread(name: "typist") { work(one) }) }
    for thread in threads { thread.join() }
    return progress.withLock { $0.isRight }
  }

  private func work(_ typists: Typists) {
    var typists = typists
    while let index = next() {
      let job = jobs[index]
      let row =
        job.areLines
        ? typists.row(lines: job.words, of: job.trip) : typists.row(job.words, of: job.trip)
      finish(index, row)
    }
    typists.close()
  }

  private func next() -> Int? {
    progress.withLock { progress in
      guard progress.begun < jobs.count else { return nil }
      progress.begun += 1
      return progress.begun - 1
    }
  }

  /// Prints what is to be printed now, in order.
  private func finish(_ index: Int, _ row: Row) {
    progress.withLock { progress in
      progress.rows[index] = row
      if !row.isGood { progress.isRight = false }
      while let row = progress.rows[progress.printed] {
        if jobs[progress.printed].areLines, !jobs[progress.printed - 1].areLines {
          print(
            "\nof \(RoundTrips.lineCount) lines              list                same  engine",
            " simple program  same capitals")
        }
        print(row)
        progress.printed += 1
      }
      fflush(nil)
    }
  }
}
