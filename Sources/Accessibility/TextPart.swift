// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of an object's text, or all of it, with its places in the toolkit's own count.
///
/// Toolkits count code points (GTK, Chromium), UTF-16 units (Qt, LibreOffice), or code points
/// with a U+FEFF behind each that UTF-16 writes by two (Firefox). Which one is told by the text
/// that a stretch of so many gives; where all do the same it does not matter.
public struct TextPart: Equatable, Sendable {
  /// How long the whole text is, in the toolkit's count.
  public var length: Int
  /// The text as the toolkit gave it.
  public let raw: String
  /// What is to be read, in scalars.
  public private(set) var scalars: [Unicode.Scalar]
  /// Where the part begins in the whole text, in the toolkit's count.
  public let start: Int
  /// Where it ends.
  public let end: Int
  /// Where the caret is, in the toolkit's count; nil: nowhere.
  public var caret: Int?
  /// What is selected, in the toolkit's count.
  public var selection: Range<Int>?
  /// Whether signs stand for its characters, which were not asked for: it is a secret.
  public private(set) var isMasked = false
  /// Stretches with attributes, in the toolkit's count.
  public var runs: [Run] = []
  /// What stands in the text for objects in it, by places in `scalars`.
  public private(set) var objects: [Embedded] = []
  /// The toolkit's place before each scalar and behind the last one; nil: they are `start` and on.
  private var places: [Int]?

  /// A stretch of text with the same attributes.
  public struct Run: Equatable, Sendable {
    /// From where to where, in the toolkit's count.
    public var range: Range<Int>
    /// The attributes by AT-SPI's names.
    public var attributes: [String: String]

    /// A stretch with its attributes.
    public init(range: Range<Int>, attributes: [String: String]) {
      self.range = range
      self.attributes = attributes
    }
  }

  /// An object in a text, and the words that stand there for it.
  public struct Embedded: Equatable, Sendable {
    /// Where its words are in `scalars`.
    public var range: Range<Int>
    /// The object.
    public var object: Accessible
    /// Its role.
    public var role: AccessibleRole?
  }

  /// What an object in a text is replaced by.
  public struct Substitute: Equatable, Sendable {
    /// The object.
    public var object: Accessible
    /// Its role.
    public var role: AccessibleRole?
    /// What is read for it.
    public var words: String

    /// An object with its words.
    public init(object: Accessible, role: AccessibleRole?, words: String) {
      self.object = object
      self.role = role
      self.words = words
    }
  }

  /// The character that stands for an object.
  public static let objectReplacement: Unicode.Scalar = "\u{FFFC}"

  /// A part from its text as the toolkit gave it for `range`; `substitutes` stand in the order of
  /// the object replacement characters in it.
  public init(
    _ text: String, range: Range<Int>, length: Int, substitutes: [Substitute?] = []
  ) {
    self.length = length
    raw = text
    start = range.lowerBound
    // A text that is much longer than was asked for is not kept.
    let raw = Array(text.unicodeScalars.prefix(range.count))
    let step = TextPart.step(raw, count: range.count)
    var places: [Int] = []
    scalars = []
    var place = range.lowerBound
    var isSimple = true
    var objectsSeen = 0
    for scalar in raw {
      if step == .padded, scalar == "\u{FEFF}", let last = scalars.last, last.value > 0xFFFF {
        place += 1
        isSimple = false
        continue
      }
      var words: [Unicode.Scalar] = [scalar]
      if scalar == TextPart.objectReplacement {
        if substitutes.indices.contains(objectsSeen), let substitute = substitutes[objectsSeen] {
          words = Array(substitute.words.unicodeScalars)
          var isBesideObject = false
          if let last = objects.last?.range, !last.isEmpty {
            isBesideObject = last.upperBound == scalars.count
          }
          let gap = isBesideObject && !words.isEmpty ? 1 : 0
          let first = scalars.count + gap
          objects.append(
            Embedded(
              range: first..<first + words.count, object: substitute.object,
              role: substitute.role))
          // Two objects without anything between them are two words.
          if gap > 0 { words.insert(" ", at: 0) }
          isSimple = false
        }
        objectsSeen += 1
      } else if scalar == "\u{2029}" || scalar == "\u{2028}" {
        words = ["\n"]
      }
      places += words.map { _ in place }
      scalars += words
      let width = step == .utf16 && scalar.value > 0xFFFF ? 2 : 1
      if width > 1 { isSimple = false }
      place += width
    }
    end = place
    places.append(place)
    self.places = isSimple ? nil : places
  }

  /// A secret of some length: a sign for each of its characters.
  public init(secretOf length: Int) {
    let count = min(max(0, length), Accessible.wholeText)
    self.init(String(repeating: "●", count: count), range: 0..<count, length: count)
    isMasked = true
  }

  private enum Step {
    case scalars, utf16, padded
  }

  private static func step(_ raw: [Unicode.Scalar], count: Int) -> Step {
    let high = raw.count { $0.value > 0xFFFF }
    guard high > 0 else { return .scalars }
    if raw.count == count { return raw.contains("\u{FEFF}") ? .padded : .scalars }
    return raw.count + high == count ? .utf16 : .scalars
  }

  /// The toolkit's place before a scalar of `scalars`; places outside are moved to the ends.
  public func place(of index: Int) -> Int {
    let index = min(max(0, index), scalars.count)
    guard let places else { return start + index }
    return places[index]
  }

  /// The first scalar at or behind a place of the toolkit; places outside are moved to the ends.
  public func index(of place: Int) -> Int {
    guard place > start else { return 0 }
    guard place < end else { return scalars.count }
    guard let places else { return place - start }
    var low = 0
    var high = places.count - 1
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a place of the toolkit is in this part or at its ends.
  public func holds(_ place: Int) -> Bool { place >= start && place <= end }
}
