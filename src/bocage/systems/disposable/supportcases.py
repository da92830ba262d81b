"""Golden cases of snipers, flamethrowers, guns, indirect fire and vehicles."""

from __future__ import annotations

from collections.abc import Callable

from bocage.kernel.dice import scripted
from bocage.systems.disposable.casetable import GROUND, Case, ground, make_weapon, table, unit
from bocage.systems.disposable.model.tables import HOLD
from bocage.systems.disposable.rules import (
    accuracy,
    armour,
    bearing,
    casualties,
    command,
    grenades,
    guts,
    indirect,
    shooting,
    snipers,
    volley,
    wounds,
)
from bocage.systems.disposable.state import STATUSES, STEADY, DisposableState


def spot(given: Case, dice: Case) -> Case:
    sniper = unit("sniper", 1, 30, 10, template="de_sniper")
    state = table([unit("squad", 0, 10, 10), sniper], [ground(GROUND[given["cover"]], 26, 6, 34, 14)])
    state.scenario.forces[1].camouflaged = False  # the case speaks of cover alone
    tally = snipers.spot_tally(state, state.units[0], state.units[1], False)
    state.dice = scripted([dice["roll"]])
    snipers.spot(state, state.units[0], state.units[1])
    may = bearing.forbid_fire(state, state.units[0], state.units[1], HOLD, accuracy.AIMED) is None
    return {"target": tally.total, "spotted": state.units[1].spotted, "may_fire_at_sniper": may}


def sniper_choice(given: Case, dice: Case) -> Case:
    """A sniper wounds a squad of five; the owner is not asked."""
    state = table([unit("sniper", 0, 10, 10, template="us_sniper"), unit("squad", 1, 30, 10, figures=5)])
    squad = state.units[1]
    named = snipers.singled_out(state, state.units[0], squad)
    state.dice = scripted([1, 5, 1])
    shot = shooting.Shooting(0, 1, HOLD, accuracy.AIMED, 0, False)
    shot.singled = True
    state.push(shot)
    state.advance()
    assert named not in squad.figures
    return {"may_single_out_guts": state.figure(named).guts, "owner_chooses": bool(state.pending)}


def flamethrower(given: Case, dice: Case) -> Case:
    team = unit("flame", 0, 10, 10, template="su_flame")
    if given.get("target") == "vehicle":
        state = table([team, unit("tank", 1, 13, 10, template="stug3g")])
        state.recording = True
        state.dice = scripted([1, *[4] * 9])
        state.push(armour.VehicleShooting(0, 1, HOLD, accuracy.AIMED, 0))
        state.advance()
        return {"penetrates": any(event.kind == "hull-damage" for event in state.events)}
    state = table([team, unit("foe", 1, 14, 10, figures=1)], [ground(GROUND[given["cover"]], 12.5, 6, 20, 14)])
    (shot,) = volley.volley(state, state.units[0], state.units[1], HOLD, accuracy.AIMED, 0, True)
    return {"cover_modifier": shot.need - accuracy.ACC}


def explosion(given: Case, dice: Case) -> Case:
    state = table([unit("flame", 0, 10, 10, template="su_flame"), unit("squad", 0, 20, 10)])
    team = state.units[0]
    weapon = state.figure(team.figures[0]).weapon
    assert weapon.ap == given["flamethrower_ap"]
    team.figures += state.units[1].figures[: given["other_models"] - 2]
    state.dice = scripted([dice["tank"], *dice["models"]])
    casualties.Casualties(0, 0, 0, 0, False).fall(state, team.figures[0], casualties.WHOLE)
    lost = given["other_models"] - len(team.figures)
    return {
        "explodes": state.dice.cursor == 1 + len(dice["models"]), "effective_ap": casualties.explosion_number(weapon),
        "casualties": lost,
    }  # fmt: skip


def guts_flame(given: Case, dice: Case) -> Case:
    """Losses to fire: a failed check means rout."""
    state = table([unit("flame", 0, 10, 10, template="su_flame"), unit("foe", 1, 20, 10)])
    foe = state.units[1]
    mm = command.highest_guts(state, foe) - given["casualties"] - given["target"]
    state.dice = scripted([dice["guts"]])
    guts.check_under_fire(state, foe, given["casualties"], mm, state.units[0], given["hit_by_flamethrower"])
    return {"passed": foe.status == STEADY, "effect": "none" if foe.status == STEADY else STATUSES[foe.status]}


