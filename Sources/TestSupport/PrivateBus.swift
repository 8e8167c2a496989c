// SPDX-License-Identifier: GPL-3.0-or-later
private import Posix

/// A message bus of a test's own, which starts no program for anybody.
public final class PrivateBus: Sendable {
  private static let program = "/usr/bin/dbus-daemon"

  /// Where it listens, as D-Bus writes addresses.
  public let address: String
  private let folder: TemporaryFolder
  private let process: KeptProcess
  private let transcript: Transcript

  /// Starts a bus, and waits until it listens.
  ///
  /// Errors: it does not start.
  public init() throws(KitError) {
    let folder = try system { () throws(PosixError) in try TemporaryFolder("bus") }
    let configuration = folder.file("bus.conf")
    address = "unix:path=\(folder.file("bus"))"
    self.folder = folder
    let content = Self.configuration(address)
    try system { () throws(PosixError) in try writeFile(configuration, Array(content.utf8)) }
    let pipe = try Transcript.pipe()
    defer { pipe.writing.close() }
    transcript = pipe.transcript
    process = try system { () throws(PosixError) in
      try KeptProcess(
        path: Self.program,
        arguments: ["--config-file=\(configuration)", "--nofork", "--print-address=1"],
        environment: [:], descriptors: [nil, pipe.writing, pipe.writing])
    }
    try transcript.wait(for: "unix:path=")
  }

  deinit {
    close()
  }

  /// The number of its process.
  public var pid: Int32 { process.pid }

  /// Stops the bus in the middle of whatever it does, so that it reads and sends nothing.
  public func freeze() { process.freeze() }

  /// Ends the bus, and with it all connections to it.
  public func close() {
    process.close()
    transcript.close()
    folder.close()
  }

  /// Without folders of services, so that no call starts a program.
  private static func configuration(_ address: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>\(address)</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
      <limit name="max_message_size">134217728</limit>
      <limit name="max_incoming_bytes">134217728</limit>
      <limit name="max_outgoing_bytes">1073741824</limit>
      <limit name="max_replies_per_connection">50000</limit>
      <limit name="max_match_rules_per_connection">50000</limit>
      <limit name="max_connections_per_user">256</limit>
    </busconfig>
    """
  }
}
