"""JSON Schemas of scenario and map files, for editors. `python -m bocage.systems.lnlt.schema FOLDER` writes them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec

from bocage.systems.lnlt.content.maps import MapSpec
from bocage.systems.lnlt.content.scenarios import ScenarioSpec

SCHEMAS = {"lnlt-scenario.json": ScenarioSpec, "lnlt-map.json": MapSpec}


def schema(name: str) -> str:
    """The text of one of the SCHEMAS."""
    found = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(SCHEMAS[name])}
    return json.dumps(found, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in SCHEMAS:
        (folder / name).write_text(schema(name), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/schema"))
