// SPDX-License-Identifier: GPL-3.0-or-later
private import Glibc
private import Posix

/// Where the folder `tables` is looked for (docs/protocol.md, "Settings").
public struct DataFolders: Sendable {
  /// The folders that exist, the one that wins first.
  public let paths: [String]

  /// Some folders, the one that wins first.
  public init(paths: [String]) {
    self.paths = paths
  }

  /// `$BRAILLED_TABLES`, the user's, the machine's, the package's, and for a program that is run
  /// from where it was built the checkout's.
  public static func standard() -> DataFolders {
    var paths: [String] = []
    if let path = environmentVariable("BRAILLED_TABLES") { paths.append(path) }
    if let home = configurationHome() { paths.append(home + "/brailled/tables") }
    paths.append("/etc/brailled/tables")
    var parts = ownExecutable().split(separator: "/")[...]
    if let build = parts.firstIndex(of: ".build") {
      paths.append("/" + parts[..<build].joined(separator: "/") + "/tables")
    } else {
      parts = parts.dropLast(2)
      paths.append("/" + parts.joined(separator: "/") + "/share/brailled/tables")
    }
    return DataFolders(paths: paths.filter { isFolder($0) })
  }

  /// The file of a name in the folder that wins; nil if none has it.
  public func first(_ name: String) -> String? {
    paths.lazy.map { $0 + "/" + name }.first { access($0, R_OK) == 0 }
  }

  /// The files of a name in all folders, the one that wins last: to be read over one another.
  public func all(_ name: String) -> [String] {
    paths.reversed().map { $0 + "/" + name }.filter { access($0, R_OK) == 0 }
  }

  /// The names of the files of a folder that end in a way, in order, each once.
  public func names(in folder: String, ending: String) -> [String] {
    Set(paths.flatMap { list($0 + "/" + folder) }.filter { $0.hasSuffix(ending) }).sorted()
  }

  /// Reads everything; `tables` and `dictionaries` are those of liblouis that there are, if none
  /// are named all.
  public func read(tables: Set<String>, dictionaries: Set<String> = []) -> DataFiles {
    var data = DataFiles()
    data.setTables(tables, dictionaries: dictionaries)
    if paths.isEmpty {
      data.note(
        Finding(file: "tables", reason: "the folder is nowhere; set BRAILLED_TABLES to its path"))
    }
    for name in names(in: "words", ending: ".words") {
      let language = String(name.dropLast(".words".count))
      read(all("words/" + name), into: &data) { $0.readWords($1, language: language) }
    }
    for name in names(in: "words", ending: ".words") {
      guard let file = all("words/" + name).first else { continue }
      data.checkWords(String(name.dropLast(".words".count)), file: file)
    }
    for name in names(in: "keys", ending: ".keys") {
      let preset = String(name.dropLast(".keys".count))
      read(all("keys/" + name), into: &data) { $0.readKeys($1, preset: preset) }
    }
    read(all("quickNavigation.keys"), into: &data) { $0.readQuickNavigation($1) }
    data.joinPresets()
    read(all("terminal.conf"), into: &data) { $0.readTerminalKeys($1) }
    read(first("languages.conf").map { [$0] } ?? [], into: &data) { $0.readLanguages($1) }
    read(first("substitutes.conf").map { [$0] } ?? [], into: &data) { $0.readSubstitutes($1) }
    for name in names(in: "typing", ending: ".typing") {
      let table = String(name.dropLast(".typing".count))
      read(all("typing/" + name), into: &data) { $0.readTyping($1, table: table) }
    }
    takeNames(into: &data)
    for finding in unreadable() { data.note(finding) }
    return data
  }

  /// What is there and cannot be read; it is as if it were not there, and that is told.
  private func unreadable() -> [Finding] {
    paths.filter(isThere).flatMap { path -> [Finding] in
      guard access(path, R_OK | X_OK) == 0 else { return [Finding(file: path, unreadable: errno)] }
      let parts = ["words", "keys", "typing", "names"].map { path + "/" + $0 }
      return ([path] + parts).flatMap { folder in
        list(folder).map { folder + "/" + $0 }.compactMap { file in
          access(file, R_OK) == 0 ? nil : Finding(file: file, unreadable: errno)
        }
      }
    }
  }

  private func takeNames(into data: inout DataFiles) {
    for name in names(in: "names", ending: ".names") {
      for path in all("names/" + name) {
        do throws(PosixError) {
          let bytes = try readFile(path)
          data.takeNames(bytes, language: String(name.dropLast(".names".count)))
        } catch {
          data.note(Finding(file: path, unreadable: error.code))
        }
      }
    }
  }

  /// What is wrong in the files of names, each line of which is looked at.
  ///
  /// `read` takes them as they are: they have a hundred thousand lines.
  public func checkNames() -> [Finding] {
    let paths = names(in: "names", ending: ".names").flatMap { all("names/" + $0) }
    return paths.flatMap { path in
      (try? readFile(path)).map { NamesFile.check($0, path: path) } ?? []
    }
  }

  private func read(
    _ paths: [String], into data: inout DataFiles,
    _ take: (inout DataFiles, IniFile) -> Void
  ) {
    for path in paths {
      do {
        take(&data, try IniFile(path: path))
      } catch {
        data.note(error)
      }
    }
  }
}

/// The user's folder for configuration; nil if there is no home.
public func configurationHome() -> String? {
  environmentVariable("XDG_CONFIG_HOME") ?? environmentVariable("HOME").map { $0 + "/.config" }
}

/// Whether there is a folder, or may be one: what is above it cannot be looked into.
private func isFolder(_ path: String) -> Bool {
  var status = stat()
  guard stat(path, &status) == 0 else { return errno == EACCES }
  return status.st_mode & S_IFMT == S_IFDIR
}

/// The names of the files in a folder; none if it cannot be read.
public func list(_ path: String) -> [String] {
  guard let folder = opendir(path) else { return [] }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}

/// Whether there is something of a name, or may be: reading it says why that cannot be.
func isThere(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0 || errno == EACCES
}

extension Finding {
  /// A file that is there and cannot be read; `code` is the `errno` of who tried.
  init(file: String, unreadable code: Int32) {
    let remedy =
      switch code {
      case EACCES: "; let this user read it (chmod u+r, for a folder u+rx)"
      case ENOENT: "; it is a link that leads nowhere, or it is not there"
      default: ""
      }
    self.init(file: file, reason: "cannot be read: " + PosixError.text(code) + remedy)
  }
}
