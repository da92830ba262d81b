"""Firing: who may shoot at whom, the resolution order of a shot, Suppressive Fire and Opportunity Fire."""

from __future__ import annotations

from typing import Final

from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.state import Procedure
from bocage.kernel.tally import Tally
from bocage.systems.normandie.kinds import FIRE, FOR_SHOT, OPPORTUNITY, SUPPRESS, UNITS
from bocage.systems.normandie.model import CROSS
from bocage.systems.normandie.rules.abilities import uncover
from bocage.systems.normandie.rules.sight import BLOCKED, distance, line_of_sight
from bocage.systems.normandie.rules.victory import eliminate, hit
from bocage.systems.normandie.state import FIELD, NormandieState, Unit, name_of

LONG_RANGE: Final = 7

# What a shot does
MISS: Final = 0
HIT: Final = 1
KILL: Final = 2
OUTCOMES: Final = ("outcome.miss", "outcome.flip", "outcome.eliminated")
SUPPRESSIONS: Final = ("outcome.miss", "outcome.suppressed", "outcome.suppressed-twice")


def can_fire(state: NormandieState, firer: Unit, target: Unit) -> bool:
    face = firer.face
    if target.face.concealed or face.bonus == CROSS:  # hon.abil.ambush.3, hon.fire.who.2
        return False
    if distance(state, firer, target) > face.range:  # hon.abil.lr.1, hon.range.long.1
        return False
    return line_of_sight(state, firer.cell, target.cell) != BLOCKED  # hon.los.need.1


def can_suppress(firer: Unit) -> bool:
    return firer.face.suppressive  # hon.abil.supp.1


def add_bonus(tally: Tally, bonus: int, suppressive: bool) -> None:
    """Steps 2 and 6 of the shot order: the combat bonus, doubled for Suppressive Fire (hon.aid.shot.2, .6)."""
    tally.add(bonus, "tally.bonus", "hon.shot.roll.2")
    if suppressive:
        tally.add(tally.total, "tally.doubled", "hon.abil.supp.2")


def add_penalties(tally: Tally, markers: int, spaces: int, obscured: int) -> None:
    """Step 8 of the shot order: what is taken off the final result (hon.aid.shot.8)."""
    if markers:
        tally.add(-2 * markers, "tally.suppressed", "hon.supd.dice.1")
    if spaces > LONG_RANGE:
        tally.add(-2, "tally.long-range", "hon.range.long.2")
    if obscured:
        tally.add(-obscured, "tally.obscured", "hon.terrain.obs.2")


def add_defense(tally: Tally, defense: int, cover: int) -> None:
    tally.add(defense, "tally.defense", "hon.counter.defense.1")
    if cover:
        tally.add(cover, "tally.cover", "hon.terrain.def.1")


def outcome_of(result: int, defense: int) -> int:
    """Equal or above hits, twice the defense kills or suppresses twice (hon.shot.hit.1, hon.shot.kill.1)."""
    if result >= 2 * defense:
        return KILL
    return HIT if result >= defense else MISS


def shot_tally(state: NormandieState, firer: Unit, target: Unit, suppressive: bool, tally: Tally) -> None:
    add_bonus(tally, firer.face.bonus, suppressive)
    obscured = line_of_sight(state, firer.cell, target.cell)
    add_penalties(tally, firer.suppressed, distance(state, firer, target), obscured)


def defense_tally(state: NormandieState, firer: Unit, target: Unit, tally: Tally) -> None:
    add_defense(tally, target.face.defense, cover(state, firer, target))


def cover(state: NormandieState, attacker: Unit, defender: Unit) -> int:
    """The terrain's defense bonus, none where both share one position (hon.terrain.pos.2, hon.assault.roll.6)."""
    board = state.board
    overlay = board.overlay[defender.cell]
    if overlay >= 0 and overlay == board.overlay[attacker.cell]:
        return 0
    return board.cover[defender.cell]


