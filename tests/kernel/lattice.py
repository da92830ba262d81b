"""An attack on dice from a 64-bit generator: from four dozen faces it works out all that follow.

A face tells the top of the state modulo 2^56. States that follow each other are points of a lattice; the one nearest to
the middles of what was seen is found by reducing that lattice (Lenstra, Lenstra, Lovász) and rounding (Babai).
"""

from __future__ import annotations

from bocage.kernel.dice import INCREMENT, MULTIPLIER

WHOLE = 2**56
SEEN = 48  # faces that the attack takes
ENOUGH = 0.99  # the condition of Lovász


def dot(one: list[int], other: list[int]) -> float:
    return float(sum(a * b for a, b in zip(one, other, strict=True)))


class Basis:
    """Rows of whole numbers, with the lengths and shares of their orthogonal parts."""

    def __init__(self, rows: list[list[int]]) -> None:
        self.rows = rows
        self.lengths = [0.0] * len(rows)
        self.shares = [[0.0] * len(rows) for _ in rows]

    def measure(self, k: int) -> None:
        parts = [0.0] * k
        for j in range(k):
            parts[j] = dot(self.rows[k], self.rows[j]) - sum(self.shares[j][i] * parts[i] for i in range(j))
            self.shares[k][j] = parts[j] / self.lengths[j]
        self.lengths[k] = dot(self.rows[k], self.rows[k]) - sum(self.shares[k][j] * parts[j] for j in range(k))

    def shorten(self, k: int) -> None:
        for _ in range(20):  # once where floats are exact enough
            changed = False
            self.measure(k)
            for j in range(k - 1, -1, -1):
                times = round(self.shares[k][j])
                if times:
                    changed = True
                    self.rows[k] = [a - times * b for a, b in zip(self.rows[k], self.rows[j], strict=True)]
                    for i in range(j):
                        self.shares[k][i] -= times * self.shares[j][i]
                    self.shares[k][j] -= times
            if not changed:
                return

    def reduce(self) -> None:
        self.measure(0)
        k = 1
        for _ in range(100_000):
            if k >= len(self.rows):
                return
            self.shorten(k)
            if self.lengths[k] >= (ENOUGH - self.shares[k][k - 1] ** 2) * self.lengths[k - 1]:
                k += 1
            else:
                self.rows[k], self.rows[k - 1] = self.rows[k - 1], self.rows[k]
                self.measure(k - 1)
                k = max(k - 1, 1)
        raise AssertionError("the lattice is not reduced")

    def nearest(self, target: list[int]) -> list[int]:
        """A point of the lattice near the target: row by row the best multiple is taken off."""
        left = target
        for k in range(len(self.rows) - 1, -1, -1):
            times = round(self.along(left, k))
            left = [a - times * b for a, b in zip(left, self.rows[k], strict=True)]
        return [a - b for a, b in zip(target, left, strict=True)]

    def along(self, vector: list[int], k: int) -> float:
        parts = [0.0] * (k + 1)
        for j in range(k + 1):
            parts[j] = dot(vector, self.rows[j]) - sum(self.shares[j][i] * parts[i] for i in range(j))
        return parts[k] / self.lengths[k]


def reduced() -> Basis:
    """The lattice of all runs of states that differ by a multiple of the first."""
    powers = [pow(MULTIPLIER, n, WHOLE) for n in range(SEEN)]
    rows = [powers] + [[WHOLE if i == n else 0 for i in range(SEEN)] for n in range(1, SEEN)]
    basis = Basis(rows)
    basis.reduce()
    return basis


def foresee(basis: Basis, faces: list[int], sides: int, count: int) -> list[int]:
    """The dice that follow, if they came from the 64-bit generator; else nonsense."""
    shift = 0
    target = []
    for face in faces[:SEEN]:
        middle = (2 * face - 1) * WHOLE // (2 * sides)
        target.append(middle - shift)
        shift = (shift * MULTIPLIER + INCREMENT) % WHOLE
    state = basis.nearest(target)[0] % WHOLE
    found = []
    for number in range(SEEN + count):
        if number >= SEEN:
            found.append((state >> 32) * sides // 2**24 + 1)
        state = (state * MULTIPLIER + INCREMENT) % WHOLE
    return found
