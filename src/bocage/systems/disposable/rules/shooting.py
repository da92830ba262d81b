"""Shooting at men: hits, casualties, the Guts check. Grenades, launchers, snap and indirect fire use the same steps."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Event, Forecast
from bocage.systems.disposable.rules.accuracy import INSIDE, SNAP, How, Shot
from bocage.systems.disposable.rules.bearing import vehicle_of
from bocage.systems.disposable.rules.casualties import Casualties
from bocage.systems.disposable.rules.chances import forecast_check, forecast_volley, put_volley
from bocage.systems.disposable.rules.guts import check_due, check_second, check_under_fire, guts_tally
from bocage.systems.disposable.rules.snipers import singled_out
from bocage.systems.disposable.rules.volley import Firing, morale, spend, volley
from bocage.systems.disposable.rules.wounds import Hurt, enclosing, inflict, roll_volley
from bocage.systems.disposable.state import (
    DESTROYED,
    HOUSE_SNAP_ONCE,
    JOINED,
    SNAPPED_NOW,
    SNAPPED_OUT,
    DisposableState,
    Unit,
)

# Steps.
FIRE: Final = 0
CHECK: Final = 1


class Shooting(Firing):
    """One unit fires at another: hits, casualties, Guts check."""

    __slots__ = ("before", "chosen", "flame", "singled", "spared")

    def __init__(
        self, shooter: int, target: int, mode: int, how: How, throwers: int = 0, spared: bool = False,
        singled: bool = False, launch: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(shooter, target, mode, how, throwers, launch)
        self.spared = spared  # a charging unit takes no Guts check (dh.cc.snap.2)
        self.singled = singled  # a sniper has named his man
        self.before = 0
        self.flame = False  # a flamethrower has hit
        self.chosen: list[int] | None = None  # the firing figures, where the player picked them

    def advance(self, state: DisposableState) -> None:
        if self.step == FIRE:
            self.step = CHECK
            self.fire(state)
        else:
            self.check(state)
            state.pop()

    def shots(self, state: DisposableState, explain: bool) -> list[Shot]:
        unit, target = state.units[self.shooter], state.units[self.target]
        return volley(state, unit, target, self.mode, self.how, self.throwers, explain, self.chosen, self.launch)

    def fire(self, state: DisposableState) -> None:
        unit, target = state.units[self.shooter], state.units[self.target]
        self.before = len(target.figures)
        state.shared, state.shared_losses, state.attached = -1, 0, 0
        if self.how is SNAP:
            unit.snapped = SNAPPED_OUT if state.house & HOUSE_SNAP_ONCE else SNAPPED_NOW  # dh.open.snap_limits
        shots = self.shots(state, state.recording)
        self.mm = morale(shots)
        named = singled_out(state, unit, target) if self.singled else -1
        begun = len(state.dice.log)
        hurt = roll_volley(state, target, shots)
        spend(state, shots)
        total = min(hurt.total(), self.before)
        if state.recording:
            report(state, unit, target, shots, hurt, self.how, total, state.dice.log[begun:])
        self.suffer(state, target, shots, hurt, total, named)

    def suffer(
        self, state: DisposableState, target: Unit, shots: list[Shot], hurt: Hurt, total: int, named: int
    ) -> None:
        self.flame = hurt.hits > 0 and any(shot.weapon.flame for shot in shots)
        if hurt.gun:
            target.out |= 1
            state.report("gun-destroyed", "dh.cas.blast.gun.2", target)
        if named < 0:
            inflict(state, self.target, hurt, total, self.how is not INSIDE)
        elif total:
            Casualties(self.target, 0, 0, 0, False).fall(state, named, "dh.fire.sniper.1")

    def check(self, state: DisposableState) -> None:
        """Whoever was shot at checks (dh.guts.when.2, dh.guts.when.3)."""
        target = state.units[self.target]
        if self.how is INSIDE and state.scenario.forces[target.index].crew_of >= 0:
            # A crew is its vehicle, which checks only when penetrated (dh.guts.when.1).
            if not target.figures:
                vehicle = vehicle_of(state, target)
                vehicle.figures.clear()
                vehicle.place = DESTROYED
                target.place = JOINED
            return
        if self.spared:
            check_second(state, self.mm, state.units[self.shooter])
            return
        if target.place == DESTROYED and not state.shared_losses:
            return
        losses = self.losses(state, target)
        house = enclosing(state, target)
        if check_due(house is not None and house.bunker, losses):
            check_under_fire(state, target, losses, self.mm, state.units[self.shooter], self.flame)

    def losses(self, state: DisposableState, target: Unit) -> int:
        """Of the unit that was shot at, with a commander who fell beside it."""
        return self.before - len(target.figures) + state.attached

    def odds(self, state: DisposableState) -> Forecast | None:
        """Of the volley; after the last casualty, of the check. Shared casualties mean two checks, without odds."""
        target = state.units[self.target]
        if state.shared_losses:
            return None
        losses = self.losses(state, target)
        if losses:
            tally = guts_tally(state, target, losses, self.mm, state.units[self.shooter], True)
            return forecast_check("dh.guts.base.1", tally, "guts")
        shots = self.shots(state, True)
        forecast = forecast_volley(self.how.rule, shots)
        put_volley(forecast, state, target, shots)
        return forecast


def report(
    state: DisposableState, unit: Unit, target: Unit, shots: list[Shot], hurt: Hurt, how: How, total: int,
    rolls: list[int],
) -> None:  # fmt: skip
    args: dict[str, int | str] = {
        "unit": state.force(unit).name, "target": state.force(target).name, "firing": len(shots),
        "dice": len(hurt.to_hit), "hits": hurt.hits, "wounds": len(hurt.wounds), "casualties": total,
    }  # fmt: skip
    outcomes = [("hits", str(hurt.hits)), ("casualties", str(total))]
    tally = shots[0].tally if shots else None
    place, origin = state.spot(target), state.spot(unit)
    state.emit(Event(how.event, how.rule, args, None, tally, outcomes, place, rolls=rolls, origin=origin))
