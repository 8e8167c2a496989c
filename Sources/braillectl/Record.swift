// SPDX-License-Identifier: GPL-3.0-or-later
import BrailleClient
import Core
import Glibc
import Louis
import Posix
import Sessions
import Tables
import Wire

/// Records what programs and the reader do into a new session file, until it is interrupted.
///
/// Letters and digits are masked unless `--plain` is given; what is secret is never told.
func record(_ arguments: [String], socket: String?) throws -> Bool {
  let options = try Options(arguments, known: [.init("plain")])
  guard options.operands.count == 1, let path = options.operands.first else {
    throw Failure(
      place: "record", reason: "name the file to be made: record FILE.session", status: 2)
  }
  let signals = try SignalDescriptor()
  let file: FileDescriptor
  do throws(PosixError) {
    file = try FileDescriptor.open(new: path)
  } catch {
    let remedy = error.code == EEXIST ? "; name another file, or remove it" : ""
    throw Failure(place: path, reason: PosixError.text(error.code) + remedy, status: 2)
  }
  defer { file.close() }
  do {
    var recorder = try Recorder(socket: socket, signals: signals)
    say("recording into \(path); Ctrl-C ends it")
    recorder.run()
    try write(recorder.recording, isPlain: options.has("plain"), to: file, path)
  } catch {
    // Nothing is left behind that is no session.
    unlink(path)
    throw error
  }
  return true
}

/// An observer that is told all that a recording needs.
private struct Recorder {
  private(set) var recording: Recording
  private let connection: Connection
  private let signals: SignalDescriptor

  /// Asks for all that is to be told, and takes what is shown already.
  init(socket: String?, signals: SignalDescriptor) throws(ConnectionError) {
    self.signals = signals
    connection = try Connection(path: socket)
    let settings = try connection.request("settings", JSONValue.object([:]))
    recording = Recording(settings: settings.result(JSONValue.self) ?? .null)
    // What comes before the answer was so before.
    let events = #"["frame","display","keys","commands","messages"]"#
    try connection.send(
      line: #"{"id":0,"method":"observe","params":{"events":\#(events)}}"#)
    while let message = try connection.next(timeout: 5000) {
      if message.id == 0 {
        if let error = message.error { throw .refused(error.code, error.message) }
        recording.begin()
        return
      }
      take(message)
    }
    throw .noAnswer
  }

  private mutating func take(_ message: BrailleClient.Message) {
    guard let method = message.method else { return }
    recording.take(method, JSONValue(parsing: message.line)?["params"] ?? .null)
  }

  /// So many inputs are a recording that nobody reads any more.
  private static let most = 100_000

  /// Records until it is interrupted, or the daemon ends.
  mutating func run() {
    while recording.count < Recorder.most {
      do throws(ConnectionError) {
        while let message = try connection.next(timeout: 0) { take(message) }
      } catch {
        say("the daemon has ended; the recording ends with it")
        return
      }
      var poller = Poller()
      let signalled = poller.add(signals.descriptor)
      poller.add(FileDescriptor(connection.descriptor))
      poller.wait(nil)
      if poller.isReadable(signalled) {
        _ = signals.take()
        // What has been told already belongs to it.
        while let message = try? connection.next(timeout: 0) { take(message) }
        return
      }
    }
    say("the recording is long enough and ends here")
  }
}

private func write(
  _ recording: Recording, isPlain: Bool, to file: FileDescriptor, _ path: String
) throws {
  let files = TableFiles()
  let data = DataFolders.standard().read(tables: files.tables, dictionaries: files.dictionaries)
  let louis = LouisTranslator(executable: ownExecutable(), files: files)
  var head = ["recorded by braillectl \(Release.version)"]
  guard !isPlain else {
    head.append("the text is as it was, but for secrets")
    let text = recording.text(head: head)
    try write(text, to: file, path)
    let session = try SessionFile(parsing: text)
    var player = SessionPlayer(session, louis: louis, resources: data.resources)
    let differences = player.play(session).count
    player.end { $0.end() }
    say(
      differences == 0
        ? "\(path): \(recording.count) inputs; played, all of it comes true"
        : "\(path): \(recording.count) inputs; played, \(differences) lines differ, as "
          + "braillectl play \(path) tells: what was before it is not in a recording")
    return
  }
  head.append("the text is masked: each letter by one of its kind, each digit by 0")
  let masked = recording.masked(head: head, louis: louis, resources: data.resources) { $0.end() }
  try write(masked.text, to: file, path)
  say(
    "\(path): \(recording.count) inputs, masked; "
      + (masked.deviations == 0
        ? "with these letters the same happens"
        : "\(masked.deviations) of them come out otherwise with these letters; "
          + "if what is wrong is not in it, record with --plain"))
}

private func write(_ text: String, to file: FileDescriptor, _ path: String) throws(Failure) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    switch bytes.withUnsafeBytes({ file.write($0) }) {
    case .bytes(let count): bytes = bytes.dropFirst(count)
    case .failed(let code):
      throw Failure(place: path, reason: PosixError.text(code), status: 1)
    case .wouldBlock, .ended: throw Failure(place: path, reason: "cannot be written", status: 1)
    }
  }
}

/// Prints a line at once, also where somebody else reads it.
private func say(_ line: String) {
  print(line)
  fflush(nil)
}
