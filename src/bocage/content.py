"""YAML content (rulebooks, counters, maps, scenarios, drills) read into typed msgspec structs.

Whatever is wrong with a file becomes one `ContentError` that names file, line and field. Structs that describe content
are declared with `forbid_unknown_fields=True`, so a misspelt field is an error too.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

T = TypeVar("T")

# libyaml reads a rulebook ten times faster than the Python loader; both give the same nodes and marks.
_Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# "Expected `int`, got `str` - at `$.units[0].fp`", or "… - at `key` in `$.units`"
_MSGSPEC_ERROR = re.compile(r"(?P<text>.*?)(?: - at (?:`key` in )?`\$(?P<path>.*)`)?", re.DOTALL)
_UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(.*)`")
_MEASURED = re.compile(rb"^measured:.*\n?(?:[ \t].*\n?)*", re.MULTILINE)
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+)\]|(?P<any>\[\.\.\.\])")

Step = str | int | None  # a field, a list index, or "one of the values of this mapping"


class ContentError(Exception):
    """One thing wrong in one content file. Line 0 means the file as a whole, field "" the document as a whole."""

    def __init__(self, file: str, line: int, field: str, message: str) -> None:
        super().__init__(file, line, field, message)
        self.file = file
        self.line = line
        self.field = field
        self.message = message

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return ": ".join(part for part in (place, self.field, self.message) if part)


class Measured(msgspec.Struct, forbid_unknown_fields=True):
    """How fair a scenario is: one bot on both sides, sides swapped, a draw counting half (`bocage balance`)."""

    first: int  # per cent of the games that the first side took
    games: int
    bot: str = "doctrine"
    lopsided: str = ""  # outside 40 to 60 %: whom it favours, and why it is left so


def load_yaml(path: Path | str, type_: type[T]) -> T:
    """The content of a YAML file as a value of the given type."""
    return loads_yaml(read_text(path), type_, str(path))


def loads_yaml(text: str, type_: type[T], name: str) -> T:
    """The same for a text; `name` stands for the file in messages."""
    node, data = _parse(text, name)
    try:
        return msgspec.convert(data, type_)
    except msgspec.ValidationError as error:
        raise _explain(error, node, data, type_, name) from None


def fault(path: Path | str, field: str, message: str) -> ContentError:
    """The error for a fault that only the rules can see, such as a unit that does not exist.

    `field` is written as in messages (`units[2].hex`); its line is looked up in the file.
    """
    if not Path(path).is_file():  # what is checked was not read from a file of its own
        return ContentError(str(path), 0, field, message)
    node, _ = _parse(read_text(path), str(path))
    return ContentError(str(path), _line(node, _steps("." + field)), field, message)


def content_hash(content: bytes) -> str:
    """A short fingerprint of a file's bytes, for saves and caches."""
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def played_bytes(path: Path) -> bytes:
    """What of a scenario file is played: all but how even it was found to be, for measuring a scenario again must not
    make its saves worthless."""
    return _MEASURED.sub(b"", path.read_bytes())


