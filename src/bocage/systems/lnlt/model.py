"""What never changes during a game: terrain, board tables, counters, edition switches, scenario."""

from __future__ import annotations

from typing import Final

from bocage.geometry.hex import CROSSED, MISSED, NOWHERE, HexGrid, Polygon, crosses, runs_along
from bocage.systems.lnlt.rules.kinds import ARMOR_LEADER, BLOCKING, LEADER, MG, OPEN, SQUAD
from bocage.systems.lnlt.vehicles import Ordnance, Team

LOS_BLOCKED: Final = 3
"""Degrading hexes beyond two block (lnlt.core.10.3), so a blocked line counts three."""


class Terrain:
    """A line of the Terrain Effects Chart (lnlt.core.tec)."""

    __slots__ = ("cost", "height", "hides_movement", "id", "rule", "shape", "sight", "tm")

    def __init__(
        self,
        id: str,
        sight: int,
        tm: int,
        height: int,
        cost: int,
        hides_movement: bool,
        shape: Polygon | None,
        rule: str,
    ) -> None:
        self.id = id
        self.sight = sight
        self.tm = tm
        self.height = height
        self.cost = cost  # movement points of a leg unit, 0 = prohibited
        self.hides_movement = hides_movement
        self.shape = shape  # silhouette around (0, 0), None = the whole hex
        self.rule = rule


class Board:
    """The map with everything that can be worked out once."""

    __slots__ = (
        "costs",
        "degrading",
        "grid",
        "levels",
        "neighbour_mask",
        "neighbours",
        "open_mask",
        "roads",
        "shapes",
        "sight",
        "size",
        "terrain",
        "title",
        "tm",
    )

    def __init__(
        self,
        title: str,
        grid: HexGrid,
        terrain: list[Terrain],
        levels: list[int],
        shapes: list[list[Polygon]],
        roads: list[list[int]],
    ) -> None:
        self.title = title
        self.grid = grid
        self.size = grid.size
        self.terrain = terrain
        self.levels = levels
        self.shapes = shapes  # silhouettes per hex
        self.roads = roads  # hexes in order along each road
        self.tm: list[int] = [t.tm for t in terrain]
        self.open_mask = 0
        for hex_ in range(grid.size):
            if terrain[hex_].sight == OPEN:
                self.open_mask |= 1 << hex_
        self.neighbours: list[list[int]] = [[n for n in row if n != NOWHERE] for row in grid.neighbours]
        self.neighbour_mask: list[int] = []
        for row in self.neighbours:
            mask = 0
            for n in row:
                mask |= 1 << n
            self.neighbour_mask.append(mask)
        self.costs: list[list[int]] = [self.step_costs(hex_) for hex_ in range(grid.size)]
        self.degrading: list[list[int]] = []
        self.sight: list[int] = []
        self.fill_sight()

    def step_costs(self, hex_: int) -> list[int]:
        """What a step to each neighbour (same order as `neighbours`) costs a leg unit, 0 = prohibited."""
        return [self.step_cost(hex_, n) for n in self.neighbours[hex_]]

    def step_cost(self, hex_: int, to: int) -> int:
        climb = self.levels[to] - self.levels[hex_]
        if climb >= 3 or climb <= -3:
            return 0
        slope = climb if climb > 0 else 1 if climb == -2 else 0
        if self.on_road(hex_, to):
            return 1 + slope
        cost = self.terrain[to].cost
        return cost + slope if cost else 0

    def on_road(self, a: int, b: int) -> bool:
        for road in self.roads:
            for i in range(len(road) - 1):
                if (road[i] == a and road[i + 1] == b) or (road[i] == b and road[i + 1] == a):
                    return True
        return False

    def fill_sight(self) -> None:
        """`degrading[a][b]` hexes hamper the line between a and b, `sight[a]` is the mask of hexes that a sees."""
        size = self.size
        lowest = min(self.levels)
        obstacles = [h for h in range(size) if self.terrain[h].sight != OPEN or self.levels[h] > lowest]
        for _ in range(size):
            self.degrading.append([0] * size)
            self.sight.append(0)
        for a in range(size):
            self.sight[a] |= 1 << a
            for b in range(a + 1, size):
                count = self.look(a, b, obstacles) if obstacles else 0
                self.degrading[a][b] = count
                self.degrading[b][a] = count
                if count < LOS_BLOCKED:
                    self.sight[a] |= 1 << b
                    self.sight[b] |= 1 << a

    def look(self, a: int, b: int, obstacles: list[int]) -> int:
        """Trace one line of sight: how many hexes degrade it, LOS_BLOCKED if it is blocked (lnlt.core.10.3)."""
        grid = self.grid
        from_a = grid.distances[a]
        from_b = grid.distances[b]
        reach = from_a[b] + 1
        count = 0
        for hex_ in obstacles:
            if from_a[hex_] + from_b[hex_] > reach or hex_ in (a, b):
                continue
            how = grid.meet(a, b, hex_)
            if how == MISSED:
                continue
            if how == CROSSED:
                what = self.obstacle(a, b, hex_, False)
            elif hex_ < grid.neighbours[hex_][how]:
                what = self.along(a, b, hex_, grid.neighbours[hex_][how])
            else:
                continue  # the other hex of that side answers for both
            if what == BLOCKING:
                return LOS_BLOCKED
            count += what
        return count if count < LOS_BLOCKED else LOS_BLOCKED

    def along(self, a: int, b: int, one: int, other: int) -> int:
        """A line along a hexside: open if one side is, blocked if both sides block, else degraded once."""
        this = self.obstacle(a, b, one, True)
        that = self.obstacle(a, b, other, True)
        return this if this < that else that

    def obstacle(self, a: int, b: int, hex_: int, edge: bool) -> int:
        """How a hex between two ends hampers the line: by the ground itself or by a silhouette the line meets."""
        ground = self.levels[hex_]
        if self.rises(a, b, hex_, 2 * ground):
            return BLOCKING
        terrain = self.terrain[hex_]
        if terrain.sight == OPEN:
            return OPEN
        # Terrain of height 0 (crops) still stands half a level above its ground, or it would hamper nobody.
        if not self.rises(a, b, hex_, 2 * ground + (2 * terrain.height if terrain.height else 1)):
            return OPEN
        for shape in self.shapes[hex_]:
            if runs_along(self.grid, a, b, shape) if edge else crosses(self.grid, a, b, shape):
                return terrain.sight
        return OPEN

    def rises(self, a: int, b: int, hex_: int, top: int) -> bool:
        """Whether something of this height (in half levels) stands in the line; one hex of shadow below a slope."""
        high = 2 * self.levels[a]
        low = 2 * self.levels[b]
        lower = b
        if high < low:
            high, low = low, high
            lower = a
        if top > high:
            return True
        if high == low or top <= low:
            return False
        return self.grid.distances[hex_][lower] == 1


