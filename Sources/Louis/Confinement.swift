// SPDX-License-Identifier: GPL-3.0-or-later
import CPosix
import Glibc

/// What the kernel holds a worker to (docs/decisions/0013-confined-workers.md).
///
/// A loader reads files in the folder of the tables and forks translators; a translator, which sees
/// what the reader reads, computes and answers, and nothing else.
public struct Confinement: OptionSet, Sendable {
  /// One bit for each way, as the loader tells the daemon.
  public let rawValue: UInt32

  /// The ways of these bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// No file is opened but to read it in the folder of the tables (landlock).
  public static let files = Confinement(rawValue: 1)
  /// No call is made but those that a worker makes (seccomp).
  public static let calls = Confinement(rawValue: 2)
  /// Nothing is confined, because a sanitizer needs files and programs for what it has to tell.
  static let leftOut = Confinement(rawValue: 4)

  /// What is not confined, and what to do, a sentence each without its full stop.
  public var faults: [String] {
    guard !contains(.leftOut) else { return [] }
    var faults: [String] = []
    if !contains(.files) {
      faults.append(
        "the kernel has no landlock for this process: what compiles tables could read other files "
          + "too; Linux 5.13 or later has it, where `lsm` names it and a service may call it")
    }
    if !contains(.calls) {
      faults.append(
        "the kernel lets this process set no seccomp filter: liblouis' workers can make any call; "
          + "let a service call seccomp and prctl")
    }
    return faults
  }
}

/// The way from a process that may do all that its user may into a worker.
///
/// What the kernel does not know is left out: the worker works all the same.
package struct Confining {
  private let folder: String
  private var loader = CallFilter()
  private var translator = CallFilter()

  /// Prepares for a loader whose tables are in `folder`, and for its translators.
  package init(tables folder: String) {
    self.folder = folder
    loader.allow(CallFilter.computing + CallFilter.reading + CallFilter.forking)
    loader.allowOpeningToRead()
    loader.allow("socketpair", argument: 1, isOneOf: [CallFilter.packetSocket])
    loader.allow("prctl", argument: 0, isOneOf: CallFilter.processControls)
    loader.allow("prlimit64", argument: 0, isOneOf: [0])
    for name in ["write", "writev"] { loader.allow(name, argument: 0, isOneOf: [2]) }
    // glibc forks by `clone`, of whose flags no bit makes a thread or a namespace; to `clone3` it
    // is to say that there is none.
    loader.allow("clone", argument: 0, hasNone: CallFilter.otherCloneFlags)
    loader.refuse("clone3", with: ENOSYS)
    translator.allow(CallFilter.computing)
    for call in CallFilter.attacks {
      loader.kill(for: call)
      translator.kill(for: call)
    }
  }

  /// Makes this process a loader, once and for all; gives what of it the kernel could.
  package mutating func enterLoader() -> Confinement {
    guard cposix_sanitized() == 0 else { return .leftOut }
    var confinement: Confinement = []
    _ = cposix_no_new_privileges()
    if cposix_read_only_beneath(folder) == 0 { confinement.insert(.files) }
    if loader.load() { confinement.insert(.calls) }
    return confinement
  }

  /// Makes this process, the child of a loader, a translator.
  package mutating func enterTranslator() {
    guard cposix_sanitized() == 0 else { return }
    // Standard error may be the journal's socket, which takes more than `write`.
    close(2)
    // It has what it needs: without this no file, socket or pipe can be had, on old kernels too.
    _ = cposix_limit(Int32(RLIMIT_NOFILE.rawValue), 0)
    _ = translator.load()
  }
}
