"""Words for what is decided on the board: actions, steps, manoeuvres, shots and what follows from them."""

from __future__ import annotations

import msgspec

from bocage.geometry.square import spaces
from bocage.kernel.decision import Decision
from bocage.kernel.event import Arg
from bocage.kernel.views import Badge, Choice, Marker, Row, Text
from bocage.systems.normandie.model.tables import (
    CROSS,
    HEAVY,
    NO_WATCH,
    UNLIMITED,
    WATCH_ON,
    Terrain,
    Weapon,
)
from bocage.systems.normandie.rules import kinds
from bocage.systems.normandie.rules.kinds import (
    ACTIONS,
    UNITS,
)
from bocage.systems.normandie.rules.structures import name_of_structure
from bocage.systems.normandie.rules.vehicles import Drive, after
from bocage.systems.normandie.state import (
    CREW,
    HULL,
    PRIMARY,
    TRACK,
    WRECK,
    NormandieState,
    Unit,
    known_name,
    name_of,
)
from bocage.systems.normandie.words.forecast import forecast

ACTS = (
    ("pass", "hon.open.act.none.1"),
    ("move", "hon.move.inf.1"),
    ("fire", "hon.fire.who.1"),
    ("suppress", "hon.abil.supp.1"),
    ("assault", "hon.assault.who.1"),
    ("approach", "hon.assault.announce.1"),
    ("snipe", "hon.abil.sniper.1"),
    ("split", "hon.abil.mg.1"),
    ("split-suppress", "hon.abil.supp.6"),
    ("blast", "hon.abil.how.1"),
    ("throw", "hon.eq.gren.2"),
    ("rifle-grenade", "hon.eq.rgren.2"),
    ("panzerfaust", "hon.eq.faust.2"),
    ("shell", "hon.eq.he.2"),
    ("demolish", "hon.abil.destr.1"),
    ("call", "hon.abil.barrage.2"),
)
AT_A_UNIT = (kinds.FIRE, kinds.SUPPRESS, kinds.ASSAULT, kinds.APPROACH, kinds.SNIPE, kinds.FAUST)

STEPS = {
    kinds.CONCEAL: ("conceal", "hon.abil.ambush.1"),
    kinds.STOP_CONCEALED: ("stop-concealed", "hon.abil.ambush.1"),
    kinds.EXIT: ("exit", "hon.victory.win.1"),
    kinds.TURN_OVER: ("turn-over", "hon.abil.tripod.1"),
    kinds.DETONATE: ("detonate", "hon.eq.goliath.4"),
    kinds.REFUEL: ("refuel", "hon.eq.fuel.2"),
    kinds.DIG: ("dig", "hon.eq.pos.1"),
    kinds.AHEAD: ("ahead", "hon.move.veh.2"),
    kinds.BACK: ("back", "hon.move.veh.3"),
    kinds.LEFT: ("left", "hon.move.veh.4"),
    kinds.RIGHT: ("right", "hon.move.veh.4"),
    kinds.SWING_LEFT: ("swing-left", "hon.open.veh.pivot.1"),
    kinds.SWING_RIGHT: ("swing-right", "hon.open.veh.pivot.1"),
}

PROMPT_RULES = {
    kinds.FACE: "hon.open.arc.turn.1",
    kinds.VOLLEY: "hon.fire.multi.1",
    kinds.BOOST: "hon.opt.use.8",
    kinds.SHIELD: "hon.eq.shield.4",
    kinds.WAVES: "hon.abil.waves.1",
    kinds.SUBSTITUTE: "hon.abil.sub.1",
    kinds.LAND: "hon.move.veh.10",
    kinds.SHARE: "hon.abil.mg.2",
    kinds.AIM: "hon.abil.how.1",
    kinds.LAY: "hon.eq.mine.2",
    kinds.BARRAGE: "hon.abil.barrage.2",
}


