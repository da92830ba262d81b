"""Catalogues: every word a player reads, in English and French.

`{name}` is an argument; `{n|hit|hits}` is the word that goes with the number n.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec
import yaml

from bocage.kernel import Text, signed

LANGUAGES = ("en", "fr")
ORIGINAL = LANGUAGES[0]
"""What is not translated is said in this one."""
PLURAL = re.compile(r"\{(\w+)\|([^{}|]*)\|([^{}|]*)\}")
DECIMAL = re.compile(r"-?\d+\.\d+")
MOST_SAID = 20_000  # sentences with their arguments that a catalogue remembers
COMMON = Path(__file__).parent / "texts"


def language_from(environment: Mapping[str, str]) -> str:
    """The language that a user's environment asks for ("fr_BE.UTF-8"), if we speak it."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((environment[name] for name in names if environment.get(name)), "")
    found = re.split(r"[_.@-]", wanted)[0].lower()
    return found if found in LANGUAGES else LANGUAGES[0]


def whole_number(text: str) -> int | None:
    """The number that was typed, if it is one that anybody could mean."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


class MissingText(KeyError):
    """A catalogue lacks a key."""


class Catalogue:
    """One language of one system, on top of the common words."""

    def __init__(self, entries: dict[str, str], language: str) -> None:
        self.entries = entries
        self.language = language
        self.said: dict[tuple[object, ...], str] = {}  # boards say the same things after every choice

    def render(self, text: Text) -> str:
        if text.words:
            return text.words.get(self.language) or text.words[ORIGINAL]
        return self.say(text.key, text.args)

    def say(self, key: str, args: dict[str, int | str] | None = None) -> str:
        try:
            template = self.entries[key]
        except KeyError:
            raise MissingText(f"{self.language}: no text for '{key}'") from None
        if not args:
            return template
        known = (key, *args.items())
        said = self.said.get(known)
        if said is None:
            if len(self.said) >= MOST_SAID:
                self.said.clear()
            said = self.said[known] = self.fill(key, template, args)
        return said

    def fill(self, key: str, template: str, args: dict[str, int | str]) -> str:
        if "|" in template:
            template = PLURAL.sub(lambda found: self.plural(found, args), template)
        words = {name: self.argument(value) for name, value in args.items()}
        try:
            return template.format_map(words)
        except (KeyError, ValueError, IndexError) as error:
            raise MissingText(f"{self.language}: '{key}' wants an argument it is not given: {error}") from None

    def plural(self, found: re.Match[str], args: dict[str, int | str]) -> str:
        """In French nought is singular too. A number that is not given is left for `say` to complain of."""
        name, one, many = found.groups()
        if name not in args:
            return f"{{{name}}}"
        number = abs(int(args[name]))
        return one if number == 1 or (number == 0 and self.language == "fr") else many

    def word(self, prefix: str, name: str) -> str:
        """The name of a forecast's subject or outcome: `prefix.name`, or `name` itself as a key; a number stays."""
        if name.lstrip("-").isdigit():
            return name
        whole = f"{prefix}.{name}"
        return self.say(whole if whole in self.entries else name)

    def argument(self, value: int | str) -> str:
        """ "@key" is looked up; several keys may be joined by spaces ("@nation.us @unit.squad") or commas;
        other words stay. Numbers below nought get a true minus, French ones a decimal comma."""
        if isinstance(value, int):
            return signed(value)
        if self.language == "fr" and DECIMAL.fullmatch(value):
            return value.replace(".", ",")
        if "@" not in value:
            return value
        return " ".join(self.look_up(word) if word.startswith("@") else word for word in value.split(" "))

    def look_up(self, word: str) -> str:
        return self.say(word[1:-1]) + "," if word.endswith(",") else self.say(word[1:])


@cache
def catalogue(folder: Path, language: str) -> Catalogue:
    """The catalogue in `folder`/text/<language>.yaml and <language>-*.yaml with the common one under it."""
    if language not in LANGUAGES:
        raise MissingText(f"no catalogue for language '{language}' (there are: {', '.join(LANGUAGES)})")
    entries = read(COMMON / f"{language}.yaml") | read(folder / "text" / f"{language}.yaml")
    for path in sorted((folder / "text").glob(f"{language}-*.yaml")):
        entries |= read(path)
    return Catalogue(entries, language)


def read(path: Path) -> dict[str, str]:
    """Nested mappings become dotted keys."""
    if not path.exists():
        return {}
    return dict(flatten("", yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader) or {}))


def flatten(prefix: str, tree: object) -> list[tuple[str, str]]:
    if isinstance(tree, dict):
        stem = f"{prefix}." if prefix else ""
        return [pair for key, value in tree.items() for pair in flatten(f"{stem}{key}", value)]
    return [(prefix, msgspec.convert(tree, str, strict=False))]
