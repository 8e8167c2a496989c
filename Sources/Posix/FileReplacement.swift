// SPDX-License-Identifier: GPL-3.0-or-later
private import Glibc

/// Gives a file this content in one step: whoever reads it finds the old content or the new one.
///
/// Folders that are missing are made, for the user alone; a link stays a link, and the mode stays.
/// Errors: what a call says, with the path; the old content is there still.
public func replaceFile(_ path: String, _ content: [UInt8]) throws(PosixError) {
  let path = resolved(path)
  try makeFolders(above: path)
  var status = stat()
  let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o644
  let new = path + ".new"
  do throws(PosixError) {
    try writeFile(new, content, mode: mode)
    guard chmod(new, mode) == 0 else { throw PosixError("chmod \(new)") }
    let file = try FileDescriptor.open(reading: new)
    defer { file.close() }
    guard fsync(file.number) == 0 else { throw PosixError("fsync \(new)") }
    guard rename(new, path) == 0 else { throw PosixError("rename \(new)") }
  } catch {
    unlink(new)
    throw error
  }
}

/// What a link leads to; the path itself if there is nothing.
private func resolved(_ path: String) -> String {
  guard let real = realpath(path, nil) else { return path }
  defer { free(real) }
  return String(cString: real)
}

private func makeFolders(above path: String) throws(PosixError) {
  var folder = path.hasPrefix("/") ? "" : "."
  for part in path.split(separator: "/").dropLast() {
    folder += "/" + part
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw PosixError("mkdir \(folder)")
    }
  }
}
