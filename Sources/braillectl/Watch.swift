// SPDX-License-Identifier: GPL-3.0-or-later
import Monitor
import Posix
import Tables

/// Shows what a running daemon does, until it ends or the user does.
func monitor(_ arguments: [String], socket: String?) throws -> Bool {
  let options = try Options(arguments, known: [.init("plain"), .init("keys")])
  if let operand = options.operands.first {
    throw Failure(place: operand, reason: "monitor takes --plain and --keys only", status: 2)
  }
  var watched = MonitorOptions()
  watched.socket = socket
  watched.isPlain = options.has("plain")
  watched.pressesKeys = options.has("keys")
  if watched.pressesKeys {
    watched.keys = DataFolders.standard().read(tables: []).terminalKeys
  }
  var monitor = try Monitor(watched)
  try monitor.run()
  return true
}
