"""What changes in a game of Outpost, and the map and sides that do not."""

from __future__ import annotations

from bocage.kernel import Dice, State

GONE = -1
COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Field:
    """The map: spaces numbered row by row. It never changes, so all copies of a state share it."""

    def __init__(self, rows: list[str], goal: int, names: list[str], turns: int) -> None:
        self.rows = rows
        self.width = len(rows[0])
        self.height = len(rows)
        self.goal = goal
        self.names = names  # of the two nations
        self.turns = turns

    def place(self, space: int) -> str:
        """What players call a space: "B3"."""
        return f"{COLUMNS[space % self.width]}{space // self.width + 1}"

    def space(self, place: str) -> int:
        """The space of that name, or -1."""
        column, row = COLUMNS.find(place[:1] or "?"), place[1:]
        number = int(row) - 1 if row.isdecimal() and len(row) < 3 else -1
        inside = 0 <= column < self.width and 0 <= number < self.height
        return number * self.width + column if inside else -1

    def is_wooded(self, space: int) -> bool:
        return self.rows[space // self.width][space % self.width] == "w"

    def distance(self, a: int, b: int) -> int:
        return max(abs(a % self.width - b % self.width), abs(a // self.width - b // self.width))

    def beside(self, space: int) -> list[int]:
        return [other for other in range(self.width * self.height) if self.distance(space, other) == 1]


class Unit:
    __slots__ = ("acted", "name", "number", "seat", "shaken", "space")

    def __init__(self, number: int, seat: int, name: str, space: int) -> None:
        self.number = number
        self.seat = seat
        self.name = name
        self.space = space  # GONE when it is lost
        self.shaken = False
        self.acted = False

    def copy(self) -> Unit:
        twin = Unit(self.number, self.seat, self.name, self.space)
        twin.shaken, twin.acted = self.shaken, self.acted
        return twin

    def data(self) -> list[object]:
        return [self.space, self.shaken, self.acted]

    def __repr__(self) -> str:
        return f"<{self.name} of seat {self.seat} at {self.space}{', shaken' if self.shaken else ''}>"


class OutpostState(State):
    __slots__ = ("field", "known", "pressing", "turn", "units")

    def __init__(self, field: Field, units: list[Unit], dice: Dice) -> None:
        super().__init__(dice)
        self.field = field
        self.units = units
        self.turn = 1
        self.pressing = [False, False]  # the stance of each side: it presses on, or braces itself
        self.known = False  # whether both stances have been revealed

    def clone(self) -> OutpostState:
        twin = OutpostState(self.field, [unit.copy() for unit in self.units], self.dice.copy())
        self.copy_kernel(twin)
        twin.turn = self.turn
        twin.pressing = self.pressing[:]
        twin.known = self.known
        return twin

    def data(self) -> list[object]:
        return [super().data(), self.turn, self.pressing, self.known, [unit.data() for unit in self.units]]

    def alive(self, seat: int) -> list[Unit]:
        return [unit for unit in self.units if unit.seat == seat and unit.space != GONE]

    def at(self, space: int) -> Unit | None:
        return next((unit for unit in self.units if unit.space == space), None)

    def score(self, seat: int) -> int:
        """A point for each unit left, and two for the house (outpost.win.1)."""
        holder = self.at(self.field.goal)
        return len(self.alive(seat)) + (2 if holder is not None and holder.seat == seat else 0)
