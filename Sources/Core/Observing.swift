// SPDX-License-Identifier: GPL-3.0-or-later
public import Commands
import Elements
import Panning

/// What observers may be told of programs and keys (docs/protocol.md, "Looking on").
extension Engine {
  /// Whether what has the display is a secret: what is typed or said now may be a part of it.
  public var showsSecret: Bool { program(shown)?.isAtSecret == true }

  /// Whether a key is typed where the reader is, and does nothing else.
  public func isTyped(_ press: KeyPress) -> Bool {
    action(for: press.key, held: stuck.union(press.modifiers)) == nil
  }

  /// Whether an element of a program is a secret, or in one.
  public func isProtected(_ id: String, of program: ProgramID) -> Bool {
    guard let program = programs[program] else { return false }
    if let screen = program.screen { return screen.isProtected(id) }
    guard let content = program.content else { return false }
    return ([content.element] + content.ancestors).contains { $0.protects(id) }
  }

  /// Whether a command is about a secret, so that what it holds is a part of one.
  public func isSecret(_ order: Order, to program: ProgramID) -> Bool {
    if let element = order.element { return isProtected(element, of: program) }
    return programs[program]?.isAtSecret == true
  }

  /// Whether something that the last frame shows is not translated yet: another frame comes when it
  /// is.
  public var isProvisional: Bool {
    if let mode { return mode.reading.isProvisional }
    if messages.shown?.reading.isProvisional == true { return true }
    if answer?.reading.isProvisional == true { return true }
    if let frozen { return frozen.content.reading.isProvisional }
    return program(shown)?.content?.reading.isProvisional == true
  }

  /// What programs would have to say to show what they show now, the one that is shown last.
  ///
  /// How far the reader has read, what was announced and what waits is not in it.
  public var statements: [(program: ProgramID, message: Message)] {
    let order = programs.values.sorted {
      ($0.id == shown ? 1 : 0, $0.taken, $0.id) < ($1.id == shown ? 1 : 0, $1.taken, $1.id)
    }
    return order.flatMap { program in
      program.statements(isLocking: lock.holders.contains(program.id)).map { (program.id, $0) }
    }
  }

  /// A program's name, as the reader knows it; nil if it is not connected.
  public func name(of program: ProgramID) -> String? { programs[program]?.name }
}

extension Program {
  /// Whether its focus is a secret, or in one.
  fileprivate var isAtSecret: Bool {
    guard let content else { return false }
    return ([content.element] + content.ancestors).contains { $0.isProtected }
      || screen?.isProtected(content.element.id) == true
  }

  fileprivate func statements(isLocking: Bool) -> [Message] {
    var messages: [Message] = hello.map { [.hello($0)] } ?? []
    if let screen {
      messages.append(
        .screen(
          NewScreen(
            elements: screen.tree, title: screen.title, focus: screenCursor,
            language: screen.language, rotors: screen.rotors)))
    } else if let content {
      messages.append(.focus(content.element, ancestors: content.ancestors))
    }
    if isPaused { messages.append(.pause(lock: isLocking)) }
    return messages
  }
}

extension Element {
  /// Whether an element of this id is a secret: this one, or what is in it, under a secret.
  fileprivate func protects(_ id: String, isInSecret: Bool = false) -> Bool {
    let isSecret = isInSecret || isProtected
    if self.id == id { return isSecret }
    return (children ?? []).contains { child in
      switch child {
      case .element(let element): element.protects(id, isInSecret: isSecret)
      case .reference(let reference): isSecret && reference == id
      }
    }
  }
}
