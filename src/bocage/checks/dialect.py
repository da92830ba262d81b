"""What a drill file may say: every key of a drill, its steps and what it expects (docs/drills.md explains them).

Structs refuse unknown keys, so a misspelt one is named with its file and line. Whatever an expectation leaves out is
not looked at.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from bocage.kernel import Arg

Label = str | int  # written as the page shows it; 3 and "3" are the same


class Wanted(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A choice as the prompt names it: it is the one that has everything given here."""

    verb: str = ""
    piece: str = ""  # by its name in the drill
    place: str = ""
    x: float = -1.0
    y: float = -1.0
    path: list[str] = []
    args: dict[str, Arg] = {}  # of its label
    seat: int = -1  # who chooses, where several have to


class Refused(Wanted):
    """Something that is not offered; with `rule` the refusal has to name that clause."""

    rule: str = ""


class Odds(Wanted):
    """What is foretold of an offered choice."""

    rule: str | UnsetType = UNSET
    lines: dict[str, int] | UnsetType = UNSET
    total: int | UnsetType = UNSET
    need: str | UnsetType = UNSET
    odds: dict[str, dict[str, float]] | UnsetType = UNSET


class EventWanted(msgspec.Struct, forbid_unknown_fields=True):
    kind: str | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    place: str | UnsetType = UNSET
    args: dict[str, Arg] | UnsetType = UNSET
    dice: list[int] | UnsetType = UNSET
    lines: dict[str, int] | UnsetType = UNSET
    total: int | UnsetType = UNSET
    outcomes: dict[str, Label] | UnsetType = UNSET


class PieceWanted(msgspec.Struct, forbid_unknown_fields=True):
    """A piece as its owner sees it: `counts` are the numbers on its badges, `carrier` is who has it, `of` says how many
    of its group are left, `rows` are the lines of its card."""

    gone: bool = False
    place: str | UnsetType = UNSET
    x: float | UnsetType = UNSET
    y: float | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    nation: str | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    facing: int | UnsetType = UNSET
    values: list[Label] | UnsetType = UNSET
    corner: Label | UnsetType = UNSET
    flipped: bool | UnsetType = UNSET
    badges: list[str] | UnsetType = UNSET
    counts: dict[str, int] | UnsetType = UNSET
    rows: dict[str, Label] | UnsetType = UNSET
    carrier: str | UnsetType = UNSET
    of: int | UnsetType = UNSET


class MarkerWanted(msgspec.Struct, forbid_unknown_fields=True):
    kind: str | UnsetType = UNSET
    place: str | UnsetType = UNSET
    x: float | UnsetType = UNSET
    y: float | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    args: dict[str, Arg] | UnsetType = UNSET


class PromptWanted(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody is asked; `pieces` are those that it is about, such as the mover."""

    seat: int | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    pieces: list[str] | UnsetType = UNSET


class Sight(msgspec.Struct, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}):
    """A line between two places: `by` blocks it, `across` hampers it ("E4 brush"), `hampers` is by how much."""

    start: str
    end: str
    clear: bool | UnsetType = UNSET
    hampers: int | UnsetType = UNSET
    by: list[str] | UnsetType = UNSET
    across: list[str] | UnsetType = UNSET
    distance: Label | UnsetType = UNSET
    rule: str | UnsetType = UNSET


class ArmyWanted(msgspec.Struct, forbid_unknown_fields=True):
    """An army that somebody wants to field: `faults` are clauses against which it must offend, `sound` says if any."""

    army: dict[str, Any]
    points: int
    cost: int | UnsetType = UNSET
    sound: bool | UnsetType = UNSET
    faults: list[str] = []
    no_faults: list[str] = []


class Expect(msgspec.Struct, forbid_unknown_fields=True):
    events: list[EventWanted] = []  # in this order; others may lie between
    no_events: list[EventWanted] = []
    pieces: dict[str, PieceWanted] = {}
    markers: list[MarkerWanted] = []
    no_markers: list[MarkerWanted] = []
    prompt: PromptWanted | UnsetType = UNSET
    offered: list[str | Wanted] = []
    refused: list[str | Refused] = []
    odds: list[Odds] = []
    sight: list[Sight] = []
    armies: list[ArmyWanted] = []
    turn: int | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    scores: list[int] | UnsetType = UNSET
    over: bool | UnsetType = UNSET
    winner: int | UnsetType = UNSET


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """Choices, the dice they roll (all of them, in order), and what has to come out."""

    title: str = ""
    example: str = ""  # the id of a worked example that this step is
    choose: list[str | Wanted] = []
    dice: list[int] = []
    name: dict[str, PieceWanted] = {}  # names for pieces that play has made
    expect: Expect = msgspec.field(default_factory=Expect)
    notes: list[str] = []


class Drill(Step, kw_only=True):
    """A position and steps; a drill of one step may say `choose`, `dice`, `name` and `expect` without `steps`."""

    id: str
    system: str = ""
    rules: list[str] = []
    document: str = ""
    section: str = ""
    position: dict[str, Any] = {}
    steps: list[Step] = []
    unreached: str = ""  # why it cannot be played yet


class DrillFile(msgspec.Struct, forbid_unknown_fields=True):
    """Several drills; what stands beside them holds for each that does not say otherwise."""

    cases: list[dict[str, Any]]
    system: str = ""
    document: str = ""
    position: dict[str, Any] = {}
    notes: list[str] = []
