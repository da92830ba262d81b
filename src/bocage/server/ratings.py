"""How strong players are at each system. Skill is estimated with its uncertainty, sides of several players included."""

from __future__ import annotations

from typing import Any, Final

from openskill.models import PlackettLuce
from sqlalchemy import Connection, delete, insert, select

from bocage.kernel.game import Game
from bocage.server.people import fold
from bocage.server.schema import ratings

MODEL: Final = PlackettLuce()
WON, DRAWN, LOST = 0, 1, 2


def rank(game: Game, forfeits: list[int]) -> list[int]:
    """How each seat came out: whose time was up has lost, whatever the bot in his seat came to."""
    state = game.state
    present = [seat for seat in range(len(game.seats)) if seat not in forfeits]
    if forfeits:
        return [LOST if seat in forfeits else WON for seat in range(len(game.seats))] if present else []
    drawn = state.winner < 0
    return [DRAWN if drawn else WON if state.won(seat) else LOST for seat in range(len(game.seats))]


def settle(connection: Connection, system: str, names: list[str | None], ranks: list[int]) -> None:
    """Rate a finished game; sides are those who came out alike. Only between at least two who gave names."""
    known = {seat: fold(name) for seat, name in enumerate(names) if name}
    if len(set(known.values())) < 2 or (len({ranks[seat] for seat in known}) < 2 and DRAWN not in ranks):
        return
    held = {name: load(connection, name, system) for name in known.values()}
    teams: dict[int, list[int]] = {}
    for seat in known:
        teams.setdefault(seat if ranks[seat] == DRAWN else -1 - ranks[seat], []).append(seat)
    order = list(teams.values())
    rated = MODEL.rate(
        [[MODEL.rating(held[known[seat]][0], held[known[seat]][1]) for seat in side] for side in order],
        ranks=[ranks[side[0]] for side in order],
    )
    for side, new in zip(order, rated, strict=True):
        for seat, one in zip(side, new, strict=True):
            keep(connection, known[seat], system, one, held[known[seat]][2] + 1)


def load(connection: Connection, name: str, system: str) -> tuple[float, float, int]:
    row = connection.execute(select(ratings).where(ratings.c.name == name, ratings.c.system == system)).first()
    if row is None:
        new = MODEL.rating()
        return new.mu, new.sigma, 0
    return row.mu, row.sigma, row.games


def keep(connection: Connection, name: str, system: str, one: Any, games: int) -> None:
    connection.execute(delete(ratings).where(ratings.c.name == name, ratings.c.system == system))
    values = {"name": name, "system": system, "mu": one.mu, "sigma": one.sigma, "games": games}
    connection.execute(insert(ratings), values)
