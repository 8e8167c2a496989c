// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs rows of a translation corpus through the daemon's own call, worker processes and all:
// corpus FILE-OR-FOLDER...
import Core
import Glibc
import Louis
import Posix
import Tables
import Translation

Worker.runIfAsked()

var files: [String] = []
for argument in CommandLine.arguments.dropFirst() {
  let names = list(argument).filter { $0.hasSuffix(".tsv") || $0.hasSuffix(".tsv.xz") }
  files += names.isEmpty ? [argument] : names.map { argument + "/" + $0 }
}
guard !files.isEmpty else {
  print("corpus: name files or folders of rows (*.tsv)")
  exit(2)
}

let data = DataFolders.standard().read(tables: [])
var runner = CorpusRunner(
  translator: LouisTranslator(executable: ownExecutable()),
  substitutes: data.resources.substitutes)
for file in files {
  do {
    for row in try CorpusRows(file: file) { runner.run(row, in: file) }
  } catch {
    print("corpus: \(error)")
    exit(2)
  }
}
runner.translator.end()
print("deviations on purpose: \(runner.deviations)")
print("\(runner.passed) passed, \(runner.failed) failed")
exit(runner.failed == 0 ? 0 : 1)
