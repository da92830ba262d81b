"""What never changes during a battle: counters, terrain, board and scenario. Shared by all copies of a state."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import Grid, Ray, bits, spaces

CROSS: Final = -99
"""In place of a combat bonus: the unit cannot harm that class (hon.counter.bonus.4)."""

UNLIMITED: Final = 99

# Classes of units; indexes of bonuses
INFANTRY: Final = 0
LIGHT: Final = 1
HEAVY: Final = 2

# Outlines
PLAIN: Final = 0
OFFICER: Final = 1
HEAVY_WEAPON: Final = 2
HERO: Final = 3

# Faces of armour
FRONT: Final = 0
SIDE: Final = 1
REAR: Final = 2

# Terrain that comes up in play; indexes of Board.kinds
RUIN: Final = 0
LIGHT_WRECK: Final = 1
HEAVY_WRECK: Final = 2
DUG_IN: Final = 3
BARE: Final = 4

# Opportunity Fire as an ability of a side
NO_WATCH: Final = 0
WATCH_OFF: Final = 1
WATCH_ON: Final = 2

# Blast patterns by colour; 0 is none
BLUE: Final = 1
GREEN: Final = 2
RED: Final = 3
GRAY: Final = 4

# Other attacks that no counter bears; with the patterns, indexes of Scenario.attacks
HAND_GRENADE: Final = 5
RIFLE_GRENADE: Final = 6
FAUST: Final = 7
BOMB: Final = 8
GOLIATH: Final = 9
CHARGE: Final = 10
ATTACKS: Final = (
    "", "blue", "green", "red", "gray", "grenade", "rifle_grenade", "panzerfaust", "bomb", "goliath",
    "demolition_charge",
)  # fmt: skip


class Weapon:
    """Combat bonuses against the three classes, and the abilities of the weapon (hon.counter.heavy.2)."""

    def __init__(self, bonus: list[int]) -> None:
        self.bonus = bonus  # against infantry, light and heavy vehicles, or CROSS
        self.range = UNLIMITED  # in spaces
        self.reach = UNLIMITED  # in intersections
        self.suppressive = False
        self.gunner = False  # Machine Gunner
        self.on_the_move = -1  # what Fire on the Move costs, -1 without the ability
        self.perforating = False
        self.destruction = 0  # dice
        self.dual = False
        self.pattern = 0  # the colour of its blast pattern
        self.indirect = False
        self.scatter = 0
        self.arc = self.frightening = self.hawkeye = self.sniper = False


class Face:
    """One side of a counter, with its own complete set of values (hon.comp.inf.1)."""

    def __init__(self, movement: int, defense: int, hit: bool, white: bool, concealed: bool) -> None:
        self.movement = movement
        self.weapons: list[Weapon] = []
        self.defense = defense
        self.armour = [defense, defense, defense]  # front, side and rear (hon.counter.heavy.1)
        self.hit = hit  # can absorb a hit by being flipped (hon.counter.hit.1)
        self.white = white  # an undamaged side
        self.concealed = concealed
        self.assault = False
        self.assault_value = 0
        self.stars = self.scout = 0
        self.ambush = self.tripod = False
        self.deployed = False  # the side a tripod or an ambush is turned to
        self.watch = NO_WATCH
        self.transport = 0  # capacity
        self.amphibious = self.spotter = self.barrage = self.terrifying = self.substitute = False
        self.waves = self.aaa = self.autonomous = self.personal = self.detonate = False
        self.destruction = 0  # dice of its explosion

    def has_arc(self) -> bool:
        return True in [weapon.arc for weapon in self.weapons]


class Counter:
    def __init__(self, id: str, kind: str, nation: str, officer: bool, front: Face, back: Face, basis: str) -> None:
        self.id, self.kind = id, kind
        self.nation, self.officer = nation, officer
        self.faces = [front, back]
        self.veils = [front, back]  # the same under a Concealed token; made in counters.py
        self.basis = basis
        self.set_rank(INFANTRY)
        self.size = 1  # spaces
        self.gun = False
        self.outline = OFFICER if officer else PLAIN
        self.wreck = 0  # what it takes to clear its wreck
        self.bonuses: list[list[int]] = []  # per side: against infantry, light and heavy vehicles, as printed

    def set_rank(self, rank: int) -> None:
        """Its class; it has a front if it is a vehicle or a weapon with a firing arc."""
        self.rank = rank
        self.turns = rank != INFANTRY or self.faces[0].has_arc() or self.faces[1].has_arc()


class Terrain:
    def __init__(self, id: str, defense: int, obscure: int) -> None:
        self.id, self.defense, self.obscure = id, defense, obscure
        self.blocks = self.difficult = False
        self.closed = False  # to infantry on foot: impassable, or water
        self.bars = [False, False, False]  # by class: impassable (hon.terrain.imp.2)
        self.water = False
        self.structure = 0  # demolition points that clear it away
        self.opportunity = False
        self.element = True  # something to hide in; open ground and roads are not


class Attack:
    """An attack whose values are not on a counter."""

    def __init__(self, bonus: list[int], scatter: int, dice: int) -> None:
        self.bonus = bonus  # against the three classes, or CROSS
        self.scatter, self.dice = scatter, dice


class Building:
    """Rooms of spaces of the board; walls, doors and windows are on their edges."""

    def __init__(self, cells: int, rooms: list[int], defense: int, structure: int) -> None:
        self.cells, self.rooms = cells, rooms
        self.defense, self.structure = defense, structure
        self.doors: list[int] = []  # edges one may walk through
        self.openings: list[int] = []  # edges one may shoot through: doors and windows
        self.inner: list[int] = []  # doors between rooms

    def room_of(self, cell: int) -> int:
        for room in self.rooms:
            if room >> cell & 1:
                return room
        return 0


class Board:
    """The grid with what is printed on it, and the lines of sight over it."""

    def __init__(
        self, grid: Grid, terrain: list[Terrain], overlay: list[int], no_passage: list[int],
        borders: dict[int, int] | None = None,
    ) -> None:  # fmt: skip
        self.grid = grid
        # By intersection: the spaces around it
        self.crossings = [grid.touching(place) for place in range((grid.rows + 1) * (grid.cols + 1))]
        self.rays: dict[int, Ray] = {}  # worked out as they are asked for
        self.ground: Ground | None = None  # as the battle opens
        self.kinds: list[Terrain] = []  # ruin, light and heavy wreck, dug position: what may come up in play
        self.terrain = terrain  # by space
        self.overlay = overlay  # by space: the overlay tile on it, or -1
        self.no_passage = no_passage
        self.borders: dict[int, int] = borders or {}  # by edge: what an element between two spaces obscures
        self.buildings: list[Building] = []
        size = grid.size
        self.blocking = bits([c for c in range(size) if terrain[c].blocks])
        self.obscuring = bits([c for c in range(size) if terrain[c].obscure])
        self.sight = [0] * (size * size)  # by a * size + b; the same both ways
        if self.blocking or self.obscuring or no_passage or self.borders:
            for a in range(size):
                for b in range(a + 1, size):
                    self.sight[a * size + b] = self.sight[b * size + a] = self.seen(a, b, self.blocking)

    def ray(self, cell: int, crossing: int) -> Ray:
        """The line from a space to an intersection."""
        key = cell * len(self.crossings) + crossing
        found = self.rays.get(key)
        if found is None:
            found = self.rays[key] = self.grid.ray(cell, crossing)
        return found

    def seen(self, a: int, b: int, blocking: int) -> int:
        """What the terrain between two spaces takes off a shot, or -1 where it blocks (hon.terrain.obs.1 to .4)."""
        grid = self.grid
        pair = a * grid.size + b
        between = grid.crossed[pair]
        if between & blocking:  # hon.terrain.obs.1
            return -1
        for flank in grid.corners[pair]:  # hon.open.los.corner.1
            if flank & blocking == flank:
                return -1
        total = 0
        if self.no_passage or self.borders:
            for edge in grid.edges_crossed(a, b):
                if edge in self.no_passage:  # hon.terrain.nopass.2
                    return -1
                if not self.beside(edge, a) and not self.beside(edge, b):  # hon.terrain.obs.5
                    total += self.borders.get(edge, 0)
        for cell in spaces(between & self.obscuring):
            total += self.terrain[cell].obscure
        return total

    def beside(self, edge: int, cell: int) -> bool:
        return cell in (edge // 2, edge // 2 + (self.grid.cols if edge % 2 else 1))


class Ground:
    """The board as it is now: wrecks, ruins, passages and dug positions included. Made anew when something changes.

    `joined` are the neighbours one could walk to, `zone` those in the zone of control of a unit here, `steps` by class
    what is open to it. `solid` blocks sight on top of what the board's own lines know, `blocking` is what is left of
    what they know, and `veils` obscure.
    """

    def __init__(self, board: Board, standing: int, build: bool = True) -> None:
        self.board = board
        self.standing = standing  # the buildings still there, as bits
        self.cleared = 0  # spaces whose overlay has been demolished
        self.dug = 0  # spaces with a position dug in play
        self.passages = 0  # hedgerow spaces cut open for vehicles
        self.wrecks = [0, 0]  # the spaces of light and of heavy wrecks
        self.linked = -1  # the buildings for which the ways were worked out
        if build:
            self.build()

    def changed(self) -> Ground:
        """A copy to be changed and then built."""
        twin = Ground(self.board, self.standing, False)
        twin.cleared, twin.dug = self.cleared, self.dug
        twin.passages, twin.wrecks = self.passages, self.wrecks[:]
        twin.linked, twin.indoors = self.linked, self.indoors
        twin.joined, twin.zone, twin.doors = self.joined, self.zone, self.doors
        return twin

    def now(self, cell: int) -> Terrain:
        """What counts in a space: the topmost overlay (hon.open.overlay.1)."""
        board = self.board
        bit = 1 << cell
        if bit & self.wrecks[1]:
            return board.kinds[HEAVY_WRECK]
        if bit & self.wrecks[0]:
            return board.kinds[LIGHT_WRECK]
        if bit & self.dug:
            return board.kinds[DUG_IN]
        for number, building in enumerate(board.buildings):
            if bit & building.cells and not self.standing >> number & 1:
                return board.kinds[RUIN]
        return board.kinds[BARE] if bit & self.cleared else board.terrain[cell]

    def build(self) -> None:
        board = self.board
        size = board.grid.size
        self.terrain = [self.now(cell) for cell in range(size)]
        if self.linked != self.standing:
            self.link()
        self.solid = self.wrecks[0] | self.wrecks[1] | self.indoors
        self.read_terrain(size)
        self.hazy = bits([c for c in range(size) if self.terrain[c].obscure])  # hon.los.clear.1
        gaps = self.gaps() if self.indoors else 0
        self.closed = [bits([c for c in range(size) if self.terrain[c].bars[rank]]) for rank in range(3)]
        for rank in (LIGHT, HEAVY):
            self.closed[rank] = self.closed[rank] & ~self.passages | gaps  # hon.open.passage.1
        closed = self.closed[INFANTRY] | self.water  # hon.terrain.imp.1, hon.terrain.water.1
        self.steps = [joined & ~closed for joined in self.joined]

    def link(self) -> None:
        """The ways between spaces, of which only buildings that fall open new ones."""
        self.linked = self.standing
        self.indoors = 0
        for number, building in enumerate(self.board.buildings):
            if self.standing >> number & 1:
                self.indoors |= building.cells
        self.joined = [self.around(cell) for cell in range(self.board.grid.size)]  # hon.terrain.nopass.1
        # hon.move.zoc.1, hon.move.zoc.2; not through doors: hon.move.zoc.5
        self.zone = self.joined[:]  # hon.open.zoc.building.1
        self.doors = [0] * self.board.grid.size  # by space: the spaces on the other side of its doors
        self.link_doors()

    def read_terrain(self, size: int) -> None:
        board, terrain = self.board, self.terrain
        self.overlay = board.overlay[:]
        for cell in spaces(self.dug):
            self.overlay[cell] = size + cell
        self.difficult = bits([c for c in range(size) if terrain[c].difficult])
        self.opportunity = bits([c for c in range(size) if terrain[c].opportunity])
        self.elements = bits([c for c in range(size) if terrain[c].element])
        self.water = bits([c for c in range(size) if terrain[c].water])
        self.cover = [one.defense for one in terrain]
        self.blocking = bits([c for c in spaces(board.blocking) if terrain[c].blocks])
        self.veils: list[tuple[int, int]] = []
        for cell in range(size):
            change = terrain[cell].obscure - board.terrain[cell].obscure
            if change:
                self.veils.append((1 << cell, change))

    def gaps(self) -> int:
        """The space between two buildings that face each other is for infantry only (hon.build.adj.1)."""
        grid = self.board.grid
        found = 0
        for cell in range(grid.size):
            for d in (0, 2):
                one, two = grid.around[cell][d], grid.around[cell][d + 4]
                if one >= 0 and two >= 0 and self.indoors >> one & 1 and self.indoors >> two & 1:
                    found |= 1 << cell
        return found & ~self.indoors

    def building(self, cell: int) -> int:
        """The number of the standing building a space belongs to, or -1."""
        for number, building in enumerate(self.board.buildings):
            if self.standing >> number & 1 and building.cells >> cell & 1:
                return number
        return -1

    def around(self, cell: int) -> int:
        """The neighbours that no No Passage symbol and no wall cuts off; a diagonal needs one open way around."""
        grid, no_passage = self.board.grid, self.board.no_passage
        mask = 0
        for d in range(8):
            other = grid.around[cell][d]
            if other < 0 or self.walled(cell, other):
                continue
            if d % 2 == 0:
                if grid.edge(cell, other) not in no_passage:
                    mask |= 1 << other
                continue
            one, two = grid.around[cell][(d + 7) % 8], grid.around[cell][(d + 1) % 8]
            by_one = grid.edge(cell, one) in no_passage or grid.edge(one, other) in no_passage
            by_two = grid.edge(cell, two) in no_passage or grid.edge(two, other) in no_passage
            if not (by_one and by_two):
                mask |= 1 << other
        return mask

    def walled(self, a: int, b: int) -> bool:
        """A wall stands between two neighbours: one is inside, or in another room (doors are put in later)."""
        if not (self.indoors >> a & 1 or self.indoors >> b & 1):
            return False
        number = self.building(a)
        if number < 0 or number != self.building(b):  # hon.open.building.grid.1
            return True
        building = self.board.buildings[number]
        return building.room_of(a) != building.room_of(b)

    def link_doors(self) -> None:
        """One enters and leaves by doors alone (hon.build.enter.1, hon.open.building.leave.1)."""
        grid = self.board.grid
        for number, building in enumerate(self.board.buildings):
            if not self.standing >> number & 1:
                continue
            for edge in building.doors + building.inner:
                a = edge // 2
                b = a + (1 if edge % 2 == 0 else grid.cols)
                if edge in self.board.no_passage:
                    continue
                self.joined[a] |= 1 << b  # hon.open.building.grid.1
                self.joined[b] |= 1 << a
                if edge in building.doors:
                    self.doors[a] |= 1 << b
                    self.doors[b] |= 1 << a


def first_ground(board: Board) -> Ground:
    return Ground(board, (1 << len(board.buildings)) - 1)
