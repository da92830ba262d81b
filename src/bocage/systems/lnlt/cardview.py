"""Skill cards, Snipers, aircraft and event markers in words."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.views import Choice, Marker, Text
from bocage.systems.lnlt.rules import kinds
from bocage.systems.lnlt.rules.air import HEADING
from bocage.systems.lnlt.rules.fire_cards import slayer_of
from bocage.systems.lnlt.state import LnltState
from bocage.systems.lnlt.vehicles import VEHICLE_IDS

DECISION_RULES = {
    kinds.SNIPER_HEX: "lnlt.core.11.4",
    kinds.SNIPER_TARGET: "lnlt.core.11.4",
    kinds.PREEMPTION: "lnlt.boh.25.2.preempt.b",
    kinds.FRIENDLY_HEX: "lnlt.hid.skill.friendly-fire.c",
    kinds.SECOND_HEX: "lnlt.boh.25.2.plough-the-row.a",
    kinds.GROUP_HEX: "lnlt.hid.skill.coordinated-fire.b",
    kinds.RUN_THROUGH: "lnlt.hid.skill.running-killer.b",
    kinds.PLANE: "lnlt.core.armour.9",
}
ENDINGS = {
    kinds.SNIPER_TARGET: "hold-fire",
    kinds.PREEMPTION: "decline",
    kinds.SECOND_HEX: "one-hex",
    kinds.RUN_THROUGH: "stay-and-fight",
}
PLACES = {
    kinds.SNIPER_HEX: "hide-in",
    kinds.SNIPER_TARGET: "snipe-at",
    kinds.FRIENDLY_HEX: "strays-to",
    kinds.SECOND_HEX: "plough",
    kinds.GROUP_HEX: "fire-together",
}
BY_UNIT = {
    kinds.IMPULSE: {
        kinds.DECIDE: ("act-again", "lnlt.boh.25.2.decisive.b"),
        kinds.HIDE: ("hide", "lnlt.core.11.4"),
        kinds.SPRING: ("spring-ambush", "lnlt.boh.25.2.the-ambush.a"),
    },
    kinds.ACTIVATION: {
        kinds.SNIPE: ("snipe", "lnlt.core.11.4"),
        kinds.COORDINATE: ("coordinate", "lnlt.hid.skill.coordinated-fire.b"),
        kinds.GRENADE_AT: ("rifle-grenade", "lnlt.hid.skill.tromblon.f"),
    },
    kinds.OPPORTUNITY: {
        kinds.REACT_MOVE: ("opportunity-move", "lnlt.core.6.8"),
        kinds.REACT_SLAYER: ("slay", "lnlt.hid.skill.slayer.c"),
        kinds.REACT_SNIPER: ("react-sniper", "lnlt.core.11.4"),
    },
}
BY_UNIT[kinds.REACTION] = BY_UNIT[kinds.OPPORTUNITY]


def choice(state: LnltState, decision: Decision, option: int) -> Choice | None:
    """An option of these chapters; None for all others."""
    kind = decision.kind
    if kind == kinds.IMPULSE and kinds.FLY <= option < kinds.SPRING:
        name = state.scenario.sorties[decision.seat][option - kinds.FLY].name
        return Choice(option, "fly", Text("choice.fly", {"plane": name}), "lnlt.core.armour.9")
    if kind in BY_UNIT:
        number = option % kinds.STRIDE
        found = BY_UNIT[kind].get(option - number)
        return on_unit(state, option, *found, number) if found is not None else None
    if kind not in DECISION_RULES:
        return None
    rule = DECISION_RULES[kind]
    if option == kinds.NOTHING:
        verb = ENDINGS[kind]
        return Choice(option, verb, Text(f"choice.{verb}"), rule)
    if kind == kinds.PLANE:
        return plane(state, option)
    if kind == kinds.RUN_THROUGH:
        return Choice(option, "run-through", Text("choice.run-through"), rule)
    if kind == kinds.PREEMPTION:
        return on_unit(state, option, "preempt", rule, option - kinds.UNIT)
    if kind == kinds.SNIPER_TARGET and option >= kinds.TARGET:
        vehicle = state.vehicles[option - kinds.TARGET]
        args: dict[str, int | str] = {"unit": vehicle.title(), "hex": state.board.grid.names[vehicle.hex]}
        return Choice(option, "pierce", Text("choice.pierce", args), rule, VEHICLE_IDS + vehicle.id)
    place = state.board.grid.names[option - kinds.HEX]
    verb = PLACES[kind]
    return Choice(option, verb, Text(f"choice.{verb}", {"hex": place}), rule, place=place)


def plane(state: LnltState, option: int) -> Choice:
    rule = DECISION_RULES[kinds.PLANE]
    if option >= HEADING:
        verb = f"heading-{option - HEADING}"
        return Choice(option, verb, Text(f"choice.{verb}"), rule)
    verb = "strafe" if option >= kinds.TARGET else "bomb"
    place = state.board.grid.names[option % kinds.STRIDE]
    return Choice(option, verb, Text(f"choice.{verb}", {"hex": place}), rule, place=place)


def on_unit(state: LnltState, option: int, verb: str, rule: str, number: int) -> Choice:
    unit = state.units[number]
    place = state.board.grid.names[unit.hex] if unit.hex >= 0 else "–"
    return Choice(option, verb, Text(f"choice.{verb}", {"unit": unit.title(), "hex": place}), rule, number)


def markers(state: LnltState) -> list[Marker]:
    """Event markers still on the map, and the hexes that Slayers keep under fire."""
    names = state.board.grid.names
    found = [
        Marker("event", Text("marker.event"), names[state.scenario.paragraphs[number].hex])
        for number in state.paragraphs
    ]
    for packed in state.slayers:
        label = Text("marker.slayer", {"unit": state.units[slayer_of(packed)].title()})
        found.append(Marker("slayer", label, names[packed % kinds.STRIDE]))
    return found
