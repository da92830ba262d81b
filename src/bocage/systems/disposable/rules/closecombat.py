"""Close combat: charge check, response, contact, melee."""

from __future__ import annotations

from typing import Final

from bocage.geometry.plane import along, distance2
from bocage.geometry.ways import FINE
from bocage.kernel import Arg, Ban, Decision, Event, Forecast, Tally, Verb
from bocage.systems.disposable.model.tables import BASE, DISTANCE, LIGHT, MANOEUVRE, OPEN
from bocage.systems.disposable.rules import acts, bans, decisions
from bocage.systems.disposable.rules.accuracy import AT_EVADER, SNAP
from bocage.systems.disposable.rules.bearing import forbid_fire
from bocage.systems.disposable.rules.casualties import Casualties
from bocage.systems.disposable.rules.chances import STRIKE, forecast_check, melee_chance, strikes_first
from bocage.systems.disposable.rules.command import highest_guts
from bocage.systems.disposable.rules.cover import cover_of, shelter_of
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.guts import COVER_LABELS, roll_check
from bocage.systems.disposable.rules.movement import touching
from bocage.systems.disposable.rules.moves import bare_reach, nearest_enemy, stops
from bocage.systems.disposable.rules.refusing import Question
from bocage.systems.disposable.rules.retreat import displace, evade, put
from bocage.systems.disposable.rules.sheltering import seek_cover
from bocage.systems.disposable.rules.shooting import Shooting
from bocage.systems.disposable.rules.snap import SnapWindow, forbid_snap
from bocage.systems.disposable.rules.snipers import forbid_singling_out
from bocage.systems.disposable.state import (
    DESTROYED,
    HOUSE_PURSUIT,
    HOUSE_ROUT,
    ON_TABLE,
    PINNED,
    ROUTING,
    SNAPPED_OUT,
    STEADY,
    DisposableState,
    Unit,
)

MAX_GRENADES: Final = 2  # dh.open.charge_grenades

# Steps of a charge, and of a melee.
CHECK: Final = 0
CLOSE: Final = 1
RESPOND: Final = 2
FIGHT: Final = 3
EVADED: Final = 4
OVER: Final = 5
FIGHTING: Final = 0
WON: Final = 1
SHELTERED: Final = 2

# Round a base, where another may touch it: roundings of one point, and eight others.
NUDGES: Final = ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
TOUCH: Final = (
    (10, 0),
    (8, 6),
    (6, 8),
    (0, 10),
    (-6, 8),
    (-8, 6),
    (-10, 0),
    (-8, -6),
    (-6, -8),
    (0, -10),
    (6, -8),
    (8, -6),
)

COVER_RULES: Final = ("", "", "dh.cc.guts.7", "dh.cc.guts.8", "dh.cc.guts.9", "dh.open.charge_other_cover")


def grenades_used(state: DisposableState, unit: Unit) -> int:
    """As many as a unit may use in a charge or melee: they cost nothing (dh.open.charge_grenades)."""
    return min(MAX_GRENADES, state.scenario.forces[unit.index].grenades, len(unit.figures))


def check_needed(target: Unit) -> bool:
    """Only against a unit that is not pinned (dh.cc.guts.1, dh.cc.guts.2)."""
    return target.status == STEADY


def charge_number(tally: Tally, guts: int, own: int, enemy: int, grenades: int, cover: int) -> None:
    tally.add(guts, "label.guts", "dh.cc.guts.3")
    if own > enemy:
        tally.add(own - enemy, "label.more", "dh.cc.guts.4")
    elif own < enemy:
        tally.add(own - enemy, "label.fewer", "dh.cc.guts.5")
    if grenades:
        tally.add(grenades, "label.grenades", "dh.cc.guts.6")
    if cover >= LIGHT:  # concealment does not count, prepared cover does (dh.open.charge_other_cover)
        tally.add(-cover, COVER_LABELS[cover], COVER_RULES[cover])


