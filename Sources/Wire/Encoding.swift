// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
public import Core
import Elements
public import Panning
import Translation

/// From the daemon's messages to JSON (docs/protocol.md, "From the daemon").
public enum Outgoing {
  /// A notification.
  public static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": params]
  }

  /// The reply to a request.
  public static func reply(_ id: RequestID?, _ reply: Reply) -> JSONValue {
    let member: (String, JSONValue) =
      switch reply {
      case .error(let error): ("error", Outgoing.error(error))
      default: ("result", result(reply))
      }
    return .object(["jsonrpc": "2.0", "id": id?.json ?? .null, member.0: member.1])
  }

  /// The params of `rejected`; `line` counts those of the connection from 1.
  public static func rejected(
    method: String?, _ error: ProtocolError, line: Int
  ) -> JSONValue {
    var params: [String: JSONValue] = [
      "code": .integer(error.code.rawValue), "message": .string(error.message),
      "line": .integer(line),
    ]
    params["method"] = method.map { .string($0) }
    params.merge(data(error)) { $1 }
    return .object(params)
  }

  /// The params of `command`.
  public static func command(_ order: Order) -> JSONValue {
    var params = order.command.params
    params["command"] = .string(order.command.name)
    params["element"] = order.element.map { .string($0) }
    params["seq"] = order.sequence.map { .integer($0) }
    params["version"] = order.version.map { .integer($0) }
    return .object(params)
  }

  /// The params of `frame`.
  public static func frame(_ frame: Frame) -> JSONValue {
    let rows = 0..<frame.size.rows
    var params: [String: JSONValue] = [
      "columns": .integer(frame.size.columns), "rows": .integer(frame.size.rows),
      "cells": .array(rows.map { .string(frame.row($0).unicode) }),
      "text": .array(frame.text.map { .string($0) }), "kind": .string(frame.kind.rawValue),
    ]
    params["caret"] = frame.caret.map { caret in
      [
        "row": .integer(caret.value / frame.size.columns),
        "column": .integer(caret.value % frame.size.columns),
      ]
    }
    params["producer"] = frame.producer.map { .string($0) }
    params["element"] = frame.element.map { .string($0) }
    return .object(params)
  }

  /// The params of `display`.
  public static func display(_ display: DisplayState) -> JSONValue {
    var params: [String: JSONValue] = [
      "connected": .bool(display.size != nil), "columns": .integer(display.size?.columns ?? 0),
      "rows": .integer(display.size?.rows ?? 0), "driver": .string(display.driver),
      "model": .string(display.model),
    ]
    if display.hasSixDots { params["dots"] = 6 }
    params["problem"] = display.problem.map { .string($0) }
    return .object(params)
  }

  private static func error(_ error: ProtocolError) -> JSONValue {
    var members: [String: JSONValue] = [
      "code": .integer(error.code.rawValue), "message": .string(error.message),
    ]
    let data = data(error)
    if !data.isEmpty { members["data"] = .object(data) }
    return .object(members)
  }

  private static func data(_ error: ProtocolError) -> [String: JSONValue] {
    var data: [String: JSONValue] = [:]
    data["field"] = error.field.map { .string($0) }
    data["limit"] = error.limit.map { .string($0.name) }
    data["max"] = error.limit.map { .integer($0.max) }
    data["version"] = error.version.map { .integer($0) }
    data["supported"] = error.supported.map { .array($0.map { .integer($0) }) }
    return data
  }

  private static func result(_ reply: Reply) -> JSONValue {
    switch reply {
    case .done, .error: [:]
    case .hello(let version, let display): hello(version, display)
    case .status(let status): self.status(status)
    case .settings(let values): settings(values)
    case .explanation(let lines): ["lines": .array(lines.map(\.json))]
    case .history(let past): ["announcements": .array(past.map(announcement))]
    }
  }

  private static func hello(_ version: Int, _ display: DisplayState) -> JSONValue {
    [
      "protocol": .integer(version),
      "features": .array(Message.methods.sorted().map { .string($0) }),
      "server": ["name": "brailled", "version": .string(Release.version)],
      "display": Outgoing.display(display),
      "limits": .object(
        Dictionary(uniqueKeysWithValues: Limits.all.map { ($0.name, .integer($0.max)) })),
    ]
  }

  private static func announcement(_ past: PastAnnouncement) -> JSONValue {
    [
      "time": .integer(past.time), "producer": .string(past.producer),
      "priority": .string(past.announcement.priority.rawValue),
      "text": .string(past.announcement.text),
    ]
  }

  /// Settings by their names, as `settings` gives them.
  public static func settings(_ values: [SettingValue]) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for value in values {
      switch value.value {
      case .text(let text): members[value.name] = .string(text)
      case .number(let number): members[value.name] = .integer(number)
      }
    }
    return .object(members)
  }

  private static func status(_ status: Status) -> JSONValue {
    let producers = status.producers.map { producer -> JSONValue in
      [
        "name": .string(producer.name), "pid": .integer(producer.pid),
        "rank": .string(producer.rank.rawValue), "paused": .bool(producer.isPaused),
        "shows": .bool(producer.showsFocus),
      ]
    }
    var members: [String: JSONValue] = [
      "display": display(status.display), "producers": .array(producers),
      "tables": [
        "output": .string(status.table), "state": .string(status.tableCondition.rawValue),
      ],
      "settings": settings(status.settings),
      "counters": .object(
        Dictionary(uniqueKeysWithValues: status.counters.map { ($0.name, .integer($0.count)) })),
      "uptime": .integer(status.uptime),
    ]
    members["focus"] = status.focus.map { .string($0) }
    return .object(members)
  }
}

extension RequestID {
  /// The id as it was sent.
  public var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .integer(number)
    }
  }
}
