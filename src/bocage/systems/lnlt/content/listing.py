"""The scenarios as the browser lists them, and the files each is played with; no rules are loaded for it."""

from __future__ import annotations

from pathlib import Path

from bocage.content import Listing, Shelf, WrongContent, linked, unknown
from bocage.kernel import Text
from bocage.kernel.system import ScenarioInfo
from bocage.systems.lnlt.content import counters as sheets
from bocage.systems.lnlt.content.battles.data import PATH as BATTLES
from bocage.systems.lnlt.content.battles.options import known_options
from bocage.systems.lnlt.content.editions import spell_out
from bocage.systems.lnlt.content.modules import usual_options
from bocage.systems.lnlt.content.special import describe
from bocage.systems.lnlt.content.specs import FlightSpec, ReinforcementSpec, ScenarioSpec, SideSpec

PACKAGE = Path(__file__).parent.parent
DATA = PACKAGE / "data"
SCENARIOS = DATA / "scenarios"
SHELF = Shelf(SCENARIOS, ScenarioSpec)
CHARTS = (
    "terrain.yaml",
    "hexsides.yaml",
    "places.yaml",
    "numbers.yaml",
    "markers.yaml",
    "damage.yaml",
    "modules.yaml",
    "weather.yaml",
)


def info(path: Path) -> ScenarioInfo:
    """A line of the scenario browser."""
    spec = SHELF.read(path)
    seats = [Text(side_key(side)) for side in spec.sides]
    lesson = [linked(path, lambda _: lesson_path(spec))] if spec.lesson else []
    used = [spec.map] if spec.map else [part.map for row in spec.boards for part in row]
    found = linked(path, lambda _: [find_map(name, path.parent) for name in used])
    turns, own = spec.turns, []
    if spec.drawn:
        seats = [Text("battle.allies"), Text("battle.axis")]
        found = [*map_files(), BATTLES]
        turns, own = 0, known_options()
    files = [*lesson, *found, *sheets.files(), *(DATA / name for name in CHARTS)]
    usual = spell_out(usual_options(spec))
    told = describe(spec)
    return SHELF.info(
        path, seats, turns, alone=bool(spec.lesson), files=files, usual=usual, own=own, rules=told,
        module=spec.module, forces=count_forces(spec),
    )  # fmt: skip


def count_forces(spec: ScenarioSpec) -> tuple[int, bool]:
    """How many units there are, later ones too, and whether any of them drives."""
    later = [group for side in spec.sides for group in side.reinforcements]
    flown = [flight for side in spec.sides for flight in (*side.gliders, *side.drops)]
    driving = walking = 0
    groups: list[SideSpec | ReinforcementSpec | FlightSpec] = [*spec.sides, *later, *flown]
    for group in groups:
        driving += len(group.vehicles)
        walking += len(group.units)
    return driving + walking, driving > 0


def side_key(side: SideSpec) -> str:
    """What the side is called: by its nation, or Allies where there are several."""
    return "nation.allies" if side.allies else f"nation.{side.nation}"


def lesson_path(spec: ScenarioSpec) -> Path:
    path = PACKAGE / "drills" / f"{spec.lesson}.yaml"
    if not path.is_file():
        raise WrongContent("lesson", f"there is no drill '{spec.lesson}'")
    return path


def find_map(name: str, folder: Path | None) -> Path:
    """A shipped map by its name, or a file beside the scenario."""
    if folder is not None and (folder / name).is_file():
        return folder / name
    path = DATA / "maps" / f"{name}.yaml"
    if not path.exists():
        raise WrongContent("map", unknown("map", name, [p.stem for p in map_files()]))
    return path


def map_files() -> list[Path]:
    return sorted((DATA / "maps").glob("*.yaml"))


LISTING = Listing(PACKAGE, SHELF, info)
