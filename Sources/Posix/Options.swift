// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc
private import Spelling

/// The options of a program's command line, read by getopt_long.
public struct Options: Sendable {
  /// The options that were given, in order, by their long names, with their values.
  public private(set) var given: [(name: String, value: String?)] = []
  /// What is left.
  public private(set) var operands: [String] = []

  /// An option that a program takes.
  public struct Known: Sendable {
    let name: String
    let takesValue: Bool

    /// `--name`, or `--name VALUE`.
    public init(_ name: String, takesValue: Bool = false) {
      self.name = name
      self.takesValue = takesValue
    }
  }

  /// Options that cannot be read; what is wrong, as a sentence without its full stop.
  public struct Invalid: Error, Equatable, Sendable {
    /// What is wrong and what to do.
    public let reason: String
  }

  /// Reads the arguments behind the program's name.
  ///
  /// `stopsAtOperand`: what follows the first operand is left as it is. Errors: an option that
  /// the program does not take, a value that is missing or too much.
  public init(
    _ arguments: [String], known: [Known], stopsAtOperand: Bool = false
  ) throws(Invalid) {
    let names = known.map { strdup($0.name) }
    var copies = (["program"] + arguments).map { strdup($0) } + [nil]
    defer {
      for name in names { free(name) }
      for copy in copies { free(copy) }
    }
    var table = zip(known, names).enumerated().map { index, pair in
      option(
        name: pair.1, has_arg: pair.0.takesValue ? 1 : 0, flag: nil, val: Int32(1000 + index))
    }
    table.append(option())
    cposix_getopt_restart()
    let originals = copies
    while true {
      // The colon keeps getopt from printing messages of its own.
      let found = getopt_long(
        Int32(arguments.count + 1), &copies, stopsAtOperand ? "+:" : ":", table, nil)
      if found == -1 { break }
      guard known.indices.contains(Int(found) - 1000) else {
        copies = originals
        throw Options.invalid(found, arguments, known)
      }
      let option = known[Int(found) - 1000]
      let value = option.takesValue ? cposix_optarg().map { String(cString: $0) } : nil
      given.append((option.name, value))
    }
    operands = copies[Int(cposix_optind())...].compactMap { $0.map { String(cString: $0) } }
  }

  private static func invalid(
    _ found: Int32, _ arguments: [String], _ known: [Known]
  ) -> Invalid {
    let index = Int(cposix_optind()) - 2
    let argument = arguments.indices.contains(index) ? arguments[index] : ""
    if found == Int32(UInt8(ascii: ":")) { return Invalid(reason: "\(argument) needs a value") }
    let name = String(argument.prefix { $0 != "=" })
    let names = known.map { "--" + $0.name }
    let meant = names.filter { $0.hasPrefix(name) && name.count > 2 }
    if meant.count == 1, name != argument {
      return Invalid(reason: "\(meant[0]) takes no value; see --help")
    }
    if meant.count > 1 {
      return Invalid(reason: "\(name) can be \(meant.joined(separator: " or ")); write it whole")
    }
    let remedy = nearestName(to: name, among: names).map { "did you mean \($0)?" }
    return Invalid(reason: "\(name) is no option; \(remedy ?? "see --help")")
  }

  /// Whether an option was given.
  public func has(_ name: String) -> Bool { given.contains { $0.name == name } }

  /// The value of an option, the last one that was given; nil if there is none.
  public func value(_ name: String) -> String? {
    given.last { $0.name == name }?.value
  }
}
