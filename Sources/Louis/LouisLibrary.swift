// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
private import CLouis
public import Translation

/// liblouis itself, in this process.
///
/// It has global state, loops for ever on some texts, crashes on others, and overruns buffers
/// that are not as it likes them. So only one thread of a process may use it, and in the daemon
/// no thread does: worker processes do.
public final class LouisLibrary {
  private var input: [widechar] = []
  private var output: [widechar] = []
  private var typeforms: [formtype] = []
  private var inputPositions: [Int32] = []
  private var outputPositions: [Int32] = []
  private var unknownSigns: [String: [widechar]] = [:]

  /// liblouis, with its own messages switched off: they hold what the reader reads.
  public init() {
    lou_registerLogCallback { _, _ in }
    lou_setLogLevel(LOU_LOG_OFF)
  }

  /// The mode bit by which what a table does not define has no text.
  static let noUndefined = Int32(CLouis.noUndefined.rawValue)
  /// The mode bit by which cells at the end are no whole words: more is to come.
  static let partialTranslation = Int32(partialTrans.rawValue)

  /// Compiles a table; false if it is not there or not right.
  ///
  /// `files` are absolute paths. A table that is not right is compiled anew each time it is
  /// asked for, so do not ask again.
  public func load(_ files: String) -> Bool {
    lou_getTable(files) != nil
  }

  /// The cells for a text; nil if the table is not right.
  ///
  /// No scalar may be 0 or above U+FFFE's plane end (U+FFFF ends a segment in liblouis).
  /// `typeform` has an entry for each scalar or is empty; `mode` are liblouis' bits besides those
  /// for Unicode braille, 0 in the daemon.
  public func translate(
    _ text: [Unicode.Scalar], typeform: [UInt16] = [], mode: Int32 = 0, in files: String
  ) -> TranslatedText? {
    guard !text.isEmpty else { return TranslatedText() }
    let bits = Int32(dotsIO.rawValue | ucBrl.rawValue) | mode
    let count = call(lou_translate, text.lazy.map(\.value), typeform, bits, files)
    guard let count else { return nil }
    let cells = output[..<count].map { Cell(rawValue: UInt8(truncatingIfNeeded: $0)) }
    let map = PositionMap(
      scalarOfCell: Array(inputPositions[..<count]),
      cellOfScalar: Array(outputPositions[..<text.count]))
    return TranslatedText(cells: cells, map: map)
  }

  /// The text of some cells; nil if the table is not right.
  ///
  /// The map is from the cells, as its scalars, to the text, as its cells.
  public func backTranslate(
    _ cells: [Cell], mode: Int32 = 0, in files: String
  ) -> (text: [Unicode.Scalar], map: PositionMap)? {
    guard !cells.isEmpty else { return ([], PositionMap()) }
    let dots = cells.lazy.map { UInt32(0x8000) | UInt32($0.rawValue) }
    let bits = Int32(dotsIO.rawValue) | mode
    guard let count = call(lou_backTranslate, dots, [], bits, files) else { return nil }
    let text = output[..<count].map { Unicode.Scalar($0) ?? "\u{FFFD}" }
    let map = PositionMap(
      scalarOfCell: Array(inputPositions[..<count]),
      cellOfScalar: Array(outputPositions[..<cells.count]))
    return (text, map)
  }

  /// Whether a table has cells for a scalar, or leaves it out on purpose.
  public func isDefined(_ scalar: Unicode.Scalar, in files: String) -> Bool {
    let without = Int32(dotsIO.rawValue) | LouisLibrary.noUndefined
    guard let shown = call(lou_translate, [scalar.value], [], without, files) else { return true }
    if shown > 0 {
      let cells = Array(output[..<shown])
      return cells != unknownSign(in: files) || scalar.isShownAsUnknown
    }
    // Nothing, even where a sign for what is undefined would be: a mark that is left out.
    guard scalar.properties.generalCategory.isMark else { return false }
    return call(lou_translate, [scalar.value], [], Int32(dotsIO.rawValue), files) == 0
  }

