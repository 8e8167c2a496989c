// SPDX-License-Identifier: GPL-3.0-or-later
public import Elements

/// Elements as the entries of a list that a reader chooses from, or looks for something in.
extension LineStyle {
  /// What of an element a reader must feel to choose it: what it is called and what it is.
  ///
  /// Without a name it is what it says: its value, else the first line of its text. All of it is
  /// of the member `element.id`. Nothing for an element that says nothing.
  public func entry(of element: Element) -> Line {
    var line = Line()
    for part in order where part == .label || part == .role {
      if part == .label, label(of: element) == nil {
        appendContent(of: element, to: &line)
      } else {
        append(part, of: element, from: .part(part), to: &line)
      }
    }
    return line.about(element.id)
  }

  private func appendContent(of element: Element, to line: inout Line) {
    line.appendGap()
    if let value = value(of: element), !value.isEmpty {
      line.append(value, from: .part(.value), language: language(of: element))
    } else if let text = element.text, !element.isProtected {
      let first = text.scalars(text.line(0))
      line.append(first, from: .part(.value), language: language(of: element))
    } else if let hint = element.hint ?? element.placeholder {
      line.append(hint, from: .part(.hint), language: language(of: element))
    }
  }

  /// The same style with no words but the program's own, in which a text is looked for.
  public var ofProgram: LineStyle {
    var style = self
    style.order = [.label, .value, .error, .description]
    return style
  }
}

extension Line {
  /// The same line, all of it about one member.
  public func about(_ member: String) -> Line {
    var line = self
    for index in line.spans.indices { line.spans[index].origin = .member(member) }
    return line
  }

  /// This line with another one behind it, after a blank.
  public func followed(by other: Line) -> Line {
    var line = self
    line.appendGap()
    line.append(other)
    return line
  }
}

extension Unicode.Scalar {
  /// The small letter; itself if there is none of one scalar.
  public var lowercased: Unicode.Scalar {
    if value < 0x80 {
      return (0x41...0x5A).contains(value) ? Unicode.Scalar(UInt8(value + 0x20)) : self
    }
    let small = properties.lowercaseMapping.unicodeScalars
    return small.count == 1 ? small.first ?? self : self
  }
}
