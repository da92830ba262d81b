"""Whether the price list of random battles holds what its armies bring."""

from __future__ import annotations

from pathlib import Path

from bocage.content import Faults, WrongContent, known, linked, load_yaml
from bocage.systems.lnlt.content.battles.data import Army, Battles, Ware, maps
from bocage.systems.lnlt.content.deployment import sheet
from bocage.systems.lnlt.content.maps import terrains
from bocage.systems.lnlt.content.vehicles import vehicle_types
from bocage.systems.lnlt.model import kinds

OTHER_GROUND = ("crossroads", "hill")


def check(path: Path) -> None:
    """Counters that there are, of the nation, each with a price; ground and maps that there are."""
    spec = load_yaml(path, Battles)
    linked(path, lambda faults: check_all(spec, faults))


def check_all(spec: Battles, faults: Faults) -> None:
    for name, army in spec.armies.items():
        check_army(spec, army, f"armies.{name}", faults)
    for field in spec.ground:
        with faults:
            known("terrain", field, {**terrains(), **dict.fromkeys(OTHER_GROUND)}, f"ground.{field}")
    for i, name in enumerate(spec.alone):
        with faults:
            known("map", name, dict.fromkeys(maps()), f"alone[{i}]")
    for name, price in spec.prices.items():
        with faults:
            if price < 1:
                raise WrongContent(f"prices.{name}", f"must be 1 or more, not {price}")


def check_army(spec: Battles, army: Army, field: str, faults: Faults) -> None:
    units, weapons = sheet("core")
    nations = {name: type_.nation for name, type_ in units.items()}
    nations |= {name: type_.nation for name, type_ in weapons.items()}
    nations |= {name: type_.nation for name, type_ in vehicle_types().items()}
    with faults:
        if known("unit", army.hero, units, f"{field}.hero").kind != kinds.HERO:
            raise WrongContent(f"{field}.hero", f"{army.hero} is no Hero")
    lists: dict[str, list[Ware]] = {name: getattr(army, name) for name in LISTS}
    for name, wares in lists.items():
        for i, ware in enumerate(wares):
            place = f"{field}.{name}[{i}].take"
            with faults:
                if known("counter", ware.take, nations, place) != army.nation:
                    raise WrongContent(place, f"'{ware.take}' does not fight for {army.nation}")
                known("price", ware.take, spec.prices, place)


LISTS = ("leaders", "squads", "arms", "teams", "singles", "vehicles")
