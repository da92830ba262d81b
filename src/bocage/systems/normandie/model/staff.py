"""What the staff of each side holds: special orders, directives, and the action cards."""

from __future__ import annotations

from typing import Final

from bocage.systems.normandie.model.forces import Scenario

NO_DIRECTIVE: Final = -1

# What cards add to the action under way: indexes of Staff.aid
AID_SHOT: Final = 0  # to its shots
AID_OPEN: Final = 1  # the target's terrain does not count
AID_MOVING_FIRE: Final = 2  # it may fire on the move at this cost
AID_SURPRISE: Final = 3  # the defender has one die and no terrain
AID_MOVE: Final = 4  # to its movement
AID_ROUGH: Final = 5  # difficult ground does not matter
AIDS: Final = 6

# What cards add to the totals of the assault under way: indexes of Staff.rage
ATTACKING: Final = 0
DEFENDING: Final = 1
NO_RAGE: Final = (0, 0)


class Staff:
    """Hands are by seat, decks by camp: allies draw from one. Both are secrets of their side."""

    __slots__ = (
        "again", "aid", "aided", "cards", "decks", "directive", "discards", "done", "encore", "fury", "guard", "hands",
        "herald", "kept", "rage", "saved", "scenario", "spared", "special",
    )  # fmt: skip

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.special = scenario.special[:]  # special orders of this round
        seats = len(scenario.camps)
        self.directive = [NO_DIRECTIVE] * seats  # the directive of this round
        self.herald = [-1] * seats  # the officer it lies on
        self.kept = [False, False]  # by camp: the Initiative order is used up
        self.cards = False  # a game option: action cards are in play
        self.decks: list[list[int]] = [[], []]  # one for allies (hon.mp.ally.2); the top card is the last
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.discards: list[list[int]] = [[], []]
        self.spared: list[list[str]] = [[] for _ in range(seats)]  # moments of this round at which it plays no card
        self.aid = [0] * AIDS
        self.aided = -1  # the unit whose action these are for
        self.encore = -1  # the side that reveals the next order as well
        self.again = -1  # the unit that acts once more
        self.fury = 0  # Suppressed markers it gets afterwards
        self.done = -1  # the unit whose action a card has taken
        self.guard = 0  # added to the defense against the shot under way
        self.rage: tuple[int, int] = NO_RAGE
        self.saved = False  # the hit of the shot under way only suppresses, or does nothing to a vehicle

    def copy(self) -> Staff:
        twin = Staff(self.scenario)
        twin.special, twin.directive = self.special[:], self.directive[:]
        twin.herald, twin.kept = self.herald[:], self.kept[:]
        if self.cards:
            twin.cards = True
            twin.decks = [deck[:] for deck in self.decks]
            twin.hands = [hand[:] for hand in self.hands]
            twin.discards = [discard[:] for discard in self.discards]
            twin.spared = [spared[:] for spared in self.spared]
            twin.aid, twin.aided, twin.encore = self.aid[:], self.aided, self.encore
            twin.again, twin.fury, twin.done = self.again, self.fury, self.done
            twin.guard, twin.rage, twin.saved = self.guard, self.rage, self.saved
        return twin

    def data(self) -> list[object]:
        held = [self.decks, self.hands, self.discards, self.spared]
        return [self.special, self.directive, self.herald, self.kept, self.cards, held, self.effects()]

    def effects(self) -> list[object]:
        shot = [self.guard, self.rage, self.saved]
        return [self.aid, self.aided, self.encore, self.again, self.fury, self.done, shot]

    def clear_aid(self) -> None:
        """The action that cards helped is over."""
        if self.aided >= 0:
            self.aid = [0] * AIDS
            self.aided = -1

    def bonus(self, unit: int, kind: int) -> int:
        """What cards give this unit's action."""
        return self.aid[kind] if unit == self.aided else 0
