// SPDX-License-Identifier: GPL-3.0-or-later
import CPosix
import CSeccomp
import Glibc

/// Which calls of the operating system a process may make, by libseccomp.
///
/// What is not named fails with EPERM: liblouis takes that as it takes a file that is not there.
package struct CallFilter {
  private let context: scmp_filter_ctx?

  /// A filter that lets nothing through, or all that is not named.
  package init(allowsOthers: Bool = false) {
    context = seccomp_init(allowsOthers ? SCMP_ACT_ALLOW : cseccomp_refuse(UInt16(EPERM)))
  }

  /// Calls that no worker makes and nothing that it calls: whoever makes one has taken it over.
  ///
  /// The process ends, so that the daemon sees it and the kernel's log has it.
  static let attacks = [
    "execve", "execveat", "socket", "connect", "bind", "ptrace", "process_vm_readv",
    "process_vm_writev",
  ]

  /// To compute, to answer and to end; a name that this machine has no call of is passed over.
  static let computing = [
    "brk", "clock_getres", "clock_gettime", "close", "exit", "exit_group", "futex", "getpid",
    "getrandom", "gettid", "gettimeofday", "madvise", "munmap", "mremap", "recvmsg",
    "restart_syscall", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sched_yield", "sendto",
    "sigaltstack",
  ]

  /// To read tables, once they are open.
  static let reading = [
    "access", "faccessat", "faccessat2", "fadvise64", "fcntl", "fstat", "getcwd", "lseek",
    "newfstatat", "pread64", "read", "readv", "stat", "statx",
  ]

  /// To fork translators and to pass their sockets on.
  static let forking = [
    "rseq", "seccomp", "sendmsg", "set_robust_list", "wait4", "waitid",
  ]

  /// A socket that keeps messages apart, closed on exec: it has no way to another process's.
  static let packetSocket = UInt64(SOCK_SEQPACKET.rawValue) | UInt64(SOCK_CLOEXEC.rawValue)

  /// What a loader and its child ask of `prctl`: the parent's death, and to be confined.
  static let processControls = [
    UInt64(PR_SET_PDEATHSIG), UInt64(PR_SET_NO_NEW_PRIVS), UInt64(PR_SET_SECCOMP),
  ]

  /// CLONE_VM, CLONE_THREAD, CLONE_PARENT, CLONE_PTRACE, and all that make a namespace.
  static let otherCloneFlags: UInt64 = 0x7E03_A100

  /// Lets calls be made, whatever their arguments.
  func allow(_ names: [String]) {
    for name in names { add(SCMP_ACT_ALLOW, name, []) }
    // Memory that is written and run is how foreign code gets in.
    for name in ["mmap", "mprotect"] { allow(name, argument: 2, hasNone: UInt64(PROT_EXEC)) }
  }

  /// Lets a call be made with one of these values as an argument, counted from 0.
  func allow(_ name: String, argument: UInt32, isOneOf values: [UInt64]) {
    for value in values { add(SCMP_ACT_ALLOW, name, [.init(argument, equals: value)]) }
  }

  /// Lets a call be made if none of these bits is in an argument.
  func allow(_ name: String, argument: UInt32, hasNone bits: UInt64) {
    add(SCMP_ACT_ALLOW, name, [.init(argument, hasNone: bits)])
  }

  /// Lets existing files be opened to be read.
  func allowOpeningToRead() {
    let writing = UInt64(O_ACCMODE) | UInt64(O_CREAT) | UInt64(O_TRUNC)
    allow("openat", argument: 2, hasNone: writing)
    allow("open", argument: 1, hasNone: writing)
  }

  /// Lets a call fail with this `errno`, whatever its arguments or if its first is this value.
  package func refuse(_ name: String, first value: UInt64? = nil, with code: Int32) {
    add(cseccomp_refuse(UInt16(code)), name, value.map { [.init(0, equals: $0)] } ?? [])
  }

  /// Ends the process when it makes a call.
  func kill(for name: String) {
    add(SCMP_ACT_KILL_PROCESS, name, [])
  }

  /// Holds this process to the filter, with all that it starts; false if the kernel cannot.
  package func load() -> Bool {
    guard let context else { return false }
    return seccomp_load(context) == 0
  }

  private func add(_ action: UInt32, _ name: String, _ conditions: [scmp_arg_cmp]) {
    guard let context else { return }
    let number = seccomp_syscall_resolve_name(name)
    guard number != __NR_SCMP_ERROR else { return }
    _ = seccomp_rule_add_array(context, action, number, UInt32(conditions.count), conditions)
  }
}

extension scmp_arg_cmp {
  /// An argument that is this value.
  fileprivate init(_ argument: UInt32, equals value: UInt64) {
    self.init(arg: argument, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
  }

  /// An argument that has none of these bits.
  fileprivate init(_ argument: UInt32, hasNone bits: UInt64) {
    self.init(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: bits, datum_b: 0)
  }
}
