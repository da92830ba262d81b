"""Steps (lnlt.core.6.0): which hexes a stack may enter next, and whether a move can begin at all."""

from __future__ import annotations

from bocage.kernel import Ban
from bocage.systems.lnlt.model.chart import LEG
from bocage.systems.lnlt.model.flags import SHAKEN
from bocage.systems.lnlt.model.kinds import CRAWLING, DISMOUNTING, DOUBLING, WALK
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.rules import bans, paces
from bocage.systems.lnlt.rules.aftermath import visible_enemies
from bocage.systems.lnlt.rules.close_assault import may_go_in
from bocage.systems.lnlt.rules.forces import may_leave
from bocage.systems.lnlt.rules.melee_strength import is_eligible
from bocage.systems.lnlt.rules.special import ground_kept
from bocage.systems.lnlt.rules.stacking import MOST_HALF_SQUADS, MOST_SMC, forbid_stacking
from bocage.systems.lnlt.rules.terrain import step_cost, why_closed
from bocage.systems.lnlt.rules.traits import PARTISAN, WOODSMEN
from bocage.systems.lnlt.state import LnltState


def can_step(state: LnltState, seat: int, hex_: int, movers: list[int], mode: int, peaceful: bool) -> bool:
    """Whether the stack can set out at all."""
    if len(movers) <= MOST_SMC and lies_open(state, seat, hex_):  # who are so few fit wherever nobody is
        for number in movers:
            if not is_nimble(state.units[number]):
                break
        else:
            return True
    return bool(steps(state, seat, hex_, movers, mode, 0, peaceful, 0, 1))


def is_nimble(unit: Unit) -> bool:
    return unit.type.nimble and not unit.flags & SHAKEN


def lies_open(state: LnltState, seat: int, hex_: int) -> bool:
    """Whether easy ground beside the hex is empty, and nothing keeps a nimble unit from stepping there in whatever
    way it moves; where it is not, `steps` says what does."""
    if state.scenario.cramped or (state.course is not None and ground_kept(state, seat, hex_)):
        return False
    hindered = state.ground.hindered
    taken = state.occupied[0] | state.occupied[1] | state.armour[1 - seat] | hindered
    easy = state.board.easy[hex_]
    return easy & taken != easy and not hindered >> hex_ & 1


def steps(
    state: LnltState, seat: int, hex_: int, movers: list[int], mode: int, spent: int, peaceful: bool, woods: int = 0,
    enough: int = 12, refused: dict[int, Ban] | None = None,
) -> list[int]:  # fmt: skip
    """Neighbours that the stack may enter now (lnlt.core.6.0, lnlt.core.6.1, lnlt.core.6.3): paid for, past wire too
    (lnlt.core.21), without too many friends (lnlt.core.1.3) or enemies it cannot fight (lnlt.core.8.0). At most
    `enough` of them; `refused` takes what forbids the others. `peaceful` movers (withdrawing) may not enter an
    enemy hex."""
    found: list[int] = []
    if state.scenario.cramped and forbid_leaving(state, seat, hex_, movers, refused):
        return found
    left = paces.allowance(state, movers, mode) - spent
    board = state.board
    beside = board.beside[hex_]
    kept = 0 if state.course is None else ground_kept(state, seat, hex_)
    guarded = (state.occupied[1 - seat] | state.armour[1 - seat] | (~kept if kept else 0)) & beside
    flags = size = 0
    at_home = WOODSMEN | PARTISAN  # the woodcraft that all of them have
    for number in movers:
        unit = state.units[number]
        flags |= unit.flags
        size += unit.type.size
        at_home &= unit.type.traits
    shaken = bool(flags & SHAKEN)
    # So many fit wherever nobody is, but for small places: at least half of `size` are no single men.
    few = not state.scenario.cramped and size <= MOST_HALF_SQUADS and len(movers) <= MOST_SMC + size // 2
    friends = state.stacks[seat]
    threats = visible_enemies(state, seat, hex_) if shaken else 0
    for to in affordable(state, hex_, left, mode, spent, woods, at_home, refused):
        ban: Ban | None = None
        if guarded and guarded >> to & 1:
            ban = forbid_neighbour(state, seat, hex_, to, movers, mode, peaceful or shaken)
        if ban is None and threats and threats & board.grid.nearer(hex_, to):
            ban = bans.CLOSER
        if ban is None and (friends[to] or not few or to >= board.hexes):
            ban = forbid_stacking(state, seat, to, movers)
        if ban is None:
            found.append(to)
            if len(found) == enough:
                break
        elif refused is not None:
            refused[to] = ban
    return found


def forbid_leaving(state: LnltState, seat: int, hex_: int, movers: list[int], refused: dict[int, Ban] | None) -> bool:
    """Whether those who would stay behind keep the stack where it is."""
    stuck = not may_leave(state, seat, hex_, movers)
    if stuck and refused is not None:
        refused.update(dict.fromkeys(state.board.neighbours[hex_], bans.LEADERLESS))
    return stuck


