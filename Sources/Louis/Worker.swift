// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import CPosix
import Glibc
import Posix
import Translation

/// The worker processes: the same program as the daemon, started again.
///
/// The loader has one thread and only compiles tables and forks translators, which have every
/// table that it has compiled. A translator that hangs is killed, and the next one is there in a
/// millisecond. The kernel lets them do nothing else (`Confinement`).
public enum Worker {
  /// The first argument that makes a program a worker; the second is the folder of the tables.
  public static let argument = "--louis-worker"

  /// The loader's end of the socket to the daemon: the first descriptor behind the standard ones.
  static let channel = FileDescriptor(3)

  /// Becomes the loader if the program was started as one; else comes back at once.
  public static func runIfAsked() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.first == argument else { return }
    keepCrashesPrivate()
    // A worker that hangs would never see that the daemon has gone.
    _ = cposix_die_with_parent(SIGKILL)
    // What ends the daemon's whole process group is the daemon's to hear: it ends its workers.
    for number in [SIGPIPE, SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_IGN) }
    var loader = Loader(channel: channel, tables: arguments.dropFirst().first ?? "")
    loader.run()
    exit(0)
  }
}

/// Compiles tables, and forks translators that have them.
private struct Loader {
  let channel: FileDescriptor
  let library = LouisLibrary()
  var confining: Confining
  let confinement: Confinement
  /// The paths of the tables that were asked for; requests name them by their places.
  var tables: [String] = []

  /// Confines the process before it has read anything.
  init(channel: FileDescriptor, tables folder: String) {
    self.channel = channel
    confining = Confining(tables: folder)
    confinement = confining.enterLoader()
  }

  mutating func run() {
    var buffer = Packet.buffer
    while case .packet(let packet, _) = Packet.receive(
      from: channel, blocking: true, into: &buffer)
    {
      guard let kind = packet.words.first.flatMap({ Packet.Request(rawValue: $0) }) else { return }
      reap()
      switch kind {
      case .load:
        guard let files = packet.text else { return }
        let isLoaded = library.load(files)
        tables.append(files)
        guard answer(isLoaded: isLoaded, ascii: isLoaded ? asciiDefined(files) : []) else { return }
      case .fork:
        guard answer(isLoaded: true, ascii: []) else { return }
      case .translate, .backTranslate, .defined, .hyphenate:
        return
      }
    }
  }

  /// Takes leave of translators that have ended; only now can their numbers be used again.
  private func reap() {
    while waitpid(-1, nil, WNOHANG) > 0 {}
  }

  /// Forks a translator, and tells the daemon its number with its socket.
  private mutating func answer(isLoaded: Bool, ascii: [UInt32]) -> Bool {
    guard let (ours, theirs) = try? FileDescriptor.packetPair() else { return false }
    let pid = cposix_fork()
    if pid == 0 {
      _ = cposix_die_with_parent(SIGKILL)
      channel.close()
      ours.close()
      confining.enterTranslator()
      TranslatorProcess(channel: theirs, library: library, tables: tables).run()
      exit(0)
    }
    theirs.close()
    defer { ours.close() }
    guard pid > 0 else { return false }
    return Packet(words: [UInt32(bitPattern: pid), isLoaded ? 1 : 0, confinement.rawValue] + ascii)
      .send(to: channel, attaching: ours)
  }

  /// Which scalars of ASCII a table has cells for, from the blank on.
  private func asciiDefined(_ files: String) -> [UInt32] {
    (0x20...0x7E).map { value in
      library.isDefined(Unicode.Scalar(UInt8(value)), in: files) ? 1 : 0
    }
  }
}

/// Answers one request after another.
private struct TranslatorProcess {
  let channel: FileDescriptor
  let library: LouisLibrary
  let tables: [String]

  func run() {
    var buffer = Packet.buffer
    while case .packet(let packet, _) = Packet.receive(
      from: channel, blocking: true, into: &buffer)
    {
      guard packet.words.count >= 3, let kind = Packet.Request(rawValue: packet.words[0]),
        tables.indices.contains(Int(packet.words[2])),
        let answer = answer(kind, packet, tables[Int(packet.words[2])])
      else { return }
      guard answer.send(to: channel) else { return }
    }
  }

  /// The answer to a request, which begins with its number; nil if it is none.
  private func answer(_ kind: Packet.Request, _ packet: Packet, _ files: String) -> Packet? {
    let words = packet.words
    let number = words[1]
    switch kind {
    case .translate:
      guard let parts = TranslateWords(words) else { return nil }
      let result = library.translate(
        parts.scalars, typeform: parts.typeform, mode: parts.mode, in: files)
      guard let result else { return Packet(words: [number, 0]) }
      return answer(number, result.cells.lazy.map { UInt32($0.rawValue) }, result.map)
    case .backTranslate:
      guard words.count >= 5 else { return nil }
      let cells = words.dropFirst(4).map { Cell(rawValue: UInt8(truncatingIfNeeded: $0)) }
      let result = library.backTranslate(cells, mode: Int32(bitPattern: words[3]), in: files)
      guard let result else { return Packet(words: [number, 0]) }
      return answer(number, result.text.lazy.map(\.value), result.map)
    case .defined:
      let scalars = words.dropFirst(3).map { Unicode.Scalar($0) ?? "\u{FFFD}" }
      return Packet(
        words: [number, 1] + scalars.map { library.isDefined($0, in: files) ? 1 : 0 })
    case .hyphenate:
      let scalars = words.dropFirst(3).map { Unicode.Scalar($0) ?? "\u{FFFD}" }
      guard let places = library.hyphenate(scalars, in: files) else {
        return Packet(words: [number, 0])
      }
      return Packet(words: [number, 1] + scalars.indices.map { places.contains($0) ? 1 : 0 })
    case .load, .fork:
      return nil
    }
  }

  private func answer(
    _ number: UInt32, _ output: some Collection<UInt32>, _ map: PositionMap
  ) -> Packet {
    var words: [UInt32] = []
    words.reserveCapacity(3 + 2 * map.cellCount + map.scalarCount)
    words += [number, 1, UInt32(map.cellCount)]
    words += output
    words += map.scalarsOfCells.lazy.map { UInt32(bitPattern: $0) }
    words += map.cellsOfScalars.lazy.map { UInt32(bitPattern: $0) }
    return Packet(words: words)
  }
}

/// The words of a request to translate: 3, number, table, mode, count, scalars, typeforms.
struct TranslateWords {
  var mode: Int32
  var scalars: [Unicode.Scalar]
  var typeform: [UInt16]

  init?(_ words: [UInt32]) {
    guard words.count >= 5 else { return nil }
    let count = Int(words[4])
    guard words.count == 5 + count || words.count == 5 + 2 * count else { return nil }
    mode = Int32(bitPattern: words[3])
    scalars = words[5..<(5 + count)].map { Unicode.Scalar($0) ?? "\u{FFFD}" }
    typeform = words[(5 + count)...].map { UInt16(truncatingIfNeeded: $0) }
  }

  static func words(
    number: UInt32, table: UInt32, mode: Int32, _ scalars: [Unicode.Scalar], _ typeform: [UInt16]
  ) -> Packet {
    let head = [number, table, UInt32(bitPattern: mode), UInt32(scalars.count)]
    var packet = Packet(.translate, head, scalars.lazy.map(\.value))
    packet.words += typeform.lazy.map { UInt32($0) }
    return packet
  }
}
