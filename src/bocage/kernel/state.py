"""The state of a game and the stack of procedures that plays it."""

from __future__ import annotations

from hashlib import blake2b
from inspect import signature
from typing import Any, Final, Generic, TypeVar

import msgspec
from mypy_extensions import mypyc_attr

from bocage.kernel.act import Kind
from bocage.kernel.decision import Decision, Region
from bocage.kernel.dice import Dice
from bocage.kernel.event import Arg, Event
from bocage.kernel.forecast import Forecast
from bocage.kernel.tally import Tally
from bocage.kernel.views import Attempt, Refusal

NOBODY: Final = -1
"""As a winner: a draw, or no result yet."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """Plain data only. Systems subclass it; static data (map, counters, scenario) is shared and never changed.

    A state moves by `play`: the top procedure takes the choice, then procedures advance until somebody must decide
    or the game is over.
    """

    __slots__ = ("dice", "entered", "events", "lent", "over", "pending", "recording", "revealed", "stack", "winner")

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.stack: list[Procedure[Any]] = []
        self.lent = 0  # so many procedures from the bottom of the stack may belong to copies of this state too
        self.pending: list[Decision] = []
        self.events: list[Event] = []
        self.recording = False
        self.revealed = False  # set when a secret became known: undo does not cross it
        self.over = False
        self.winner = NOBODY
        self.entered: set[str] | None = None  # names of the procedures begun, for whoever wants to know

    def ask(self, seat: int, kind: Kind, options: list[int], region: Region | None = None) -> None:
        """Stop and wait for this seat; several seats may be asked at once."""
        assert options, "a decision needs at least one option"
        self.pending.append(Decision(seat, kind, options, region))

    def push(self, procedure: Procedure[Any]) -> None:
        self.stack.append(procedure)
        if self.entered is not None:
            self.entered.add(type(procedure).__name__)

    def pop(self) -> None:
        """The top procedure is done; the one below goes on, so it may belong to no copy."""
        stack = self.stack
        stack.pop()
        if 0 < self.lent >= len(stack):
            self.unshare(len(stack) - 1)

    def retire(self, procedure: Procedure[Any]) -> None:
        """This procedure is done, but others may already lie above it: they are played before the one below goes on."""
        self.stack.remove(procedure)
        self.stack.append(procedure)
        self.pop()

    def finish(self, winner: int) -> None:
        self.over = True
        self.winner = winner
        self.stack.clear()

    def won(self, seat: int) -> bool:
        """Systems with allied seats let a whole side win."""
        return self.winner == seat

    def emit(self, event: Event) -> None:
        """Call only `if state.recording`: mass simulation makes no events."""
        if event.rolls:
            self.dice.tell(event.rolls)
        elif event.dice:
            event.rolls = self.dice.take(event.dice)
        self.events.append(event)

    def announce(
        self, kind: str, rule: str, args: dict[str, Arg], dice: list[int] | None = None, tally: Tally | None = None,
        place: str = "",
    ) -> None:  # fmt: skip
        """Emit an event where somebody listens; for those that happen seldom, as its arguments are made anyway."""
        if self.recording:
            self.emit(Event(kind, rule, args, dice, tally, place=place))

    def play(self, decision: Decision, option: int) -> None:
        self.take(decision, option)
        self.advance()

    def take(self, decision: Decision, option: int) -> None:
        """The choice alone, before anything follows from it."""
        self.dice.begin()
        self.pending.remove(decision)
        stack = self.stack
        if self.lent >= len(stack):
            self.unshare(len(stack) - 1)
        stack[-1].choose(self, decision, option)

    def advance(self) -> None:
        stack = self.stack
        pending = self.pending
        while not pending and stack:
            stack[-1].advance(self)

    def unshare(self, depth: int = 0) -> None:
        """Copy the procedures from this depth up that copies of this state share.

        The kernel sees to the top one; call this before changing any other.
        """
        stack = self.stack
        for place in range(depth, min(self.lent, len(stack))):
            stack[place] = stack[place].copy()
        self.lent = depth

    def clone(self) -> State:
        raise NotImplementedError

    def copy_kernel(self, twin: State) -> None:
        """Copy the kernel's own fields; every system's `clone` calls this. Events stay behind."""
        twin.stack = self.stack[:]
        twin.lent = self.lent = len(self.stack)
        twin.pending = self.pending[:]
        twin.recording = self.recording
        twin.revealed = self.revealed
        twin.over = self.over
        twin.winner = self.winner

    def data(self) -> list[object]:
        """Everything that makes this state what it is, as nested lists; systems extend it."""
        return [
            self.dice.data(),
            [[type(procedure).__name__, procedure.data()] for procedure in self.stack],
            [[d.seat, d.kind.name, d.options] for d in self.pending],
            self.over,
            self.winner,
        ]

    def digest(self) -> str:
        """A 64-bit checksum of the whole state, the same on every machine."""
        return blake2b(msgspec.msgpack.encode(self.data()), digest_size=8).hexdigest()


S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Procedure(Generic[S]):
    """A piece of the rulebook being played, named after the rule; `step` says how far it has come.

    `advance` goes on by itself until it asks, pushes another procedure or pops itself.
    """

    __slots__ = ("step",)

    def __init__(self) -> None:
        self.step = 0

    def advance(self, state: S) -> None:
        raise NotImplementedError

    def choose(self, state: S, decision: Decision, option: int) -> None:
        """Take the answer; a procedure that asks nothing leaves this out."""
        raise AssertionError(f"{type(self).__name__} asks nothing")

    def odds(self, state: S) -> Forecast | None:
        """The odds of the dice this procedure is about to roll, from the tallies it rolls with.

        None where it foretells nothing. A forecast without odds asks for every run of dice to be played and counted.
        """
        return None

    def forbid(self, state: S, decision: Decision, attempt: Attempt) -> list[Refusal]:
        """The clauses that forbid something this procedure does not offer, by the predicates it offers with."""
        return []

    def copy(self) -> Procedure[S]:
        """A twin that goes its own way: its lists and a procedure it holds are copied, all else is shared."""
        make: Any = type(self)
        given, rest = list_arguments(make)
        twin: Procedure[S] = make(*[copy_field(getattr(self, name)) for name in given])
        for name in rest:
            setattr(twin, name, copy_field(getattr(self, name)))
        return twin

    def data(self) -> list[object]:
        """All fields, for the checksum."""
        return [plain_data(getattr(self, name)) for name in list_fields(type(self))]


def copy_field(value: Any) -> Any:
    if isinstance(value, list):
        return value[:]
    return value.copy() if isinstance(value, Procedure) else value


ARGUMENTS: Final[dict[type, tuple[list[str], list[str]]]] = {}


def list_arguments(kind: type) -> tuple[list[str], list[str]]:
    """The fields that a procedure is made with, which its arguments are named after, and the rest of its fields."""
    if kind not in ARGUMENTS:
        given = [name.rstrip("_") for name in signature(kind).parameters]
        ARGUMENTS[kind] = (given, [name for name in list_fields(kind) if name not in given])
    return ARGUMENTS[kind]


FIELDS: Final[dict[type, list[str]]] = {}


def list_fields(kind: type) -> list[str]:
    """The names of a class's fields, in an order that does not depend on whether it was compiled."""
    if kind not in FIELDS:
        names: set[str] = set(getattr(kind, "__mypyc_attrs__", ()))
        for base in kind.__mro__:
            names.update(base.__dict__.get("__slots__", ()))
        FIELDS[kind] = sorted(names - {"__dict__", "__weakref__"})
    return FIELDS[kind]


def plain_data(value: Any) -> object:
    """A field as numbers, strings and lists; masks too wide for the encoding as text."""
    if isinstance(value, bool):  # before the numbers: compiled code would make one of it, and other checksums
        return value
    if isinstance(value, list | tuple):
        return [plain_data(item) for item in value]
    if isinstance(value, int):
        return value if -(1 << 63) <= value < 1 << 63 else hex(value)
    if value is None or isinstance(value, str | float):
        return value
    if hasattr(value, "data"):
        return value.data()
    return value.name  # an entry of a table: a verb, a kind, a card's effect
