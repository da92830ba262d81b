"""Views and words: a position, a prompt with its choices."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.views import (
    Badge,
    Choice,
    Marker,
    Piece,
    Position,
    Prompt,
    Row,
    SeatView,
    Text,
)
from bocage.systems.lnlt.content.counters import KIND_NAMES
from bocage.systems.lnlt.content.scenarios import WEAPON_IDS
from bocage.systems.lnlt.model.tables import Arrival
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS
from bocage.systems.lnlt.rules import kinds, skills
from bocage.systems.lnlt.rules.administration import verdict, verdict_args
from bocage.systems.lnlt.rules.chart import LEG
from bocage.systems.lnlt.rules.convoy import Convoy
from bocage.systems.lnlt.rules.ground import MARKER_KINDS, MARKER_NAMES, VEHICLE
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.operations import PHASE_END
from bocage.systems.lnlt.rules.paces import allowance
from bocage.systems.lnlt.rules.sequence import PHASES
from bocage.systems.lnlt.rules.setup import SET_UP, SetUp, title_of
from bocage.systems.lnlt.rules.terrain import step_cost
from bocage.systems.lnlt.state import GONE, LnltState, Unit, Weapon
from bocage.systems.lnlt.words import (
    armour,
    cards,
    victory,
)
from bocage.systems.lnlt.words.naming import (
    known_as,
    tell_apart,
)

NONE = "–"

# ---- the position


def position(state: LnltState) -> Position:
    """Nothing is hidden in this game but the dice to come."""
    scenario = state.scenario
    return Position(
        state.turn,
        scenario.turns,
        phase(state),
        [SeatView(Text(f"nation.{nation}"), nation, state.score(seat)) for seat, nation in enumerate(scenario.nations)],
        [unit_piece(state, unit) for unit in state.units if unit.hex != GONE]
        + [weapon_piece(state, weapon) for weapon in state.weapons if weapon.hex != GONE]
        + armour.vehicle_pieces(state)
        + waiting_pieces(state),
        markers(state) + armour.armour_markers(state) + cards.markers(state),
        status(state),
        state.over,
        state.winner,
        ending(state),
    )


def phase(state: LnltState) -> Text:
    """Units are placed before the first phase and between two of them."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, SetUp):
        return Text("phase.reinforcements" if top.turn else "phase.set-up")
    return Text(f"phase.{PHASES[state.phase]}")


def status(state: LnltState) -> list[Text]:
    """The page has room for the first lines beside the turn: what wins, and whose impulse it is."""
    nations = state.scenario.nations
    lines = [*victory.aim(state), Text("status.initiative", {"side": f"@nation.{nations[state.initiative]}"})]
    if state.phase == 1:
        passes: dict[str, int | str] = {"passes": state.passes, "of": state.edition.passes}
        lines.append(Text("status.impulse", {"side": f"@nation.{nations[state.impulse]}", **passes}))
    return lines + victory.ways(state)


def ending(state: LnltState) -> Text | None:
    if not state.over:
        return None
    winner, reason = verdict(state)
    return Text(f"event.{reason}", verdict_args(state, winner))


BADGES = (
    (kinds.FIRED, "fired"),
    (kinds.ASSAULT, "assault-move"),
    (kinds.CRAWL, "low-crawl"),
    (kinds.STEALTH, "stealth"),
    (kinds.RUNNING, "hit-and-run"),
    (kinds.OPS, "ops-complete"),
    (kinds.WOUNDED, "wounded"),
)


def badges(state: LnltState, unit: Unit) -> list[Badge]:
    found = [name for flag, name in BADGES if unit.flags & flag]
    if unit.flags & kinds.MOVED:
        found.append("double-time" if unit.flags & kinds.DOUBLE else "moved")
    if state.in_melee(unit.hex):
        found.append("melee")
    return [Badge(name, Text(f"badge.{name}")) for name in found]


def unit_name(state: LnltState, unit: Unit) -> Text:
    return Text("piece", {"name": known_as(state, unit)})


