// SPDX-License-Identifier: GPL-3.0-or-later
private import Glibc
public import Posix

/// A folder of its own for a test, gone with everything in it when it is closed.
public final class TemporaryFolder: Sendable {
  /// Its absolute path.
  public let path: String
  private let isClosed = Lock(false)

  /// Makes the folder in `TMPDIR` or /tmp; everybody may read it, so that a brltty without
  /// privileges finds what is in it.
  public init(_ purpose: String = "test") throws(PosixError) {
    let parent = environmentVariable("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/brailled-\(purpose)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw PosixError("mkdtemp in \(parent)") }
    path = template.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    chmod(path, 0o755)
  }

  deinit {
    close()
  }

  /// The path of something in it.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes a folder in it, and gives its path; for `owner` alone if one is given.
  public func folder(_ name: String, owner: UInt32? = nil) throws(PosixError) -> String {
    let path = file(name)
    guard mkdir(path, 0o755) == 0 else { throw PosixError("mkdir \(path)") }
    if let owner, chown(path, owner, owner) != 0 { throw PosixError("chown \(path)") }
    return path
  }

  /// Removes the folder with everything in it; links are removed, not followed.
  public func close() {
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    if isFirst { Self.remove(path) }
  }

  private static func remove(_ path: String) {
    // A folder cannot be unlinked, and what is not one cannot be opened as one.
    guard unlink(path) != 0, let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { remove("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
  }
}
