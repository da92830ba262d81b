"""YAML files read into typed msgspec structs.

Structs that describe content are declared with `forbid_unknown_fields=True`, so a misspelt field is an error too.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

from bocage.content.faults import ContentError, Faults, WrongContent, together
from bocage.content.typed import Step, misfits, split

T = TypeVar("T")

# libyaml reads a rulebook ten times faster than the Python loader; both give the same nodes and marks.
_Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+)\]")

MOST_BYTES = 4_000_000
MOST_LEVELS = 60
"""Of lists and mappings within one another; no content has more than ten."""
MOST_VALUES = 400_000
"""Counted with what aliases and merge keys repeat: a few lines of them can stand for millions."""
HARMLESS_DEPTH = 4_000
"""libyaml composes nested nodes by recursion in C, and so many still fit on the stack."""
_OPENING = (yaml.SequenceStartEvent, yaml.MappingStartEvent)
_CLOSING = (yaml.SequenceEndEvent, yaml.MappingEndEvent)


class Source:
    """A YAML file, or a text with the name of one, before its kind is known."""

    def __init__(self, text: str, name: str, has_lines: bool = True) -> None:
        self.name = name
        self.has_lines = has_lines  # what was read already has none
        self.node, self.data = _parse(text, name)

    def read(self, type_: type[T]) -> T:
        """Its content as a value of this type; raises ContentError with everything that does not fit."""
        return self.convert(self.data, type_)

    def convert(self, data: Any, type_: type[T], where: str = "") -> T:
        """The same for the part of it that stands at `where` ("cases[2]"): a fault in one leaves the others alone."""
        try:
            return msgspec.convert(data, type_, str_keys=True)
        except msgspec.ValidationError as error:
            at = _steps(f".{where}")
            faults = [self.wrong([*at, *misfit.steps], misfit.message) for misfit in misfits(data, type_)]
            if not faults:  # a check of the struct's own
                message, path = split(error)
                faults = [self.wrong([*at, *_steps(path)], message)]
            raise together(faults) from None

    def fault(self, field: str, message: str) -> ContentError:
        """The error for something wrong with a field, written as in messages (`units[2].hex`)."""
        return self.wrong(_steps(f".{field}"), message)

    def wrong(self, steps: Sequence[Step], message: str) -> ContentError:
        line = _line(self.node, steps) if self.has_lines else 0
        return ContentError(self.name, line, spell(steps), message)


def load_yaml(path: Path | str, type_: type[T]) -> T:
    """The content of a YAML file as a value of the given type."""
    return source(path).read(type_)


def loads_yaml(text: str, type_: type[T], name: str) -> T:
    """The same for a text; `name` stands for the file in messages."""
    return Source(text, name).read(type_)


def source(path: Path | str) -> Source:
    """A file before its kind is known."""
    return Source(read_text(path), str(path))


def fault(path: Path | str, field: str, message: str) -> ContentError:
    """The error for a fault that only the rules can see, such as a unit that does not exist.

    `field` is written as in messages (`units[2].hex`); its line is looked up in the file.
    """
    return located(path, [WrongContent(field, message)])


def located(path: Path | str, wrong: Sequence[WrongContent]) -> ContentError:
    """Faults that linking found in a file as one error, each with its line."""
    is_file = Path(path).is_file()  # what is checked may not come from a file of its own
    read = source(path) if is_file else Source("", str(path), has_lines=False)
    return together([read.fault(one.field, one.message) for one in wrong])


def convert(data: Any, type_: type[T], name: str) -> T:
    """A value that was read already, as one of this type; `name` stands for the file in messages."""
    return Source("", name, has_lines=False).convert(data, type_)


def settle(faults: Faults, path: Path | str) -> None:
    """Raise what was collected, if anything was."""
    if faults.found:
        raise located(path, faults.found)


def linked(path: Path | str, link: Callable[[Faults], T]) -> T:
    """What `link` makes of a file; raises ContentError with the faults that it collects and the one that ends it."""
    faults = Faults()
    try:
        made = link(faults)
    except WrongContent as wrong:
        raise located(path, [*faults.found, wrong]) from None
    settle(faults, path)
    return made


def content_hash(content: bytes) -> str:
    """A short fingerprint of a file's bytes, for saves and caches."""
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def read_text(path: Path | str) -> str:
    """The text of a content file; raises ContentError where it cannot be read."""
    try:
        if Path(path).stat().st_size > MOST_BYTES:
            raise ContentError(str(path), 0, "", f"larger than {MOST_BYTES // 1_000_000} MB")
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ContentError(str(path), 0, "", "there is no such file") from None
    except UnicodeDecodeError as error:
        raise ContentError(str(path), 0, "", f"not UTF-8 text (byte {error.start})") from None
    except OSError as error:
        raise ContentError(str(path), 0, "", error.strerror or "cannot be read") from None


