"""What the scenarios of all systems have in common: how a file names itself, and where files are found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

import msgspec

from bocage.content.faults import ContentError
from bocage.content.reading import Source, content_hash
from bocage.kernel import Text
from bocage.kernel.system import ScenarioInfo, listed
from bocage.kernel.views import OptionInfo
from bocage.text import LANGUAGES, ORIGINAL

Basis = Literal["seed", "search", "estimate"]
"""Where a value comes from: the printed rules, public pages about them, our own balance."""


class Measured(msgspec.Struct, forbid_unknown_fields=True):
    """How fair a scenario is: one bot on both sides, sides swapped, a draw counting half (`bocage balance`)."""

    first: int  # per cent of the games that the first side took
    games: int  # how many were played
    bot: str = "doctrine"  # who played both sides
    lopsided: str = ""  # outside 40 to 60 %: whom it favours, and why it is left so


class Words(msgspec.Struct, forbid_unknown_fields=True):
    """A text in English and, if you like, in French; who reads French is shown the English otherwise."""

    en: str
    fr: str = ""


class Heading(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What every scenario file says of itself; nothing of it changes the battle."""

    title: str | Words = ""  # what players pick it by; the name of the file unless given
    about: str | Words = ""  # what happens, and how it is won
    order: int = 50  # place in the list of scenarios, lower ones first
    measured: Measured | None = None  # how fair it is; `bocage balance` writes it
    id: str = ""  # no longer used: a scenario is known by the name of its file


HEADING = Heading.__struct_fields__


def text_of(said: str | Words) -> Text:
    """Words of a scenario file as a text for players."""
    words = Words(said) if isinstance(said, str) else said
    return Text("", words={ORIGINAL: words.en, **({"fr": words.fr} if words.fr else {})})


def untranslated(data: Any) -> list[str]:
    """What a designer may want to know of a scenario's words, though nothing is wrong with it."""
    if not isinstance(data, dict):
        return []
    if not data.get("title"):
        return ["it has no title: players are shown the name of the file"]
    lacking = [
        field
        for field in ("title", "about")
        if data.get(field) and not (isinstance(data[field], dict) and set(LANGUAGES) <= set(data[field]))
    ]
    return [f"{' and '.join(lacking)}: no French, so French readers are shown the English"] if lacking else []


H = TypeVar("H", bound=Heading)
L = TypeVar("L")


class Shelf(Generic[H]):
    """The scenario files of a system: the shipped ones by their names, any other by its path."""

    def __init__(self, folder: Path, type_: type[H]) -> None:
        self.folder = folder
        self.type = type_
        self.known: dict[tuple[Path, str], tuple[H, bytes]] = {}
        self.links: dict[int, Any] = {}  # what was made of a record; records are kept, so their ids stay

    def paths(self) -> list[Path]:
        return sorted(self.folder.rglob("*.yaml"))

    def path(self, name: str) -> Path:
        """The file of a shipped scenario, or the path itself."""
        shipped = self.folder / f"{name}.yaml"
        return shipped if shipped.is_file() else Path(name)

    def name(self, path: Path) -> str:
        if self.folder in path.parents:
            return path.relative_to(self.folder).with_suffix("").as_posix()
        return str(path)

    def read(self, path: Path) -> H:
        """The record of a file; it is read again only when it has changed."""
        return self.look_up(path)[0]

    def link(self, path: Path, link: Callable[[H], L]) -> L:
        """What `link` makes of the file, made once as long as the file stays as it is."""
        record = self.read(path)
        if id(record) not in self.links:
            self.links[id(record)] = link(record)
        linked: L = self.links[id(record)]
        return linked

    def look_up(self, path: Path) -> tuple[H, bytes]:
        """The record, and what of it is played."""
        try:
            content = path.read_bytes()
        except OSError as error:
            raise ContentError(str(path), 0, "", error.strerror or "cannot be read") from None
        key = (path, content_hash(content))
        if key not in self.known:
            try:
                read = Source(content.decode("utf-8"), str(path))
            except UnicodeDecodeError as error:
                raise ContentError(str(path), 0, "", f"not UTF-8 text (byte {error.start})") from None
            record = read.read(self.type)
            played = {field: value for field, value in read.data.items() if field not in HEADING}
            self.known[key] = record, msgspec.json.encode(played)
        return self.known[key]

    def info(
        self, path: Path, seats: list[Text], turns: int, points: int = 0, alone: bool = False,
        files: list[Path] | None = None,
        usual: dict[str, Any] | None = None,
        own: list[OptionInfo] | None = None,
        rules: list[Text] | None = None,
        module: str = "",
        forces: tuple[int, bool] = (0, False),
    ) -> ScenarioInfo:  # fmt: skip
        """A line of the scenario browser. `files` are played too: saves do not fit when they change.
        `forces` are the number of units and whether any of them drives.

        Comments, the title and what was measured are not played, so saves outlive a change of them.
        """
        record, played = self.look_up(path)
        return ScenarioInfo(
            id=self.name(path),
            title=text_of(record.title or path.stem),
            about=text_of(record.about),
            seats=seats,
            turns=turns,
            path=path,
            hash=content_hash(played + b"".join(file.read_bytes() for file in files or [])),
            points=points,
            order=record.order,
            alone=alone,
            usual=usual or {},
            own=own or [],
            rules=rules or [],
            module=module,
            size=forces[0],
            vehicles=forces[1],
        )


class Listing:
    """What lists the scenarios of a system; it can be had without the rules, which take longer to load."""

    def __init__(self, package: Path, shelf: Shelf[Any], describe: Callable[[Path], ScenarioInfo]) -> None:
        self.package = package
        self.shelf = shelf
        self.describe = describe

    def scenarios(self) -> list[ScenarioInfo]:
        return listed([self.describe(path) for path in self.shelf.paths()])
