#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# One window with a widget of each kind: gtk.py 3 or gtk.py 4. What is done to a widget is said on
# standard output, so that a test sees it without asking the accessibility bus.
import sys

import gi

version = sys.argv[1]
gi.require_version("Gtk", version + ".0")
from gi.repository import GLib, Gtk

is3 = version == "3"


def say(*words):
    print(*words, flush=True)


def add(box, widget):
    if is3:
        box.pack_start(widget, False, False, 0)
    else:
        box.append(widget)
    return widget


def labelled(box, text, widget):
    row = Gtk.Box(spacing=6)
    label = Gtk.Label(label=text, use_underline=True)
    label.set_mnemonic_widget(widget)
    add(row, label)
    add(row, widget)
    add(box, row)
    return widget


def text_view(box):
    view = Gtk.TextView()
    view.set_accepts_tab(False)
    view.get_buffer().set_text("first line\nsecond line\nthird")
    view.set_size_request(300, 60)
    view.get_buffer().place_cursor(view.get_buffer().get_start_iter())
    labelled(box, "_Story", view)
    view.get_buffer().connect(
        "changed",
        lambda b: say("story", repr(b.get_text(b.get_start_iter(), b.get_end_iter(), True))))


def list_box(box):
    rows = Gtk.ListBox()
    for word in ["one", "two", "three"]:
        label = Gtk.Label(label=word)
        if is3:
            rows.add(label)
        else:
            rows.append(label)
    rows.connect("row-activated", lambda l, row: say("row", row.get_index()))
    add(box, rows)


def tree_view(box):
    store = Gtk.TreeStore(str, str)
    root = store.append(None, ["fruit", "3"])
    store.append(root, ["apple", "2"])
    store.append(root, ["pear", "1"])
    store.append(None, ["stone", "0"])
    tree = Gtk.TreeView(model=store)
    for index, title in enumerate(["Thing", "Count"]):
        tree.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=index))
    tree.connect("row-activated", lambda t, path, column: say("tree", path.to_string()))
    add(box, tree)


def dialog(window):
    made = Gtk.MessageDialog(
        transient_for=window, modal=True, buttons=Gtk.ButtonsType.OK_CANCEL,
        text="Delete everything?", title="Question")
    made.set_default_response(Gtk.ResponseType.OK)

    def answered(_, answer):
        say("answer", Gtk.ResponseType(answer).value_nick)
        made.destroy()

    if is3 and "--nested" in sys.argv:
        answered(made, made.run())
    else:
        made.connect("response", answered)
        made.show()


def fill(window):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
    name = labelled(box, "_Name", Gtk.Entry(text="Ada"))
    name.connect("changed", lambda e: say("name", repr(e.get_text())))
    name.connect("activate", lambda e: say("entered"))
    password = labelled(box, "_Password", Gtk.Entry(visibility=False))
    password.connect("changed", lambda e: say("password of", len(e.get_text())))
    text_view(box)
    check = add(box, Gtk.CheckButton(label="Extra cheese"))
    check.connect("toggled", lambda c: say("check", c.get_active()))
    small = add(
        box,
        Gtk.RadioButton.new_with_label(None, "Small") if is3 else Gtk.CheckButton(label="Small"))
    large = add(
        box,
        Gtk.RadioButton.new_with_label_from_widget(small, "Large")
        if is3 else Gtk.CheckButton(label="Large", group=small))
    small.set_active(True)
    large.connect("toggled", lambda r: say("large", r.get_active()))
    spin = labelled(box, "_Quantity", Gtk.SpinButton.new_with_range(0, 100, 1))
    spin.set_value(5)
    spin.connect("value-changed", lambda s: say("quantity", int(s.get_value())))
    scale = labelled(
        box, "_Volume", Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 10, 1))
    scale.set_size_request(200, -1)
    scale.set_value(4)
    scale.connect("value-changed", lambda s: say("volume", int(s.get_value())))
    colour = labelled(box, "_Colour", Gtk.ComboBoxText())
    for word in ["red", "green", "blue"]:
        colour.append_text(word)
    colour.set_active(0)
    colour.connect("changed", lambda c: say("colour", c.get_active_text()))
    list_box(box)
    tree_view(box)
    order = add(box, Gtk.Button(label="_Order", use_underline=True))
    order.connect("clicked", lambda b: say("ordered"))
    delete = add(box, Gtk.Button(label="_Delete", use_underline=True))
    delete.connect("clicked", lambda b: dialog(window))
    off = add(box, Gtk.Button(label="Not now"))
    off.set_sensitive(False)
    toggle = add(box, Gtk.ToggleButton(label="_Bold", use_underline=True))
    toggle.connect("toggled", lambda t: say("bold", t.get_active()))
    pages = Gtk.Notebook()
    for title in ["General", "Details"]:
        pages.append_page(Gtk.Label(label="Page " + title), Gtk.Label(label=title))
    pages.connect("switch-page", lambda n, page, index: say("page", index))
    add(box, pages)
    if is3:
        window.add(box)
        window.show_all()
    else:
        window.set_child(box)
        window.present()
    name.grab_focus()
    # When the window has the keyboard.
    window.connect(
        "notify::is-active", lambda w, p: w.get_property("is-active") and say("ready"))


if is3:
    window = Gtk.Window(title="Kitchen")
    window.connect("destroy", lambda w: Gtk.main_quit())
    fill(window)
    Gtk.main()
else:
    loop = GLib.MainLoop()
    Gtk.init()
    window = Gtk.Window(title="Kitchen")
    window.connect("close-request", lambda w: loop.quit())
    fill(window)
    loop.run()