def read_text(path: Path | str) -> str:
    """The text of a content file; raises ContentError where it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ContentError(str(path), 0, "", "there is no such file") from None
    except UnicodeDecodeError as error:
        raise ContentError(str(path), 0, "", f"not UTF-8 text (byte {error.start})") from None
    except OSError as error:
        raise ContentError(str(path), 0, "", error.strerror or "cannot be read") from None


def _parse(text: str, name: str) -> tuple[yaml.Node | None, Any]:
    try:
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            if node is None:
                return None, None
            _refuse_duplicates(node, name)
            return node, loader.construct_document(node)
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = " ".join(part for part in (error.problem, error.context) if part)
        raise ContentError(name, mark.line + 1 if mark else 0, "", message or "not YAML") from None
    except yaml.YAMLError as error:
        raise ContentError(name, 0, "", " ".join(str(error).split())) from None
    except RecursionError:
        raise ContentError(name, 0, "", "nested too deeply") from None
    except ValueError as error:  # such as the date 2024-02-31
        raise ContentError(name, 0, "", str(error)) from None


def _refuse_duplicates(root: yaml.Node, name: str) -> None:
    """YAML itself forbids equal keys in a mapping, PyYAML silently keeps the last."""
    seen_nodes: set[int] = set()
    pending = [root]
    while pending:
        node = pending.pop()
        if id(node) in seen_nodes:  # an alias
            continue
        seen_nodes.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            pending.extend(node.value)
        elif isinstance(node, yaml.MappingNode):
            keys: set[tuple[str, str]] = set()
            for key, value in node.value:
                if isinstance(key, yaml.ScalarNode):
                    if (key.tag, key.value) in keys:
                        raise ContentError(name, key.start_mark.line + 1, key.value, "this field is given twice")
                    keys.add((key.tag, key.value))
                pending.append(value)


def _explain(
    error: msgspec.ValidationError, node: yaml.Node | None, data: Any, type_: type[Any], name: str
) -> ContentError:
    found = _MSGSPEC_ERROR.fullmatch(str(error))
    assert found is not None
    message = found["text"]
    steps = _name_the_keys(_steps(found["path"] or ""), data, type_, str(error))
    unknown = _UNKNOWN_FIELD.fullmatch(message)
    if unknown:
        steps.append(unknown[1])
        message = "unknown field"
    return ContentError(name, _line(node, steps), _spell(steps), message[:1].lower() + message[1:])


def _steps(path: str) -> list[Step]:
    steps: list[Step] = []
    for found in _STEP.finditer(path):
        if found["name"]:
            steps.append(found["name"])
        elif found["index"]:
            steps.append(int(found["index"]))
        else:
            steps.append(None)
    return steps


def _spell(steps: list[Step]) -> str:
    text = ""
    for step in steps:
        if step is None:
            text += "[...]"
        elif isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}" if text else step
    return text


def _name_the_keys(steps: list[Step], data: Any, type_: type[Any], message: str) -> list[Step]:
    """msgspec writes `[...]` for a value in a mapping: its key is the one that alone gives the same error."""
    steps = list(steps)
    while None in steps:
        at = steps.index(None)
        mapping = _value(data, steps[:at])
        if not isinstance(mapping, dict):
            break
        culprit = next(
            (k for k in mapping if _message(_replaced(data, steps[:at], {k: mapping[k]}), type_) == message), None
        )
        if culprit is None:
            break
        data = _replaced(data, steps[:at], {culprit: mapping[culprit]})
        steps[at] = culprit if isinstance(culprit, int) else str(culprit)
    return steps


def _value(data: Any, steps: list[Step]) -> Any:
    for step in steps:
        data = data[step]
    return data


def _replaced(data: Any, steps: list[Step], value: Any) -> Any:
    """A copy of the data with another value at the end of the path."""
    if not steps:
        return value
    copy = data.copy()
    copy[steps[0]] = _replaced(data[steps[0]], steps[1:], value)
    return copy


def _message(data: Any, type_: type[Any]) -> str:
    try:
        msgspec.convert(data, type_)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _line(node: yaml.Node | None, steps: list[Step]) -> int:
    """The line of the deepest node along the path that the file really holds."""
    if node is None:
        return 1
    line = node.start_mark.line + 1
    for step in steps:
        below = _child(node, step)
        if below is None:
            break
        line, node = below
    return line


def _child(node: yaml.Node, step: Step) -> tuple[int, yaml.Node] | None:
    if isinstance(node, yaml.SequenceNode):
        if isinstance(step, int) and step < len(node.value):
            item: yaml.Node = node.value[step]
            return item.start_mark.line + 1, item
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(step):
                return key.start_mark.line + 1, value
        for key, value in node.value:
            if key.value == "<<":
                return _child(value, step)
    return None
