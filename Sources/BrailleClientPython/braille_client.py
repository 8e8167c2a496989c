# SPDX-License-Identifier: MIT
"""A client of brailled, the braille display daemon, in one file without dependencies.

A program that shows something on the braille display::

    from braille_client import Command, Connected, Element, Producer

    with Producer("Mail", commands=["activate"]) as producer:
        for event in producer:
            if isinstance(event, Connected):
                producer.focus(Element(id="ok", role="button", label="OK"))
            elif isinstance(event, Command):
                print(event.name, event.element)
                producer.done(event)

A script that announces or asks::

    with Connection() as connection:
        connection.announce("Build finished")
        print(connection.request("status")["display"])

Names and meanings are those of docs/protocol.md. Offsets count Unicode scalars, as Python's
strings do. Python 3.9 or later; nothing here may be used by two threads at once.
"""

from __future__ import annotations

import json
import os
import select
import socket
import time
import unicodedata
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Sequence, TypedDict, Union

__all__ = [
    "Announcement", "BrailleError", "Closed", "Command", "CommandFailed", "Connected",
    "Connection", "EditableText", "Element", "Event", "Lost", "NoAnswer", "NoPath", "Producer",
    "Refused", "Rejection", "Run", "Text", "Unreachable", "usual_path", "NO_SUCH_ELEMENT",
    "NOTHING_FURTHER", "NOT_POSSIBLE", "STALE",
]

# Why a program does not do a command; the reader is told.

#: The element is not there any more.
NO_SUCH_ELEMENT = 3
#: The text has changed since: the command is sent again for the text as it is.
STALE = 6
#: It cannot be done here.
NOT_POSSIBLE = 7
#: There is nothing further that way.
NOTHING_FURTHER = 8


# What is sent


class Run(TypedDict, total=False):
    """A stretch of text with something of its own; `start` and `end` have to be there."""

    start: int
    end: int
    style: List[str]
    language: str
    element: str


class Text(TypedDict, total=False):
    """The text of an element, or the slice of it that is sent; `content` has to be there."""

    content: str
    version: int
    offset: int
    length: int
    caret: int
    anchor: int
    runs: List[Run]
    preformatted: bool
    contracted: bool


class Element(TypedDict, total=False):
    """Something that is read: `Element(id="ok", role="button", label="OK")`; a dictionary.

    `id` has to be there. A member that is left out does not apply; in `change` it stays, and
    None removes it. See docs/protocol.md, "Element".
    """

    id: str
    role: str
    label: Optional[str]
    value: Optional[str]
    hint: Optional[str]
    description: Optional[str]
    details: Optional[List[Dict[str, str]]]
    roleDescription: Optional[str]
    stateDescription: Optional[str]
    brailleLabel: Optional[str]
    brailleRoleDescription: Optional[str]
    placeholder: Optional[str]
    language: Optional[str]
    checked: Union[bool, str, None]
    pressed: Union[bool, str, None]
    expanded: Optional[bool]
    selected: Optional[bool]
    disabled: Optional[bool]
    required: Optional[bool]
    readOnly: Optional[bool]
    busy: Optional[bool]
    visited: Optional[bool]
    modal: Optional[bool]
    hidden: Optional[bool]
    ignored: Optional[bool]
    group: Optional[bool]
    ordered: Optional[bool]
    adjustable: Optional[bool]
    summary: Optional[bool]
    updatesFrequently: Optional[bool]
    causesPageTurn: Optional[bool]
    startsMediaSession: Optional[bool]
    directInteraction: Optional[bool]
    protected: Optional[bool]
    multiline: Optional[bool]
    editable: Optional[bool]
    multiselectable: Optional[bool]
    default: Optional[bool]
    atomic: Optional[bool]
    invalid: Union[bool, str, None]
    current: Union[bool, str, None]
    hasPopup: Union[bool, str, None]
    live: Optional[str]
    autocomplete: Optional[str]
    orientation: Optional[str]
    sort: Optional[str]
    inputType: Optional[str]
    level: Optional[int]
    positionInSet: Optional[int]
    setSize: Optional[int]
    rowIndex: Optional[int]
    columnIndex: Optional[int]
    rowCount: Optional[int]
    columnCount: Optional[int]
    rowSpan: Optional[int]
    columnSpan: Optional[int]
    rowIndexText: Optional[str]
    columnIndexText: Optional[str]
    rowHeaders: Optional[List[Union[str, Dict[str, str]]]]
    columnHeaders: Optional[List[Union[str, Dict[str, str]]]]
    range: Optional[Dict[str, Any]]
    frame: Optional[Dict[str, float]]
    activationPoint: Optional[Dict[str, float]]
    errorMessage: Optional[str]
    shortcut: Optional[str]
    target: Optional[str]
    actions: Optional[List[Dict[str, str]]]
    rotors: Optional[List[Dict[str, Any]]]
    text: Union[Text, Dict[str, Any], None]
    children: Optional[List[Union["Element", str]]]


