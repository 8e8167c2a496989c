// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

/// What every target keeps to (docs/architecture.md, "Rules that tools enforce").
let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The pure core: no C call, so memory safety can be strict.
let strict: [SwiftSetting] = common + [.strictMemorySafety()]

func pure(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func edge(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: common)
}

func program(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil,
  exclude: [String] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: common)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: common)
}

/// What libFuzzer drives (docs/testing.md): only `make fuzz` has it, as nothing else can link it.
let fuzzers: [Target] =
  Context.environment["BRAILLED_FUZZ"] == nil
  ? [] : [program("fuzz", ["Fuzzing", "Posix"], path: "Tests/Fuzz")]

let package = Package(
  name: "brailled",
  products: [
    .executable(name: "brailled", targets: ["brailled"]),
    .executable(name: "braillectl", targets: ["braillectl"]),
    .executable(name: "brailled-atspi", targets: ["brailled-atspi"]),
    .library(name: "BrailleClient", targets: ["BrailleClient"]),
  ],
  targets: [
    // C libraries, each imported by exactly one target (checked by scripts/check-imports).
    .systemLibrary(name: "CPosix"),
    .systemLibrary(name: "CLouis", pkgConfig: "liblouis", providers: [.apt(["liblouis-dev"])]),
    .systemLibrary(name: "CBrlAPI", providers: [.apt(["libbrlapi-dev"])]),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CSDBus", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CInih", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
    .systemLibrary(
      name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(
      name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(name: "CICU", pkgConfig: "icu-uc", providers: [.apt(["libicu-dev"])]),

    // The pure core.
    pure("Spelling"),
    pure("Cells"),
    pure("Elements", ["Cells"]),
    pure("Commands", ["Cells", "Spelling"]),
    pure("Presentation", ["Cells", "Elements"]),
    pure("Translation", ["Cells", "Presentation"]),
    pure("Panning", ["Cells", "Elements", "Presentation", "Translation"]),
    pure("Typing", ["Cells", "Presentation", "Translation"]),
    pure(
      "Core",
      [
        "Cells", "Elements", "Commands", "Presentation", "Translation", "Panning", "Spelling",
        "Typing",
      ]),

    // The desktop's own producer: pure, but for its edges below.
    pure("DBus"),
    pure("Accessibility", ["Cells", "DBus", "Elements"]),
    pure("Desktop", ["Accessibility", "Cells", "Commands", "Core", "DBus", "Elements"]),

    // The edges.
    edge("Posix", ["CPosix", "Spelling"]),
    edge("ICU", ["CICU", "Elements"]),
    edge("Louis", ["CLouis", "CPosix", "CSeccomp", "Posix", "Cells", "Translation"]),
    edge(
      "Tables",
      [
        "CInih", "Posix", "Cells", "Commands", "Presentation", "Spelling", "Translation", "Typing",
        "Core",
      ]),
    edge(
      "Wire",
      [
        "CJansson", "Cells", "Elements", "Commands", "Presentation", "Translation", "Panning",
        "Spelling", "Core",
      ]),
    edge("BrlAPI", ["CBrlAPI", "Posix", "Cells", "Commands", "Panning"]),
    edge("TerminalDisplay", ["CPosix", "Posix", "Cells", "Commands", "Panning"]),
    edge(
      "Monitor",
      ["BrailleClient", "Cells", "Commands", "Posix", "TerminalDisplay", "Wire"]),
    edge("Sockets", ["CPosix", "Posix"]),
    edge(
      "Daemon",
      [
        "CSystemd", "CPosix", "Posix", "Cells", "Commands", "Panning", "Core", "Wire", "Tables",
        "ICU", "Louis", "BrlAPI", "TerminalDisplay", "Sockets",
      ]),
    edge("SDBus", ["CSDBus", "DBus", "Posix"]),
    edge(
      "DesktopProducer",
      [
        "CPosix", "Commands", "Core", "DBus", "Desktop", "Posix", "SDBus", "Sockets", "Wire",
      ]),
    edge("Sessions", ["Cells", "Commands", "Panning", "Core", "ICU", "Translation", "Wire"]),

    .target(
      name: "BrailleClient", exclude: ["LICENSE"], swiftSettings: common),

    // The programs.
    program("brailled", ["Cells", "Core", "Daemon", "Louis", "Posix", "Spelling"]),
    program(
      "braillectl",
      [
        "BrailleClient", "Commands", "Core", "Louis", "Monitor", "Posix", "Sessions", "Spelling",
        "Tables",
        "Wire",
      ]),
    program("brailled-atspi", ["Core", "DesktopProducer", "Posix", "Spelling"]),
    program("brailled-sample", ["BrailleClient"], exclude: ["LICENSE"]),
    program(
      "corpus", ["Cells", "Core", "Louis", "Posix", "Tables", "Translation"],
      path: "benchmarks/Corpus"),
    program(
      "round-trips",
      [
        "Cells", "Commands", "Core", "Elements", "Louis", "Panning", "Posix", "Tables",
        "TestSupport", "Translation", "Typing",
      ],
      path: "benchmarks/RoundTrips"),
    program(
      "bench",
      [
        "brailled", "Cells", "Core", "Elements", "Louis", "Measurement", "Panning", "Posix",
        "Sockets", "Tables", "TestSupport", "Translation", "Wire",
      ],
      path: "benchmarks/Bench"),

    program(
      "virtual-display",
      [
        "brailled", "brailled-sample", "Cells", "Commands", "Panning", "Posix", "Tables",
        "TerminalDisplay", "TestSupport",
      ],
      path: "benchmarks/Virtual"),
    program(
      "soak",
      ["Cells", "Core", "Posix", "Sockets", "Tables", "TestSupport", "Wire"],
      path: "benchmarks/Soak"),
    program(
      "desktop-bench", ["Measurement", "Posix", "TestSupport"], path: "benchmarks/DesktopBench"),
    .target(
      name: "Measurement", path: "benchmarks/Measurement",
      swiftSettings: common),

    // The tests.
    edge(
      "TestSupport",
      [
        "Accessibility", "CPosix", "Posix", "Cells", "DBus", "Desktop", "Elements", "Commands",
        "SDBus", "Sockets", "Translation", "Core", "Wire",
      ]),
    program("confined", ["CPosix", "Louis", "Posix"], path: "Tests/Confined"),
    .target(
      name: "Fuzzing",
      dependencies: [
        "Cells", "Commands", "Core", "DBus", "Desktop", "Elements", "Louis", "Panning", "Posix",
        "Presentation", "Sessions", "Tables", "TerminalDisplay", "TestSupport", "Translation",
        "Typing", "Wire",
      ],
      path: "Tests/Fuzzing", swiftSettings: common),
    tests("FuzzingTests", ["Fuzzing", "Posix", "Tables"]),
    tests("SDBusTests", ["DBus", "Posix", "SDBus", "Sockets", "TestSupport"]),
    tests("SpellingTests", ["Spelling", "TestSupport"]),
    tests("CellsTests", ["Cells", "TestSupport"]),
    tests("AccessibilityTests", ["Accessibility", "DBus", "TestSupport"]),
    tests(
      "DesktopTests",
      ["Accessibility", "Cells", "Commands", "Core", "DBus", "Desktop", "Elements", "TestSupport"]),
    tests("TypingTests", ["Cells", "TestSupport", "Translation", "Typing"]),
    tests("CommandsTests", ["Cells", "Commands", "Posix", "TestSupport"]),
    tests("ElementsTests", ["Cells", "Elements", "TestSupport"]),
    tests("ICUTests", ["Cells", "Elements", "ICU"]),
    tests(
      "LouisTests",
      [
        "brailled", "Cells", "confined", "CPosix", "Louis", "Posix", "TestSupport", "Translation",
      ]),
    tests(
      "TerminalDisplayTests",
      ["CPosix", "Cells", "Commands", "Panning", "Posix", "TerminalDisplay", "TestSupport"]),
    tests("MonitorTests", ["Cells", "Monitor", "Posix", "TestSupport", "Wire"]),
    tests("PresentationTests", ["Cells", "Elements", "Presentation", "TestSupport"]),
    tests("SocketsTests", ["Posix", "Sockets", "TestSupport"]),
    tests(
      "TablesTests",
      [
        "brailled", "Cells", "Commands", "Core", "Elements", "Louis", "Panning", "Posix",
        "Presentation", "Tables", "TestSupport", "Translation", "Typing",
      ]),
    tests(
      "TranslationTests",
      ["Cells", "Elements", "Presentation", "TestSupport", "Translation"]),
    tests(
      "PanningTests",
      ["Cells", "Elements", "Panning", "Presentation", "TestSupport", "Translation"]),
    tests(
      "CoreTests",
      [
        "Cells", "Commands", "Core", "Elements", "Panning", "Posix", "Presentation", "Tables",
        "TestSupport", "Translation", "Typing", "Wire",
      ]),
    tests(
      "WireTests",
      [
        "Cells", "Commands", "Core", "Elements", "Panning", "Posix", "Presentation", "TestSupport",
        "Wire",
      ]),
    tests(
      "DesktopProducerTests",
      [
        "brailled", "brailled-atspi", "BrailleClient", "Commands", "Core", "DBus", "Desktop",
        "DesktopProducer", "Elements", "Posix", "SDBus", "Sockets", "TestSupport", "Wire",
      ]),
    tests(
      "SessionsTests",
      [
        "brailled", "Cells", "Commands", "Core", "Louis", "Posix", "Sessions", "Tables",
        "TestSupport", "Translation", "Wire",
      ]),
    tests(
      "TestSupportTests",
      [
        "brailled", "Cells", "Commands", "Core", "DBus", "Elements", "Posix", "SDBus",
        "TestSupport",
      ]),
    tests(
      "DesktopSessionTests",
      ["brailled", "brailled-atspi", "Posix", "Sockets", "TestSupport"]),
    tests(
      "EndToEndTests",
      [
        "brailled", "braillectl", "brailled-atspi", "brailled-sample", "virtual-display",
        "BrailleClient", "Cells", "Commands", "confined", "Core", "Elements", "Louis", "Posix",
        "Sockets", "Tables", "TestSupport", "Translation", "Wire",
      ]),
  ] + fuzzers
)

/// What need not be built: the sanitizers go without tests of what they can find nothing in
/// (Makefile).
let leftOut = (Context.environment["BRAILLED_WITHOUT"] ?? "").split(separator: " ").map(String.init)
package.targets.removeAll { leftOut.contains($0.name) }
package.products.removeAll { leftOut.contains($0.name) }
