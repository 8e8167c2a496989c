# SPDX-License-Identifier: GPL-3.0-or-later
"""What the least program for a braille display does, in Python with liblouis and BrlAPI.

client.py TABLE HOST; lines of JSON come on standard input, which is a socket. Ends with
status 3 if a module is missing.
"""

import json
import os
import sys

try:
    import brlapi
    import louis
except ImportError:
    sys.exit(3)

CELLS = 40


def main(table, host):
    connection = brlapi.Connection(host=host.encode(), auth=b"none")
    connection.enterTtyModeWithPath([])
    tables = [table]
    mode = louis.dotsIO | louis.ucBrl
    buffer = b""
    while True:
        part = os.read(0, 65536)
        if not part:
            return
        buffer += part
        *lines, buffer = buffer.split(b"\n")
        for line in lines:
            label = json.loads(line)["params"]["element"]["label"] + " btn"
            cells = louis.translate(tables, label, mode=mode)[0]
            write = brlapi.WriteStruct()
            write.regionBegin = 1
            write.regionSize = CELLS
            write.text = label[:CELLS].ljust(CELLS)
            write.attrOr = bytes(ord(cell) & 0xFF for cell in cells[:CELLS]).ljust(CELLS, b"\0")
            write.attrAnd = bytes(CELLS)
            connection.write(write)


main(sys.argv[1], sys.argv[2])