class Announcement(TypedDict, total=False):
    """The parts of an announcement besides its text (docs/protocol.md, `announce`)."""

    priority: str
    language: str
    duration: int
    persist: bool
    tag: str
    private: bool
    element: str


# What comes


@dataclass(frozen=True)
class Command:
    """What the reader wants done (docs/protocol.md, "From the daemon").

    Which members there are depends on the name; the others are None.
    """

    #: Its name: `activate`, `move`, `setCaret`.
    name: str
    #: The id of what it is about; always there but for `move`, `key` and `system`.
    element: Optional[str] = None
    #: Its number, which the program acknowledges; the protocol's `seq`.
    sequence: Optional[int] = None
    direction: Optional[str] = None
    unit: Optional[str] = None
    level: Optional[int] = None
    offset: Optional[int] = None
    anchor: Optional[int] = None
    start: Optional[int] = None
    end: Optional[int] = None
    version: Optional[int] = None
    text: Optional[str] = None
    count: Optional[int] = None
    value: Optional[str] = None
    action: Optional[str] = None
    key: Optional[str] = None
    modifiers: Sequence[str] = ()
    cells: Optional[str] = None
    #: All params as they came, also those that a later version adds.
    params: Dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def from_params(cls, params: Dict[str, Any]) -> "Command":
        """Reads the params of `command`."""
        known = {
            name: params[name]
            for name in cls.__dataclass_fields__
            if name in params and name not in ("name", "sequence", "params")
        }
        return cls(
            name=params.get("command", ""), sequence=params.get("seq"), params=params, **known
        )


@dataclass(frozen=True)
class Connected:
    """brailled is there, and knows nothing of the program: it says everything anew."""


@dataclass(frozen=True)
class Lost:
    """brailled has gone, and with it all that it was told; `Connected` follows."""


@dataclass(frozen=True)
class Rejection:
    """Something that the program said is wrong, and was not taken."""

    #: The method, if it is known.
    method: Optional[str]
    #: The protocol's code.
    code: int
    #: In words.
    message: str
    #: The member that is wrong: `element.text.caret`.
    field: Optional[str] = None


#: What happens to a program.
Event = Union[Connected, Command, Rejection, Lost]


# What goes wrong


class BrailleError(Exception):
    """Why brailled cannot be reached or does not do what it is asked."""


class NoPath(BrailleError):
    """Nobody says where brailled is."""

    def __init__(self) -> None:
        super().__init__(
            "socket: neither BRAILLED_SOCKET nor XDG_RUNTIME_DIR is set; name the socket"
        )


