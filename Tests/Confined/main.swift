// SPDX-License-Identifier: GPL-3.0-or-later
//
// Does one thing in the place of a worker, so that a test sees what the kernel makes of it:
//   confined free|loader|translator FOLDER DEED [PATH]   exit status 0, or the errno
//   confined old-kernel PROGRAM [ARGUMENT]...            becomes a program to which the kernel has
//                                                        neither landlock nor seccomp
import CPosix
import Glibc
import Louis
import Posix

/// What is tried; each gives 0, or -1 with errno.
let deeds: [String: (String) -> Int] = [
  "read": { path in
    var byte: UInt8 = 0
    let file = open(path, O_RDONLY)
    return file < 0 ? -1 : read(file, &byte, 1)
  },
  "list": { opendir($0) == nil ? -1 : 0 },
  "write": { Int(open($0, O_WRONLY | O_CREAT, 0o600)) },
  "change": { Int(truncate($0, 0)) },
  "remove": { Int(unlink($0)) },
  "rename": { Int(rename($0, $0 + ".new")) },
  "connect": { _ in Int(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)) },
  "listen": { _ in Int(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)) },
  "send": { _ in
    var ends: [Int32] = [0, 0]
    return Int(socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends))
  },
  "execute": { path in
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
    return Int(execv(path, &arguments))
  },
  "fork": { _ in
    let pid = cposix_fork()
    if pid == 0 { _exit(0) }
    return Int(pid)
  },
  "signal": { _ in Int(kill(getppid(), 0)) },
  "tell": { _ in write(2, "", 0) },
  "foreignCode": { _ in
    let memory = mmap(
      nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return memory == MAP_FAILED ? -1 : 0
  },
  "compute": { _ in
    // What comes of it is used, so that it is done.
    let memory = (0..<2_000_000).map { $0 ^ 1 }
    var time = timespec()
    return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) + (memory.last == 1 ? 1 : 0) == 0 ? 0 : -1
  },
]

func end(_ reason: String) -> Never {
  print("confined: \(reason)")
  exit(255)
}

var arguments = CommandLine.arguments.dropFirst()
guard let place = arguments.popFirst(), let second = arguments.popFirst() else {
  end("see main.swift")
}
if place == "old-kernel" {
  let filter = CallFilter(allowsOthers: true)
  filter.refuse("landlock_create_ruleset", with: ENOSYS)
  filter.refuse("seccomp", with: ENOSYS)
  filter.refuse("prctl", first: UInt64(PR_SET_SECCOMP), with: EINVAL)
  guard filter.load() else { end("this kernel has no seccomp itself") }
  var copies = ([second] + arguments).map { strdup($0) } + [nil]
  execv(second, &copies)
  end("\(PosixError("execv \(second)"))")
}
guard let deed = arguments.popFirst().flatMap({ deeds[$0] }) else { end("no such deed") }
let path = arguments.popFirst() ?? ""
var confining = Confining(tables: second)
switch place {
case "free": break
case "loader": _ = confining.enterLoader()
case "translator":
  _ = confining.enterLoader()
  confining.enterTranslator()
default: end("\(place): there are free, loader and translator")
}
errno = 0
_exit(deed(path) < 0 ? errno : 0)