def unit_piece(state: LnltState, unit: Unit) -> Piece:
    type_ = unit.type
    shaken = bool(unit.flags & kinds.SHAKEN)
    armed = type_.kind in (kinds.SQUAD, kinds.HALF_SQUAD, kinds.HERO) and not shaken
    if type_.kind == kinds.LEADER:
        first = NONE if shaken else f"+{unit.leadership()}"
    else:
        first = str(type_.fp) if armed else NONE
    values = [first, str(type_.range) if armed else NONE, str(type_.move)]
    return Piece(
        unit.id,
        unit_name(state, unit),
        unit.seat,
        type_.nation,
        armour.team_kind(unit) or KIND_NAMES[type_.kind],
        state.board.grid.names[unit.hex],
        facing=armour.heading(state, unit.facing) if type_.team is not None and type_.team.gun is not None else -1,
        values=armour.team_values(unit) if type_.team is not None else values,
        corner=str(unit.morale()),
        flipped=shaken,
        turned=Text("badge.shaken") if shaken else None,
        badges=badges(state, unit),
        rows=card(state, unit),
        basis=type_.basis,
    )


def card(state: LnltState, unit: Unit) -> list[Row]:
    type_ = unit.type
    rows = [("move", str(type_.move)), ("morale", str(type_.morale)), ("shaken-morale", str(type_.shaken_morale))]
    if type_.kind == kinds.LEADER:
        rows.insert(0, ("leadership", str(type_.lm)))
    elif type_.kind != kinds.MEDIC:
        rows = [("fp", str(type_.fp)), ("range", str(type_.range)), *rows]
    if type_.assault:
        rows.append(("assault-move", "✓"))
    for weapon in state.carried(unit):
        rows.append(("weapon", weapon.type.name))
    found = [Row(Text(f"card.{label}"), value) for label, value in rows]
    if unit.skill:
        found.append(Row(Text("card.skill"), Text(f"skill.{skills.NAMES[unit.skill]}")))
    return found


def waiting_pieces(state: LnltState) -> list[Piece]:
    """Units that are being set up or arrive now, beside the map."""
    setup = state.stack[-1] if state.stack else None
    if not isinstance(setup, SetUp):
        return []
    found: list[Piece] = []
    for number in state.waiting:
        arrival = state.scenario.arrivals[number]
        if arrival.turn > setup.turn:
            continue
        found.append(waiting_piece(state, arrival))
        found[-1].place = ""
        found[-1].badges = []
    return found


def waiting_piece(state: LnltState, arrival: Arrival) -> Piece:
    """A piece has a place; this one has none yet, and is drawn as if it stood in its area."""
    if arrival.vehicle >= 0:
        vehicle = state.vehicles[arrival.vehicle].copy()
        vehicle.hex = arrival.area[0]
        return armour.vehicle_piece(state, vehicle)
    unit = state.units[arrival.unit].copy()
    unit.hex = arrival.area[0]
    return unit_piece(state, unit)


def weapon_piece(state: LnltState, weapon: Weapon) -> Piece:
    owner = weapon.owner
    return Piece(
        WEAPON_IDS + weapon.id,
        Text(f"weapon.{weapon.type.id}"),
        state.units[owner].seat if owner != GONE else -1,
        weapon.type.nation,
        "mg",
        state.board.grid.names[weapon.hex],
        values=[str(weapon.type.fp), str(weapon.type.range)],
        group=owner,
        rows=[
            Row(Text("card.fp"), str(weapon.type.fp)),
            Row(Text("card.range"), str(weapon.type.range)),
        ],
        basis=weapon.type.basis,
    )


def ground_marker(kind: int, place: str) -> Marker:
    return Marker(MARKER_NAMES[kind], Text(f"marker.{MARKER_NAMES[kind]}"), place)