class UnitType:
    """A counter, both sides."""

    __slots__ = (
        "assault",
        "basis",
        "combined",
        "dismounted",
        "fp",
        "glider",
        "id",
        "kind",
        "lm",
        "mmc",
        "morale",
        "move",
        "nation",
        "range",
        "reduced_even",
        "reduced_odd",
        "service",
        "shaken_morale",
        "size",
        "smc",
        "smoke",
        "starshell",
        "team",
        "traits",
    )

    def __init__(
        self, id: str, nation: str, kind: int, fp: int, range_: int, move: int, morale: int, shaken_morale: int
    ) -> None:
        self.id = id
        self.nation = nation
        self.kind = kind
        self.fp = fp
        self.range = range_
        self.move = move
        self.morale = morale
        self.shaken_morale = shaken_morale
        self.lm = 0
        self.assault = False
        self.glider = False
        self.basis = ""
        self.service = "any"  # the force whose leaders help it
        self.traits = 0  # marks of rules.traits
        self.smoke = 0  # smoke is laid on this die or less (lnlt.core.7)
        self.starshell = 0  # lnlt.core.20.2
        self.smc = LEADER <= kind <= ARMOR_LEADER
        self.mmc = not self.smc
        self.size = 0 if self.smc else 2 if kind == SQUAD else 1  # in half-squads, for stacking
        self.team: Team | None = None  # weapon teams (lnlt.core.armour.2)
        self.reduced_odd: UnitType | None = None
        self.reduced_even: UnitType | None = None
        self.dismounted: UnitType | None = None
        self.combined: UnitType | None = None  # the squad that two such half-squads make


class WeaponType:
    __slots__ = ("basis", "fp", "id", "jams", "kind", "min_range", "name", "nation", "ordnance", "range", "tripod")

    def __init__(self, id: str, name: str, nation: str, fp: int, range_: int) -> None:
        self.id = id
        self.name = name
        self.nation = nation
        self.fp = fp
        self.range = range_
        self.kind = MG
        self.min_range = 0
        self.tripod = False
        self.jams = False
        self.ordnance: Ordnance | None = None  # fires on the Ordnance Fire Table (lnlt.core.armour.1)
        self.basis = ""


class Edition:
    """Named game options: the newest edition is the default (lnlt.core.option)."""

    __slots__ = (
        "assault_fire",
        "assault_halves",
        "natural_six_fails",
        "ops_halves",
        "passes",
        "shaken_die_on_entry",
        "smc_self_rally",
    )

    def __init__(self) -> None:
        self.ops_halves = False
        self.smc_self_rally = True
        self.assault_fire = True
        self.natural_six_fails = True
        self.passes = 3
        self.shaken_die_on_entry = False
        self.assault_halves = False


class Objective:
    __slots__ = ("hex", "points")

    def __init__(self, hex_: int, points: int) -> None:
        self.hex = hex_
        self.points = points


class Scenario:
    """What a scenario file says, with names turned into objects."""

    __slots__ = (
        "about",
        "board",
        "casualty_points",
        "edition",
        "first_initiative",
        "heroes",
        "id",
        "module",
        "nations",
        "objectives",
        "tie",
        "title",
        "turns",
    )

    def __init__(self, id: str, board: Board, nations: list[str], turns: int, first_initiative: int) -> None:
        self.id = id
        self.title: dict[str, str] = {}
        self.about: dict[str, str] = {}
        self.board = board
        self.nations = nations
        self.module = "boh"  # whose counters are in play
        self.turns = turns
        self.first_initiative = first_initiative
        self.objectives: list[Objective] = []
        self.casualty_points = 0  # per squad lost by the enemy, half of it (rounded up) for anything smaller
        self.tie = -1
        self.heroes: list[list[UnitType]] = [[], []]
        self.edition = Edition()
