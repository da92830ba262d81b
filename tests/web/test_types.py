"""What the page believes to be sent is what is sent: its types have the fields of the messages, and no others."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from bocage.kernel import views
from bocage.looks import Looks
from bocage.rulebook import Clause
from bocage.server.api import Keys, Tried
from bocage.server.numbers import Weighed
from bocage.server.view import View

TYPES = Path(__file__).parents[2] / "src" / "bocage" / "web" / "types.d.ts"
INTERFACE = re.compile(r"^(?:export )?interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}", re.M | re.S)
FIELD = re.compile(r"^\t(\w+)(\??):", re.M)

# Left out where they have their usual value: optional on the page.
LEAN: dict[str, type[msgspec.Struct]] = {
    "Cell": views.Cell,
    "Feature": views.Feature,
    "Row": views.Row,
    "BoardData": views.Board,
    "Badge": views.Badge,
    "Piece": views.Piece,
    "Marker": views.Marker,
    "Seat": views.SeatView,
    "Position": views.Position,
    "Choice": views.Choice,
    "Prompt": views.Prompt,
    "Attempt": Tried,
    "SightStep": views.SightStep,
    "SightLine": views.SightView,
    "GameOption": views.OptionInfo,
    "OptionValue": views.OptionValue,
    "Opening": views.Opening,
    "Ware": views.Ware,
    "Armoury": views.Armoury,
}
# Always sent whole.
WHOLE: dict[str, type[msgspec.Struct]] = {"DecidingView": View, "Keys": Keys, "Weighed": Weighed, "Looks": Looks}
# What the server adds to a view on its way.
ADDED = {"Armoury": {"looks": False}, "BoardData": {"looks": False}, "Position": {"clock": False}}


def interfaces() -> dict[str, dict[str, bool]]:
    """The fields of every type of the page, and whether they are optional."""
    found: dict[str, dict[str, bool]] = {}
    for name, parent, body in INTERFACE.findall(TYPES.read_text("utf-8")):
        own = {field: bool(optional) for field, optional in FIELD.findall(body)}
        found[name] = found.get(parent, {}) | own
    return found


def fields(kind: type[msgspec.Struct]) -> dict[str, bool]:
    return {field.name: not field.required for field in msgspec.structs.fields(kind)}


@pytest.mark.parametrize("name", LEAN)
def test_a_view_has_the_fields_that_the_page_reads(name: str) -> None:
    assert interfaces()[name] == fields(LEAN[name]) | ADDED.get(name, {})


@pytest.mark.parametrize("name", WHOLE)
def test_a_message_that_is_sent_whole_has_no_optional_fields(name: str) -> None:
    assert interfaces()[name] == dict.fromkeys(fields(WHOLE[name]), False)


def test_whoever_decides_and_whoever_watches_are_sent_the_same_fields() -> None:
    found = interfaces()
    assert found["DecidingView"].keys() == found["WatchingView"].keys()


def test_the_page_reads_nothing_of_a_clause_that_there_is_not() -> None:
    assert interfaces()["Clause"].items() <= fields(Clause).items()
