"""Acts: every choice of a game is declared once, as a verb with its operands, and travels as one integer.

    ACTS = Acts()
    FIRE = ACTS.verb("fire", "lnlt.core.5.0", ORIGIN, HEX)      # the declaration: words are under choice.fire
    options.append(FIRE.act(origin, target))                    # the offer
    if ACTS.of(option) is FIRE: ... first(option), second(option)  # the answer

An act is `verb | first << 9 | second << 23 | third << 37`: below 2**53, so that a browser holds it exactly. Operands
are whole numbers from 0 to `MOST`; a scenario with more hexes or units than that is refused when it is read.
"""

from __future__ import annotations

from typing import Final

VERB_BITS: Final = 9
OPERAND_BITS: Final = 14
FIRST: Final = 9
SECOND: Final = 23
THIRD: Final = 37
MOST_VERBS: Final = (1 << VERB_BITS) - 1
MOST: Final = (1 << OPERAND_BITS) - 1
"""The greatest operand: so many hexes, units or weapons a battle may have, less one."""

# A point of the free table, in tenths of an inch. Systems give the verb its name (`Acts.point`).
POINT: Final = MOST_VERBS

# What an operand is. A system may name kinds of its own; these are known to the kernel.
NUMBER: Final = "number"


class BadAct(Exception):
    """An operand that does not fit, or a number that is no act of this system."""


def first(option: int) -> int:
    return option >> FIRST & MOST


def second(option: int) -> int:
    return option >> SECOND & MOST


def third(option: int) -> int:
    return option >> THIRD & MOST


def operand(option: int, index: int) -> int:
    return option >> (FIRST + index * OPERAND_BITS) & MOST


def point_option(x: int, y: int) -> int:
    """The act that stands for the point (x, y), in tenths of an inch."""
    return POINT | x << FIRST | y << SECOND


def is_point(option: int) -> bool:
    return option & MOST_VERBS == POINT


def option_point(option: int) -> tuple[int, int]:
    return option >> FIRST & MOST, option >> SECOND & MOST


def put_option(piece: int, x: int, y: int) -> int:
    """The act that puts one piece on a point by hand."""
    return point_option(x, y) | (piece + 1) << THIRD


def option_piece(option: int) -> int:
    """The piece that is put on a point by hand; -1 where a point is all that is chosen."""
    return (option >> THIRD) - 1


class Verb:
    """One thing that can be chosen: its name, its clause, what it is done with, and what it means to onlookers.

    `steps`: it takes the movers to the next place. `leads`: it comes before a first step, the lowest number first.
    `waits`: it lets the moment pass. `suffers`: it names who bears a loss.
    """

    __slots__ = ("leads", "name", "number", "operands", "rule", "steps", "suffers", "waits")

    def __init__(self, number: int, name: str, rule: str, operands: tuple[str, ...]) -> None:
        self.number: Final = number
        self.name: Final = name
        self.rule: Final = rule
        self.operands: Final = operands
        self.steps = False
        self.leads = 0
        self.waits = False
        self.suffers = False

    def act(self, a: int = 0, b: int = 0, c: int = 0) -> int:
        """This verb done with these."""
        if (a | b | c) >> OPERAND_BITS:
            raise BadAct(f"{self.name}: {a}, {b}, {c} do not all fit between 0 and {MOST}")
        return self.number | a << FIRST | b << SECOND | c << THIRD

    def on(self, a: int) -> int:
        """The same with one operand, for loops that run often."""
        if a >> OPERAND_BITS:
            raise BadAct(f"{self.name}: {a} does not fit between 0 and {MOST}")
        return self.number | a << FIRST

    def on_each(self, values: list[int]) -> list[int]:
        number = self.number
        return [number | value << FIRST for value in values]

    def pairs(self, firsts: list[int], seconds: list[int]) -> list[int]:
        """With each of the first operands and each of the second."""
        ends = [b << SECOND for b in seconds]
        found: list[int] = []
        for a in firsts:
            begun = self.number | a << FIRST
            found += [begun | end for end in ends]
        return found

    def from_each(self, a: int, values: list[int]) -> list[int]:
        """With one first operand, and each of these as the second."""
        if not values:
            return []
        begun = self.on(a)
        return [begun | value << SECOND for value in values]

    def __repr__(self) -> str:
        return f"<verb {self.name} ({', '.join(self.operands)})>" if self.operands else f"<verb {self.name}>"


