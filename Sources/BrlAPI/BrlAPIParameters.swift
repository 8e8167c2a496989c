// SPDX-License-Identifier: GPL-3.0-or-later
import CBrlAPI
import Cells
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
    return BrlAPIDevice(
      size: size, driver: try string(BRLAPI_PARAM_DRIVER_NAME),
      model: try string(BRLAPI_PARAM_DEVICE_MODEL), hasSixDots: dots == 6)
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
