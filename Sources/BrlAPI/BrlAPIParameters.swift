// SPDX-License-Identifier: GPL-3.0-or-later
import CBrlAPI
import Cells
import Commands
import Glibc

/// What brltty tells of its display when it is asked.
struct BrlAPIParameters {
  let thread: BrlAPIThread
  let handle: OpaquePointer

  private static let flags = brlapi_param_flags_t(BRLAPI_PARAMF_GLOBAL)

  /// A packet of 4096 bytes has room for so many cells: their dots, a mask and a character each.
  private static let mostCells = 1300

  /// The display's size; nil while there is none.
  ///
  /// A display with more cells than can be written at once is used as its first row.
  func size() throws(BrlAPIFailure) -> DisplaySize? {
    var value = brlapi_param_displaySize_t()
    let length = thread.call {
      brlapi__getParameter(
        handle, BRLAPI_PARAM_DISPLAY_SIZE, 0, Self.flags, &value, MemoryLayout.size(ofValue: value))
    }
    guard length >= 0 else { throw BrlAPIFailure.last() }
    let (columns, rows) = (Int(value.columns), Int(value.rows))
    guard (1...Self.mostCells).contains(columns), rows > 0 else { return nil }
    return DisplaySize(columns: columns, rows: rows <= Self.mostCells / columns ? rows : 1)
  }

  /// The display of a size.
  func device(_ size: DisplaySize) throws(BrlAPIFailure) -> BrlAPIDevice {
    var dots: UInt8 = 8
    _ = thread.call {
      brlapi__getParameter(handle, BRLAPI_PARAM_DEVICE_CELL_SIZE, 0, Self.flags, &dots, 1)
    }
    var device = BrlAPIDevice(
      size: size, driver: try string(BRLAPI_PARAM_DRIVER_NAME),
      model: try string(BRLAPI_PARAM_DEVICE_MODEL), hasSixDots: dots == 6)
    if let keys = boundKeys() {
      device.commands = Set(keys.compactMap(\.command))
      device.sendsKeysyms = keys.contains { $0.isKeysym }
    }
    return device
  }

  /// What the display's keys are bound to, each command once, all keys of a keyboard as one of
  /// them; nil if brltty does not tell.
  private func boundKeys() -> [KeyPress.Key]? {
    var length = 0
    let data = thread.call {
      brlapi__getParameterAlloc(
        handle, BRLAPI_PARAM_BOUND_COMMAND_KEYCODES, 0, Self.flags, &length)
    }
    guard let data else { return nil }
    defer { free(data) }
    let bytes = UnsafeRawBufferPointer(start: data, count: length)
    let size = MemoryLayout<brlapi_keyCode_t>.size
    return stride(from: 0, through: length - size, by: size).compactMap { place in
      KeyPress(brlapi: bytes.loadUnaligned(fromByteOffset: place, as: brlapi_keyCode_t.self))?.key
    }
  }

  private func string(_ parameter: brlapi_param_t) throws(BrlAPIFailure) -> String {
    var length = 0
    let data = thread.call {
      brlapi__getParameterAlloc(handle, parameter, 0, Self.flags, &length)
    }
    guard let data else { throw BrlAPIFailure.last() }
    defer { free(data) }
    return String(
      decoding: UnsafeRawBufferPointer(start: data, count: length).prefix { $0 != 0 },
      as: UTF8.self)
  }
}

extension KeyPress.Key {
  /// The command of brltty that a key is; nil for what is none.
  fileprivate var command: BrlttyCommand? {
    switch self {
    case .command(let command, _, _): command
    case .route: .route
    case .dots, .chord: .passDots
    case .keysym: nil
    }
  }

  fileprivate var isKeysym: Bool {
    if case .keysym = self { true } else { false }
  }
}
