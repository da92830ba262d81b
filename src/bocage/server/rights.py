"""What a key may see and do. Once people have come by links of their own, nobody may do more than play his seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bocage.kernel.fair import TAKEN_BACK
from bocage.server.players import TABLE

if TYPE_CHECKING:
    from bocage.server.room import Room


class Rights:
    """`held` are the seats whose players have links of their own, the inviter's first; at one screen there are none.

    A bot that takes over a seat changes nothing: who holds it is still asked, and nobody gets to see more.
    """

    def __init__(self, room: Room, held: list[int]) -> None:
        self.room = room
        self.held = held
        self.open: set[int] = set()  # seats whose invitation nobody has followed yet

    @property
    def rivals(self) -> bool:
        return len(self.held) > 1

    def alone(self, key_seat: int) -> bool:
        """Whether no other person plays: then there is nobody to cheat."""
        return not self.rivals and (key_seat == TABLE or key_seat in self.held)

    def whole(self, key_seat: int) -> bool:
        """Whether a key may have the whole game: to save it, or to branch off."""
        return self.room.game.over or self.alone(key_seat)

    def tells_all(self, key_seat: int) -> bool:
        """Whether every choice is open to a key: at the end to all; before, where only bots play, to the table."""
        return self.room.game.over or (self.alone(key_seat) and not self.room.humans)

    def may_know(self, key_seat: int, chooser: int) -> bool:
        """Whether a key may know what a seat chose, and why."""
        return self.tells_all(key_seat) or chooser == self.room.seat_of(key_seat)

    def keeps(self, key_seat: int) -> list[int]:
        """The seats that a key may hand to a bot and take back; the inviter also those to which nobody has come."""
        if self.alone(key_seat):
            return list(range(len(self.room.game.seats)))
        mine = {key_seat} if 0 <= key_seat < len(self.room.game.seats) else set()
        waiting = self.open if self.held and key_seat == self.held[0] else set()
        return sorted(mine | waiting)

    def may_remove(self, key_seat: int) -> bool:
        """Whoever set the game up, while nobody else plays it."""
        if not self.rivals:
            return self.alone(key_seat)
        others = set(self.held[1:]) - self.open
        return key_seat == self.held[0] and (self.room.game.over or not others)

    def salting(self) -> list[int]:
        """The keys that may still mix something into the dice."""
        game = self.room.game
        if game.pledge is None:
            return []
        mixed = {mix.seat for mix in game.pledge.mixes}
        chosen = {played.seat for played in game.history}
        if not self.held:
            return [] if mixed - {TAKEN_BACK} or chosen & set(self.room.humans) else [TABLE]
        return [seat for seat in self.held if seat not in mixed | chosen]

    def dice(self, key_seat: int) -> dict[str, Any]:
        """What this key may know of how the dice come about."""
        pledge = self.room.game.pledge
        if pledge is None:
            return {"fair": False}
        mixes = [[mix.draws, mix.seat, mix.salt] for mix in pledge.mixes]
        return {
            "fair": True,
            "commitment": pledge.commitment(),
            "mixes": mixes,
            "given": pledge.given,
            "salt": key_seat in self.salting(),
        }
