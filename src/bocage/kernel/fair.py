"""Dice that nobody can foresee and everybody can check afterwards.

A game has a secret of 256 bits. Its hash, the commitment, is shown before the first choice; each seat then adds a salt
of its own. Every die is an HMAC of its number, keyed with the secret and the salts so far. At the end the secret is
told, and whoever kept the commitment works out every die again.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

from bocage.kernel.dice import SOURCE, BadScript, Dice, DiceExhausted, scramble
from bocage.kernel.state import State
from bocage.kernel.system import System

SECRET: Final = 32  # bytes
TAKEN_BACK: Final = -1
"""As the seat of a mix: dice that were seen and taken back never come again."""


class Mix:
    """From this number of dice on, something is mixed into the key: the salt of a seat."""

    __slots__ = ("draws", "salt", "seat")

    def __init__(self, draws: int, seat: int, salt: str) -> None:
        self.draws = draws
        self.seat = seat
        self.salt = salt


class Pledge:
    """The secret of a game and what its players added to it; `faces` are all dice so far.

    Without a secret it can only tell the faces it was given again.
    """

    __slots__ = ("faces", "given", "key", "mixes", "opening", "secret", "seed", "sides")

    def __init__(self, secret: bytes, seed: int, faces: list[int], mixes: list[Mix], given: int = 0) -> None:
        self.secret = secret
        self.seed = seed  # what the set-up is drawn from, where a scenario leaves it to chance
        self.faces = faces
        self.mixes = mixes
        self.given = given  # so many dice were taken over from another game
        self.opening = 0  # so many fell before the first choice
        self.sides: list[int] = []  # of all dice so far; 0 where a lesson laid it
        self.key = b""
        self.turn_key()

    def turn_key(self) -> None:
        self.key = key_of(self.secret, self.mixes) if self.secret else b""

    def mix(self, seat: int, salt: str) -> None:
        self.mixes.append(Mix(len(self.faces), seat, salt))
        self.turn_key()

    def take_back(self, draws: int) -> None:
        """Forget every die from this number on, which were seen: those that come instead are others."""
        if draws < len(self.faces):
            self.forget(draws)
            self.given = min(self.given, draws)
            self.mix(TAKEN_BACK, "")

    def forget(self, draws: int) -> None:
        """Dice from this number on that nobody has seen."""
        del self.faces[draws:]
        del self.sides[draws:]

    def twin(self) -> Pledge:
        """Of the same secret, going its own way."""
        return Pledge(self.secret, self.seed, self.faces[:], self.mixes[:], self.given)

    def draw(self, number: int, sides: int) -> int:
        """The die with this number: told again, or else new."""
        faces = self.faces
        del self.sides[number:]
        self.sides.append(sides)
        if number < len(faces):
            if not 1 <= faces[number] <= sides:
                raise BadScript(f"die {number + 1} shows {faces[number]}, but a d{sides} is rolled")
            return faces[number]
        if not self.key:
            raise DiceExhausted(sides, 0)
        face = face_of(self.key, number, sides)
        faces.append(face)
        return face

    def lay(self, number: int, face: int) -> None:
        """A die that was not drawn."""
        del self.sides[number:]
        self.sides.append(0)
        if number == len(self.faces):
            self.faces.append(face)

    def commitment(self) -> str:
        return commit(self.secret, self.seed)


def swear(seed: int | None = None, faces: list[int] | None = None) -> Pledge:
    """A new secret; a game that goes on from another has the seed and the dice of that one."""
    drawn = secrets.randbelow(2**63) if seed is None else seed
    told = faces or []
    return Pledge(secrets.token_bytes(SECRET), drawn, told, [], len(told))


def telling(seed: int, faces: list[int]) -> Pledge:
    """These dice and no others, for whoever follows a game without its secret."""
    return Pledge(b"", seed, faces, [])


def commit(secret: bytes, seed: int) -> str:
    return sha256(f"bocage dice\n{secret.hex()}\n{seed}".encode()).hexdigest()


def key_of(secret: bytes, mixes: list[Mix]) -> bytes:
    lines = [f"{mix.draws} {mix.seat} {mix.salt}" for mix in mixes]
    return hmac.digest(secret, "\n".join(lines).encode(), "sha256")


def face_of(key: bytes, number: int, sides: int) -> int:
    """128 bits, so that no face is likelier than another by anything that could ever be seen."""
    return int.from_bytes(hmac.digest(key, str(number).encode(), "sha256")[:16], "big") % sides + 1


def key_for(secret: bytes, mixes: list[Mix], number: int) -> bytes:
    """The key that a die of a finished game was rolled with: that of the last mix made at or before it."""
    for last in range(len(mixes), 0, -1):
        if mixes[last - 1].draws <= number:
            return key_of(secret, mixes[:last])
    return key_of(secret, [])


class FairDice(Dice):
    """The dice of a pledge. A copy has other dice: whoever thinks or looks ahead never sees those to come."""

    __slots__ = ("pledge",)

    def __init__(self, pledge: Pledge, draws: int = 0) -> None:
        super().__init__(0, draws)
        self.pledge = pledge

    def roll(self, sides: int, purpose: int) -> int:
        script = self.script
        if script is None:
            result = self.pledge.draw(self.draws, sides)
        else:  # a lesson's dice
            result = self.scripted(script, sides, purpose)
            self.pledge.lay(self.draws, result)
        self.draws += 1
        self.log.append(purpose << 16 | sides << 8 | result)
        return result

    def copy(self) -> Dice:
        twin = super().copy()
        twin.state = scramble(self.draws)
        return twin

    def rejoin(self, copy: Dice) -> Dice:
        if copy.draws < self.draws:
            self.pledge.forget(copy.draws)
        self.draws = copy.draws
        self.log = copy.log[:]
        self.told = copy.told
        self.script = copy.script
        self.cursor = copy.cursor
        return self


def renew(dice: FairDice) -> Pledge:
    """A new secret for a game that goes on although the old one has been told."""
    old = dice.pledge
    pledge = swear(old.seed, old.faces[:])
    pledge.sides = old.sides[:]
    pledge.opening = old.opening
    dice.pledge = pledge
    return pledge


class Opening:
    """Makes the dice of a game that is being set up; those that only a helper asks for have a pledge of their own."""

    __slots__ = ("pledge",)

    def __init__(self, pledge: Pledge) -> None:
        self.pledge = pledge

    def dice(self) -> Dice:
        return FairDice(self.pledge.twin())


def open_with(pledge: Pledge, system: System, scenario: str, options: dict[str, Any]) -> tuple[State, Pledge]:
    """The first position of a game with these dice, which whatever the system rolls for its seed comes from."""
    make: Callable[[], Dice] = Opening(pledge).dice
    token = SOURCE.set(make)
    try:
        state: State = system.begin(scenario, pledge.seed, options)
    finally:
        SOURCE.reset(token)
    dice = state.dice
    if not isinstance(dice, FairDice):
        raise TypeError(f"{system.id} sets games up with dice of its own: it has to use `seeded`")
    dice.pledge.opening = dice.draws
    return state, dice.pledge


def reopen(pledge: Pledge | None, system: System, scenario: str, seed: int, options: dict[str, Any]) -> State:
    """The first position of a game again, set up with the dice that fell for it."""
    if pledge is None:
        first: State = system.begin(scenario, seed, options)
        return first
    return open_with(telling(seed, pledge.faces[: pledge.opening]), system, scenario, options)[0]
