"""The kinds of files of this system and their checks."""

from __future__ import annotations

from bocage.content.kinds import FileKind, data_file, holding
from bocage.systems.disposable.content import armoury, battles, records, room, scenarios

KINDS = [
    data_file("weapons", records.Armoury, records.read_weapons),
    data_file("terrain", records.TerrainFile),
    data_file("units", records.UnitFile, records.read_units),
    data_file("vehicles", records.VehicleFile, records.read_vehicles),
    data_file("platoons", records.PlatoonFile, records.read_platoons),
    data_file("battles", battles.Battles, battles.check_battles),
    FileKind("force", holding("nation", "tiles", "support"), armoury.check_force, armoury.ForceRecord),
    FileKind("scenario", holding("sides", "table"), room.check_scenario, scenarios.ScenarioData),
]
