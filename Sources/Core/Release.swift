// SPDX-License-Identifier: GPL-3.0-or-later

/// What this release is called.
public enum Release {
  /// The version, as in CHANGELOG.md.
  public static let version = "0.1.0"
}