def markers(state: LnltState) -> list[Marker]:
    names = state.board.grid.names
    found: list[Marker] = []
    for number, objective in enumerate(state.scenario.objectives):
        args: dict[str, int | str] = {"points": objective.points}
        owner = state.control[number]
        found.append(Marker("objective", Text("marker.objective", args), names[objective.hex], seat=owner))
    for kind in range(MARKER_KINDS):
        hexes = [h for h in range(state.board.size) if kind != VEHICLE and state.ground.has(kind, h)]
        found += [ground_marker(kind, names[hex_]) for hex_ in hexes]
    for seat in (0, 1):
        for hex_ in range(state.board.size):
            if state.spotted[seat] >> hex_ & 1:
                found.append(Marker("spotted", Text("marker.spotted"), names[hex_], seat=seat))
    return found


# ---- choices

MOVE_VERBS = (
    "", "move", "assault-move", "double-time", "low-crawl", "stealth-move", "stealth-assault", "hit-and-run", "dismount"
)  # fmt: skip
MOVE_RULES = ("", *(f"lnlt.core.6.{n}" for n in (0, 1, 2, 3, 4, 4, 7, 6)))
# By the mode of a move that is under way
STEP_WORDS = {
    kinds.ASSAULTING: ("step-assault-move", "lnlt.core.6.1"),
    kinds.DOUBLING: ("step-double-time", "lnlt.core.6.2"),
    kinds.CRAWLING: ("step-low-crawl", "lnlt.core.6.3"),
    kinds.AFTER_FIRE: ("step-after-fire", "lnlt.core.6.1.1"),
    kinds.STEALING: ("step-stealth", "lnlt.core.6.4"),
    kinds.STEALING_UP: ("step-stealth-assault", "lnlt.core.6.4.1"),
    kinds.HITTING: ("step-hit-and-run", "lnlt.core.6.7"),
    kinds.DISMOUNTING: ("step", "lnlt.core.6.6"),
}
FIRER_VERBS = ("add", "add-weapon", "add-weapons", "direct", "add-other-weapon", "help-fire")
ENDINGS = {
    kinds.RALLY: ("hold", "lnlt.core.3"),
    kinds.IMPULSE: ("pass", "lnlt.core.4.0"),
    kinds.STEP: ("stop", "lnlt.core.6.0"),
    kinds.OPPORTUNITY: ("decline", "lnlt.core.5.3"),
}
DECISION_RULES = {
    kinds.RALLY: "lnlt.core.3",
    kinds.TAKER: "lnlt.core.1.6",
    kinds.MEDIC_HELP: "lnlt.core.11.3",
    kinds.IMPULSE: "lnlt.core.4.0",
    kinds.ACTIVATION: "lnlt.core.4.0",
    kinds.FIRERS: "lnlt.core.5.2",
    kinds.MOVERS: "lnlt.core.6.0",
    kinds.STEP: "lnlt.core.6.0",
    kinds.OPPORTUNITY: "lnlt.core.5.3",
    kinds.MELEE_ATTACK: "lnlt.core.8.0.1",
    kinds.WITHDRAWERS: "lnlt.core.8.1",
    kinds.RETREAT: "lnlt.core.8.1",
    kinds.FALL_BACK: "lnlt.core.1.6.3",
    kinds.SMOKE_HEX: "lnlt.core.7",
    kinds.LOB_HEX: "lnlt.hon.1.6.4j",
    kinds.STARSHELL_HEX: "lnlt.core.20.2",
    kinds.ERRATIC_CARD: "lnlt.boh.25.2.erratic.a",
    kinds.MANEUVER_CARD: "lnlt.hid.skill.maneuver.b",
    kinds.PLACE: "lnlt.core.6.0",
    kinds.DISBAND: "lnlt.nosb.13.53d",
    **armour.DECISION_RULES,
    **cards.DECISION_RULES,
}


CARD_RULES = {kinds.ERRATIC_CARD: "lnlt.boh.25.2.erratic.a"}
HEX_VERBS = {
    kinds.FALL_BACK: "fall-back",
    kinds.MANEUVER_CARD: "slip-away",
    kinds.SMOKE_HEX: "smoke-here",
    kinds.STARSHELL_HEX: "light-up",
    kinds.LOB_HEX: "lob-at",
}