class Acts:
    """The verbs of a system in the order they are declared."""

    __slots__ = ("by_name", "spot", "verbs")

    def __init__(self) -> None:
        self.verbs: list[Verb] = []
        self.by_name: dict[str, list[Verb]] = {}
        self.spot: Verb | None = None

    def verb(
        self, name: str, rule: str, *operands: str, steps: bool = False, leads: int = 0, waits: bool = False,
        suffers: bool = False,
    ) -> Verb:  # fmt: skip
        """Declare a verb. Several may share a name where the same word is said of different things."""
        if len(self.verbs) >= POINT:
            raise BadAct(f"{name}: a system has at most {POINT} verbs")
        made = Verb(len(self.verbs), name, rule, operands)
        made.steps = steps
        made.leads = leads
        made.waits = waits
        made.suffers = suffers
        self.verbs.append(made)
        self.by_name.setdefault(name, []).append(made)
        return made

    def point(self, name: str, rule: str) -> Verb:
        """Declare what choosing a point of the free table is called."""
        made = Verb(POINT, name, rule, ("x", "y"))
        made.steps = True
        self.spot = made
        self.by_name.setdefault(name, []).append(made)
        return made

    def of(self, option: int) -> Verb:
        """The verb of an act."""
        number = option & MOST_VERBS
        try:
            return self.verbs[number]
        except IndexError:
            if number == POINT and self.spot is not None:
                return self.spot
        raise BadAct(f"{option} is no act of this system")

    def describe(self, option: int) -> str:
        """An act as it was declared: "fire 12 40"."""
        verb = self.of(option)
        return " ".join([verb.name, *(str(operand(option, i)) for i in range(len(verb.operands)))])


class Kind:
    """A kind of decision: its name, under which its question is put into words, and its clause.

    `reacts`: a window to react, which can be let pass. `setup`: own pieces are being placed. `prepares`: it only
    prepares (orders), so looking ahead goes beyond it. `plans`: a seat takes it several times in a row, before others
    hear of any, so the page lets it lay out all of them and confirm them together (`kernel/draft.py`).
    """

    __slots__ = ("name", "plans", "prepares", "reacts", "rule", "setup")

    def __init__(
        self, name: str, rule: str, reacts: bool = False, setup: bool = False, prepares: bool = False,
        plans: bool = False,
    ) -> None:  # fmt: skip
        self.name: Final = name
        self.rule: Final = rule
        self.reacts: Final = reacts
        self.setup: Final = setup
        self.prepares: Final = prepares
        self.plans: Final = plans

    def __repr__(self) -> str:
        return f"<decision {self.name}>"


class Purposes:
    """What dice are rolled for: catalogue keys, numbered in the order they are declared."""

    __slots__ = ("keys",)

    def __init__(self) -> None:
        self.keys: list[str] = []

    def add(self, key: str) -> int:
        self.keys.append(key)
        return len(self.keys) - 1


class Ban:
    """Why something may not be done: the clause, and the catalogue key of the words (under "refusal.").

    A predicate of the rules returns one, or None where the thing is allowed; offers and refusals ask the same one.
    """

    __slots__ = ("key", "rule")

    def __init__(self, rule: str, key: str) -> None:
        self.rule: Final = rule
        self.key: Final = key

    def __repr__(self) -> str:
        return f"<ban {self.rule} {self.key}>"
