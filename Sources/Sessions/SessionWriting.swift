// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Wire

/// From inputs to lines of a session file (docs/sessions.md).
extension SessionFile.Kind {
  /// The line that says it; nil for what must have happened.
  var line: String? {
    switch self {
    case .display(nil, _, _): return "display off"
    case .display(let size?, let hasSixDots, let device):
      let dots = hasSixDots ? " six dots" : ""
      let of = device.isEmpty || device == "session" ? "" : " of \(device)"
      return "display \(size.columns)x\(size.rows)\(dots)\(of)"
    case .set(let name, let value): return "set \(name) = \(value)"
    case .plainTranslator: return "translator plain"
    case .say(let program, let line): return "\(program)> \(String(decoding: line, as: UTF8.self))"
    case .connect(let program): return "\(program)> connect"
    case .disconnect(let program): return "\(program)> disconnect"
    case .keys(let keys): return "key " + keys.map(\.description).joined(separator: " ")
    case .wait(let time): return "+ \(time.milliseconds)ms"
    case .expect: return nil
    }
  }
}

extension Duration {
  /// Whole milliseconds.
  fileprivate var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
