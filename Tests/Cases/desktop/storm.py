#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A program that changes a label, a progress bar and a text again and again: storm.py ROUNDS, where
# a round is one of each, 5 events of the accessibility bus, and ROUNDS is how many a second. Its
# window asks for the keyboard only with a second argument, and then has an entry for it.
import sys
import time

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk

rate = int(sys.argv[1])
hasEntry = len(sys.argv) > 2

window = Gtk.Window(title="Storm")
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
entry = Gtk.Entry()
label, progress, view = Gtk.Label(label="0"), Gtk.ProgressBar(), Gtk.TextView()
for widget in ([entry] if hasEntry else []) + [label, progress, view]:
    box.pack_start(widget, False, False, 0)
view.set_can_focus(False)
view.set_size_request(300, 60)
if not hasEntry:
    window.set_accept_focus(False)
    window.set_focus_on_map(False)
window.add(box)
window.connect("destroy", lambda w: Gtk.main_quit())
window.show_all()

start = time.monotonic()
done = 0


def change():
    global done
    due = int((time.monotonic() - start) * rate)
    # What it cannot do in time it leaves out.
    if due - done > rate // 10:
        print("late", due - done, flush=True)
    for number in range(max(done, due - rate // 10), due):
        label.set_text("Message %d of the build" % number)
        progress.set_fraction(number % 100 / 100)
        buffer = view.get_buffer()
        if number % 200 == 0:
            buffer.set_text("")
        buffer.insert(buffer.get_end_iter(), "%d " % number)
    done = due
    return True


GLib.timeout_add(10, change)
print("storm", flush=True)
Gtk.main()
