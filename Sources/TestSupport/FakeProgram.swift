// SPDX-License-Identifier: GPL-3.0-or-later

/// What kind of program a fake application is, and what it shows at first.
public struct FakeProgram: Sendable {
  /// Its name.
  public var name: String
  /// The name of its toolkit.
  public var toolkit = "fake"
  /// The version of its toolkit.
  public var version = "1"
  /// How it counts places in texts.
  public var offsets = FakeOffsets.scalars
  /// Whether its objects have `Collection`: GTK 4's and Qt's do not.
  public var hasCollection = true
  /// Whether it knows `Text.GetStringAtOffset`: Qt does not.
  public var hasStringAtOffset = true
  /// Whether `GrabFocus` is supported: GTK 4 says it is not.
  public var grabsFocus = true
  /// Whether it listens on a socket of its own (`GetApplicationBusAddress`): atk-bridge does.
  public var hasSocket = false
  /// Whether it sends only what somebody has registered for, as programs do.
  public var asksForListeners = true
  /// Its windows.
  public var windows: [FakeObject]

  /// A program with its windows.
  public init(_ name: String, _ windows: FakeObject...) {
    (self.name, self.windows) = (name, windows)
  }
}

/// How a fake application treats who calls it.
public enum FakeManners: Equatable, Sendable {
  /// As a good program does.
  case good
  /// It answers each call after a time.
  case slow(Duration)
  /// It takes calls and answers none.
  case dead
  /// It answers at random what no program should: wrong types and counts, huge texts, parents that
  /// are their own children, places that are nowhere, references to nothing.
  case malicious(seed: UInt64)
}
