"""Ways to shoot, and what a roll against a defense does."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Odds
from bocage.systems.normandie.model.tables import HEAVY, INFANTRY
from bocage.systems.normandie.state import NormandieState, Unit

# What a shot does
MISS: Final = 0
HIT: Final = 1
KILL: Final = 2
OUTCOMES: Final = ("outcome.miss", "outcome.flip", "outcome.eliminated")
SUPPRESSIONS: Final = ("outcome.miss", "outcome.suppressed", "outcome.suppressed-twice")
SNIPED: Final = 2  # on the sniper's table: a hit, and a marker as well if the target is still there
SNIPED_AND_SHAKEN: Final = 3
SNIPES: Final = ("outcome.miss", "outcome.suppressed", "outcome.flip", "outcome.flip-suppressed")

# Ways to shoot
REGULAR: Final = 0
SUPPRESSIVE: Final = 1
SNIPER: Final = 2
PATTERN: Final = 3  # under a blast pattern: no range, no obstacles, side armour
CONTAINED: Final = 4  # a grenade in a room or a position: no cover either
BOMB: Final = 5  # stuck on a vehicle: no penalties at all
BLASTS: Final = (PATTERN, CONTAINED, BOMB)
EVENTS: Final = ("fire", "suppress", "snipe", "blast", "blast", "bomb-blast")
SHOT_RULES: Final = (
    "hon.shot.hit.1", "hon.abil.supp.3", "hon.abil.sniper.1", "hon.open.blast.roll.1", "hon.open.grenade.roll.1",
    "hon.eq.mine.4",
)  # fmt: skip


def outcome_of(result: int, defense: int) -> int:
    """Equal or above hits, twice the defense kills or suppresses twice (hon.shot.hit.1, hon.shot.kill.1)."""
    if result >= 2 * defense:
        return KILL
    return HIT if result >= defense else MISS


def snipe_of(result: int) -> int:
    """The sniper table (hon.abil.sniper.t1 to .t4): nothing, suppressed, hit, hit and suppressed."""
    if result <= 1:
        return 0
    if result <= 3:
        return 1
    return 2 if result <= 5 else 3


def outcome_label(state: NormandieState, target: Unit, kind: int, outcome: int) -> str:
    """What an outcome means for this target: a hit on its last step eliminates too (hon.shot.effect.1, .2)."""
    if kind == SUPPRESSIVE:
        return SUPPRESSIONS[outcome]
    if kind == SNIPER:
        return OUTCOMES[KILL] if outcome >= 2 and not target.face.hit else SNIPES[outcome]
    if outcome == MISS:
        return OUTCOMES[MISS]
    if target.counter.rank != INFANTRY:
        return "outcome.located" if target.counter.rank == HEAVY and outcome == HIT else "outcome.wrecked"
    if outcome == HIT and not target.face.hit:
        return OUTCOMES[KILL]
    return OUTCOMES[outcome]


BEST_OF_TWO: Final[Odds] = {face: (2 * face - 1) / 36 for face in range(1, 7)}
