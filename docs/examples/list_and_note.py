#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A list and a text field that are read, ticked and written in by the keys of a braille display.

    BRAILLED_SOCKET=… list_and_note.py

It needs nothing but braille_client.py, which can be copied beside it.
"""

import pathlib
import sys

sys.path.insert(
    0, str(pathlib.Path(__file__).resolve().parents[2] / "Sources" / "BrailleClientPython")
)

from braille_client import (  # noqa: E402
    NOTHING_FURTHER,
    NOT_POSSIBLE,
    Command,
    CommandFailed,
    Connected,
    EditableText,
    Element,
    Producer,
    Rejection,
)


class Shopping:
    """What there is: some lines that can be ticked, and a note."""

    def __init__(self):
        self.lines = {"Bread": False, "Milk": True, "Olives": False}
        self.note = EditableText("For two")
        self.place = 0

    @property
    def names(self):
        """The ids of all items, in order."""
        return [*self.lines, "note"]

    @property
    def focused(self):
        """The item that has the focus."""
        name = self.names[self.place]
        if name == "note":
            return Element(id="note", role="textbox", label="Note", text=self.note.text)
        return Element(
            id=name, role="checkbox", label=name, checked=self.lines[name],
            positionInSet=self.place + 1, setSize=len(self.lines),
        )

    @property
    def ancestors(self):
        """What that is in."""
        is_note = self.names[self.place] == "note"
        return [] if is_note else [Element(id="list", role="list", label="Shopping")]

    def move(self, direction):
        """Goes to another item."""
        target = {
            "next": self.place + 1, "previous": self.place - 1, "first": 0,
            "last": len(self.names) - 1,
        }.get(direction, -1)
        if not 0 <= target < len(self.names):
            raise CommandFailed(NOTHING_FURTHER)
        self.place = target


def perform(producer, shopping, command):
    """Does what the reader wants, and shows what came of it."""
    name = shopping.names[shopping.place]
    if command.name == "move" and command.unit == "item":
        shopping.move(command.direction)
        producer.focus(shopping.focused, shopping.ancestors, acknowledging=command)
    elif command.name == "activate" and name in shopping.lines:
        shopping.lines[name] = not shopping.lines[name]
        producer.update(shopping.focused, acknowledging=command)
    elif command.name in EditableText.COMMANDS and name == "note":
        edit = shopping.note.perform(command)
        producer.edit("note", edit, acknowledging=command)
    elif command.name == "activate":
        producer.done(command)
    else:
        raise CommandFailed(NOT_POSSIBLE)


def main():
    """Connects, again and again, and does what the reader wants."""
    shopping = Shopping()
    commands = ["move", "activate", *EditableText.COMMANDS]
    with Producer("Shopping", commands=commands) as producer:
        for event in producer:
            if isinstance(event, Connected):
                producer.focus(shopping.focused, shopping.ancestors)
            elif isinstance(event, Rejection):
                sys.exit(f"list_and_note: {event.method}: {event.message}")
            elif isinstance(event, Command):
                try:
                    perform(producer, shopping, event)
                except CommandFailed as failure:
                    producer.done(event, failure.code, str(failure))


if __name__ == "__main__":
    main()
