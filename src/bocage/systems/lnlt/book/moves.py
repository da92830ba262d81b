"""What a stack can do: fire, melee, and the ends of its moves. Figures are victory points; see `appraisal`."""

from __future__ import annotations

from typing import Final

from bocage.kernel import TWO_D6, at_least
from bocage.kernel.appraisal import Parts
from bocage.systems.lnlt.book.appraisal import FAR, losses, steps_on_foot, worth, worth_now
from bocage.systems.lnlt.book.outlook import NOWHERE, Group, Outlook, Stand
from bocage.systems.lnlt.model.chart import LEG
from bocage.systems.lnlt.model.flags import SHAKEN
from bocage.systems.lnlt.model.kinds import ASSAULTING, CRAWLING, DOUBLING, LEADER, STEALING, WALK
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.firepower import attack_tally, defence_tally, modes
from bocage.systems.lnlt.rules.melee_strength import column, eligible, is_eligible, total_fp
from bocage.systems.lnlt.rules.paces import allowance, any_shaken, double_time_core, forbid_pace, free_to_move
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.rules.targets import forbid_assault_fire, forbid_fire, forbid_opportunity_fire, targets
from bocage.systems.lnlt.rules.terrain import step_cost

KILLS: Final[tuple[int, ...]] = (12, 11, 10, 9, 8, 7, 6, 5, 4)  # 2d6 that kill, by odds column
FIRE_LATER: Final = 0.45  # a shot that the place would allow next turn
FIRE_STILL: Final = 0.8  # a shot to come in this turn, after an Assault Move