class Unreachable(BrailleError):
    """Nobody listens at the path."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}; start the daemon with: brailled")


class Closed(BrailleError):
    """The daemon has closed the connection."""

    def __init__(self) -> None:
        super().__init__("socket: the daemon has closed the connection")


class NoAnswer(BrailleError):
    """The daemon does not answer."""

    def __init__(self, method: str) -> None:
        super().__init__(f"{method}: the daemon does not answer")


class Refused(BrailleError):
    """The daemon refuses a request."""

    def __init__(self, code: int, message: str, data: Optional[Dict[str, Any]] = None) -> None:
        super().__init__(f"refused ({code}): {message}")
        #: The protocol's code.
        self.code = code
        #: The protocol's `data`: `field`, `limit` and `max`, `version`, `supported`.
        self.data = data or {}


class CommandFailed(Exception):
    """Why a program does not do a command: one of NO_SUCH_ELEMENT, STALE …"""

    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(message or f"code {code}")
        #: The protocol's code, for `done`.
        self.code = code


def usual_path() -> Optional[str]:
    """`$BRAILLED_SOCKET`, else `$XDG_RUNTIME_DIR/brailled/socket`; None if neither is set."""
    path = os.environ.get("BRAILLED_SOCKET")
    if path:
        return path
    folder = os.environ.get("XDG_RUNTIME_DIR")
    return f"{folder}/brailled/socket" if folder else None


class _Methods:
    """What a program says (docs/protocol.md, "From the program").

    `acknowledging`: that command is finished, and this is what came of it.
    """

    def notify(self, method: str, params: Optional[Dict[str, Any]] = None) -> None:
        """Says something that is not answered."""
        raise NotImplementedError

    def _say(self, method: str, acknowledging: Optional[Command], **params: Any) -> None:
        params = {name: value for name, value in params.items() if value is not None}
        if acknowledging is not None and acknowledging.sequence is not None:
            params["ack"] = acknowledging.sequence
        self.notify(method, params)

    def focus(
        self,
        element: Element,
        ancestors: Optional[Sequence[Element]] = None,
        *,
        acknowledging: Optional[Command] = None,
    ) -> None:
        """This element has the focus; `ancestors` are what it is in, the outermost first."""
        self._say("focus", acknowledging, element=element, ancestors=ancestors)

    def screen(
        self,
        elements: Sequence[Element],
        *,
        title: Optional[str] = None,
        focus: Optional[str] = None,
        language: Optional[str] = None,
        rotors: Optional[Sequence[Dict[str, Any]]] = None,
        acknowledging: Optional[Command] = None,
    ) -> None:
        """A new screen, which brailled walks through by itself; it begins at the id `focus`."""
        self._say(
            "screen", acknowledging, elements=elements, title=title, focus=focus,
            language=language, rotors=rotors,
        )

    def update(
        self,
        *elements: Element,
        focus: Optional[str] = None,
        acknowledging: Optional[Command] = None,
    ) -> None:
        """Each takes the place of the element of its id; without `children` it keeps them."""
        self._say("update", acknowledging, elements=elements, focus=focus)

    def change(
        self,
        *elements: Element,
        focus: Optional[str] = None,
        acknowledging: Optional[Command] = None,
    ) -> None:
        """These elements change in part: what is left out stays, None removes."""
        self._say("change", acknowledging, elements=elements, focus=focus)

    def edit(
        self, element: str, edit: Dict[str, Any], *, acknowledging: Optional[Command] = None
    ) -> None:
        """The text of an element changes, or its caret moves (docs/protocol.md, "Text")."""
        self._say("edit", acknowledging, element=element, **edit)

    def insert(
        self,
        *elements: Element,
        parent: Optional[str] = None,
        before: Optional[str] = None,
        after: Optional[str] = None,
        focus: Optional[str] = None,
        acknowledging: Optional[Command] = None,
    ) -> None:
        """New elements on the screen: in `parent`, before or behind another one, else last."""
        self._say(
            "insert", acknowledging, elements=elements, parent=parent, before=before,
            after=after, focus=focus,
        )

    def remove(
        self,
        *ids: str,
        focus: Optional[str] = None,
        acknowledging: Optional[Command] = None,
    ) -> None:
        """Elements leave the screen, with what is in them."""
        self._say("remove", acknowledging, ids=ids, focus=focus)

    def layout_changed(self, focus: Optional[str] = None, text: Optional[str] = None) -> None:
        """The screen has changed a little: the cursor goes to `focus`, or stays."""
        self._say("layoutChanged", None, focus=focus, text=text)

    def announce(self, text: str, **parts: Any) -> None:
        """Something to be read, whatever has the focus; `parts`: see `Announcement`.

        `announce("", tag="x")` withdraws the announcement of that tag.
        """
        self._say("announce", None, text=text, **parts)

    def page_scrolled(self, text: str) -> None:
        """What is shown after a scroll: "Page 3 of 5"."""
        self._say("pageScrolled", None, text=text)

    def done(self, command: Command, code: Optional[int] = None, message: str = "") -> None:
        """A command is finished and nothing else is said of it, or was not done, and why."""
        if command.sequence is None:
            return
        error = None if code is None else {"code": code, "message": message}
        self._say("done", None, seq=command.sequence, error=error)

    def pause(self, lock: bool = False) -> None:
        """The program's window is not active; with a lock nothing of any program is shown."""
        self._say("pause", None, lock=lock)

    def resume(self) -> None:
        """The program's window is active again."""
        self._say("resume", None)

    def release(self) -> None:
        """What the program showed is to be forgotten."""
        self._say("release", None)


