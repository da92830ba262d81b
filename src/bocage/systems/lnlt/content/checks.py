"""The kinds of files of this system and their checks."""

from __future__ import annotations

from pathlib import Path

from bocage.content.kinds import FileKind, data_file, holding
from bocage.kernel import Dice
from bocage.systems.lnlt.content import conditions, counters, lessons, maps, modules, numbers, scenarios, vehicles
from bocage.systems.lnlt.content.battles import data as battles
from bocage.systems.lnlt.content.battles import prices


def check_scenario(path: Path) -> None:
    if lessons.begin(str(path), 0, {}) is None:
        scenarios.open_scenario(str(path), {}, Dice(0, 0))


KINDS = [
    data_file("terrain", list[maps.TerrainSpec], lambda path: maps.read_terrains(path)),
    data_file("places", list[maps.TerrainSpec], lambda path: maps.read_terrains(path)),
    data_file("hexsides", list[maps.HexsideSpec]),
    data_file("numbers", numbers.NumbersSpec),
    data_file("markers", list[numbers.MarkerSpec]),
    data_file("damage", list[numbers.FateSpec]),
    data_file("battles", battles.Battles, lambda path: prices.check(path)),
    data_file("modules", dict[str, modules.ModuleSpec]),
    data_file("weather", list[conditions.WeatherKindSpec]),
    data_file("vehicles", list[vehicles.VehicleTypeSpec]),
    data_file("teams", list[vehicles.TeamSpec]),
    data_file("ordnance", list[vehicles.OrdnanceSpec]),
    data_file("armour-leaders", list[vehicles.LeaderSpec]),
    FileKind("counters", holding("forces", "units"), counters.check_sheet, counters.CountersSpec),
    FileKind("map", holding("columns", "rows"), lambda path: maps.load_map(path), maps.MapSpec),
    FileKind("scenario", holding("sides", "turns", "initiative"), check_scenario, scenarios.ScenarioSpec),
]
