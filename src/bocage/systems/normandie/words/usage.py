"""What random games should use sooner or later, and the marks it is told by (see System.features)."""

from __future__ import annotations

from collections.abc import Iterable

from bocage.systems.normandie.model.flags import PERKS, TRAITS
from bocage.systems.normandie.model.tables import UNLIMITED
from bocage.systems.normandie.state import FIELD, NormandieState, Unit

ABILITIES = {
    "aaa": ["hon.abil.aaa.1"], "ambush": ["event:conceal", "event:uncover"], "amphibious": ["hon.abil.amphib.1"],
    "assault": ["event:assault"], "autonomous": ["event:autonomous"], "barrage": ["event:barrage"],
    "blast": ["event:blast"], "destruction": ["event:destruction"], "dual": ["hon.abil.dual.1"],
    "fire-on-the-move": ["hon.abil.fotm.3", "verb:moving-fire", "verb:moving-suppress"],
    "frightening": ["event:frightened"], "hawkeye": ["hon.abil.hawk.1"], "howitzer": ["verb:blast"],
    "indirect": ["event:dispersal"], "limited-range": ["in-play:range"], "machine-gunner": ["event:splits"],
    "opportunity-fire": ["event:opportunity"], "orders": ["in-play:stars"], "perforating": ["hon.abil.perf.1"],
    "personal-order": ["hon.abil.personal.1"], "scout": ["hon.abil.scout.1"], "sniper": ["event:snipe"],
    "spotter": ["hon.abil.spotter.1"], "substitute": ["event:substitute"], "suppressive-fire": ["event:suppress"],
    "terrifying": ["event:terrified"], "transport": ["event:embarks", "verb:place-aboard"],
    "tripod": ["event:turns-over"], "positive-waves": ["event:waves"], "firing-arc": ["event:faces"],
}  # fmt: skip

EQUIPMENT = {
    "shield": ["event:shielding"], "ammo": ["spends:@token.ammo"], "belt": ["spends:@token.ammo_belt"],
    "apc": ["spends:@token.apc_shell"], "cutter": ["event:cuts"], "demo": ["hon.eq.demo.2"], "fuel": ["event:refuels"],
    "goliath": ["event:detonates"], "grenade": ["verb:throw"], "he": ["verb:shell"],
    "horn": ["deploy:@unit.us.horn"], "faust": ["verb:panzerfaust"],
    "position": ["event:digs-in"], "rgrenade": ["verb:rifle-grenade"], "bombs": ["event:bomb"],
}  # fmt: skip

CHARACTERS = {
    "acedriver": ["hon.trait.acedriver.1"], "blood": ["hon.trait.blood.1"], "courageous": ["hon.trait.courage.1"],
    "ferocious": ["hon.trait.fero.1"], "hardboiled": ["hon.trait.hardboiled.1"], "hardened": ["hon.trait.hardened.1"],
    "heroic": ["event:heroic"], "intrepid": ["hon.trait.intrepid.1"], "nazi": ["hon.trait.nazi.2"],
    "sharp": ["in-play:sharp"], "tankbuster": ["hon.trait.tank.1"],
    "tricky": ["deploy:@unit.us.ruse", "deploy:@unit.ge.ruse"], "trigger": ["spends:@token.triggerhappy"],
    "veteran": ["event:veteran"],
}  # fmt: skip

ORDERS = {
    "airstrike": ["hon.aaa.check.2"], "artillery": ["event:drift"], "battleplan": ["event:special"],
    "bluff": ["in-play:bluffs"], "concealed": ["event:veiled"], "fire-at-will": ["directive:@token.fire_at_will"],
    "charge": ["directive:@token.charge"], "double-time": ["directive:@token.double_time"],
    "hold-your-ground": ["directive:@token.hold_your_ground"], "guardian": ["in-play:guardian"],
    "improv": ["hon.ord.improv.1"], "infil": ["hon.ord.infil.1"], "initiative": ["event:initiative-kept"],
    "mgnest": ["hon.ord.nest.1"], "planning": ["in-play:planning"], "smoke": ["event:smoke"],
}  # fmt: skip


def features(cards: Iterable[str]) -> dict[str, dict[str, list[str]]]:
    played = {card: [f"card-played:@action.{card}.title"] for card in cards}
    return {"ability": ABILITIES, "equipment": EQUIPMENT, "trait": CHARACTERS, "order": ORDERS, "card": played}


def in_play(state: NormandieState) -> list[str]:
    """What works without an event of its own: it counts as used once it is on the board."""
    found = [
        f"in-play:{name}"
        for name in PERKS.names
        if any(perk >> PERKS.names.index(name) & 1 for perk in state.scenario.perks)
    ]
    if max(state.scenario.bluffs) > 1:
        found.append("in-play:bluffs")
    if max(state.scenario.orders) > 0:
        found.append("in-play:planning")
    for unit in state.units:
        if unit.status == FIELD:
            found += marks_of(unit)
    return found


def marks_of(unit: Unit) -> list[str]:
    found = [f"in-play:{name}" for number, name in enumerate(TRAITS.names) if unit.traits >> number & 1]
    if unit.face.stars:
        found.append("in-play:stars")
    if any(weapon.range < UNLIMITED for weapon in unit.face.weapons):
        found.append("in-play:range")
    return found