class Connection(_Methods):
    """A connection to brailled: for what asks or only announces. See `Producer`.

    Errors of all calls: `Closed`.
    """

    def __init__(self, path: Optional[str] = None) -> None:
        """Connects to the daemon at `path`, or where it usually is.

        Errors: `NoPath`, `Unreachable`.
        """
        path = path or usual_path()
        if not path:
            raise NoPath()
        self._received = b""
        self._waiting: List[Dict[str, Any]] = []
        self._last_id = 0
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(path)
        except OSError as error:
            self._socket.close()
            reason = os.strerror(error.errno) if error.errno else str(error)
            raise Unreachable(path, reason) from error

    def fileno(self) -> int:
        """For selectors: when it can be read, call `next(0)` until that gives None."""
        return self._socket.fileno()

    def close(self) -> None:
        """Closes the connection: what was shown leaves the display, what was announced stays."""
        self._socket.close()

    def __enter__(self) -> "Connection":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, message: Dict[str, Any]) -> None:
        """Sends a message of JSON-RPC."""
        line = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        try:
            # A lone surrogate is no scalar: it is shown as what cannot be read.
            self._socket.sendall(line.encode("utf-8", "replace") + b"\n")
        except OSError as error:
            raise Closed() from error

    def notify(self, method: str, params: Optional[Dict[str, Any]] = None) -> None:
        """Says something that is not answered; if it is wrong `rejected` comes by `next`."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params or {}})

    def request(
        self, method: str, params: Optional[Dict[str, Any]] = None, timeout: float = 5
    ) -> Dict[str, Any]:
        """Asks, waits for the answer and gives its result; what else comes is kept for `next`.

        Errors: `Refused`; `NoAnswer` after `timeout` seconds.
        """
        self._last_id += 1
        asked = self._last_id
        self.send({"jsonrpc": "2.0", "id": asked, "method": method, "params": params or {}})
        end = time.monotonic() + timeout
        while True:
            message = self._receive(max(0.0, end - time.monotonic()))
            if message is None:
                raise NoAnswer(method)
            if message.get("id") != asked:
                self._waiting.append(message)
                continue
            error = message.get("error")
            if error is not None:
                raise Refused(error["code"], error["message"], error.get("data"))
            return message["result"]

    def next(self, timeout: Optional[float] = None) -> Optional[Dict[str, Any]]:
        """The next message; None if none comes within `timeout` seconds (None: no limit)."""
        if self._waiting:
            return self._waiting.pop(0)
        return self._receive(timeout)

    def _receive(self, timeout: Optional[float]) -> Optional[Dict[str, Any]]:
        end = None if timeout is None else time.monotonic() + timeout
        while b"\n" not in self._received:
            left = None if end is None else max(0.0, end - time.monotonic())
            if not select.select([self._socket], [], [], left)[0]:
                return None
            try:
                part = self._socket.recv(65536)
            except OSError as error:
                raise Closed() from error
            if not part:
                raise Closed()
            self._received += part
        line, self._received = self._received.split(b"\n", 1)
        return json.loads(line)


class Producer(_Methods):
    """A program that is read on the braille display, and stays so: it connects again by itself.

    At `Connected` brailled knows nothing of it: it says what has the focus, or hands over its
    screen. At a `Command` it does what the reader wants, and acknowledges that by what it says
    next, or by `done`. What is said while brailled is not there is forgotten.
    """

    _SHORTEST_DELAY = 0.1
    _LONGEST_DELAY = 2.0
    _HELLO = 0

    def __init__(
        self,
        name: str,
        *,
        acks: bool = True,
        commands: Optional[Sequence[str]] = None,
        rank: str = "application",
        path: Optional[str] = None,
    ) -> None:
        """A program by the name that a reader knows it by; it connects when `next` is called.

        `acks`: it acknowledges each command. `commands`: those that it can do; None: all.
        Errors: `NoPath`.
        """
        self._path = path or usual_path() or ""
        if not self._path:
            raise NoPath()
        self._hello: Dict[str, Any] = {"name": name, "protocol": 1, "acks": acks, "rank": rank}
        if commands is not None:
            self._hello["commands"] = list(commands)
        #: What brailled says of itself: `protocol`, `features`, `limits` …; None until it has.
        self.welcome: Optional[Dict[str, Any]] = None
        self._connection: Optional[Connection] = None
        self._is_lost = False
        self._is_closed = False
        self._connects_at = 0.0
        self._delay = self._SHORTEST_DELAY
        # One descriptor for whoever selects, whichever connection there is.
        self._epoll = select.epoll()

    def fileno(self) -> int:
        """For selectors: the same for all connections.

        Wait for it `wakes_in` seconds at the most; then call `next(0)` until that gives None.
        """
        return self._epoll.fileno()

    @property
    def wakes_in(self) -> Optional[float]:
        """In how many seconds `next` is to be called although nothing has come; None: not."""
        if self._is_lost:
            return 0.0
        if self._connection is None:
            return max(0.0, self._connects_at - time.monotonic())
        has_line = b"\n" in self._connection._received
        return 0.0 if has_line or self._connection._waiting else None

    @property
    def is_connected(self) -> bool:
        """Whether brailled is there."""
        return self._connection is not None

    def close(self) -> None:
        """Takes its leave: what it showed leaves the display, what it announced stays."""
        self._drop()
        self._is_lost = False
        self._is_closed = True
        self._epoll.close()

    def __enter__(self) -> "Producer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Event]:
        """All that happens, until the program closes it."""
        while not self._is_closed:
            event = self.next()
            if event is not None:
                yield event

    def next(self, timeout: Optional[float] = None) -> Optional[Event]:
        """The next thing that happens; None if nothing does within `timeout` seconds."""
        end = None if timeout is None else time.monotonic() + timeout
        while not self._is_closed:
            if self._is_lost:
                self._is_lost = False
                return Lost()
            left = None if end is None else max(0.0, end - time.monotonic())
            if self._connection is None:
                wait = self._connects_at - time.monotonic()
                if wait <= 0:
                    if self._connect():
                        return Connected()
                    wait = self._connects_at - time.monotonic()
                if left is not None and left < wait:
                    time.sleep(left)
                    return None
                time.sleep(max(0.0, wait))
                continue
            try:
                message = self._connection.next(left)
            except Closed:
                self._lose()
                continue
            if message is None:
                return None
            event = self._take(message)
            if event is not None:
                return event
        return None

    def notify(self, method: str, params: Optional[Dict[str, Any]] = None) -> None:
        """Says something that is not answered; nothing while brailled is not there."""
        if self._connection is None:
            return
        try:
            self._connection.notify(method, params)
        except Closed:
            self._lose()

    def _connect(self) -> bool:
        self._connects_at = time.monotonic() + self._delay
        self._delay = min(2 * self._delay, self._LONGEST_DELAY)
        try:
            connection = Connection(self._path)
        except Unreachable:
            return False
        try:
            connection.send(
                {"jsonrpc": "2.0", "id": self._HELLO, "method": "hello", "params": self._hello}
            )
        except Closed:
            connection.close()
            return False
        self._connection = connection
        self._epoll.register(connection.fileno(), select.EPOLLIN)
        return True

    def _drop(self) -> None:
        if self._connection is not None:
            # Closing takes it out of the set.
            self._connection.close()
        self._connection = None
        self.welcome = None

    def _lose(self) -> None:
        self._drop()
        self._is_lost = True
        self._connects_at = time.monotonic() + self._delay

    def _take(self, message: Dict[str, Any]) -> Optional[Event]:
        params = message.get("params") or {}
        method = message.get("method")
        if method == "command":
            return Command.from_params(params)
        if method == "rejected":
            return Rejection(
                params.get("method"), params["code"], params["message"], params.get("field")
            )
        if method is not None:
            return None
        error = message.get("error")
        if error is not None:
            return Rejection(None, error["code"], error["message"])
        if message.get("id") == self._HELLO:
            self.welcome = message.get("result")
            self._delay = self._SHORTEST_DELAY
        return None


class EditableText:
    """A text that the reader writes in: does the commands that edit, and tells what came of it.

    Programs that have a text of their own do the same with that.
    """

    #: The commands that `perform` does, for `Producer(commands=…)`.
    COMMANDS = (
        "setCaret", "select", "selectAll", "insertText", "replaceText", "deleteBackward",
        "deleteForward",
    )

    def __init__(self, content: str = "", caret: int = 0) -> None:
        """A text with its caret."""
        #: The characters.
        self.content = content
        #: Higher after each change of the content.
        self.version = 1
        #: Where the next character goes.
        self.caret = max(0, min(caret, len(content)))
        #: The other end of what is selected; the caret where nothing is.
        self.anchor = self.caret

    @property
    def text(self) -> Text:
        """The text as an element has it."""
        text = Text(content=self.content, version=self.version, caret=self.caret)
        if self.anchor != self.caret:
            text["anchor"] = self.anchor
        return text

    def perform(self, command: Command) -> Dict[str, Any]:
        """Does a command, and gives what is to be told by `edit`.

        Errors: `CommandFailed`, if the text has changed since the command was given, or it is
        none of `COMMANDS`.
        """
        if command.version is not None and command.version != self.version:
            raise CommandFailed(STALE, "the text has changed")
        name, offset, text = command.name, command.offset or 0, command.text or ""
        if name == "setCaret":
            return self.select(offset, offset)
        if name == "select":
            return self.select(offset if command.anchor is None else command.anchor, offset)
        if name == "selectAll":
            return self.select(0, len(self.content))
        if name == "insertText":
            return self.insert(text)
        if name == "replaceText":
            return self.replace(command.start or 0, command.end or 0, text)
        if name == "deleteBackward":
            return self.delete_backward(command.count or 1)
        if name == "deleteForward":
            return self.delete_forward(command.count or 1)
        raise CommandFailed(NOT_POSSIBLE, f"{name} is not done in a text")

    def select(self, anchor: int, caret: int) -> Dict[str, Any]:
        """Selects from one place to another, where the caret is then."""
        self.anchor = max(0, min(anchor, len(self.content)))
        self.caret = max(0, min(caret, len(self.content)))
        return self._edit(self.version, [])

    def insert(self, text: str) -> Dict[str, Any]:
        """Puts a text in the place of what is selected, or at the caret."""
        return self.replace(min(self.anchor, self.caret), max(self.anchor, self.caret), text)

    def replace(self, start: int, end: int, text: str) -> Dict[str, Any]:
        """Puts a text in the place of another; the caret is behind it then."""
        start = max(0, min(start, len(self.content)))
        end = max(start, min(end, len(self.content)))
        self.content = self.content[:start] + text + self.content[end:]
        self.caret = self.anchor = start + len(text)
        self.version += 1
        return self._edit(self.version - 1, [{"start": start, "end": end, "text": text}])

    def delete_backward(self, count: int = 1) -> Dict[str, Any]:
        """Takes what is selected away, or so many characters before the caret."""
        if self.anchor != self.caret:
            return self.insert("")
        start = self.caret
        for _ in range(count):
            start = self._before(start)
        return self.replace(start, self.caret, "")

    def delete_forward(self, count: int = 1) -> Dict[str, Any]:
        """Takes what is selected away, or so many characters behind the caret."""
        if self.anchor != self.caret:
            return self.insert("")
        end = self.caret
        for _ in range(count):
            end += 1
            while end < len(self.content) and not self._begins(end):
                end += 1
        return self.replace(self.caret, end, "")

    def _edit(self, base: int, changes: List[Dict[str, Any]]) -> Dict[str, Any]:
        return {
            "base": base, "version": self.version, "changes": changes, "caret": self.caret,
            "anchor": self.anchor,
        }

    def _before(self, place: int) -> int:
        place -= 1
        while place > 0 and not self._begins(place):
            place -= 1
        return max(0, place)

    def _begins(self, place: int) -> bool:
        """Whether a character begins here: most of the rules of UAX 29, without a table."""
        before, here = self.content[place - 1], self.content[place]
        if before == "\r" and here == "\n":
            return False
        if unicodedata.category(here) in ("Mn", "Me", "Mc") or here in "\u200c\u200d":
            return False
        if "\U0001f3fb" <= here <= "\U0001f3ff" or "\U000e0020" <= here <= "\U000e007f":
            return False
        if before == "\u200d" and unicodedata.category(here) == "So":
            return False
        if "\u1100" <= here <= "\u11ff" and _is_hangul(before):
            return here < "\u1160" and not "\u1100" <= before < "\u1160"
        if not _is_regional(here):
            return True
        count = 0
        while count < place and _is_regional(self.content[place - 1 - count]):
            count += 1
        return count % 2 == 0


def _is_hangul(character: str) -> bool:
    """Whether letters of Hangul behind it can be of the same syllable."""
    return "\u1100" <= character <= "\u11ff" or "\uac00" <= character <= "\ud7a3"


def _is_regional(character: str) -> bool:
    """Whether two of this kind are a flag."""
    return "\U0001f1e6" <= character <= "\U0001f1ff"