def charge_tally(state: DisposableState, unit: Unit, target: Unit, grenades: int, explain: bool) -> Tally:
    tally = Tally(explain)
    guts, cover = highest_guts(state, unit), cover_of(state, target, unit)
    charge_number(tally, guts, len(unit.figures), len(target.figures), grenades, cover)
    return tally


def charge_reach(state: DisposableState, unit: Unit, target: Unit, mode: int, allowance: int) -> Reach:
    """Where chargers may go: touching the enemy is what a charge is for."""
    reach = bare_reach(state, unit, mode)
    reach.allowance = allowance
    for crowd in reach.others:
        crowd.foe = False
    return reach


def contact_spots(state: DisposableState, unit: Unit, target: Unit, reach: Reach) -> list[int]:
    """Where the chargers end with bases touching; empty where they cannot get there (dh.cc.contact.1)."""
    if not state.units_within(unit, target, reach.allowance):
        return []
    a, b = state.nearest(unit, target)
    bx, by = state.x[b], state.y[b]
    dx, dy = state.x[unit.figures[0]] - state.x[a], state.y[unit.figures[0]] - state.y[a]
    for px, py in touching_points(bx, by, state.x[a], state.y[a]):
        if px == state.x[a] and py == state.y[a]:
            return stay_put(state, unit)
        spots = reach.place(px + dx, py + dy)
        if in_contact(state, spots, target):
            return spots
    return []


def touching_points(bx: int, by: int, ax: int, ay: int) -> list[tuple[int, int]]:
    """Where a base may touch that at b: first on the side of a, then round it."""
    tx, ty = along(bx, by, ax, ay, BASE)
    points = [(tx + ox, ty + oy) for ox, oy in NUDGES] + [(bx + ox, by + oy) for ox, oy in TOUCH]
    return [
        (x, y) for x, y in points if distance2(x, y, bx, by) >= BASE * BASE and touching(x, y, bx, by)
    ]  # fmt: skip


def forbid_charge(state: DisposableState, unit: Unit, target: Unit, mode: int) -> Ban | None:
    """At men who can be reached with this move (dh.open.charge_distance)."""
    if state.vehicle(target) is not None:
        return bans.NO_CHARGING_VEHICLES
    if not state.units_within(unit, target, DISTANCE[mode]):
        return bans.CHARGE_DISTANCE
    reach = charge_reach(state, unit, target, mode, DISTANCE[mode])
    return None if contact_spots(state, unit, target, reach) else bans.CHARGE_DISTANCE


def stay_put(state: DisposableState, unit: Unit) -> list[int]:
    return [v for f in unit.figures for v in (state.x[f], state.y[f])]


def in_contact(state: DisposableState, spots: list[int], target: Unit) -> bool:
    for k in range(0, len(spots), 2):
        for f in target.figures:
            if touching(spots[k], spots[k + 1], state.x[f], state.y[f]):
                return True
    return False