def act_choice(state: NormandieState, decision: Decision, option: int) -> Choice:
    action = option // UNITS % ACTIONS
    number = option // UNITS // ACTIONS
    verb, rule = ACTS[action]
    if action == kinds.DEMOLISH:
        structure = option % UNITS
        cell = spaces(state.structures[structure].cells)[0]
        place = state.board.grid.name(cell)
        args: dict[str, Arg] = {"target": name_of_structure(state, structure), "place": state.board.grid.label(cell)}
        return Choice(option, numbered(verb, number), Text(f"choice.{verb}", args), rule, place=place)
    if action not in AT_A_UNIT:
        return Choice(option, numbered(verb, number), Text(f"choice.{verb}"), rule)
    target = state.units[option % UNITS]
    return Choice(
        option,
        numbered(verb, number),
        weapon_text(f"choice.{verb}", target, number),
        rule,
        piece=target.id,
        place=state.place_name(target),
        odds=forecast(state, decision, option) is not None,
    )


def numbered(verb: str, number: int) -> str:
    """The weapons of a vehicle are told apart by number."""
    return verb if number == 0 else f"{verb}-{number + 1}"


def weapon_text(key: str, target: Unit, number: int) -> Text:
    if number == 0:
        return Text(key, {"target": known_name(target)})
    return Text(f"{key}-with", {"target": known_name(target), "n": number + 1})


def moving_choice(state: NormandieState, decision: Decision, option: int) -> Choice:
    """Fire on the Move."""
    shot = option - kinds.SHOOT
    if shot // UNITS % ACTIONS not in (kinds.FIRE, kinds.SUPPRESS):
        granted = act_choice(state, decision, shot)
        odds = forecast(state, decision, option) is not None
        rule = "hon.abil.fotm.1" if shot // UNITS % ACTIONS in (kinds.SPLIT, kinds.SPLIT_SUPPRESS) else "hon.opt.use.6"
        return msgspec.structs.replace(granted, id=option, rule=rule, odds=odds)
    action, number, target = shot // UNITS % ACTIONS, shot // UNITS // ACTIONS, state.units[shot % UNITS]
    verb = "moving-suppress" if action == kinds.SUPPRESS else "moving-fire"
    return Choice(
        option,
        numbered(verb, number),
        weapon_text(f"choice.{verb}", target, number),
        "hon.abil.fotm.1",
        piece=target.id,
        place=state.place_name(target),
        odds=forecast(state, decision, option) is not None,
    )


def special_step(state: NormandieState, decision: Decision, option: int) -> Choice | None:
    """Options of STEP that are no plain step, stop or assault."""
    if option >= kinds.SHOOT:
        return moving_choice(state, decision, option)
    if option in STEPS:
        verb, rule = STEPS[option]
        return Choice(option, verb, Text(f"choice.{verb}"), rule, place=manoeuvre_place(state, option))
    if option >= kinds.EMBARK:
        vehicle = state.units[option - kinds.EMBARK]
        label = Text("choice.embark", {"vehicle": name_of(vehicle)})
        place = state.board.grid.name(vehicle.cell)
        return Choice(option, "embark", label, "hon.abil.trans.4", piece=vehicle.id, place=place)
    return None


def manoeuvre_place(state: NormandieState, option: int) -> str:
    """Driving leads to a space one can click."""
    top = state.stack[-1]
    if not isinstance(top, Drive) or option not in (kinds.AHEAD, kinds.BACK):
        return ""
    unit = state.units[top.unit]
    if option == kinds.BACK and unit.rear >= 0:
        return state.board.grid.name(state.board.grid.around[unit.rear][(unit.facing + 4) % 8])
    return state.board.grid.name(after(state, unit, option)[0])


