"""What sides bring and what they fight for: tiles, cards, goals, and the scenario that joins them. Never changes."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import bits
from bocage.systems.normandie.model.tables import Attack, Board


class Tile:
    """A recruitment tile of an army, or a support option or hero with losses of its own.

    It has order stars, red squares, victory points when broken, and a pool of tokens not yet spent.
    """

    def __init__(
        self, id: str, seat: int, camp: int, stars: int = 0, breaking_point: int = 0, vp: int = 0, kind: str = "tile"
    ) -> None:
        self.id = id
        self.seat = seat  # -1 for a High Command, which serves all players of its side (hon.mp.hc.3)
        self.camp, self.stars = camp, stars
        self.breaking_point = breaking_point  # 0: never breaks
        self.vp = vp
        self.kind = kind  # or "recruit" (an option), "hero": names it in texts
        self.parent = -1  # of an option: the tile it lies on
        self.officer = False  # options on an officer tile serve the whole army
        self.tokens: list[int] = []  # by kind, as bought; empty where there are none
        self.traits = 0  # of its units; on an officer tile, of the whole army
        self.hardened = 0  # orders that only its units may have
        self.late = False  # its unit comes later (hon.ord.nest.1)
        self.arrives = 0  # the round in which an event brings it

    def key(self) -> str:
        """Its name, as an argument of a text."""
        return f"@{self.kind}.{self.id}"


class Card:
    """An action card; `effect` is the name of an entry of rules/cards.py, the rest are its figures."""

    def __init__(self, id: str, phase: int, effect: str, amount: int, bonus: list[int], aaa: int) -> None:
        self.id = id
        self.phase = phase  # -1: any time
        self.effect, self.amount = effect, amount
        self.bonus = bonus  # against the three classes, or CROSS
        self.aaa = aaa  # what an anti-aircraft roll needs
        self.aviation = aaa > 0
        self.scatter = 0
        self.spread = 0  # how far apart its blasts may be
        self.destruction = 0
        self.where: list[str] = []  # terrain a trap lies in
        self.stops = False  # a hit of it ends a move
        self.unit = ""  # the counter it brings


class Goal:
    """Spaces to hold at the end, for victory points or for the victory itself."""

    def __init__(self, cells: int, vp: int, camp: int) -> None:
        self.cells, self.vp = cells, vp
        self.camp = camp  # the only side that scores it, -1 for both


# When a scenario's event takes place
ON_ROUND: Final = 0  # the round begins: its marker is reached (hon.turn.markers.1)
ON_SUPPLY: Final = 1  # after all else that opens the Supply Phase (hon.supply.step.1)
ON_CLOSE: Final = 2  # after all else that closes it (hon.supply.step.5)

# What it does
MORE_ORDERS: Final = 0
AWARD: Final = 1
SMOKE: Final = 2
SHELLS: Final = 3


class Happening:
    """An event of the scenario: what an event marker on the turn counter stands for."""

    def __init__(self, kind: int, round: int, when: int, camp: int, amount: int, place: int) -> None:
        self.kind, self.round, self.when = kind, round, when
        self.camp = camp  # whose event it is, -1 for nobody's
        self.amount = amount  # order tokens or victory points
        self.place = place  # the crossing where it strikes, -1 for none


class Pool:
    """Order tokens that an alliance has in common (hon.mp.ally.2); empty for a player alone."""

    def __init__(self) -> None:
        self.orders = 0  # from a shared Planning option (hon.mp.hc.5)
        self.bluffs = 0
        self.special = 0


class Scenario:
    """Seats are players, camps the two sides they fight on. Of two players each is a side of its own.

    Seats are counted through: first the players of camp 0, then those of camp 1.
    """

    def __init__(
        self, id: str, board: Board, rounds: int, initiative: int, nations: list[str], sizes: tuple[int, int] = (1, 1)
    ) -> None:
        self.id, self.board, self.rounds = id, board, rounds
        self.initiative = initiative  # the side that has it first, -1 where a die decides
        seats = sizes[0] + sizes[1]
        self.camps = [0] * sizes[0] + [1] * sizes[1]  # by seat: the side it fights on
        self.players = [list(range(sizes[0])), list(range(sizes[0], seats))]  # by camp: its seats
        self.allied = seats > 2
        self.sequence = interleaved(self.players, 0)
        self.nations = nations  # by camp
        self.names = player_names(nations, sizes)  # by seat: a catalogue key
        self.zones = [0] * seats  # by seat: where it deploys
        self.edges = [0, 0]  # by camp: the spaces of the board edge it leaves by
        self.tiles: list[Tile] = []
        self.documents_round = 0  # 0 where there are none
        self.locations = [-1, -1, -1, -1, -1, -1]  # by die face - 1: the intersection of the documents
        self.objectives: list[int] = []  # all intersections that are objectives
        self.finder = -1  # the only side that may take the documents; it loses if it does not carry them off
        self.held = False  # or has them at the end
        self.goals: list[Goal] = []
        self.attacker = -1  # the side that wins if it holds the first goal at the end, and loses if not
        self.exits: list[list[int]] = [[], []]  # by camp: points for infantry and vehicles that leave by their edge
        self.wanted = 0  # victory points that end the battle, 0 for none
        self.happenings: list[Happening] = []
        self.closing = 0  # the round of the end marker, 0 for none: from then on a die may end the battle
        self.closing_roll = 0  # what it needs
        # By seat, from the options of its army
        self.perks = [0] * seats
        self.bluffs = [1] * seats  # hon.bluff.have.1
        self.orders = [0] * seats  # order tokens beyond its stars
        self.special = [0] * seats  # special orders for the whole game
        self.pools = [Pool(), Pool()]  # by camp: what its players share out anew each round
        self.cards: list[Card] = []  # all there are, by number
        self.decks: list[list[int]] = [[], []]  # by camp: the cards of its deck, by number
        self.attacks: list[Attack] = []  # of patterns and tokens, by number

    def side(self, camp: int) -> str:
        """Its name, as an argument of a text."""
        return "@nation." + self.nations[camp]

    def mask(self, camp: int) -> int:
        """The players of a side, as the visibility of an event."""
        return bits(self.players[camp])


def player_names(nations: list[str], sizes: tuple[int, int]) -> list[str]:
    """A player alone goes by his nation, allies are numbered."""
    return [
        f"nation.{nation}" if size == 1 else f"player.{nation}.{number + 1}"
        for nation, size in zip(nations, sizes, strict=True)
        for number in range(size)
    ]


def interleaved(ranks: list[list[int]], camp: int) -> list[int]:
    """The first player of this side, the first of the other, the second of this, and so on (hon.mp.deploy.1)."""
    places = range(max(len(ranks[0]), len(ranks[1])))
    return [ranks[side][place] for place in places for side in (camp, 1 - camp) if place < len(ranks[side])]