class Charge(Question):
    """Check, snap fire, response of the charged unit, contact (dh.open.charge_order)."""

    __slots__ = ("figures", "grenades", "mode", "spots", "strength", "target", "unit", "used")

    def __init__(self, unit: int, target: int, mode: int, grenades: int) -> None:
        super().__init__()
        self.unit, self.target, self.mode = unit, target, mode
        self.grenades = grenades  # declared; they help and cause no casualties (dh.cc.pre.3)
        self.strength = 0  # figures before snap fire
        self.used = 0  # tenths moved
        self.figures: list[int] = []  # who set out, and where each of them ends
        self.spots: list[int] = []

    def advance(self, state: DisposableState) -> None:
        unit = state.units[self.unit]
        target = state.units[self.target]
        step = self.step
        if step == OVER or unit.place != ON_TABLE or target.place != ON_TABLE:
            state.pop()
        elif step == CHECK:
            self.step = CLOSE
            if not self.check(state, unit, target):
                self.step = OVER
                unit.snapped = SNAPPED_OUT  # nothing more this turn, no snap fire either (dh.cc.fail.1)
        elif step == CLOSE:
            self.close(state, unit, target)
        elif step == RESPOND:
            self.respond(state, unit, target)
        elif step == FIGHT:
            self.step = OVER
            self.fight(state, unit)
        else:
            self.step = OVER
            self.pursue(state, unit, target)

    def check(self, state: DisposableState, unit: Unit, target: Unit) -> bool:
        if not check_needed(target):
            return True
        tally = charge_tally(state, unit, target, self.grenades, state.recording)
        more: dict[str, Arg] = {"enemy": state.force(target).name}
        return roll_check(state, unit, tally, acts.FOR_CHARGE, "charge", "dh.cc.guts.1", more)

    def odds(self, state: DisposableState) -> Forecast | None:
        """Of the check, the only die of its own."""
        tally = charge_tally(state, state.units[self.unit], state.units[self.target], self.grenades, True)
        return forecast_check("dh.cc.guts.1", tally, "charge")

    def close(self, state: DisposableState, unit: Unit, target: Unit) -> None:
        self.step = RESPOND
        self.strength = len(unit.figures)
        reach = charge_reach(state, unit, target, self.mode, DISTANCE[self.mode])
        self.spots = contact_spots(state, unit, target, reach)
        ways = reach.routes(self.spots)
        self.used = max([-(-reach.walk.price(way) // FINE) for way in ways])
        self.figures = unit.figures[:]
        on_the_way = stops(state, unit, self.figures, ways)
        # In whatever mode it charges (dh.cc.snap.1).
        state.push(SnapWindow(self.unit, self.figures, on_the_way, True, self.target))

    def arrive(self, state: DisposableState, unit: Unit) -> None:
        """Those who are left come into contact."""
        ends = [k for k in range(len(self.figures)) if self.figures[k] in unit.figures]
        put(state, unit, [v for k in ends for v in self.spots[2 * k : 2 * k + 2]])
        unit.spotted = 0

    def respond(self, state: DisposableState, unit: Unit, target: Unit) -> None:
        self.arrive(state, unit)
        if target.status == ROUTING and state.house & HOUSE_ROUT:  # dh.core.rout.contact
            target.place = DESTROYED
            state.report("overrun", "dh.core.rout.contact", target)
            return
        options = [acts.STAND.act()]
        if forbid_snap(state, target, unit) is None:
            options.append(acts.ANSWER_FIRE.act())
            if forbid_singling_out(state, target, unit) is None:
                options.append(acts.ANSWER_SINGLE_OUT.act())
        options.append(acts.EVADE.act())
        state.ask(target.seat, decisions.RESPONSE, options)

    def forbid_verb(self, state: DisposableState, decision: Decision, verb: Verb) -> Ban | None:
        unit = state.units[self.unit]
        target = state.units[self.target]
        if verb is acts.STAND or verb is acts.EVADE:
            return None
        ban = forbid_snap(state, target, unit)
        return forbid_singling_out(state, target, unit) if ban is None and verb is acts.ANSWER_SINGLE_OUT else ban

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.EVADE:
            self.step = EVADED
            self.evade(state)
            return
        self.step = FIGHT
        if verb is not acts.STAND:
            singled = verb is acts.ANSWER_SINGLE_OUT
            state.push(Shooting(self.target, self.unit, MANOEUVRE, SNAP, 0, True, singled))

    def draws_fire(self, state: DisposableState) -> bool:
        """Whether the charged unit would be fired at if it evaded (dh.cc.evade.4)."""
        twin = state.clone()
        unit = twin.units[self.unit]
        target = twin.units[self.target]
        evade(twin, target, unit)
        return forbid_fire(twin, unit, target, MANOEUVRE, AT_EVADER) is None

    def evade(self, state: DisposableState) -> None:
        """9 inches back, the attacker's free snap fire, then pinned and activated (dh.cc.evade.*)."""
        unit = state.units[self.unit]
        target = state.units[self.target]
        evade(state, target, unit)
        state.report("evade", "dh.cc.evade.3", target)
        if forbid_fire(state, unit, target, MANOEUVRE, AT_EVADER) is None:
            # No sniper would rather leave the choice to his enemy, so he is not asked (dh.fire.sniper.1).
            singled = forbid_singling_out(state, unit, target) is None
            state.push(Shooting(self.unit, self.target, MANOEUVRE, AT_EVADER, 0, False, singled))

    def pursue(self, state: DisposableState, unit: Unit, target: Unit) -> None:
        target.activated = True
        target.status = max(target.status, PINNED)
        if not state.house & HOUSE_PURSUIT:
            return
        left = DISTANCE[self.mode] - self.used
        if left <= 0:
            return
        reach = charge_reach(state, unit, target, self.mode, left)
        spots = contact_spots(state, unit, target, reach)
        if spots:
            put(state, unit, spots)
            self.fight(state, unit)
        else:
            reach.wishes = [state.centre(target)]
            for option in reach.candidates(1):
                put(state, unit, reach.settle_option(option))

    def fight(self, state: DisposableState, unit: Unit) -> None:
        state.push(Melee(self.unit, self.target, len(unit.figures) < self.strength, self.grenades))


class Melee(Question):
    """Blow by blow until one side has no figures left (dh.melee.loop.1).

    All figures fight alike, so the dice are rolled to the end first; then the winner's owner picks his dead
    (dh.open.melee_victims)."""

    __slots__ = ("attacker", "defender", "grenades", "shot_up", "winner")

    def __init__(self, attacker: int, defender: int, shot_up: bool, grenades: int = MAX_GRENADES) -> None:
        super().__init__()
        self.attacker, self.defender = attacker, defender
        self.shot_up = shot_up  # the attacker lost figures to snap fire
        self.grenades = grenades  # declared by the attacker
        self.winner = -1

    def advance(self, state: DisposableState) -> None:
        if self.step == FIGHTING:
            self.step = WON
            self.fight(state)
        elif self.step == WON:
            self.step = SHELTERED
            winner = state.units[self.winner]
            if self.may_shelter(state, winner):
                state.ask(winner.seat, decisions.SHELTER, [acts.COVER.act(), acts.STAY.act()])
        else:
            state.pop()

    def fight(self, state: DisposableState) -> None:
        attacker, defender = state.units[self.attacker], state.units[self.defender]
        striker = self.strikes_first(state, attacker, defender)
        victim = defender if striker is attacker else attacker
        left = [len(striker.figures), len(victim.figures)]
        units = [striker, victim]
        turn = 0
        while left[0] and left[1]:  # dh.melee.reply.1: only survivors strike
            kills = strike(state, units[turn], left[turn], units[1 - turn], left[1 - turn])
            left[1 - turn] -= kills
            turn = 1 - turn
        winner, loser = (striker, victim) if left[0] else (victim, striker)
        self.end(state, winner, loser, left[0] + left[1])

    def odds(self, state: DisposableState) -> Forecast | None:
        """Asked for by the one who is charged: the chance that he wins."""
        forecast = Forecast("dh.melee.init.1", None)
        attacker, defender = state.units[self.attacker], state.units[self.defender]
        attacker_last, defender_last = self.strike_last(attacker, defender)
        a, d = len(attacker.figures), len(defender.figures)
        first = 1.0 if defender_last else 0.0
        if attacker_last == defender_last:
            first = strikes_first(a + self.used(state, attacker) - d - self.used(state, defender))
        chance = melee_chance(first, a, d)
        forecast.put("stand", "succeeds", 1 - chance)
        forecast.put("stand", "fails", chance)
        return forecast

    def strike_last(self, attacker: Unit, defender: Unit) -> tuple[bool, bool]:
        """Who is pinned, or has lost figures to snap fire on the way (dh.melee.init.3, dh.melee.init.4)."""
        return attacker.status != STEADY or self.shot_up, defender.status != STEADY

    def strikes_first(self, state: DisposableState, attacker: Unit, defender: Unit) -> Unit:
        attacker_last, defender_last = self.strike_last(attacker, defender)
        if attacker_last != defender_last:  # else dice decide (dh.melee.init.3, .4, .5)
            first = defender if attacker_last else attacker
            rule = "dh.melee.init.4" if self.shot_up and attacker_last else "dh.melee.init.3"
            state.report("strikes-first", rule, first)
            return first
        a = d = 0
        while a == d:  # ties again (dh.open.melee_tie)
            a, d = self.total(state, attacker), self.total(state, defender)
        first = attacker if a > d else defender
        state.report("melee-initiative", "dh.melee.init.1", first, {"attacker": a, "defender": d})
        return first

    def total(self, state: DisposableState, unit: Unit) -> int:
        """dh.melee.init.1, dh.melee.init.2"""
        return state.dice.roll(10, acts.FOR_MELEE_INITIATIVE) + len(unit.figures) + self.used(state, unit)

    def used(self, state: DisposableState, unit: Unit) -> int:
        """Grenades: those declared for the charge, of the defender as many as he has."""
        most = grenades_used(state, unit)
        return min(most, self.grenades) if unit.index == self.attacker else most

    def end(self, state: DisposableState, winner: Unit, loser: Unit, left: int) -> None:
        """The loser is gone, both count as activated (dh.melee.end.2); then the winner's dead are picked."""
        self.winner = winner.index
        winner.activated = loser.activated = True
        if state.recording:
            label = "attacker" if winner.index == self.attacker else "defender"
            args: dict[str, int | str] = {"unit": state.force(winner).name}
            stood = "fails" if label == "attacker" else "succeeds"
            state.emit(Event("melee-won", "dh.melee.loop.1", args, outcomes=[("melee", label), ("stand", stood)]))
        state.report("destroyed", "dh.core.victory.points", loser)
        loser.figures.clear()
        loser.place = DESTROYED
        if left < len(winner.figures):
            state.push(Casualties(winner.index, 0, 0, len(winner.figures) - left, False))

    def may_shelter(self, state: DisposableState, winner: Unit) -> bool:
        """dh.melee.end.1; the fuel of a flamethrower given up may have left nobody to go (dh.flame.explode.3)."""
        return winner.place == ON_TABLE and shelter_of(state, winner) == OPEN and bool(winner_cover(state, winner))

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        if acts.ACTS.of(option) is acts.COVER:
            winner = state.units[self.winner]
            displace(state, winner, winner_cover(state, winner))
            state.report("to-cover", "dh.melee.end.1", winner)


def winner_cover(state: DisposableState, winner: Unit) -> list[int]:
    """Where the winner stands in the nearest cover from the nearest enemy (dh.open.melee_cover_move)."""
    foe = nearest_enemy(state, winner)
    threat = (state.x[foe], state.y[foe]) if foe >= 0 else state.centre(winner)
    return seek_cover(state, winner, threat, False)


def strike(state: DisposableState, striker: Unit, figures: int, victim: Unit, enemies: int) -> int:
    """One side strikes: how many of the enemies fall."""
    hits, kills, dice = blows(state, figures)
    kills = min(kills, enemies)
    names: dict[str, Arg] = {"unit": state.force(striker).name, "enemy": state.force(victim).name}
    state.announce("melee", "dh.melee.attack.1", {**names, "dice": figures, "hits": hits, "kills": kills}, dice)
    return kills


def blows(state: DisposableState, figures: int) -> tuple[int, int, list[int]]:
    """Hits, kills and the dice of one side's strike."""
    to_hit = [state.dice.roll(10, acts.FOR_MELEE_HIT) for _ in range(figures)]
    hits = sum([roll <= STRIKE for roll in to_hit])
    to_kill = [state.dice.roll(10, acts.FOR_MELEE_KILL) for _ in range(hits)]
    return hits, sum([roll <= STRIKE for roll in to_kill]), to_hit + to_kill