class Book(Outlook):
    """The outlook, and what can be done about it."""

    __slots__ = ()

    # ---- fire

    def fire(self, origin: int, target: int, activated: int, assault: bool, opportunity: bool = False) -> float:
        """What everybody who may fire from one hex at another is expected to take."""
        state = self.state
        distance = self.board.grid.distances[origin][target]
        elements: list[tuple[float, int]] = []
        director = GONE
        for number in state.stacks[self.seat][origin]:
            unit = state.units[number]
            if not activated >> number & 1:
                continue
            if opportunity:
                ready = forbid_opportunity_fire(unit) is None
            else:
                ready = (
                    forbid_assault_fire(state, unit) is None
                    if assault
                    else forbid_fire(unit, target == state.spot_hex) is None
                )
            if not ready:
                continue
            ways = modes(state, unit, distance, opportunity)
            if ways:
                elements.append((-unit.type.fp, ways[-1].on(number)))
            elif unit.type.kind == LEADER and director == GONE:
                director = number
        if not elements:
            return 0.0
        firers = [element for _, element in sorted(elements)]
        if director != GONE:
            firers.append(acts.DIRECTING.on(director))
        victims = state.stacks[self.enemy][target]
        tally = attack_tally(state, origin, target, firers, victims, opportunity, assault)
        return losses(state, victims, tally.total - defence_tally(state, origin, target).total)

    def best_fire(self, hex_: int, activated: int) -> float:
        best = 0.0
        for target in targets(self.state, self.seat, hex_, activated, False):
            best = max(best, self.fire(hex_, target, activated, False))
        return best

    # ---- melee

    def melee(self, attackers: list[int], hex_: int) -> float:
        """A round of Melee there: both sides strike, and who cannot fight is lost."""
        state = self.state
        defenders = state.stacks[self.enemy][hex_]
        fighting = eligible(state, self.enemy, hex_)
        able = [n for n in attackers if is_eligible(state, state.units[n])]
        gain = sum([worth(state, state.units[n]) for n in defenders])
        if not able:
            return -1.0
        if not fighting:
            return self.manner.aggression * gain * 1.1
        mine = total_fp(state, able)
        theirs = total_fp(state, fighting)
        lead = state.best_leadership(self.seat, state.units[able[0]].hex, GONE)
        strike = at_least(TWO_D6, KILLS[column(mine, theirs)] - lead)
        reply = at_least(TWO_D6, KILLS[column(theirs, mine)] - state.best_leadership(self.enemy, hex_, GONE))
        own = sum([worth_now(state, state.units[n]) for n in attackers])
        return self.manner.aggression * strike * gain - 1.1 * self.manner.caution * reply * own

    # ---- moves

    def plan(self, group: Group, mode: int, start: int, spent: int, first: list[int]) -> dict[int, Stand]:
        """For every hex that the move could begin with: what the best end of the move that way is worth.

        The key GONE stands for staying.
        """
        state = self.state
        left = max(1, allowance(state, group.members, mode) - spent)
        field = Field(self.board.size, left)
        quiet = 0.25 if mode in (CRAWLING, STEALING) else 1.0
        for to in first:
            field.arrive(to, min(left, max(1, self.cost(start, to))), 0.0, quiet * self.watched(to), to)
        still = FIRE_STILL if mode == ASSAULTING else FIRE_LATER
        best: dict[int, Stand] = {GONE: self.place(group, start, FIRE_LATER)}
        walk = steps_on_foot(state)
        enemies = state.occupied[self.enemy]
        barred = self.barred_to(group, mode) | 1 << start
        for used in range(1, left + 1):
            for here in field.front[used]:
                if field.used[here] != used or field.done[here] == used:
                    continue
                field.done[here] = used
                if here in first or forbid_stacking(state, self.seat, here, group.members) is None:
                    self.note_end(group, field, here, still, best)
                if enemies >> here & 1 or mode == CRAWLING:
                    continue
                for to, cost in walk[here]:
                    if used + cost <= left and not barred >> to & 1:
                        field.arrive(to, used + cost, field.risk[here], quiet * self.watched(to), field.step[here])
        return best

    def barred_to(self, group: Group, mode: int) -> int:
        enemies = self.state.occupied[self.enemy]
        alone = self.state.armour[self.enemy] & ~enemies
        return alone | enemies if mode not in (WALK, DOUBLING) or any_shaken(self.state, group.members) else alone

    def note_end(self, group: Group, field: Field, here: int, still: float, best: dict[int, Stand]) -> None:
        """Where the move may end, if that is worth more than any other end with the same first step."""
        end = field.ends[here]
        if end is None:
            end = field.ends[here] = self.end_of_move(group, here, still)
        step = field.step[here]
        dread = -0.8 * self.manner.caution * group.men * field.risk[here]
        known = best.get(step)
        if known is None or end.total() + dread > known.total():
            best[step] = end.along(dread)

    def end_of_move(self, group: Group, here: int, still: float) -> Stand:
        if self.state.occupied[self.enemy] >> here & 1:
            drawn = self.manner.objective * self.pull(here, 0)
            return Stand(drawn, 0.0, 0.0, 0.0, self.melee(group.members, here))
        return self.place(group, here, still)

    def cost(self, here: int, to: int) -> int:
        return step_cost(self.state, LEG, here, self.board.neighbours[here].index(to))

    def best_move(self, hex_: int, activated: int, mode: int) -> Parts:
        """What the best move of a hex's stack gains over standing still; empty if there is none."""
        movers = self.movers(hex_, activated, mode)
        if not movers:
            return []
        key = (hex_, mode, *movers)
        found = self.plans.moves.get(key)
        if found is None:
            found = self.plans.moves[key] = self.find_move(movers, hex_, mode)
        return found

    def find_move(self, movers: list[int], hex_: int, mode: int) -> Parts:
        state = self.state
        barred = state.armour[self.enemy]
        if any_shaken(state, movers):
            barred |= state.occupied[self.enemy]
        first = [
            to
            for to in self.board.neighbours[hex_]
            if not barred >> to & 1 and self.cost(hex_, to) and forbid_stacking(state, self.seat, to, movers) is None
        ]
        ways = self.plan(Group(state, movers), mode, hex_, 0, first)
        stay = ways.pop(GONE)
        best = NOWHERE
        for way in ways.values():
            if best is NOWHERE or way.total() > best.total():
                best = way
        return [] if best is NOWHERE else best.parts(stay)

    def movers(self, hex_: int, activated: int, mode: int) -> list[int]:
        """Who would go: those in Good Order, unless nobody is."""
        free = free_to_move(self.state, self.seat, hex_, activated)
        if mode == DOUBLING and not double_time_core(self.state, free):
            return []
        free = [n for n in free if forbid_pace(self.state, self.state.units[n], mode) is None]
        steady = [n for n in free if not self.state.units[n].flags & SHAKEN]
        return steady or free


class Field:
    """The hexes that a move reaches: movement points, risk on the way, first step; by hex."""

    __slots__ = ("done", "ends", "front", "risk", "step", "used")

    def __init__(self, size: int, left: int) -> None:
        self.used = [FAR] * size
        self.done = [0] * size
        self.risk = [FAR + 0.0] * size
        self.step = [GONE] * size
        self.ends: list[Stand | None] = [None] * size
        self.front: list[list[int]] = [[] for _ in range(left + 1)]  # by movement points

    def arrive(self, to: int, used: int, risk: float, watched: float, step: int) -> None:
        """Note a way to a hex if none so cheap and safe was known. The worst moment counts: who has fired has fired."""
        risk = max(risk, watched) + 0.2 * min(risk, watched)
        known = self.risk[to]
        if risk < known - 0.02 or (used < self.used[to] and risk <= known + 0.02):
            self.used[to] = used
            self.risk[to] = risk
            self.step[to] = step
            self.front[used].append(to)
