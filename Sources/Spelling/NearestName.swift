// SPDX-License-Identifier: GPL-3.0-or-later

/// The right name that was probably meant where a wrong one stands; nil if none is near.
///
/// Of several that are equally near the first. Capitals do not count, and what begins a single right
/// name stands for it.
public func nearestName(to wrong: String, among names: some Sequence<String>) -> String? {
  var nearest: (name: String, distance: Int)?
  var begun: [String] = []
  guard wrong.utf8.count <= longestName else { return nil }
  let start = wrong.lowercased()
  for name in names where !name.isEmpty {
    if start.count > 1, name.lowercased().hasPrefix(start) { begun.append(name) }
    guard let distance = spellingDistance(of: wrong, from: name) else { continue }
    if distance < nearest?.distance ?? .max { nearest = (name, distance) }
  }
  return nearest?.name ?? (begun.count == 1 ? begun.first : nil)
}

/// What to write in the place of a name that is none: the nearest, or if none is near all of them.
///
/// It stands behind what is wrong: `did you mean LEFT?`, `there are LEFT, RIGHT`.
public func remedy(for wrong: String, among names: some Sequence<String>) -> String {
  nearestName(to: wrong, among: names).map { "did you mean \($0)?" }
    ?? "there are \(names.joined(separator: ", "))"
}

/// How many slips of the hand are between a name and a right one; nil if it was hardly meant.
///
/// A letter put in, left out, replaced, or changed with the one behind it is one slip. There may be
/// as many as a third of the letters of the wrong name, one at least, and a letter has to stay.
public func spellingDistance(of wrong: String, from right: String) -> Int? {
  guard !wrong.isEmpty, wrong.utf8.count <= longestName else { return nil }
  let wrong = wrong.lowercased().unicodeScalars.map(\.value)
  let right = right.lowercased().unicodeScalars.map(\.value)
  let limit = min(max(1, wrong.count / 3), max(wrong.count, right.count) - 1)
  guard abs(wrong.count - right.count) <= limit else { return nil }
  let distance = editDistance(wrong, right)
  return distance <= limit ? distance : nil
}

/// What has more bytes than this is no name with a slip in it.
///
/// Names come from programs too, and may be megabytes.
private let longestName = 100

/// The distance of Damerau and Levenshtein, in which no stretch is changed twice.
func editDistance(_ left: [UInt32], _ right: [UInt32]) -> Int {
  var before: [Int] = []
  var row = Array(0...right.count)
  for (line, letter) in left.enumerated() {
    var next = [line + 1]
    for (column, other) in right.enumerated() {
      var distance = min(
        row[column] + (letter == other ? 0 : 1), row[column + 1] + 1, next[column] + 1)
      if line > 0, column > 0, letter == right[column - 1], left[line - 1] == other {
        distance = min(distance, before[column - 1] + 1)
      }
      next.append(distance)
    }
    (before, row) = (row, next)
  }
  return row[right.count]
}
