"""Skill cards, Snipers, aircraft and event markers in words."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.views import Choice, Marker, Text
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS
from bocage.systems.lnlt.rules import kinds
from bocage.systems.lnlt.rules.activation import leads
from bocage.systems.lnlt.rules.air import HEADING
from bocage.systems.lnlt.rules.fire_cards import slayer_of
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.paces import allowance
from bocage.systems.lnlt.rules.skills import ASSAULTER, SPEEDY, led, works_for
from bocage.systems.lnlt.state import LEADER_HERO, LnltState
from bocage.systems.lnlt.words.naming import (
    known_as,
    vehicle_known_as,
)

DECISION_RULES = {
    kinds.SNIPER_HEX: "lnlt.core.11.4",
    kinds.SNIPER_TARGET: "lnlt.core.11.4",
    kinds.PREEMPTION: "lnlt.boh.25.2.preempt.b",
    kinds.FRIENDLY_HEX: "lnlt.hid.skill.friendly-fire.c",
    kinds.SECOND_HEX: "lnlt.boh.25.2.plough-the-row.a",
    kinds.GROUP_HEX: "lnlt.hid.skill.coordinated-fire.b",
    kinds.RUN_THROUGH: "lnlt.hid.skill.running-killer.b",
    kinds.PLANE: "lnlt.core.armour.9",
    kinds.LAST_STAND: "lnlt.hid.13.1.2i",
}
ENDINGS = {
    kinds.SNIPER_TARGET: "hold-fire",
    kinds.PREEMPTION: "decline",
    kinds.SECOND_HEX: "one-hex",
    kinds.RUN_THROUGH: "stay-and-fight",
    kinds.LAST_STAND: "keep-down",
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
        kinds.REACT_MOVE: ("opportunity-move", "lnlt.hid.skill.op-movement.c"),
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
    if kind == kinds.LAST_STAND:
        return on_unit(state, option, "stand", rule, option - kinds.UNIT)
    if kind == kinds.PREEMPTION:
        return on_unit(state, option, "preempt", rule, option - kinds.UNIT)
    if kind == kinds.SNIPER_TARGET and option >= kinds.TARGET:
        vehicle = state.vehicles[option - kinds.TARGET]
        args: dict[str, int | str] = {
            "unit": vehicle_known_as(state, vehicle),
            "hex": state.board.grid.names[vehicle.hex],
        }
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


# ---- what an option owes to a card


def owed_to(state: LnltState, decision: Decision, option: int) -> str:
    """The clause of the card without which this option would not be offered, "" where it needs none."""
    kind = decision.kind
    if kind == kinds.IMPULSE and kinds.ACTIVATE <= option < kinds.FIGHT:
        there = [state.units[n] for n in state.stacks[decision.seat][option % kinds.STRIDE]]
        if any(unit.skill == LEADER_HERO and leads(unit) for unit in there):
            return "lnlt.hid.skill.leader-hero.d"
    elif kind == kinds.FIRERS:
        element = option - kinds.UNIT
        if element >= 0 and element & 7 == kinds.DIRECTING and state.units[element >> 3].skill == LEADER_HERO:
            return "lnlt.hid.skill.leader-hero.b"
    elif kind == kinds.ACTIVATION:
        return owed_by_activation(state, decision.seat, option)
    elif kind == kinds.STEP and kinds.HEX <= option < kinds.RUN_FIRE:
        move = state.stack[-1]
        if isinstance(move, Movement) and runs_on(state, move, option - kinds.HEX):
            return "lnlt.boh.25.2.speedy.a"
    return ""


def owed_by_activation(state: LnltState, seat: int, option: int) -> str:
    """Assault Move and Assault Fire of those who have it from an Assaulter; fire at hexes that nobody has spotted."""
    hex_ = option % kinds.STRIDE
    assault_fire = kinds.ASSAULT_FIRE <= option < kinds.FIRE_AT_VEHICLE
    if assault_fire:
        hex_ = (option - kinds.ASSAULT_FIRE) // kinds.STRIDE
    if assault_fire or option - hex_ == kinds.ASSAULT_MOVE:
        by_nature = any(state.units[n].type.assault for n in state.stacks[seat][hex_])
        return "" if by_nature or not led(state, seat, hex_, ASSAULTER) else "lnlt.hid.skill.assaulter.a"
    if kinds.FIRE <= option < kinds.ASSAULT_FIRE:
        origin = (option - kinds.FIRE) // kinds.STRIDE
        if not state.seen_from(origin, 1 - seat) >> hex_ & 1:
            return "lnlt.hid.skill.aimed-fire.b"
    return ""


def runs_on(state: LnltState, move: Movement, to: int) -> bool:
    """A step that takes more than the usual points of a stack that is Speedy."""
    usual = allowance(state, move.movers, move.mode) - 2
    speedy = all(works_for(state, state.units[number], SPEEDY) for number in move.movers)
    return speedy and move.spent + move.cost(state, to) > usual


def on_unit(state: LnltState, option: int, verb: str, rule: str, number: int) -> Choice:
    unit = state.units[number]
    place = state.board.grid.names[unit.hex] if unit.hex >= 0 else "–"
    return Choice(option, verb, Text(f"choice.{verb}", {"unit": known_as(state, unit), "hex": place}), rule, number)


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
