"""Scenario files: which there are, and how each is as played with a seed and options."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from bocage.kernel.system import BadOption
from bocage.systems.normandie.content import armoury
from bocage.systems.normandie.content.army import ArmyRecord, share
from bocage.systems.normandie.content.boards import random_map
from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.content.draft import random_army
from bocage.systems.normandie.content.fields import draw_field
from bocage.systems.normandie.content.files import Player, ScenarioRecord
from bocage.systems.normandie.content.linking import Loaded
from bocage.systems.normandie.content.listing import SCENARIOS as SCENARIOS
from bocage.systems.normandie.content.listing import SHELF as SHELF
from bocage.systems.normandie.content.options import is_chosen
from bocage.systems.normandie.content.records import Nation


def load(path: Path) -> Loaded:
    """A file is linked again only when it has changed."""
    return SHELF.link(
        path,
        lambda record: Loaded(path, SHELF.name(path), drawn(record, 0, record.points) if record.boards else record),
    )


FEWEST_POINTS, MOST_POINTS = 80, 500


def begin(scenario: str, seed: int, options: dict[str, Any]) -> Loaded:
    """A scenario as played with this seed: free battles draw their map and armies from it."""
    path = SHELF.path(scenario)
    loaded = load(path)
    points = options.get("points", loaded.record.points)
    if "points" in options and not loaded.record.boards:
        raise BadOption("option points: only a free battle takes it")
    if not loaded.record.boards:
        return loaded
    least = FEWEST_POINTS * max(len(players) for players in loaded.scenario.players)
    if not isinstance(points, int) or not least <= points <= MOST_POINTS:
        raise BadOption(f"option points: '{points}' is no number from {least} to {MOST_POINTS}")
    nations = [loaded.scenario.nations[camp] for camp in loaded.scenario.camps]
    shares = [share(points, len(loaded.scenario.players[camp])) for camp in loaded.scenario.camps]
    once = is_chosen(options, "copies")
    armies = armoury.brought(nations, options.get("armies", []), shares, once)
    return Loaded(path, SHELF.name(path), drawn(SHELF.read(path), seed, points, armies, once))


def drawn(
    record: ScenarioRecord, seed: int, points: int, brought: Sequence[ArmyRecord | None] = (), once: bool = False
) -> ScenarioRecord:
    """Ground and mission at random, and armies where none are brought, which come by seat (hon.setup.scenario.2)."""
    rng = random.Random(seed)
    plan = random_map(rng, 2, 2)
    overlays, objectives = draw_field(rng, plan)
    left = list(brought)
    sides = []
    for side in record.sides:
        armies: list[ArmyRecord] = []
        for player in side.forces():
            mine = (left.pop(0) if left else None) or player.army
            armies.append(mine or draft(side.nation, share(points, len(side.forces())), rng, armies, once))
        if side.players:
            sides.append(msgspec.structs.replace(side, players=[Player(army=army) for army in armies]))
        else:
            sides.append(msgspec.structs.replace(side, army=armies[0]))
    return msgspec.structs.replace(
        record, map=plan, overlays=overlays, objectives=objectives, sides=(sides[0], sides[1]), points=points
    )


def draft(nation: Nation, points: int, rng: random.Random, allies: list[ArmyRecord], once: bool) -> ArmyRecord:
    """An army at random, without heroes that an ally has."""
    army = random_army(nation, points, rng, set(counters()), once)
    taken = [hero for ally in allies for hero in ally.heroes]
    army.heroes = [hero for hero in army.heroes if hero not in taken]
    return army
