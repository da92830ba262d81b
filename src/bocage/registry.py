"""The systems that are installed, found through entry points, and the two ways to get a game: new and load."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Protocol

from bocage.kernel import Text, saves
from bocage.kernel.fair import open_with, swear
from bocage.kernel.game import Game
from bocage.kernel.system import LESSON, ScenarioInfo, System, check_options, check_seed
from bocage.near import hint

GROUP = "bocage.systems"
LISTED = "see 'bocage scenarios'"


class UnknownSystem(Exception):
    pass


class UnknownScenario(Exception):
    pass


class Listing(Protocol):
    """As much of a system as its scenarios can be listed with."""

    package: Path  # folder that holds text/

    def scenarios(self) -> list[ScenarioInfo]: ...


@cache
def installed() -> dict[str, EntryPoint]:
    """Every installed system, not loaded yet. Others may add theirs with an entry point in this group."""
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda p: p.name)}


def find(name: str) -> EntryPoint:
    """A system that is installed, not loaded yet."""
    if name not in installed():
        raise UnknownSystem(f"no system '{name}'{hint(name, installed())}")
    return installed()[name]


@cache
def system(name: str) -> System:
    loaded: System = find(name).load()
    return loaded


@cache
def listing(name: str) -> Listing:
    """What lists the scenarios of a system: the `LISTING` beside it, for which no rules are loaded, or the system."""
    found: Listing | None = getattr(import_module(find(name).module), "LISTING", None)
    return system(name) if found is None else found


def systems() -> dict[str, System]:
    """Every installed system by its id."""
    return {name: system(name) for name in installed()}


@cache
def shipped(name: str) -> dict[str, ScenarioInfo]:
    """The scenarios of a system by id, read once: simulations begin very many games."""
    return {info.id: info for info in system(name).scenarios()}


def scenario(of: System, name: str) -> ScenarioInfo:
    """The scenario with this id, or of this file."""
    known = shipped(of.id) if of.id in installed() else {info.id: info for info in of.scenarios()}
    if name in known:
        return known[name]
    if name.startswith(LESSON):
        return ScenarioInfo(name, Text("lesson.game"), Text("lesson.game"), [], 0, Path(), "")
    path = Path(name)
    if path.suffix in {".yaml", ".yml"} and path.exists():
        return of.scenario_file(path)
    raise UnknownScenario(f"no scenario '{name}' in {of.id}{hint(name, known, LISTED)}")


def owner(name: str, of: str | None = None) -> str:
    """The system that a scenario belongs to: the one named, or the only one that has it."""
    if of is not None:
        scenario(system(of), name)
        return of
    known = {one: shipped(one) for one in installed()}
    found = [one for one in known if name in known[one]] or (owners(Path(name)) if Path(name).is_file() else [])
    if len(found) == 1:
        return found[0]
    if found or Path(name).is_file():
        raise UnknownScenario(f"scenario '{name}': say which system it belongs to with --system")
    every = [scenario_id for scenarios in known.values() for scenario_id in scenarios]
    raise UnknownScenario(f"no scenario '{name}' in any system{hint(name, every, LISTED)}")


def owners(path: Path) -> list[str]:
    """The systems that a content file may belong to: the one in whose folder it lies, or those that know its kind."""
    every = systems()
    home = [name for name, own in every.items() if own.package in path.resolve().parents]
    return home or [name for name, own in every.items() if own.kind_of(path)]


def pairs(names: list[str], only: list[str] | None = None) -> list[tuple[str, str]]:
    """System and scenario, for all scenarios of these systems or for those named, which may be files."""
    every = [(name, info.id) for name in names for info in system(name).scenarios()]
    known = {scenario_id for _, scenario_id in every}
    for wanted in only or []:
        mine = [name for name in owners(Path(wanted)) if name in names] if Path(wanted).is_file() else []
        every += [(name, wanted) for name in mine]
        if wanted not in known and not mine:
            raise UnknownScenario(f"no scenario '{wanted}' in {', '.join(names)}{hint(wanted, known, LISTED)}")
    return [pair for pair in every if not only or pair[1] in only]


def new(
    system_id: str, scenario_id: str, seed: int = 0, options: dict[str, Any] | None = None, recording: bool = True
) -> Game:
    """A new game at its first decision."""
    rules = system(system_id)
    scenario(rules, scenario_id)
    chosen = options or {}
    check_seed(seed)
    check_options(chosen)
    return Game(rules, scenario_id, seed, chosen, rules.begin(scenario_id, seed, chosen), recording)


def new_fair(system_id: str, scenario_id: str, options: dict[str, Any] | None = None) -> Game:
    """A new game whose dice nobody can foresee, and everybody can check once it is over."""
    rules = system(system_id)
    scenario(rules, scenario_id)
    chosen = options or {}
    check_options(chosen)
    state, pledge = open_with(swear(), rules, scenario_id, chosen)
    game = Game(rules, scenario_id, pledge.seed, chosen, state, True)
    game.pledge = pledge
    return game


def save(game: Game) -> bytes:
    return saves.encode(saves.to_save(game, scenario(game.system, game.scenario).hash))


def load(data: bytes, name: str = "save", upto: int | None = None) -> Game:
    """Replay a save; raises SaveError naming the file and the field or choice that does not fit."""
    read = saves.decode(data, name)
    rules, info = home_of(read, name)
    return saves.replay(rules, read, info.hash, name, upto)


def verify(data: bytes, name: str = "save") -> int:
    """Check every die of a finished game: how many there were; raises SaveError naming the first that is wrong."""
    read = saves.decode(data, name)
    rules, info = home_of(read, name)
    return saves.verify(rules, read, info.hash, name)


def home_of(read: saves.Save, name: str) -> tuple[System, ScenarioInfo]:
    try:
        rules = system(read.system)
        return rules, scenario(rules, read.scenario)
    except (UnknownSystem, UnknownScenario) as error:
        raise saves.SaveError(f"{name}: {error}") from error
