// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc

/// Lets a crash of this process tell nothing of what it holds, which is what somebody reads.
///
/// Swift's runtime would print registers and memory on standard error, and the kernel would keep a
/// core; the signal ends the process as ever, and the message of a trap stays. Whoever looks for a
/// bug sets `SWIFT_BACKTRACE=enable=yes`. To be called before the first thread.
public func keepCrashesPrivate() {
  let settings = environmentVariable("SWIFT_BACKTRACE")?.split(separator: ",") ?? []
  // A sanitizer's own report is what it is there for.
  guard !settings.contains("enable=yes"), cposix_sanitized() == 0 else { return }
  for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
    signal(number, SIG_DFL)
  }
  // No core is as small as a byte; and to the kernel 1, unlike 0, means also that no program gets
  // the core over a pipe (systemd-coredump, apport). A limit of 0 that is there for good cannot
  // become 1.
  if cposix_limit(Int32(RLIMIT_CORE.rawValue), 1) != 0 { _ = cposix_not_dumpable() }
}
