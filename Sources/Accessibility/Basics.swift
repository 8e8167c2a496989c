// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus

/// What every object can be asked, in one trip.
public struct Basics: Equatable, Sendable {
  /// The object.
  public var object: Accessible
  /// What it is; `unknown` for a role that is not known.
  public var role: AccessibleRole
  /// Its name.
  public var name: String
  /// Its states.
  public var states: States
  /// Its interfaces.
  public var interfaces: Interfaces
  /// What it is in; nil at the top.
  public var parent: Accessible?
  /// Its attributes by name, as `level` and `container-live`.
  public var attributes: [String: String]

  /// An object with what is known of it.
  public init(
    object: Accessible, role: AccessibleRole, name: String = "", states: States = [],
    interfaces: Interfaces = [], parent: Accessible? = nil, attributes: [String: String] = [:]
  ) {
    self.object = object
    self.role = role
    self.name = name
    self.states = states
    self.interfaces = interfaces
    self.parent = parent
    self.attributes = attributes
  }
}

extension Accessible {
  /// What it is.
  public func basics(
    within limit: Duration = .milliseconds(500)
  ) -> Asking<Result<Basics, CallError>> {
    var questions = Questions()
    let slots = BasicSlots(self, &questions)
    return questions.asking(within: limit) { .known(slots.basics(of: self, $0)) }
  }

  /// Its children with what they are; at most so many.
  public func childBasics(limit: Int = 500) -> Asking<[Basics]> {
    family(limit: limit).then { children in
      Asking.all(children.map { $0.basics() }).map { $0.compactMap { try? $0.get() } }
    }
  }

  /// Families of up to so many children are asked for at once; of larger ones the children are
  /// asked for by their number, as a table may have a million.
  static let wholeFamily = 200

  /// Its children; at most so many.
  public func family(limit: Int) -> Asking<[Accessible]> {
    var questions = Questions()
    let count = questions.ask(childCount)
    return questions.asking { replies in
      var questions = Questions()
      let count = replies[count]?.count ?? 0
      guard count > Accessible.wholeFamily else {
        let children = questions.ask(children)
        return questions.asking { replies in
          let found = (replies[children]?.members ?? []).prefix(limit)
          return .known(found.compactMap { Accessible($0) })
        }
      }
      let children = questions.ask((0..<min(count, limit)).map { child($0) })
      return questions.asking { replies in
        .known(children.compactMap { Accessible(replies[$0]) })
      }
    }
  }
}

/// The calls that ask for what an object is.
struct BasicSlots: Sendable {
  private let name, role, states, interfaces, parent, attributes: Questions.Slot

  init(_ object: Accessible, _ questions: inout Questions) {
    name = questions.ask(object.name)
    role = questions.ask(object.role)
    states = questions.ask(object.states)
    interfaces = questions.ask(object.interfaces)
    parent = questions.ask(object.parent)
    attributes = questions.ask(object.attributes)
  }

  func basics(of object: Accessible, _ replies: Replies) -> Result<Basics, CallError> {
    if let error = replies.error(role) { return .failure(error) }
    return .success(
      Basics(
        object: object, role: AccessibleRole(replies[role]) ?? .unknown,
        name: replies[name]?.words ?? "", states: States(replies[states]),
        interfaces: Interfaces(replies[interfaces]), parent: Accessible(replies[parent]),
        attributes: replies[attributes]?.attributes ?? [:]))
  }
}