def board_choice(state: NormandieState, decision: Decision, option: int) -> Choice:
    """The kinds of decisions that only this chapter knows."""
    rule = PROMPT_RULES[decision.kind]
    if option == kinds.DONE:
        return Choice(option, "done", Text("choice.finish"), rule)
    match decision.kind:
        case kinds.VOLLEY:
            return act_choice(state, decision, option)
        case kinds.FACE:
            return Choice(option, "face", Text("choice.face", {"direction": f"@direction.{option}"}), rule)
        case kinds.BOOST:
            return Choice(option, "spend", Text("choice.spend", {"token": token_key(option)}), rule)
        case kinds.SHIELD:
            return Choice(option, "shield", Text("choice.shield", {"n": option}), rule)
        case kinds.WAVES:
            return Choice(option, "location", Text("choice.location", {"n": option}), rule)
        case kinds.LAND:
            place = state.board.grid.name(option)
            label = Text("choice.land", {"place": state.board.grid.label(option)})
            return Choice(option, "land", label, rule, place=place)
        case kinds.AIM:
            return aim_choice(state, option)
        case _:
            return unit_choice(state, decision.kind, option)


def aim_choice(state: NormandieState, option: int) -> Choice:
    if option >= kinds.ROOM:
        place = state.board.grid.name(option - kinds.ROOM)
        label = Text("choice.throw-in", {"place": state.board.grid.label(option - kinds.ROOM)})
        return Choice(option, "throw-in", label, "hon.build.gren.1", place=place)
    cols = state.board.grid.cols + 1
    args: dict[str, Arg] = {"row": option // cols, "col": option % cols, "place": state.board.grid.crossing(option)}
    x, y = float(option % cols), float(option // cols)
    return Choice(option, "aim", Text("choice.aim", args), "hon.abil.how.1", x=x, y=y)


def unit_choice(state: NormandieState, kind: int, option: int) -> Choice:
    rule = PROMPT_RULES[kind]
    if kind == kinds.LAY:
        return lay_choice(state, option)
    unit = state.units[option % UNITS]
    args: dict[str, Arg] = {"unit": name_of(unit), "n": option // UNITS}
    verb = {kinds.SUBSTITUTE: "take-hit", kinds.SHARE: "share", kinds.BARRAGE: "barrage"}[kind]
    place = state.place_name(unit)
    return Choice(option, verb, Text(f"choice.{verb}", args), rule, piece=unit.id, place=place)


def lay_choice(state: NormandieState, option: int) -> Choice:
    token, target = option // UNITS, option % UNITS
    if token == kinds.DEMOLITION:
        place = state.board.grid.name(spaces(state.structures[target].cells)[0])
        label = Text("choice.charge", {"target": name_of_structure(state, target)})
        return Choice(option, "charge", label, "hon.eq.demo.2", place=place)
    unit = state.units[target]
    label = Text("choice.stick", {"target": name_of(unit)})
    return Choice(option, "stick", label, "hon.eq.mine.2", piece=unit.id, place=state.place_name(unit))


def token_key(token: int) -> str:
    return f"@token.{kinds.TOKENS[token]}"


def ground_card(terrain: Terrain) -> list[Row]:
    """What the terrain does to those on it, to shots over it and to movement."""
    rows = [Row(Text("ground.defense"), f"+{terrain.defense}" if terrain.defense else "0")]
    sight = Text("ground.blocking") if terrain.blocks else Text("ground.obscures", {"n": terrain.obscure})
    rows.append(Row(Text("ground.sight"), sight if terrain.blocks or terrain.obscure else Text("ground.open")))
    if terrain.difficult:
        rows.append(Row(Text("ground.move"), Text("ground.difficult")))
    for name, bars in zip(("foot", "light", "heavy"), terrain.bars, strict=True):
        if bars:
            rows.append(Row(Text("ground.closed"), Text(f"ground.{name}")))
    if terrain.opportunity:
        rows.append(Row(Text("ground.opportunity"), "✓"))
    return rows


def ground_markers(state: NormandieState) -> list[Marker]:
    """What play has laid on the board: wrecks, ruins, positions, passages, charges and smoke."""
    grid, ground = state.board.grid, state.ground
    found: list[Marker] = []
    for number, one in enumerate(state.structures):
        place = grid.name(spaces(one.cells)[0])
        if state.markers[number]:
            args: dict[str, Arg] = {"n": state.markers[number], "of": one.value}
            found.append(Marker("demolition", Text("marker.demolition", args), place=place))
        if one.kind == WRECK:
            found.extend(Marker("wreck", Text("marker.wreck"), place=grid.name(cell)) for cell in spaces(one.cells))
    for number, building in enumerate(state.board.buildings):
        if not ground.standing >> number & 1:
            found.extend(Marker("ruin", Text("terrain.ruin"), place=grid.name(cell)) for cell in spaces(building.cells))
    found.extend(Marker("position", Text("terrain.position"), place=grid.name(cell)) for cell in spaces(ground.dug))
    found.extend(Marker("passage", Text("marker.passage"), place=grid.name(cell)) for cell in spaces(ground.passages))
    found.extend(Marker("charge", Text("marker.charge"), place=grid.name(cell)) for cell in state.charges)
    cols = grid.cols + 1
    for place_, value in state.smoke:
        label = Text("marker.smoke", {"n": value})
        found.append(Marker("smoke", label, x=float(place_ % cols), y=float(place_ // cols)))
    return found


def damage_badges(unit: Unit) -> list[Badge]:
    found = []
    for bit, name in ((CREW, "crew"), (TRACK, "track"), (HULL, "hull"), (PRIMARY, "primary")):
        if unit.damage & bit:
            found.append(Badge(f"damage-{name}", Text(f"location.{name}")))
    if unit.bombs:
        found.append(Badge("bomb", Text("badge.bomb", {"n": len(unit.bombs)})))
    return found


FACE_ROWS = (
    ("tripod", "tripod"),
    ("amphibious", "amphibious"),
    ("spotter", "spotter"),
    ("barrage", "barrage"),
    ("terrifying", "terrifying"),
    ("substitute", "substitute"),
    ("waves", "waves"),
    ("aaa", "aaa"),
    ("autonomous", "autonomous"),
    ("personal", "personal"),
    ("detonate", "detonate"),
)


def printed(bonus: int) -> str:
    return "✕" if bonus == CROSS else f"+{bonus}"


def ability_rows(unit: Unit) -> list[Row]:
    """Lines of the unit card: armour, weapons and abilities of the side that is up."""
    face = unit.face
    found: list[Row] = []
    if unit.counter.rank == HEAVY:
        found.append(Row(Text("card.armour"), " / ".join(str(value) for value in face.armour)))
    for number, weapon in enumerate(face.weapons):
        if number:
            bonuses = " / ".join(printed(bonus) for bonus in weapon.bonus)
            found.append(Row(Text("card.weapon", {"n": number + 1}), bonuses))
        found.extend(weapon_rows(weapon))
    if face.transport:
        found.append(Row(Text("card.transport"), str(face.transport)))
    if face.watch != NO_WATCH:
        found.append(Row(Text("card.watch" if face.watch == WATCH_ON else "card.watch-off"), ""))
    found.extend(Row(Text(f"card.{key}"), "") for slot, key in FACE_ROWS if getattr(face, slot))
    return found


def weapon_rows(weapon: Weapon) -> list[Row]:
    found: list[Row] = []
    if weapon.range < UNLIMITED:
        found.append(Row(Text("card.range"), str(weapon.range)))
    if weapon.reach < UNLIMITED:
        found.append(Row(Text("card.reach"), str(weapon.reach)))
    if weapon.on_the_move >= 0:
        found.append(Row(Text("card.on-the-move"), f"-{weapon.on_the_move}" if weapon.on_the_move else ""))
    if weapon.destruction:
        found.append(Row(Text("card.destruction"), str(weapon.destruction)))
    if weapon.pattern:
        found.append(Row(Text("card.indirect" if weapon.indirect else "card.howitzer"), ""))
    for slot in ("suppressive", "gunner", "perforating", "dual", "arc", "frightening", "hawkeye", "sniper"):
        if getattr(weapon, slot):
            found.append(Row(Text(f"card.{slot}"), ""))
    return found
