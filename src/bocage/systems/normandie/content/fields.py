"""The battlefield of a free battle: overlays laid on the boards, the same in both halves, and a mission."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import msgspec

from bocage.content import Faults, WrongContent, known, load_yaml, settle
from bocage.systems.normandie.content.boards import SIZE
from bocage.systems.normandie.content.files import Objective
from bocage.systems.normandie.content.plans import Overlay, Space, building_plans, terrains, turned
from bocage.systems.normandie.content.records import DATA, Record

WIDE = 2 * SIZE
"""Rows and columns of a free battle's map."""
LOWER = {(row, col) for row in range(SIZE, WIDE - 3) for col in range(WIDE)}
"""Where overlays of the lower half may lie: not in the deployment zone."""


class OverlayRecord(Record):
    id: str
    pairs: int  # how often it may be drawn, for both halves each time
    parts: list[Overlay]  # what it is made of; spaces count from its upper left one
    turns: bool = False  # it may lie any way round


class MissionRecord(Record):
    id: str
    objectives: list[Objective]  # the same for both sides when the board is turned by half
    overlays: list[Overlay] = msgspec.field(default_factory=list)  # what lies where it is fought for


class Fields(msgspec.Struct, forbid_unknown_fields=True):
    pairs: tuple[int, int]  # how many overlays each half gets, from the least to the most
    overlays: list[OverlayRecord]  # to draw from
    missions: list[MissionRecord]  # to draw one from


fields = cache(lambda: load_yaml(DATA / "fields.yaml", Fields))


def check_fields(path: Path) -> None:
    """Every overlay is of known terrain or a known building, and every mission is the same for both sides."""
    faults = Faults()
    record = load_yaml(path, Fields)
    for number, one in enumerate(record.overlays):
        for i, part in enumerate(one.parts):
            check_part(part, f"overlays[{number}].parts[{i}]", faults)
    for number, mission in enumerate(record.missions):
        for i, part in enumerate(mission.overlays):
            check_part(part, f"missions[{number}].overlays[{i}]", faults)
        with faults:
            if {swapped(one) for one in mission.objectives} != {stake(one) for one in mission.objectives}:
                message = "the objectives differ for the two sides when the board is turned by half"
                raise WrongContent(f"missions[{number}].objectives", message)
    settle(faults, path)


def check_part(part: Overlay, field: str, faults: Faults) -> None:
    with faults:
        if part.building:
            known("building", part.building, building_plans(), f"{field}.building")
        else:
            known("terrain", part.terrain, terrains(), f"{field}.terrain")


def stake(objective: Objective) -> tuple[int, Space, str]:
    return objective.vp, objective.intersection or (0, 0), objective.side


def swapped(objective: Objective) -> tuple[int, Space, str]:
    """The same objective as the other side has it."""
    vp, (row, col), side = stake(objective)
    return vp, (WIDE - row, WIDE - col), {"us": "de", "de": "us"}.get(side, side)


def covered(part: Overlay) -> list[Space]:
    if not part.building:
        return part.spaces
    return [
        (part.at[0] + row, part.at[1] + col)
        for row, col in turned(building_plans()[part.building], part.quarters).cells
    ]


def moved(part: Overlay, row: int, col: int, quarters: int) -> Overlay:
    """An overlay turned clockwise about its upper left space and laid there."""
    if part.building:
        return msgspec.structs.replace(part, at=(row + part.at[0], col + part.at[1]), quarters=quarters)
    spaces = part.spaces
    for _ in range(quarters):
        last = max(r for r, _ in spaces)
        spaces = [(c, last - r) for r, c in spaces]
    return msgspec.structs.replace(part, spaces=[(row + r, col + c) for r, c in spaces])


def mirrored(part: Overlay) -> Overlay:
    """The same in the other half, turned by half."""
    far = [(WIDE - 1 - row, WIDE - 1 - col) for row, col in covered(part)]
    if not part.building:
        return msgspec.structs.replace(part, spaces=far)
    corner = (min(row for row, _ in far), min(col for _, col in far))
    return msgspec.structs.replace(part, at=corner, quarters=(part.quarters + 2) % 4)


def around(spaces: list[Space]) -> set[Space]:
    return {(row + r, col + c) for row, col in spaces for r in (-1, 0, 1) for c in (-1, 0, 1)}


def draw_field(rng: random.Random, plan: list[str]) -> tuple[list[Overlay], list[Objective]]:
    """A mission, and overlays in both halves, clear of each other and of what is fought for."""
    mission = rng.choice(fields().missions)
    laid = list(mission.overlays)
    taken = around([space for part in laid for space in covered(part)])
    for objective in mission.objectives:
        row, col = objective.intersection or (0, 0)
        taken |= {(row + r, col + c) for r in (-1, 0) for c in (-1, 0)}
    box = [one for one in fields().overlays for _ in range(one.pairs)]
    rng.shuffle(box)
    for one in box[: rng.randint(*fields().pairs)]:
        parts = fit(one, rng, plan, taken)
        for part in parts:
            laid += [part, mirrored(part)]
            taken |= around(covered(part)) | around(covered(mirrored(part)))
    return laid, mission.objectives


def fit(one: OverlayRecord, rng: random.Random, plan: list[str], taken: set[Space]) -> list[Overlay]:
    """An overlay somewhere in the lower half where it and its twin have firm ground about them; empty if nowhere."""
    quarters = rng.randrange(4) if one.turns else 0
    for row, col in rng.sample(sorted(LOWER), len(LOWER)):
        parts = [moved(part, row, col, quarters) for part in one.parts]
        spaces = {space for part in parts for space in covered(part)}
        if spaces <= LOWER and not taken & spaces and rests(parts, plan):
            return parts
    return []


def rests(parts: list[Overlay], plan: list[str]) -> bool:
    """All ground about an overlay and its twin is firm."""
    both = [space for part in parts for space in covered(part) + covered(mirrored(part))]
    return all(firm(plan, space) for space in around(both))


def firm(plan: list[str], space: Space) -> bool:
    """Ground that everybody may walk on; the edge of the board will do."""
    row, col = space
    if not (0 <= row < WIDE and 0 <= col < WIDE):
        return True
    terrain = terrains()[plan[row][col]]
    return not (terrain.closed or terrain.blocks)