  /// The sign of a table for all that it does not know (opcode `undefined`), empty for most.
  ///
  /// Such a table says of nothing that it does not know it: what no table has is asked for.
  private func unknownSign(in files: String) -> [widechar] {
    if let sign = unknownSigns[files] { return sign }
    let without = Int32(dotsIO.rawValue) | LouisLibrary.noUndefined
    let count = call(lou_translate, [0x10FFFD], [], without, files) ?? 0
    unknownSigns[files] = Array(output[..<count])
    return unknownSigns[files] ?? []
  }

  /// Where a word may be parted, as numbers of scalars before each place; nil if the table has no
  /// dictionary or is not right, or the word is longer than `LineTranslation.longestWord`.
  public func hyphenate(_ word: [Unicode.Scalar], in files: String) -> [Int]? {
    guard !word.isEmpty else { return [] }
    guard word.count <= LineTranslation.longestWord else { return nil }
    var hyphens = [CChar](repeating: 0, count: word.count + 2)
    let text = word.map(\.value) + [0]
    guard lou_hyphenate(files, text, Int32(word.count), &hyphens, 0) != 0 else { return nil }
    // A 2 stands behind a hyphen that the word has.
    return word.indices.filter { $0 > 0 && hyphens[$0] == CChar(UInt8(ascii: "1")) }
  }

  /// `lou_translate` or `lou_backTranslate`.
  private typealias Function = (
    UnsafePointer<CChar>?, UnsafePointer<widechar>?, UnsafeMutablePointer<Int32>?,
    UnsafeMutablePointer<widechar>?, UnsafeMutablePointer<Int32>?,
    UnsafeMutablePointer<formtype>?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int32>?,
    UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?, Int32
  ) -> Int32

  /// Calls liblouis with buffers that it does not overrun; gives the length of the output.
  private func call(
    _ function: Function, _ text: some Collection<UInt32>, _ typeform: [UInt16], _ mode: Int32,
    _ files: String
  ) -> Int? {
    // The most that one scalar became was 17 cells (ko-g2 with emphasis); what does not fit is
    // cut without a word, which the consumed length tells.
    var capacity = 20 * text.count + 64
    while true {
      prepare(text, typeform, capacity)
      var consumed = Int32(text.count)
      var written = Int32(capacity)
      let isDone = input.withUnsafeBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
          typeforms.withUnsafeMutableBufferPointer { typeforms in
            inputPositions.withUnsafeMutableBufferPointer { inputPositions in
              outputPositions.withUnsafeMutableBufferPointer { outputPositions in
                function(
                  files, input.baseAddress, &consumed, output.baseAddress, &written,
                  typeform.isEmpty ? nil : typeforms.baseAddress, nil,
                  outputPositions.baseAddress, inputPositions.baseAddress, nil, mode)
              }
            }
          }
        }
      }
      guard isDone != 0 else { return nil }
      if Int(consumed) >= text.count || capacity > 200 * text.count + 640 { return Int(written) }
      capacity *= 2
    }
  }

  private func prepare(
    _ text: some Collection<UInt32>, _ typeform: [UInt16], _ capacity: Int
  ) {
    input.removeAll(keepingCapacity: true)
    input.append(contentsOf: text)
    // liblouis looks at the scalar behind the last one.
    input.append(0)
    if output.count < capacity {
      output = Array(repeating: 0, count: capacity)
      inputPositions = Array(repeating: -1, count: capacity)
    }
    // It writes the typeforms of the output over those of the input.
    if !typeform.isEmpty {
      typeforms = typeform + Array(repeating: 0, count: capacity - typeform.count)
    }
    outputPositions.removeAll(keepingCapacity: true)
    outputPositions.append(contentsOf: repeatElement(-1, count: text.count + 1))
  }
}

extension Unicode.GeneralCategory {
  /// Whether it is of marks on letters, or invisible.
  fileprivate var isMark: Bool {
    switch self {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether tables have the same cells for it as for what they do not know: those that have such
  /// a sign have a blank, a question mark or an asterisk for it.
  fileprivate var isShownAsUnknown: Bool {
    self == "?" || self == "*" || properties.isWhitespace || Cell(self) != nil
  }
}
