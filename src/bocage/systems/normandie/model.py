"""What never changes during a battle: counters, terrain, board and scenario. Shared by all copies of a state."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import Grid, bits, spaces

CROSS: Final = -99
"""In place of a combat bonus: the unit cannot harm that class (hon.counter.bonus.4)."""

UNLIMITED: Final = 99


class Face:
    """One side of a counter, with its own complete set of values (hon.comp.inf.1)."""

    __slots__ = (
        "aaa",
        "ambush",
        "assault",
        "assault_value",
        "autonomous",
        "bonus",
        "concealed",
        "defense",
        "hit",
        "movement",
        "personal",
        "range",
        "scout",
        "stars",
        "suppressive",
        "white",
    )

    def __init__(self, movement: int, bonus: int, defense: int, hit: bool, white: bool, concealed: bool) -> None:
        self.movement = movement
        self.bonus = bonus  # against infantry, or CROSS
        self.defense = defense
        self.hit = hit  # can absorb a hit by being flipped (hon.counter.hit.1)
        self.white = white  # an undamaged side (hon.counter.name.1)
        self.concealed = concealed
        self.assault = False
        self.assault_value = 0
        self.range = UNLIMITED
        self.suppressive = False
        self.stars = 0
        self.scout = 0
        self.ambush = False
        self.aaa = False
        self.autonomous = False
        self.personal = False


class Counter:
    __slots__ = ("basis", "bonuses", "faces", "id", "kind", "nation", "officer")

    def __init__(self, id: str, kind: str, nation: str, officer: bool, front: Face, back: Face, basis: str) -> None:
        self.id = id
        self.kind = kind
        self.nation = nation
        self.officer = officer
        self.faces = [front, back]
        self.basis = basis
        self.bonuses: list[list[int]] = []  # per side: against infantry, light and heavy vehicles, as printed


class Terrain:
    __slots__ = ("blocks", "closed", "defense", "difficult", "element", "id", "obscure", "opportunity")

    def __init__(self, id: str, defense: int, obscure: int) -> None:
        self.id = id
        self.defense = defense
        self.obscure = obscure
        self.blocks = False
        self.difficult = False
        self.closed = False  # to infantry: impassable, or water
        self.opportunity = False
        self.element = True  # something to hide in; open ground and roads are not


class Board:
    """The grid with its terrain, and what follows from both for movement and sight."""

    __slots__ = (
        "blocking",
        "cover",
        "difficult",
        "elements",
        "grid",
        "obscuring",
        "opportunity",
        "overlay",
        "sight",
        "steps",
        "terrain",
        "zone",
    )

    def __init__(self, grid: Grid, terrain: list[Terrain], overlay: list[int], no_passage: list[int]) -> None:
        self.grid = grid
        self.terrain = terrain  # by space
        self.overlay = overlay  # by space: the overlay tile on it, or -1
        size = grid.size
        self.blocking = bits([c for c in range(size) if terrain[c].blocks])
        self.difficult = bits([c for c in range(size) if terrain[c].difficult])
        self.opportunity = bits([c for c in range(size) if terrain[c].opportunity])
        self.obscuring = bits([c for c in range(size) if terrain[c].obscure])
        self.elements = bits([c for c in range(size) if terrain[c].element])
        self.cover = [terrain[c].defense for c in range(size)]
        closed = bits([c for c in range(size) if terrain[c].closed])
        self.zone = [self.joined(c, no_passage) for c in range(size)]  # hon.move.zoc.1, hon.move.zoc.2
        self.steps = [zone & ~closed for zone in self.zone]  # hon.terrain.imp.1, hon.terrain.nopass.1
        self.sight = [0] * (size * size)  # by a * size + b; the same both ways
        for a in range(size):
            for b in range(a + 1, size):
                self.sight[a * size + b] = self.sight[b * size + a] = self.seen(a, b, no_passage)

    def joined(self, cell: int, no_passage: list[int]) -> int:
        """The neighbours of a space that no No Passage symbol cuts off; a diagonal needs one open way around."""
        grid = self.grid
        mask = 0
        for d in range(8):
            other = grid.around[cell][d]
            if other < 0:
                continue
            if d % 2 == 0:
                if grid.edge(cell, other) not in no_passage:
                    mask |= 1 << other
                continue
            one = grid.around[cell][(d + 7) % 8]
            two = grid.around[cell][(d + 1) % 8]
            by_one = grid.edge(cell, one) in no_passage or grid.edge(one, other) in no_passage
            by_two = grid.edge(cell, two) in no_passage or grid.edge(two, other) in no_passage
            if not (by_one and by_two):
                mask |= 1 << other
        return mask

    def seen(self, a: int, b: int, no_passage: list[int]) -> int:
        """What the terrain between two spaces takes off a shot, or -1 where it blocks (hon.terrain.obs.1 to .4)."""
        grid = self.grid
        pair = a * grid.size + b
        between = grid.crossed[pair]
        if between & self.blocking:
            return -1
        for flank in grid.corners[pair]:  # hon.open.los.corner.1
            if flank & self.blocking == flank:
                return -1
        if no_passage:
            for edge in grid.edges_crossed(a, b):  # hon.terrain.nopass.2
                if edge in no_passage:
                    return -1
        total = 0
        for cell in spaces(between & self.obscuring):
            total += self.terrain[cell].obscure
        return total


class Tile:
    """A recruitment tile of an army, or a support option or hero with losses of its own.

    It has order stars, red squares, victory points when broken, and a pool of tokens not yet spent.
    """

    __slots__ = (
        "breaking_point",
        "hardened",
        "id",
        "kind",
        "officer",
        "parent",
        "seat",
        "stars",
        "tokens",
        "traits",
        "vp",
    )

    def __init__(self, id: str, seat: int, stars: int, breaking_point: int, vp: int) -> None:
        self.id = id
        self.seat = seat
        self.stars = stars
        self.breaking_point = breaking_point  # 0: never breaks
        self.vp = vp
        self.kind = "tile"  # or "recruit" (an option), "hero": names it in texts
        self.parent = -1  # of an option: the tile it lies on
        self.officer = False  # options on an officer tile serve the whole army
        self.tokens: list[int] = []  # by kind, as bought; empty where there are none
        self.traits = 0  # of its units; on an officer tile, of the whole army
        self.hardened = 0  # orders that only its units may have


class Card:
    """An action card; `effect` is a number of rules/effects.py, the rest are its figures."""

    __slots__ = ("aaa", "amount", "aviation", "bonus", "effect", "id", "phase")

    def __init__(self, id: str, phase: int, effect: int, amount: int, bonus: list[int], aaa: int) -> None:
        self.id = id
        self.phase = phase  # -1: any time
        self.effect = effect
        self.amount = amount
        self.bonus = bonus  # against the three classes, or CROSS
        self.aaa = aaa  # what an anti-aircraft roll needs
        self.aviation = aaa > 0


class Scenario:
    __slots__ = (
        "bluffs",
        "board",
        "cards",
        "decks",
        "documents_round",
        "edges",
        "id",
        "initiative",
        "locations",
        "nations",
        "objectives",
        "orders",
        "perks",
        "rounds",
        "special",
        "tiles",
        "zones",
    )

    def __init__(self, id: str, board: Board, rounds: int, initiative: int, nations: list[str]) -> None:
        self.id = id
        self.board = board
        self.rounds = rounds
        self.initiative = initiative  # the seat that has it first, -1 where a die decides
        self.nations = nations  # by seat
        self.zones = [0, 0]  # by seat: where it deploys
        self.edges = [0, 0]  # by seat: the spaces of the board edge it leaves by
        self.tiles: list[Tile] = []
        self.documents_round = 0  # 0 where there are none
        self.locations = [-1, -1, -1, -1, -1, -1]  # by die face - 1: the intersection of the documents
        self.objectives: list[int] = []  # all intersections that are objectives
        # By seat, from the options of its army
        self.perks = [0, 0]
        self.bluffs = [1, 1]  # hon.bluff.have.1
        self.orders = [0, 0]  # order tokens beyond its stars
        self.special = [0, 0]  # special orders for the whole game
        self.cards: list[Card] = []  # all there are, by number
        self.decks: list[list[int]] = [[], []]  # the cards of a side's deck, by number
