// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import DesktopProducer
import Glibc
import Posix

let usage = """
  Usage: brailled-atspi [OPTION]...
  Tells brailled what has the focus on the desktop, and does what its reader wants there.

    --socket PATH          where brailled listens (default $XDG_RUNTIME_DIR/brailled/socket)
    --log-level LEVEL      error, warning, notice (default), info or debug
    --version              tell the version, and end
    --help                 tell this, and end
  """
print(usage)
