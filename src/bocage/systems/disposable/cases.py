"""Golden cases of the sheet, played with the real rule functions on small tables."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, radians, sin

from bocage.kernel.dice import purpose_of, scripted, seeded
from bocage.kernel.tally import Tally
from bocage.systems.disposable import supportcases
from bocage.systems.disposable.casetable import GROUND, Case, ground, make_weapon, table, unit
from bocage.systems.disposable.content import records
from bocage.systems.disposable.content.positions import drill_state
from bocage.systems.disposable.model.tables import (
    BASE,
    COVERS,
    DISTANCE,
    HOLD,
    MANOEUVRE,
    MODES,
    RUN,
    SNEAK,
)
from bocage.systems.disposable.rules import (
    accuracy,
    acts,
    armour,
    casualties,
    closecombat,
    command,
    decisions,
    grenades,
    guts,
    movement,
    snap,
    volley,
    wounds,
)
from bocage.systems.disposable.rules.closecombat import Melee
from bocage.systems.disposable.state import FALLING, PINNED, STEADY, DisposableState, Unit


def run_case(case: Case) -> Case:
    return RUNNERS[case["category"]](case["given"], case.get("dice", {}))


# Movement


def coherency(given: Case, dice: Case) -> Case:
    distance = command.command_distance(given["guts"])
    apart = round(given["farthest_pair"] * 10) + BASE
    return {"command_distance": distance // 10, "legal": not command.spread_out([0, apart], [0, 0], distance)}


def mode(given: Case, dice: Case) -> Case:
    weapon = make_weapon(given["weapon"])
    how = MODES.index(given["mode"])
    rof = movement.rate_of_fire(weapon, how)
    reach = movement.effective_range(weapon, how)
    return {"max_move": DISTANCE[how] // 10, "can_fire": rof > 0, "dice_per_figure": rof, "range": reach // 10}


def emplaced(given: Case, dice: Case) -> Case:
    weapon = make_weapon(given["weapon"])
    how = SNEAK if given["moved"] else HOLD
    angle = radians(given["bearing_off_facing"])
    bears = movement.within_arc(1000, 0, round(1000 * cos(angle)), round(1000 * sin(angle)))
    return {"can_fire": movement.rate_of_fire(weapon, how) > 0 and (bears or not weapon.arc)}


def single(given: Case, dice: Case) -> Case:
    before = round(given["distance_to_enemy_before"] * 10)
    after = round(given["distance_to_enemy_after"] * 10)
    return {"legal": not movement.advances(0, 0, before - after, 0, [before], [0])}


def joining(given: Case, dice: Case) -> Case:
    lone = unit("lone", 0, 10, 10, figures=1)
    state, _ = drill_state({"units": [lone, unit("squad", 0, 14, 10, activated=True), unit("foe", 1, 60, 40)]})
    assert isinstance(state, DisposableState)
    state.play(state.pending[0], acts.MODES[HOLD].act())
    return {"may_join": acts.JOIN.on(1) in state.pending[0].options}


# Shooting


def firing_figures(given: Case, dice: Case) -> Case:
    return {"max_firing": movement.max_firing(given["figures"])}


def number(given: Case) -> int:
    tally = Tally(False)
    cover = COVERS.index(given.get("cover", "open"))
    accuracy.aimed_number(
        tally, cover, given.get("linear_obstacles", 0), given.get("gunshield", False), given.get("scoped", False),
        given.get("camouflaged", False),
    )  # fmt: skip
    return tally.total


def to_hit(given: Case, dice: Case) -> Case:
    need = number(given)
    return {"to_hit": need, "hits": sum(accuracy.is_hit(roll, need) for roll in dice.get("to_hit", []))}


def bunker(given: Case, dice: Case) -> Case:
    state = table([unit("a", 0, 10, 10)])
    rolls = [roll for roll in (dice["first"], dice["second"]) if roll is not None]
    state.dice = scripted(rolls)
    need = number({**given, "cover": "prepared"})
    hit = wounds.strikes(state, need, accuracy.bunker_number(need, 5), wounds.Hurt())
    return {"hit": hit, "second_roll_needed": state.dice.cursor == 2}


def long_range(given: Case, dice: Case) -> Case:
    apart = round(given["distance"] * 10) + BASE
    how = accuracy.band(apart * apart, given["effective_range"] * 10, False)
    need = accuracy.long_number(Tally(False), COVERS.index(given["cover"]))
    found = {"band": ("normal", "long", "out")[how], "can_hit": need != accuracy.NEVER}
    return {**found, "to_hit": need, "guts_check": guts.check_due(given["bunker"], 0)}


def volley_of(given: Case) -> tuple[DisposableState, list[accuracy.Shot]]:
    weapon = make_weapon(given["weapon"])
    how = MODES.index(given["mode"])
    rof = movement.rate_of_fire(weapon, how)
    need = number(given)
    apart = round(given["distance"] * 10) + BASE
    assert accuracy.band(apart * apart, movement.effective_range(weapon, how), False) == 0
    firing = movement.max_firing(given["figures"])
    state = table([unit("a", 0, 10, 10), unit("b", 1, 30, 10)])
    return state, [accuracy.Shot(f, weapon, rof, need, False, Tally(False)) for f in range(firing)]


def fire(given: Case, dice: Case) -> Case:
    state, shots = volley_of(given)
    state.dice = scripted(dice["to_hit"] + dice["wound"])
    hurt = wounds.roll_volley(state, state.units[1], shots)
    return {
        "firing": len(shots), "dice": len(hurt.to_hit), "to_hit": shots[0].need, "hits": hurt.hits,
        "casualties": hurt.total(),
    }  # fmt: skip


def grenade(given: Case, dice: Case) -> Case:
    cover = given["cover"]
    terrain = [] if cover == "open" else [ground(GROUND[cover], 14, 6, 24, 14)]
    x = 13.5 if given["base_contact_with_cover"] else 12.0
    if not given["los"]:
        terrain.append(ground("wreck", 13, 2, 14, 18))
        x = 12.0
    state = table([unit("a", 0, x, 10, figures=1), unit("b", 1, 16, 10, figures=1)], terrain)
    shots = grenades.throws(state, state.units[0], state.units[1], COVERS.index(cover), 1, False)
    return {"to_hit": shots[0].need}


def snap_fire(given: Case, dice: Case) -> Case:
    status = "pinned" if given["reactor_pinned"] else "steady"
    mover = unit("mover", 0, 10, 10, figures=1)
    reactor = unit(
        "mg", 1, 11 + given["distance"], 10, template="de_hmg", figures=2, status=status,
        activated=given["reactor_activated"], facing=[-1, 0], places=[[11 + given["distance"], 10], [40, 10]],
    )  # fmt: skip
    state = table([mover, reactor])
    allowed = (
        snap.triggers(MODES.index(given["enemy_mode"]))
        and snap.forbid_snap(state, state.units[1], state.units[0]) is None
    )
    if not allowed:
        return {"allowed": False}
    shots = volley.volley(state, state.units[1], state.units[0], 2, accuracy.SNAP, 0, False)
    assert given["rof_total"] == shots[0].weapon.rof
    return {"allowed": True, "dice": sum(shot.dice for shot in shots), "to_hit": shots[0].need}


# Casualties


def small_arms(given: Case, dice: Case) -> Case:
    state = table([unit("a", 0, 10, 10)])
    state.dice = scripted(dice["wound"])
    hurt = wounds.Hurt()
    for _ in range(given["hits"]):
        wounds.wound(state, given["ap"], hurt)
    return {"wound_dice": len(hurt.wounds), "casualties": hurt.total()}


def plain_unit(figures: int, apart: int) -> tuple[DisposableState, Unit]:
    """Riflemen, and as many leaders and special weapons as wanted."""
    state = table([unit("a", 0, 10, 10)])
    squad = state.units[0]
    marked = [f for f in squad.figures if casualties.rolled_apart(state, f)]
    others = [f for f in squad.figures if f not in marked]
    squad.figures = marked[:apart] + others[: figures - apart]
    return state, squad


def blast(given: Case, dice: Case) -> Case:
    state, squad = plain_unit(given["figures"], given["leaders_or_specials"])
    state.dice = scripted(dice["blast"])
    hurt = wounds.Hurt()
    ap = given["ap"] + (1 if given["enclosed"] else 0)
    wounds.burst(state, squad, ap, hurt)
    return {"dice": len(hurt.wounds), "effective_ap": ap, "casualties": min(hurt.total(), given["figures"])}


def blast_separate(given: Case, dice: Case) -> Case:
    state, squad = plain_unit(given["figures"], given["leaders"] + given["special_weapons"])
    wounds.burst(state, squad, 3, wounds.Hurt())
    rolled = [purpose_of(entry) for entry in state.dice.log]
    return {
        "dice": len(rolled), "separate_dice": rolled.count(acts.FOR_BLAST_APART),
        "common_dice": rolled.count(acts.FOR_BLAST),
    }  # fmt: skip


def special(given: Case, dice: Case) -> Case:
    return {"special": records.weapon_classes()[given["class"]].special}


def one_to_wound(given: Case, dice: Case) -> Case:
    state = table([unit("a", 0, 10, 10)])
    squad = state.units[0]
    squad.figures = squad.figures[1:-1]  # leader and rifle grenadier are gone, the BAR gunner is there
    gunner = squad.figures[0]
    state.dice = scripted(dice["wound"])
    hurt = wounds.Hurt()
    for _ in dice["wound"]:
        wounds.wound(state, given["ap"], hurt)
    state.push(casualties.Casualties(0, hurt.ones, hurt.common, hurt.free, False))
    state.advance()
    return {"casualties": hurt.total(), "special_can_be_killed": gunner not in squad.figures}


def share(given: Case, dice: Case) -> Case:
    apart = given["distance_highest_guts_models"] + 1
    state = table([unit("a", 0, 10, 10), unit("b", 0, 10 + apart, 10)])
    assert command.highest_guts(state, state.units[0]) == given["command_distance"]
    return {"allowed": casualties.can_share(state, state.units[0], state.units[1])}


def share_check(given: Case, dice: Case) -> Case:
    passed = [guts.passes(roll, target) for roll, target in zip(dice["guts"], given["targets"], strict=True)]
    return {"passed": passed, "affected": [guts.both_affected(passed)] * len(passed)}


# Guts


def guts_when(given: Case, dice: Case) -> Case:
    if given["target"] == "vehicle":
        state = table([unit("gun", 0, 10, 10, template="us_57", facing=[1, 0]), unit("t", 1, 30, 10, template="pz4h")])
        state.recording = True
        state.dice = scripted([1, 1 if given["penetrated"] else 10, *[4] * 9])
        state.push(armour.VehicleShooting(0, 1, HOLD, accuracy.AIMED, 0))
        state.advance()
        return {"check": any(event.kind == "guts" for event in state.events)}
    return {"check": guts.check_due(given["target"] == "bunker_unit", given["casualties"])}


def guts_check(given: Case, dice: Case) -> Case:
    lent = 0
    if "platoon_commander_guts" in given:
        state = table(
            [
                unit("squad", 1, 10, 10, figures=1),
                unit("pc", 1, 11 + given["commander_distance"], 10, template="de_pc", figures=1),
            ]
        )
        assert command.highest_guts(state, state.units[1]) == given["platoon_commander_guts"]
        lent = command.lent_guts(state, state.units[0])
    tally = Tally(False)
    guts.guts_number(tally, given["highest_guts"], lent, COVERS.index(given["cover"]))
    guts.under_fire(tally, given["casualties"], sum(given["mm_of_weapons_fired"]))
    return {"target": tally.total, "passed": guts.passes(dice["guts"], tally.total)}


def effect(given: Case, dice: Case) -> Case:
    """One man at (20, 20), the enemy south of him, cover to his north where the case has some."""
    terrain = []
    if given.get("in_cover"):
        terrain.append(ground("rubble", 18, 18, 22, 22))
    ahead = given.get("nearest_cover_distance") or given.get("better_cover_at")
    if ahead:
        terrain.append(ground("rubble", 10, 20 + ahead, 30, 28))
    man = unit("a", 0, 20, 20, figures=1)
    state = table([man, unit("b", 1, 20, 8, figures=1)], terrain)
    squad = state.units[0]
    squad.status = {"pinned": STEADY, "fall_back": PINNED, "rout": FALLING}[given["effect"]]
    guts.suffer(state, squad, state.units[1])
    moved = hypot(state.x[0] - 200, state.y[0] - 200) / 10
    return {"move": round(moved, 1), "activated": squad.activated}


# Close combat


def charge(given: Case, dice: Case) -> Case:
    state = table([unit("a", 1, 10, 10, status="pinned" if given["enemy_pinned"] else "steady")])
    if not closecombat.check_needed(state.units[0]):
        return {"check_needed": False, "may_charge": True}
    tally = Tally(False)
    closecombat.charge_number(
        tally, given["highest_guts"], given["own_figures"], given["enemy_figures"], given["grenades"],
        COVERS.index(given["cover"]),
    )  # fmt: skip
    passed = guts.passes(dice["guts"], tally.total)
    return {"check_needed": True, "target": tally.total, "passed": passed, "may_charge": passed}


def charged(activated: bool, x: float = 18.0) -> DisposableState:
    """An American squad in reach of a German one, at the choice of its deed in Run mode."""
    state, _ = drill_state(
        {"units": [unit("us", 0, 10, 20), unit("de", 1, x, 20, activated=activated), unit("far", 1, 60, 40)]}
    )
    assert isinstance(state, DisposableState)
    state.recording = True
    state.dice = seeded(1)
    state.play(state.pending[0], acts.MODES[RUN].act())
    return state


def charging(activated: bool) -> DisposableState:
    """The same when the charged unit has to respond; the check is passed."""
    state = charged(activated)
    state.dice = scripted([1])
    state.play(state.pending[0], acts.CHARGE.on(1))
    state.dice = seeded(1)
    assert state.pending[0].kind == decisions.RESPONSE
    return state


def evade(given: Case, dice: Case) -> Case:
    state = charging(given["already_activated"])
    offered = acts.EVADE.act() in state.pending[0].options
    runner = state.units[1]
    leader = runner.figures[0]
    x, y = state.x[leader], state.y[leader]
    shots = len(state.events)
    state.dice = scripted([9] * 40)  # nothing hits
    state.play(state.pending[0], acts.EVADE.act())
    moved = hypot(state.x[leader] - x, state.y[leader] - y) / 10
    snaps = [event for event in state.events[shots:] if event.kind == "snap-fire"]
    return {
        "may_evade": offered, "move": round(moved), "attacker_free_snap_fire": len(snaps) == 1,
        "attacker_to_hit": sum(line.value for line in snaps[0].lines), "activated_after": runner.activated,
        "pinned_after": runner.status == PINNED,
    }  # fmt: skip


def charge_snap(given: Case, dice: Case) -> Case:
    state = charging(False)
    state.play(state.pending[0], acts.ANSWER_FIRE.act())
    shot = any(event.kind == "snap-fire" for event in state.events)
    assert shot == given["shot_at_by_snap_fire"]
    return {"guts_check": any(event.kind == "guts" for event in state.events)}


def charge_sequence(given: Case, dice: Case) -> Case:
    state = charging(False)
    state.play(state.pending[0], acts.EVADE.act())
    names = {"charge": "charge_check", "evade": "evade"}
    return {"order": [names[event.kind] for event in state.events if event.kind in names]}


def charge_fire(given: Case, dice: Case) -> Case:
    state, _ = drill_state({"units": [unit("us", 0, 10, 20), unit("de", 1, 15.2, 20), unit("far", 1, 60, 40)]})
    assert isinstance(state, DisposableState)
    state.recording = True
    state.play(state.pending[0], acts.MODES[MANOEUVRE].act())
    state.dice = scripted([9] * 60)  # nothing hits, and the check is passed anyhow
    tally = closecombat.charge_tally(state, state.units[0], state.units[1], True)
    state.play(state.pending[0], acts.FIRE.on(1))
    return {
        "may_shoot_first": acts.CHARGE.on(1) in state.pending[0].options,
        "may_throw_grenades_first": tally.value_of("label.grenades") == 2,
    }


def contact(given: Case, dice: Case) -> Case:
    state = table([unit("a", 0, 10, 10, figures=given["figures"]), unit("b", 1, 40, 10, figures=1)])
    spots = closecombat.stay_put(state, state.units[0])
    enemy = state.units[1].figures[0]
    spots[0], spots[1] = state.x[enemy] - BASE, state.y[enemy]
    return {"in_close_combat": closecombat.in_contact(state, spots, state.units[1])}


def melee_initiative(given: Case, dice: Case) -> Case:
    a, d = given["attacker"], given["defender"]
    attacker_last = a["pinned"] or a["snap_casualties"]
    defender_last = d["pinned"] or d["snap_casualties"]
    if not closecombat.initiative_needs_dice(attacker_last, defender_last):
        return {"first": "defender" if attacker_last else "attacker"}
    first = closecombat.initiative_total(dice["attacker"], a["figures"], a["grenades"])
    second = closecombat.initiative_total(dice["defender"], d["figures"], d["grenades"])
    return {
        "first": "attacker" if first > second else "defender", "attacker_total": first, "defender_total": second,
    }  # fmt: skip


def melee_round(given: Case, dice: Case) -> Case:
    state = table([unit("a", 0, 10, 10)])
    state.dice = scripted(dice["hit"] + dice["kill"])
    hits, kills, _ = closecombat.blows(state, given["striking_figures"])
    left = max(0, given["enemy_figures"] - kills)
    return {"hits": hits, "kills": kills, "enemy_left": left, "melee_over": left == 0}


def melee_end(given: Case, dice: Case) -> Case:
    """The attackers strike first and kill the last defender; cover is close by."""
    units = [unit("a", 0, 20, 20, figures=given["winner_left"]), unit("b", 1, 21, 22, figures=1, status="pinned")]
    state = table(units, [ground("rubble", 23, 15, 28, 25)])
    state.dice = scripted([1, 10, 10, 1])
    state.push(Melee(0, 1, False))
    state.advance()
    may = bool(state.pending) and state.pending[0].kind == decisions.SHELTER
    return {"winner_may_move_into_cover": may, "winner_activated": state.units[0].activated}


RUNNERS: dict[str, Callable[[Case, Case], Case]] = {
    "coherency": coherency, "mode": mode, "emplaced": emplaced, "single": single, "join": joining,
    "firing_figures": firing_figures, "to_hit": to_hit, "bunker": bunker, "long_range": long_range, "fire": fire,
    "grenade": grenade, "snap": snap_fire, "small_arms": small_arms, "blast": blast, "blast_separate": blast_separate,
    "special": special, "one_to_wound": one_to_wound, "share": share, "share_check": share_check,
    "guts_when": guts_when, "guts": guts_check, "effect": effect, "charge": charge, "evade": evade,
    "charge_snap": charge_snap, "charge_sequence": charge_sequence, "charge_fire": charge_fire, "contact": contact,
    "melee_initiative": melee_initiative, "melee_round": melee_round, "melee_end": melee_end,
    **supportcases.RUNNERS,
    "terrain_class": lambda given, dice: terrain_class(given),
}  # fmt: skip


def terrain_class(given: Case) -> Case:
    """The terrain of a class, by the names of the sheet; a vehicle on the table is a wreck."""
    names = {"vehicle": "wreck"}
    known = {key.rstrip("s"): entry for key, entry in records.terrain_types().items()}
    singular = [name.replace(" ", "_").rstrip("s") for name in given["terrain"]]
    classes = {known[names.get(name, name)].cover for name in singular}
    (cover,) = classes
    rank = COVERS.index(cover)
    return {"cover": cover, "acc": accuracy.COVER_ACC[rank], "guts": guts.COVER_GUTS[rank]}
