// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus

/// An object of a program on the accessibility bus: where it is, not what it is.
public struct Accessible: Hashable, Sendable {
  /// The unique bus name of its program.
  public var program: String
  /// Its path there.
  public var path: String

  /// An object by its program and path.
  public init(program: String, path: String) {
    self.program = program
    self.path = path
  }

  /// An object as a call names it, `(so)`; nil for none.
  public init?(_ value: DBusValue?) {
    guard let members = value?.members, members.count == 2, let program = members[0].string,
      let path = members[1].string, !program.isEmpty, path.hasPrefix("/"),
      path != "/org/a11y/atspi/null"
    else { return nil }
    self.init(program: program, path: path)
  }

  /// The registry's list of programs.
  public static let desktop = Accessible(
    program: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root")

  /// The object that stands for a whole program.
  public static func root(of program: String) -> Accessible {
    Accessible(program: program, path: "/org/a11y/atspi/accessible/root")
  }
}

/// The interfaces that an object says it has; no other one is ever called (Qt 5 and 6 crash, and
/// atk-bridge complains).
public struct Interfaces: OptionSet, Hashable, Sendable {
  /// One bit an interface.
  public var rawValue: UInt16

  /// Interfaces from bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Things to do.
  public static let action = Interfaces(rawValue: 1)
  /// A place on the screen, and the focus.
  public static let component = Interfaces(rawValue: 2)
  /// Text to read.
  public static let text = Interfaces(rawValue: 4)
  /// Text to write.
  public static let editableText = Interfaces(rawValue: 8)
  /// A number in a range.
  public static let value = Interfaces(rawValue: 16)
  /// Children of which some are selected.
  public static let selection = Interfaces(rawValue: 32)
  /// Rows and columns.
  public static let table = Interfaces(rawValue: 64)
  /// A place in a table.
  public static let tableCell = Interfaces(rawValue: 128)
  /// Searches.
  public static let collection = Interfaces(rawValue: 256)
  /// Objects in a text.
  public static let hypertext = Interfaces(rawValue: 512)
  /// A document's own attributes.
  public static let document = Interfaces(rawValue: 1024)
  /// A program.
  public static let application = Interfaces(rawValue: 2048)
  /// A picture.
  public static let image = Interfaces(rawValue: 4096)
  /// An object in a text.
  public static let hyperlink = Interfaces(rawValue: 8192)

  private static let names: [String: Interfaces] = [
    "Action": .action, "Component": .component, "Text": .text, "EditableText": .editableText,
    "Value": .value, "Selection": .selection, "Table": .table, "TableCell": .tableCell,
    "Collection": .collection, "Hypertext": .hypertext, "Document": .document,
    "Application": .application, "Image": .image, "Hyperlink": .hyperlink,
  ]

  /// What `GetInterfaces` answers; unknown names are left out.
  public init(_ value: DBusValue?) {
    self = []
    for name in value?.members ?? [] {
      guard let short = name.string?.split(separator: ".").last else { continue }
      if let interface = Interfaces.names[String(short)] { insert(interface) }
    }
  }
}
