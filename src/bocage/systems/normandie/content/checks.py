"""The kinds of files of this system and their checks."""

from __future__ import annotations

from bocage.content.kinds import FileKind, data_file, holding
from bocage.systems.normandie.content import army, boards, counters, fields, files, plans, scenarios

KINDS = [
    data_file("terrain", plans.Terrains),
    data_file("buildings", plans.Buildings),
    data_file("attacks", plans.Attacks),
    data_file("units", counters.Units),
    data_file("tiles", army.Tiles),
    data_file("options", army.Options),
    data_file("cards", army.Cards),
    FileKind("boards", lambda path, data: path.name == "boards.yaml", boards.check_boards, boards.Boards),
    FileKind("fields", lambda path, data: path.name == "fields.yaml", fields.check_fields, fields.Fields),
    FileKind("alliance", holding("alliance"), army.check_file, army.AllianceRecord),
    FileKind("army", holding("army"), army.check_file, army.ArmyRecord),
    FileKind("scenario", holding("sides", "rounds"), scenarios.load, files.ScenarioRecord),
]
