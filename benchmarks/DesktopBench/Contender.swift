// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport

/// The programs that take part.
struct Programs {
  /// The daemon and its producer with their libraries in them, stripped.
  let daemon: String
  let producer: String
  let orca = "/usr/bin/orca"
  let python = "/usr/bin/python3"

  init(folder: String) {
    daemon = folder + "/brailled"
    producer = folder + "/brailled-atspi"
  }

  /// The applications: each of the toolkits with the same window.
  let applications = [
    Application("GTK 3", "gtk.py", "3"), Application("GTK 4", "gtk.py", "4"),
    Application("Qt 5", "qt.py", "5"), Application("Qt 6", "qt.py", "6"),
  ]
}

/// An application that is walked through.
struct Application {
  let name: String
  let arguments: [String]

  init(_ name: String, _ script: String, _ version: String) {
    self.name = name
    arguments = ["Tests/Cases/desktop/" + script, version]
  }
}

/// Something that reads a desktop on a braille display.
protocol Contender {
  /// What it is called in the report.
  var name: String { get }
  /// The processes that it consists of, now.
  var processes: [Int32] { get }
  /// Ends it.
  func close()
}

extension Contender {
  /// The memory of all its processes together, in KiB.
  var memory: Int { processes.reduce(0) { $0 + ProcessFigures(pid: $1).memory } }

  /// The processor time that its processes have taken since they were started.
  var processorTime: Duration {
    processes.reduce(.zero) { $0 + ProcessFigures(pid: $1).processorTime }
  }
}

/// Orca as Debian has it: no speech, braille without contractions.
struct Orca: Contender {
  let name = "Orca"
  private let program: DesktopProgram

  /// Starts it, and waits until it has the display.
  init(_ programs: Programs, on stage: Stage) throws {
    // Its display is whatever brltty we name; the terminal is the root, as there is no other.
    program = try stage.session.start(
      programs.python,
      [
        programs.orca, "--user-prefs", stage.session.folder.file("orca"), "--disable", "speech",
        "--enable", "braille",
      ], environment: stage.rig.environment)
    let writes = stage.display.state.writes
    do {
      try stage.display.wait(for: "word from Orca", limit: .seconds(60)) { $0.writes > writes }
    } catch {
      throw TimedOut("\(error)\n\(program.output.text)")
    }
  }

  var processes: [Int32] { processFamily(of: program.pid) }

  func close() { program.stop() }
}

/// brailled with the desktop's producer.
struct Ours: Contender {
  let name = "ours"
  let daemon: DaemonProcess
  let producer: ProducerProcess

  /// Starts both.
  init(_ programs: Programs, on stage: Stage) throws {
    var launch = DaemonProcess.Launch(environment: stage.rig.environment)
    launch.executable = programs.daemon
    launch.configuration =
      "[braille]\nlanguage = en\nmode = uncontracted\n[brlapi]\ntty = root\n"
    daemon = try DaemonProcess(launch)
    producer = try ProducerProcess(
      stage.session, socket: daemon.socket, executable: programs.producer)
  }

  var processes: [Int32] { processFamily(of: daemon.pid) + [producer.pid] }

  func close() {
    producer.close()
    daemon.close()
  }
}