def _parse(text: str, name: str) -> tuple[yaml.Node | None, Any]:
    try:
        _refuse_depth(text, name)
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            if node is None:
                return None, None
            _Look(name).over(node)
            return node, loader.construct_document(node)
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = " ".join(part for part in (error.problem, error.context) if part)
        raise ContentError(name, mark.line + 1 if mark else 0, "", message or "not YAML") from None
    except yaml.YAMLError as error:
        raise ContentError(name, 0, "", " ".join(str(error).split())) from None
    except ValueError as error:  # such as the date 2024-02-31
        raise ContentError(name, 0, "", str(error)) from None


def _refuse_depth(text: str, name: str) -> None:
    """Count levels without building anything, where a look at the text cannot rule out that there are too many.

    Each level takes a bracket, or a column of its own; a list may stand right under its key.
    """
    longest = max((len(line) for line in text.splitlines()), default=0)
    if text.count("[") + text.count("{") + 2 * longest < HARMLESS_DEPTH:
        return
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        depth += isinstance(event, _OPENING) - isinstance(event, _CLOSING)
        if depth > MOST_LEVELS:
            raise ContentError(name, event.start_mark.line + 1, "", f"nested deeper than {MOST_LEVELS} levels")


class _Look:
    """A look at all nodes before values are made of them: at what YAML forbids and PyYAML lets pass (equal keys), and
    at what would not end (aliases within themselves, or repeated until they fill the memory)."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.sizes: dict[int, int] = {}  # of finished nodes, with all that aliases repeat
        self.heights: dict[int, int] = {}
        self.begun: set[int] = set()

    def over(self, root: yaml.Node) -> None:
        pending = [] if isinstance(root, yaml.ScalarNode) else [root]
        while pending:
            node = pending[-1]
            parts = self.parts(node)
            if id(node) in self.begun:
                pending.pop()
                if id(node) not in self.sizes:
                    self.finish(node, parts)
                continue
            self.begun.add(id(node))
            for part in parts:
                if id(part) in self.begun and id(part) not in self.sizes:
                    raise self.wrong(node, "an alias refers to what it is a part of")
                if id(part) not in self.begun:
                    pending.append(part)

    def parts(self, node: yaml.Node) -> list[yaml.Node]:
        """The lists and mappings directly inside."""
        inside = node.value if isinstance(node, yaml.SequenceNode) else [part for pair in node.value for part in pair]
        return [part for part in inside if not isinstance(part, yaml.ScalarNode)]

    def finish(self, node: yaml.Node, parts: list[yaml.Node]) -> None:
        if isinstance(node, yaml.MappingNode):
            self.refuse_twins(node)
        size = len(node.value) + 1 + sum(self.sizes[id(part)] for part in parts)
        height = 1 + max((self.heights[id(part)] for part in parts), default=0)
        if size > MOST_VALUES:
            raise self.wrong(node, f"aliases repeat more than {MOST_VALUES:,} values")
        if height > MOST_LEVELS:
            raise self.wrong(node, f"nested deeper than {MOST_LEVELS} levels")
        self.sizes[id(node)], self.heights[id(node)] = size, height

    def refuse_twins(self, node: yaml.MappingNode) -> None:
        keys: set[tuple[str, str]] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if (key.tag, key.value) in keys:
                    raise ContentError(self.name, key.start_mark.line + 1, key.value, "this field is given twice")
                keys.add((key.tag, key.value))

    def wrong(self, node: yaml.Node, message: str) -> ContentError:
        return ContentError(self.name, node.start_mark.line + 1, "", message)


def _steps(path: str) -> list[Step]:
    return [step["name"] or int(step["index"]) for step in _STEP.finditer(path)]


def spell(steps: Sequence[Step]) -> str:
    text = ""
    for step in steps:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}" if text else step
    return text


def _line(node: yaml.Node | None, steps: Sequence[Step]) -> int:
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
