// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing

extension EndToEnd {
  /// The manual pages (docs/man) against what the programs say of themselves.
  @Suite struct ManualTests {
    /// An option with what stands for its value.
    private struct Option: Hashable {
      var name: Substring
      var value: Substring?
    }

    private func page(_ name: String) throws -> String {
      String(decoding: try readFile("docs/man/\(name)"), as: UTF8.self)
    }

    /// What a program answers to `--help`.
    private func usage(of program: String) throws -> String {
      let (transcript, writing) = try Transcript.pipe()
      defer { transcript.close() }
      let process = try KeptProcess(
        path: Executables.path(program), arguments: ["--help"], environment: [:],
        descriptors: [nil, writing, nil])
      writing.close()
      defer { process.close() }
      try transcript.waitForEnd()
      return transcript.text
    }

    @Test(arguments: [
      ("brailled", "brailled.8", 10), ("braillectl", "braillectl.1", 5),
      ("brailled-atspi", "brailled-atspi.1", 4),
    ]) func pagesHaveTheOptionsThatThereAre(
      _ program: String, _ name: String, _ count: Int
    ) throws {
      let told = try usage(of: program).matches(of: /--([a-z-]+)(?: ([A-Z][A-Zx]*))?/)
        .map { Option(name: $0.1, value: $0.2) }
      let page = try page(name)
      let written = page.matches(of: /Fl -([a-z-]+)(?: Ar ([A-Z][A-Zx]*))?/)
        .map { Option(name: $0.1, value: $0.2) }
      #expect(Set(told).subtracting(written) == [], "lack in \(name)")
      let others = Set(written.map(\.name)).subtracting(told.map(\.name))
      #expect(others == [], "are none of \(program)")
      #expect(Set(told).count >= count)
    }

    @Test func theCommandsOfBraillectlAreThere() throws {
      let told = try usage(of: "braillectl").matches(of: /\n  ([a-z]+)/).map(\.1)
      let written = try page("braillectl.1").matches(of: /\n\.It Cm ([a-z]+)/).map(\.1)
      #expect(Set(told).subtracting(written) == [])
      #expect(Set(written).subtracting(told) == [])
      #expect(told.count > 10)
    }
  }
}
