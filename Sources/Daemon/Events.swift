// SPDX-License-Identifier: GPL-3.0-or-later
import BrlAPI
import Commands
import Core
import Louis
import Panning
import Posix
import Sockets
import Tables
import Wire

/// What comes from the display and from the workers, and the end.
extension Loop {
  mutating func take(_ event: AnyDisplay.Event) {
    switch event {
    case .state(let state):
      let text =
        state.size.map { "display \($0), driver \(state.driver)" }
        ?? state.problem ?? "there is no display"
      log.notice(text)
      Systemd.notify("STATUS=\(text)")
      happen(.display(state))
    case .key(let press, let frame):
      take(press, on: frame)
    case .connected:
      lastFailure = nil
      log.notice("connected to brltty")
    case .failed(let failure):
      if engine.display.size != nil || failure != lastFailure {
        happen(.display(DisplayState(size: nil, problem: failure.description)))
      }
      // It is tried again and again; it is said once.
      guard failure != lastFailure else { return }
      lastFailure = failure
      log.warning("\(failure)")
      Systemd.notify("STATUS=\(failure)")
    case .invalidKey(let reason):
      log.warning("key: \(reason)")
    case .quit:
      isOver = true
    }
  }

  private mutating func take(_ press: KeyPress, on frame: Frame?) {
    let before = shownFrame
    happen(.key(press, on: frame ?? shownFrame))
    // Keys that come together are each pressed on what the one before has made of the display.
    showFrame()
    if before == shownFrame { display.refresh() }
  }

  /// Logs what the translator has to say.
  mutating func report() {
    for report in engine.translator.takeReports() {
      switch report {
      case .gaveUp(let table, let scalars, let hung):
        let what = hung ? "took too long for" : "crashed on"
        log.warning(
          "table \(table) \(what) a text of \(scalars) characters; it is translated word by word")
      case .broken(let table):
        log.warning(
          "\(engine.translator.fault(of: table)); computer braille is shown instead")
      case .loader(let reason):
        log.error("translation: \(reason); it is started again")
      }
    }
    reportConfinement()
  }

  /// Logs once what of the workers' confinement this kernel does not have.
  private mutating func reportConfinement() {
    guard let confinement = engine.translator.confinement, confinement != loggedConfinement else {
      return
    }
    loggedConfinement = confinement
    let faults = confinement.faults
    if faults.isEmpty { log.info("the kernel lets liblouis' workers read tables, and no more") }
    for fault in faults { log.notice(fault) }
  }

  /// Reads the configuration again; what is shown keeps its place.
  ///
  /// Gives why it could not be read, if so, and what is wrong in it.
  @discardableResult
  mutating func reload() -> (failure: String?, finding: String?) {
    Systemd.notifyReloading()
    defer { Systemd.notify("READY=1") }
    do throws(DaemonError) {
      let loaded = try Configured(options)
      loaded.report(to: log)
      tell(.messages, .settings(loaded.settings.values))
      happen(.configuration(loaded.settings, loaded.data.resources))
      log.notice("the configuration was read again")
      return (nil, loaded.summary)
    } catch {
      log.error("\(error)")
      return (error.description, nil)
    }
  }

  /// Keeps settings in the user's file.
  mutating func save(_ values: [SettingValue]) {
    var failure: String?
    do throws(Finding) {
      try SettingsFile.of(options).keep(values)
      log.notice("settings were kept: \(values.map(\.name).joined(separator: ", "))")
    } catch {
      log.error("\(error)")
      failure = error.reason
    }
    happen(.saved(values, failure: failure))
  }

  /// Says farewell to everybody.
  mutating func end() {
    Systemd.notify("STOPPING=1")
    for connection in connections.values {
      connection.send(Outgoing.notification("shutdown", [:]))
      _ = connection.outbox.send(to: connection.descriptor)
      connection.descriptor.close()
    }
    for (listener, _) in listeners { listener.close() }
    display.stop()
    engine.translator.end()
  }
}

extension BrlAPISettings {
  /// The settings that are about brltty.
  init(_ settings: Settings) {
    let terminal: Int? =
      switch settings.brlapiTTY {
      case .root: nil
      case .auto, .session: Systemd.sessionTerminal()
      }
    self.init(
      host: settings.brlapiHost.isEmpty ? nil : settings.brlapiHost,
      auth: settings.brlapiAuth.isEmpty ? nil : settings.brlapiAuth,
      priority: settings.brlapiPriority, terminal: terminal)
  }
}

extension SettingsFile {
  /// Where a daemon keeps settings: in the file that it was told, else in the user's.
  fileprivate static func of(_ options: DaemonOptions) throws(Finding) -> SettingsFile {
    if let path = options.configuration { return SettingsFile(path: path) }
    guard let usual = SettingsFile.usual else {
      throw Finding(file: "brailled.conf", reason: "there is no folder for it; set HOME")
    }
    return usual
  }
}
