// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Elements

/// An entry of `actions`.
struct WireAction: FromNode {
  let action: CustomAction

  init(_ node: Node) throws(Refusal) {
    let members = try node.members()
    let name = try members.required("name")
    action = CustomAction(name: name, label: try members.string("label") ?? name)
  }
}

/// An entry of `rotors`.
struct WireRotor: FromNode {
  let rotor: CustomRotor

  init(_ node: Node) throws(Refusal) {
    let members = try node.members()
    let name = try members.required("name")
    rotor = CustomRotor(
      name: name, label: try members.string("label") ?? name,
      stops: try members.list("items", of: WireStop.self)?.map(\.stop) ?? [])
  }
}

/// An entry of a rotor's `items`: an id, or a stretch of an element's text.
private struct WireStop: FromNode {
  let stop: CustomRotor.Stop

  init(_ node: Node) throws(Refusal) {
    guard !node.isString else {
      stop = CustomRotor.Stop(try node.id())
      return
    }
    let members = try node.members()
    guard let id = try members.id("id") else {
      throw members.refuse("id", "is missing; the id of an element is needed")
    }
    stop = CustomRotor.Stop(
      id, start: try members.offset("start"), end: try members.offset("end"))
  }
}