def shoot(state: NormandieState, firer: Unit, target: Unit, suppressive: bool) -> None:
    """One shot: a die and the modifiers against the defense (hon.shot.roll.1 to hon.shot.kill.1)."""
    if firer.face.concealed:
        uncover(state, firer, "hon.abil.ambush.15")
    attack = Tally(state.recording)
    shot_tally(state, firer, target, suppressive, attack)
    defense = Tally(state.recording)
    defense_tally(state, firer, target, defense)
    die = state.dice.roll(6, FOR_SHOT)
    result = die + attack.total
    outcome = outcome_of(result, defense.total)
    if state.recording:
        state.emit(shot_event(state, firer, target, suppressive, attack, defense, die, outcome))
    if suppressive:
        target.suppressed += outcome  # hon.abil.supp.3, hon.abil.supp.4, hon.open.supp.kill.1
    elif outcome == KILL:
        eliminate(state, target, "hon.shot.kill.1")
    elif outcome == HIT:
        hit(state, target, "hon.shot.effect.1")


def shot_event(
    state: NormandieState,
    firer: Unit,
    target: Unit,
    suppressive: bool,
    attack: Tally,
    defense: Tally,
    die: int,
    outcome: int,
) -> Event:
    label = outcome_label(target, suppressive, outcome)
    args: dict[str, int | str] = {
        "unit": name_of(firer),
        "target": name_of(target),
        "result": die + attack.total,
        "defense": defense.total,
        "cover": defense.total - target.face.defense,
        "outcome": "@" + label,
    }
    kind = "suppress" if suppressive else "fire"
    rule = "hon.abil.supp.3" if suppressive else "hon.shot.hit.1"
    where = state.board.grid.name(target.cell)
    return Event(kind, rule, args, [die], attack, [(f"unit:{target.id}", label)], where)


def outcome_label(target: Unit, suppressive: bool, outcome: int) -> str:
    """What an outcome means for this target: a hit on its last step eliminates too (hon.shot.effect.1, .2)."""
    if suppressive:
        return SUPPRESSIONS[outcome]
    if outcome == HIT and not target.face.hit:
        return OUTCOMES[KILL]
    return OUTCOMES[outcome]


class OpportunityFire(Procedure[NormandieState]):
    """The other side may shoot at a unit that has just moved a space (hon.terrain.opp.3, hon.aid.move.1)."""

    __slots__ = ("mover",)

    def __init__(self, mover: int) -> None:
        super().__init__()
        self.mover = mover

    def advance(self, state: NormandieState) -> None:
        mover = state.units[self.mover]
        options = opportunities(state, mover) if self.step == 0 and mover.status == FIELD else []
        if options:
            state.ask(1 - mover.seat, OPPORTUNITY, [0] + options)
        else:
            state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        if option == 0:
            self.step = 1
            return
        shooter = state.units[option % UNITS]
        if state.recording:
            state.report("opportunity", "hon.terrain.opp.3", shooter, {}, shooter.cell)
        shoot(state, shooter, state.units[self.mover], option // UNITS == SUPPRESS)
        state.lose_token(shooter)  # hon.terrain.opp.6, hon.act.marker.2
        shooter.activated = True

    def copy(self) -> OpportunityFire:
        twin = OpportunityFire(self.mover)
        twin.step = self.step
        return twin

    def data(self) -> list[object]:
        return [self.step, self.mover]


def may_use_opportunity(state: NormandieState, unit: Unit) -> bool:
    """On terrain with the symbol, and not yet activated by an order or a marker (hon.terrain.opp.1)."""
    if unit.status != FIELD or unit.shown or unit.activated or unit.acted:
        return False
    return bool(state.board.opportunity >> unit.cell & 1)


def opportunities(state: NormandieState, mover: Unit) -> list[int]:
    """Who may shoot at the mover, each once; only at the mover (hon.open.opp.count.1, hon.open.opp.target.1)."""
    options: list[int] = []
    for unit in state.units:
        if unit.seat != mover.seat and may_use_opportunity(state, unit) and can_fire(state, unit, mover):
            options.append(FIRE * UNITS + unit.id)
            if can_suppress(unit):
                options.append(SUPPRESS * UNITS + unit.id)
    return options
