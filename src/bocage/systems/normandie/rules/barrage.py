"""Barrages: one unit calls, and heavy weapons of one name fire (chapter Abilities)."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Arg, Ban, Decision, first
from bocage.systems.normandie.model.tables import HEAVY_WEAPON
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.procedures import Asking, Wish
from bocage.systems.normandie.rules.sight import distance
from bocage.systems.normandie.rules.volley import Volley, fire_options
from bocage.systems.normandie.state import FIELD, NormandieState, Unit, is_idle, known_name

BARRAGE_REACH: Final = 3
NO_CALLER: Final = Ban("hon.abil.barrage.1", "no-caller")
NO_WEAPONS_NEAR: Final = Ban("hon.abil.barrage.2", "no-weapons-near")


def callable_weapons(state: NormandieState, caller: Unit, name: str) -> list[int]:
    """Heavy weapons of one name within 3 spaces, not yet activated, with something to shoot at (hon.abil.barrage.2)."""
    own = [u for u in state.units if u.camp == caller.camp and u.status == FIELD and u.counter.outline == HEAVY_WEAPON]
    near = [u for u in own if is_idle(u) and distance(state, caller, u) <= BARRAGE_REACH]
    return [u.id for u in near if (not name or u.counter.id == name) and fire_options(state, u)]


def ban_call(state: NormandieState, caller: Unit) -> Ban | None:
    """It needs an order and calls instead of moving or firing (hon.abil.barrage.1)."""
    if not caller.face.barrage or not caller.shown:
        return NO_CALLER
    return None if callable_weapons(state, caller, "") else NO_WEAPONS_NEAR


class Barrage(Asking):
    """Weapon after weapon fires; the owner of an allied one is asked first, and fires it himself."""

    __slots__ = ("caller", "name", "refused", "wanted")

    def __init__(self, caller: int) -> None:
        super().__init__()
        self.caller = caller
        self.name = ""  # of the weapons, once the first is chosen
        self.wanted = -1  # an ally's weapon
        self.refused = 0  # by their owners, as bits

    def advance(self, state: NormandieState) -> None:
        caller = state.units[self.caller]
        if self.wanted >= 0:
            state.ask(state.units[self.wanted].seat, decisions.AGREE, [acts.REFUSE.act(), acts.AGREED.act()])
            return
        options = callable_weapons(state, caller, self.name) if self.step == 0 else []
        options = [unit for unit in options if not self.refused >> unit & 1]
        if options:
            state.ask(caller.seat, decisions.BARRAGE, [acts.DONE.act(), *acts.JOIN_BARRAGE.on_each(options)])
        else:
            state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.DONE:
            self.step = 1
        elif verb is acts.JOIN_BARRAGE:
            unit = state.units[first(option)]
            if unit.seat == decision.seat:
                self.fire(state, unit)
            else:
                self.wanted = unit.id
                self.refused |= 1 << unit.id  # unless he agrees it is not asked for again
        else:
            wanted, self.wanted = self.wanted, -1
            if verb is acts.AGREED:
                self.fire(state, state.units[wanted])

    def subject(self, state: NormandieState, decision: Decision) -> int:
        return self.wanted if decision.kind is decisions.AGREE else -1

    def ban(self, state: NormandieState, decision: Decision, wish: Wish) -> Ban | None:
        asked = decision.kind is decisions.BARRAGE and wish.unit is not None
        return NO_WEAPONS_NEAR if asked and wish.verb in ("", "barrage") else None

    def fire(self, state: NormandieState, unit: Unit) -> None:
        """It is activated and loses its token (hon.abil.barrage.3)."""
        self.name = unit.counter.id
        state.lose_token(unit)
        unit.activated = True
        # Either may lie concealed, and the weapon may still hold its fire (hon.abil.ambush.14)
        args: dict[str, Arg] = {"unit": known_name(state.units[self.caller]), "target": known_name(unit)}
        state.announce("barrage", "hon.abil.barrage.2", args, place=state.board.grid.name(unit.cell))
        state.push(Volley(unit.id))