def choice(state: LnltState, decision: Decision, option: int) -> Choice:
    """One option in words; whether it rolls dice is for `forecast` to say."""
    found = in_words(state, decision, option)
    if state.skilled:
        found.rule = cards.owed_to(state, decision, option) or found.rule
    return found


def in_words(state: LnltState, decision: Decision, option: int) -> Choice:
    kind = decision.kind
    found = cards.choice(state, decision, option) or armour.choice(state, decision, option)
    if found is not None:
        return found
    if option == kinds.NOTHING:
        verb, rule = ENDINGS.get(kind, ("done", DECISION_RULES[kind]))
        if kind == kinds.IMPULSE and state.edition.passes != 3:
            rule = PHASE_END
        return Choice(option, verb, Text(f"choice.{verb}"), rule_now(state, kind) if kind == kinds.STEP else rule)
    if option == kinds.PLAY_CARD and kind in CARD_RULES:
        return Choice(option, "play-card", Text("choice.play-card"), CARD_RULES[kind])
    if kind in HEX_VERBS:
        return hex_choice(state, option, HEX_VERBS[kind], option - kinds.HEX, DECISION_RULES[kind])
    if option == kinds.ALL:
        return Choice(option, "all", Text("choice.all"), DECISION_RULES[kind])
    if kind == kinds.IMPULSE:
        return impulse_choice(state, option)
    if kind == kinds.ACTIVATION:
        return activation_choice(state, option)
    if kind in (kinds.RALLY, kinds.MEDIC_HELP, kinds.TAKER):
        return rally_choice(state, kind, option)
    if kind == kinds.FIRERS:
        element = option - kinds.UNIT
        return unit_choice(state, option, FIRER_VERBS[element & 7], element >> 3, "lnlt.core.5.2")
    if kind in (kinds.STEP, kinds.OPPORTUNITY, kinds.RETREAT):
        return place_choice(state, kind, option)
    if kind == kinds.PLACE:
        return arrival_choice(state, option)
    if kind == kinds.DISBAND:
        return unit_choice(state, option, "disband", option - kinds.UNIT, DECISION_RULES[kind])
    if kind == kinds.MELEE_ATTACK and option >= kinds.TARGET:
        return unit_choice(state, option, "target", option - kinds.TARGET, "lnlt.core.8.0.1")
    return unit_choice(state, option, "add", option - kinds.UNIT, DECISION_RULES[kind])


def unit_choice(state: LnltState, option: int, verb: str, number: int, rule: str) -> Choice:
    unit = state.units[number]
    place = state.board.grid.names[unit.hex]
    return Choice(option, verb, Text(f"choice.{verb}", {"unit": known_as(state, unit), "hex": place}), rule, number)


def hex_choice(state: LnltState, option: int, verb: str, hex_: int, rule: str) -> Choice:
    place = state.board.grid.names[hex_]
    return Choice(option, verb, Text(f"choice.{verb}", {"hex": place}), rule, place=place)