def indirect_fire(given: Case, dice: Case) -> Case:
    """A mortar behind a house, its target in front of it, and whoever sees that."""
    seer = {"friend_los": "us_mmg", "friend_radio": "us_pc", "recon_radio": "us_recon", "foo_radio": "uk_foo"}
    row = given["situation"]
    terrain = [] if row == "own_los" else [ground("building", 16, 2, 20, 18)]
    if given["cover"] != "open":
        terrain.append(ground(GROUND[given["cover"]], 36, 6, 44, 14))
    units = [unit("mortar", 0, 10, 10, template="us_mortar60", facing=[1, 0]), unit("foe", 1, 40, 10, figures=1)]
    if row in seer:
        units.append(unit("seer", 0, 30, 30, template=seer[row]))
    state = table(units, terrain)
    (shot,) = volley.volley(state, state.units[0], state.units[1], HOLD, accuracy.INDIRECT, 0, True)
    assert indirect.best_sighting(state, state.units[0], state.units[1]).name == row
    return {"to_hit": shot.need}


def to_hit_gun(given: Case, dice: Case) -> Case:
    gun = unit("gun", 1, 10, 10, template="de_leig18", facing=[1, 0])
    terrain = [ground(GROUND[given["cover"]], 26, 6, 34, 14)]
    state = table([gun, unit("foe", 0, 30, 10, figures=2)], terrain)
    assert given["direct"]
    (shot,) = volley.volley(state, state.units[0], state.units[1], HOLD, accuracy.AIMED, 0, True)
    return {"to_hit": shot.need}


def blast_gun(given: Case, dice: Case) -> Case:
    state = table([unit("gun", 1, 10, 10, template="de_leig18"), unit("men", 1, 20, 10)])
    crew = state.units[0]
    crew.figures += state.units[1].figures[3 : 3 + given["crew"] - len(crew.figures)]
    gun = state.weapon(crew)
    assert gun is not None
    assert gun.dm == given["dm"]
    shell = make_weapon({"class": "mortar", "ap": given["ap"]})
    state.dice = scripted([*dice["blast"], dice["gun"]])
    hurt = wounds.Hurt()
    wounds.burst(state, crew, shell.ap, hurt)
    rolled = len(hurt.wounds)
    wounds.strike_gun(state, crew, shell, hurt)
    return {
        "crew_dice": rolled, "crew_casualties": hurt.total(), "gun_target": wounds.gun_number(shell, gun),
        "gun_destroyed": hurt.gun,
    }  # fmt: skip


def halftrack(passengers: int) -> DisposableState:
    """Six inches from an American squad, with some Germans aboard."""
    units = [unit("us", 0, 10, 10), unit("ht", 1, 15, 10, template="sdkfz251")]
    units.append(unit("men", 1, 15, 10, figures=passengers, ride="ht"))
    return table(units)


def blast_vehicle(given: Case, dice: Case) -> Case:
    state = halftrack(given["passengers"])
    vehicle = state.vehicle(state.units[1])
    assert vehicle is not None
    assert vehicle.open_topped == given["open_topped"]
    state.recording = True
    state.dice = scripted([1, *[9] * given["passengers"], 1, 1, *[1] * 9])
    state.push(armour.VehicleShooting(0, 1, HOLD, accuracy.AIMED, 1))
    state.advance()
    (blast,) = [event for event in state.events if event.kind == "blast-inside"]
    return {
        "passenger_dice": len(blast.dice),
        "hull_damage_roll": any(event.kind == "hull-damage" for event in state.events),
    }


def grenade_vehicle(given: Case, dice: Case) -> Case:
    state = halftrack(1)
    squad, vehicle = state.units[0], state.units[1]
    assert given["open_topped"]
    return {"allowed": bool(grenades.throwers_in_range(state, squad, vehicle))}


RUNNERS: dict[str, Callable[[Case, Case], Case]] = {
    "spot": spot, "sniper_choice": sniper_choice, "flamethrower": flamethrower, "explosion": explosion,
    "guts_flame": guts_flame, "indirect": indirect_fire, "to_hit_gun": to_hit_gun, "blast_gun": blast_gun,
    "blast_vehicle": blast_vehicle, "grenade_vehicle": grenade_vehicle,
}  # fmt: skip