def affordable(
    state: LnltState, hex_: int, left: int, mode: int, spent: int, woods: int, at_home: int,
    refused: dict[int, Ban] | None,
) -> list[int]:  # fmt: skip
    """The neighbours that a stack with so many points left can pay for; `refused` takes what forbids the others."""
    board = state.board
    hindered = state.ground.hindered & board.around[hex_]
    if not hindered and not at_home and refused is None:
        if spent == 0 and mode == WALK and left >= 1:
            return board.affordable[hex_][-1]
        return board.within_points(hex_, left - 1 if mode == CRAWLING else left)
    costs = price(state, hex_, woods, at_home, hindered)
    found: list[int] = []
    for i, to in enumerate(board.neighbours[hex_]):
        ban = forbid_cost(costs[i], left, mode, spent)
        if ban is None:
            found.append(to)
        elif refused is not None:
            refused[to] = why_closed(state, hex_, to, ban) if ban is bans.PROHIBITED else ban
    return found


def price(state: LnltState, hex_: int, woods: int, at_home: int, hindered: int) -> list[int]:
    """Movement points of a step to each neighbour, for those who are at home in the woods or not."""
    board = state.board
    found = board.costs[hex_][:]
    neighbours = board.neighbours[hex_]
    for i in range(len(neighbours)):
        to = neighbours[i]
        if (hindered >> to | hindered >> hex_) & 1:
            found[i] = step_cost(state, LEG, hex_, i)
        if at_home and found[i] > 1:
            found[i] = paces.woodcraft(state, hex_, to, found[i], woods, at_home)
    return found


def forbid_cost(cost: int, left: int, mode: int, spent: int) -> Ban | None:  # lnlt.core.6.0, lnlt.core.6.2
    """What keeps a stack with so many points left from paying for a step; who walks may always take the first."""
    if cost == 0:
        return bans.PROHIBITED
    if mode == CRAWLING and cost >= left:
        return bans.CRAWL_COST  # a step that takes all of its movement cannot be crawled
    if cost > left and not (spent == 0 and mode == WALK and left >= 1):
        return bans.TOO_FAR_BY_HALF if mode in paces.HALF_WAY else bans.TOO_FAR
    return None


def forbid_neighbour(
    state: LnltState, seat: int, hex_: int, to: int, movers: list[int], mode: int, harmless: bool
) -> Ban | None:  # lnlt.core.6.0, lnlt.core.6.1, lnlt.core.8.0
    """What keeps the stack out of a neighbour it could pay for: the enemy, or orders to stay."""
    kept = ground_kept(state, seat, hex_)
    if kept and not kept >> to & 1:
        return bans.NO_RETREAT
    if state.occupied[1 - seat] >> to & 1:
        if harmless or not may_attack(state, movers, mode):
            return bans.ENEMY_HEX
    elif state.armour[1 - seat] >> to & 1 and (harmless or not may_assault(state, movers, mode)):
        return bans.ENEMY_VEHICLE
    return None


def cost_of_step(state: LnltState, movers: list[int], hex_: int, to: int, woods: int) -> int:
    cost = step_cost(state, LEG, hex_, state.board.neighbours[hex_].index(to))
    at_home = paces.woodsmanship(state, movers) if cost > 1 else 0
    return paces.woodcraft(state, hex_, to, cost, woods, at_home) if at_home else cost


def may_attack(state: LnltState, movers: list[int], mode: int) -> bool:
    """Entering an enemy hex takes somebody who can fight, and neither Assault Move nor Low Crawl (lnlt.core.8.0)."""
    if mode != WALK and mode != DOUBLING:
        return False
    for number in movers:  # noqa: SIM110 - much faster than any(), and asked at every step
        if is_eligible(state, state.units[number]):
            return True
    return False


def may_assault(state: LnltState, movers: list[int], mode: int) -> bool:
    """Beside a vehicle nobody walks but to assault it (lnlt.core.armour.7.2)."""
    return mode in (WALK, DOUBLING) and may_go_in(state, movers)


def can_begin(state: LnltState, seat: int, hex_: int, free: list[int], mode: int, clear: bool) -> bool:
    """Whether some of those who are free to move in this hex, which lies open (`clear`) or not, can make such a move
    at all (lnlt.core.6.0, lnlt.core.6.1, lnlt.core.6.2, lnlt.core.6.3)."""
    if mode == DOUBLING:
        core = paces.double_time_core(state, free)
        return bool(core) and can_step(state, seat, hex_, core, mode, False)
    marked = mode in paces.NEEDS_MARK
    for number in free:
        unit = state.units[number]
        if marked and not paces.is_made_for(state, unit, mode):
            continue
        if paces.forbid_pace(state, unit, mode) is not None:
            continue
        if (clear and is_nimble(unit)) or mode == DISMOUNTING:
            return True
        if steps(state, seat, hex_, [number], mode, 0, False, 0, 1):
            return True
    return False