def impulse_choice(state: LnltState, option: int) -> Choice:
    hex_ = option % kinds.STRIDE
    if option >= kinds.SPOT:
        found = unit_choice(state, option, "spot", (option - kinds.SPOT) // kinds.STRIDE, "lnlt.core.10.1.1")
        found.place = state.board.grid.names[hex_]
        found.label = Text("choice.spot", {**found.label.args, "target": found.place})
        return found
    verb, rule = {
        kinds.ACTIVATE: ("activate", "lnlt.core.4.0"),
        kinds.FIGHT: ("melee", "lnlt.core.8.1"),
        kinds.WITHDRAW: ("withdraw", "lnlt.core.8.1"),
    }[option - hex_]
    return hex_choice(state, option, verb, hex_, rule)


def activation_choice(state: LnltState, option: int) -> Choice:
    hex_ = option % kinds.STRIDE
    if kinds.LOB <= option < kinds.LOB + kinds.STRIDE:
        return unit_choice(state, option, "lob", hex_, "lnlt.hon.1.6.4j")
    if kinds.SEND_UP <= option < kinds.SEND_UP + kinds.STRIDE:
        return unit_choice(state, option, "starshell", hex_, "lnlt.core.20.2")
    if kinds.LAY_SMOKE <= option < kinds.LAY_SMOKE + kinds.STRIDE:
        return unit_choice(state, option, "lay-smoke", hex_, "lnlt.core.7")
    if option < kinds.FIRE:
        way = option // kinds.STRIDE
        return hex_choice(state, option, MOVE_VERBS[way], hex_, MOVE_RULES[way])
    assault = option >= kinds.ASSAULT_FIRE
    verb = "assault-fire" if assault else "fire"
    base = kinds.ASSAULT_FIRE if assault else kinds.FIRE
    origin = state.board.grid.names[(option - base) // kinds.STRIDE]
    found = hex_choice(state, option, verb, hex_, "lnlt.core.6.1.1" if assault else "lnlt.core.5.0")
    found.path = [origin, found.place]
    found.label = Text(f"choice.{verb}", {"hex": found.place, "origin": origin})
    return found


RALLY_VERBS = {
    kinds.RALLY_UNIT: ("rally", "lnlt.core.3"),
    kinds.MEDIC_TRIES: ("medic", "lnlt.core.11.3"),
    kinds.HAND_OVER: ("hand-over", "lnlt.core.1.6"),
    kinds.COMBINE: ("combine", "lnlt.core.3"),
    kinds.SPLIT: ("split", "lnlt.core.3"),
    kinds.TRY_PAIRS: ("rally-by-pairs", "lnlt.core.3.1"),
    kinds.DEDICATE: ("dedicate", "lnlt.hon.13.3.2a"),
    kinds.RAISE: ("motherland", "lnlt.nosb.13.51a"),
    kinds.FIGHT_OR_DIE: ("fight-or-die", "lnlt.nosb.11.9b"),
    kinds.TURN_OVER: ("turn-over", "lnlt.core.1.6.1"),
    kinds.REPAIR: ("repair", "lnlt.core.1.6.2"),
    kinds.SING: ("sing", "lnlt.hid.skill.la-marseillaise.b"),
    kinds.INSPIRE: ("inspire", "lnlt.boh.25.2.inspirational.b"),
}


def rally_choice(state: LnltState, kind: int, option: int) -> Choice:
    number = option % kinds.STRIDE
    if kind == kinds.TAKER:
        return unit_choice(state, option, "take", number, "lnlt.core.1.6")
    if kind == kinds.MEDIC_HELP:
        return unit_choice(state, option, "heal" if option >= kinds.HEAL else "flip", number, "lnlt.core.11.3")
    verb, rule = RALLY_VERBS[option - number]
    if option - number == kinds.RAISE:
        return hex_choice(state, option, verb, number, rule)
    if option - number in (kinds.HAND_OVER, kinds.TURN_OVER, kinds.REPAIR):
        weapon = state.weapons[number]
        args: dict[str, int | str] = {
            "weapon": f"@weapon.{weapon.type.id}",
            "hex": state.board.grid.names[weapon.hex],
            "unit": known_as(state, state.units[weapon.owner]) if weapon.owner != GONE else "–",
        }
        return Choice(option, verb, Text(f"choice.{verb}", args), rule, WEAPON_IDS + number)
    return unit_choice(state, option, verb, number, rule)


def place_choice(state: LnltState, kind: int, option: int) -> Choice:
    hex_ = option - kinds.HEX
    if kind == kinds.STEP and option >= kinds.RUN_FIRE:
        found = hex_choice(state, option, "fire", option - kinds.RUN_FIRE, "lnlt.core.6.7")
        origin = state.board.grid.names[getattr(state.stack[-1], "hex", 0)]
        found.path = [origin, found.place]
        found.label = Text("choice.fire", {"hex": found.place, "origin": origin})
        return found
    if kind == kinds.STEP:
        found = hex_choice(state, option, "step", hex_, rule_now(state, kind))
        move = state.stack[-1]
        if isinstance(move, Movement):
            static = state.board
            cost = step_cost(state, LEG, move.hex, static.neighbours[move.hex].index(hex_))
            found.label = Text("choice.step", {"hex": found.place, "cost": cost})
            if state.stacks[1 - move.seat][hex_]:
                found.rule = "lnlt.core.8.0"
                found.label = Text("choice.step-melee", {"hex": found.place, "cost": cost})
            elif state.armour[1 - move.seat] >> hex_ & 1:
                found.rule = "lnlt.core.armour.7.1"
                found.label = Text("choice.step-assault", {"hex": found.place, "cost": cost})
        return found
    verb = "opportunity-fire" if kind == kinds.OPPORTUNITY else "retreat"
    return hex_choice(state, option, verb, hex_, DECISION_RULES[kind])


def arrival_choice(state: LnltState, option: int) -> Choice:
    found = hex_choice(state, option, "place", option - kinds.HEX, rule_now(state, kinds.PLACE))
    setup = state.stack[-1]
    if isinstance(setup, SetUp):
        arrival = state.scenario.arrivals[setup.number]
        found.piece = VEHICLE_IDS + arrival.vehicle if arrival.vehicle >= 0 else arrival.unit
        found.label = Text("choice.place", {"unit": title_of(state, setup.number), "hex": found.place})
    return found


def prompt_text(state: LnltState, decision: Decision) -> Text:
    """What is asked, with the place it is about."""
    args: dict[str, int | str] = {"side": f"@nation.{state.scenario.nations[decision.seat]}"}
    top = state.stack[-1]
    names = state.board.grid.names
    hex_ = getattr(top, "target", getattr(top, "hex", GONE))
    if isinstance(hex_, int) and hex_ != GONE:
        args["hex"] = names[hex_]
    if isinstance(top, Convoy):
        args["hex"] = names[state.vehicles[top.vehicle].hex]
    if isinstance(top, SetUp):
        args["unit"] = title_of(state, top.number)
    if isinstance(top, Movement) and top.movers and decision.kind == kinds.OPPORTUNITY:
        args["unit"] = known_as(state, state.units[top.movers[0]])
        args["count"] = len(top.movers)
    if isinstance(top, Movement) and decision.kind == kinds.STEP:
        args["left"] = max(0, allowance(state, top.movers, top.mode) - top.spent)
        return Text(f"prompt.{STEP_WORDS.get(top.mode, ('step', ''))[0]}", args)
    if isinstance(top, SetUp) and not top.turn:
        return Text("prompt.set-up", args)
    return Text(f"prompt.{kinds.KINDS[decision.kind]}", args)


def rule_now(state: LnltState, kind: int) -> str:
    """The clause of a decision: a step has that of its way to move, the set-up that of the room in a hex."""
    top = state.stack[-1]
    if kind == kinds.STEP and isinstance(top, Movement) and top.mode in STEP_WORDS:
        return STEP_WORDS[top.mode][1]
    if kind == kinds.PLACE and isinstance(top, SetUp) and not top.turn:
        return SET_UP
    return DECISION_RULES[kind]


def movers(state: LnltState) -> list[int]:
    """The units on the move, whoever is asked."""
    for procedure in reversed(state.stack):
        if isinstance(procedure, Movement):
            return procedure.movers[:]
    return []


def prompt(state: LnltState, decision: Decision, choices: list[Choice]) -> Prompt:
    tell_apart(choices)
    return Prompt(
        decision.seat,
        kinds.KINDS[decision.kind],
        prompt_text(state, decision),
        rule_now(state, decision.kind),
        choices,
        pieces=movers(state),
        decline=kinds.NOTHING if decision.kind in (kinds.OPPORTUNITY, kinds.REACTION) else -1,
        setup=decision.kind == kinds.PLACE,
    )
