"""What the staff of each side holds: special orders, directives, and the action cards."""

from __future__ import annotations

from bocage.systems.normandie.model import Scenario

NO_DIRECTIVE = -1


class Staff:
    """By seat. Hands and the order of the decks are secrets of their side."""

    __slots__ = ("cards", "decks", "directive", "discards", "hands", "herald", "kept", "scenario", "special")

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.special = scenario.special[:]  # special orders of this round
        self.directive = [NO_DIRECTIVE, NO_DIRECTIVE]  # the directive of this round
        self.herald = [-1, -1]  # the officer it lies on
        self.kept = [False, False]  # the Initiative order is used up
        self.cards = False  # a game option: action cards are in play
        self.decks: list[list[int]] = [[], []]  # the top card is the last
        self.hands: list[list[int]] = [[], []]
        self.discards: list[list[int]] = [[], []]

    def copy(self) -> Staff:
        twin = Staff(self.scenario)
        twin.special = self.special[:]
        twin.directive = self.directive[:]
        twin.herald = self.herald[:]
        twin.kept = self.kept[:]
        if self.cards:
            twin.cards = True
            twin.decks = [deck[:] for deck in self.decks]
            twin.hands = [hand[:] for hand in self.hands]
            twin.discards = [discard[:] for discard in self.discards]
        return twin

    def data(self) -> list[object]:
        return [self.special, self.directive, self.herald, self.kept, self.cards, self.decks, self.hands, self.discards]
