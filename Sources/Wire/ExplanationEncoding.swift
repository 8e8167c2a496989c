// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Panning
import Presentation
import Translation

/// The result of `explain`.
extension LineExplanation {
  var json: JSONValue {
    let scalars = (0..<cells.count).map { map.scalar(of: CellOffset($0)).value }
    let cellsOfScalars = (0..<line.scalars.count).map { map.cell(of: TextOffset($0)).value }
    return [
      "text": .string(String(String.UnicodeScalarView(line.scalars))),
      "spans": .array(line.spans.map(\.json)), "runs": .array(segments.map(\.json)),
      "cells": .string(cells.unicode), "scalarOfCell": .array(scalars.map { .integer($0) }),
      "cellOfScalar": .array(cellsOfScalars.map { .integer($0) }),
      "rows": .array(rows.map { stretch($0.lowerBound.value, $0.upperBound.value) }),
    ]
  }
}

private func stretch(_ start: Int, _ end: Int, _ more: [String: JSONValue] = [:]) -> JSONValue {
  var members = more
  members["start"] = .integer(start)
  members["end"] = .integer(end)
  return .object(members)
}

extension Line.Span {
  fileprivate var json: JSONValue {
    var more: [String: JSONValue] = [:]
    more["language"] = language.map { .string($0) }
    switch origin {
    case .part(let part): more["part"] = .string(part.rawValue)
    case .gap: more["part"] = "gap"
    case .context(let index):
      more["part"] = "context"
      more["ancestor"] = .integer(index)
    case .member(let id):
      more["part"] = "member"
      more["element"] = .string(id)
    case .mark(let place):
      more["part"] = "tag"
      more["offset"] = .integer(place.value)
    case .pending: more["part"] = "pending"
    case .text(let place):
      more["part"] = "text"
      more["offset"] = .integer(place.value)
    }
    return stretch(range.lowerBound, range.upperBound, more)
  }
}

extension LineTranslation.Segment {
  fileprivate var json: JSONValue {
    let table = table.map { JSONValue.string($0.name) } ?? .null
    return stretch(range.lowerBound, range.upperBound, ["table": table])
  }
}
