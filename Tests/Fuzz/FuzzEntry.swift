// SPDX-License-Identifier: GPL-3.0-or-later
import Fuzzing
import Glibc
import Posix

/// What libFuzzer tries: the one that `FUZZ_TARGET` names (`make fuzz`).
private let target: FuzzTarget = {
  let name = environmentVariable("FUZZ_TARGET") ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    print("fuzz: FUZZ_TARGET is \"\(name)\"; it can be \(names)")
    exit(2)
  }
  return target
}()

/// Has the target take an input; what does not hold ends the process, as a crash does.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let problem = target.problem(with: bytes) else { return 0 }
  print("fuzz: \(target.rawValue): \(problem)")
  fflush(nil)
  abort()
}
