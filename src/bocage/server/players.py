"""Who sits in the seats of a game: humans, the bots that the page offers, and what links open."""

from __future__ import annotations

from typing import Final

from bocage.bots import UnknownBot, offered, settings_of
from bocage.kernel.system import ScenarioInfo
from bocage.server.problems import Problem

SPECTATOR: Final = -1
TABLE: Final = -2  # plays every human seat, one after the other, at the same screen
INVITED: Final = -10  # an invitation to seat n is INVITED - n

HUMAN: Final = "human"
FRIEND: Final = "friend"  # a human who comes by a link of his own
BOTS: Final = tuple(offered())
LONG: Final = 2.0  # seconds of search that come nearer to the elite's than to the veteran's
NODES: Final = 4500  # steps of a search that stand for a second
CARELESS: Final = 0.15  # slips that come nearer to the recruit's than to none


def check_seats(scenario: ScenarioInfo, seats: list[str]) -> None:
    if len(seats) != len(scenario.seats):
        raise Problem(400, "bad-seats", f"seats: {scenario.id} has {len(scenario.seats)} seats, {len(seats)} are given")
    if FRIEND in seats and seats.count(HUMAN) != 1:
        raise Problem(400, "bad-seats", "seats: who invites friends takes one seat himself")
    check_players([HUMAN if player == FRIEND else player for player in seats])


def check_players(seats: list[str]) -> None:
    for player in seats:
        if player != HUMAN and player not in BOTS:
            known = ", ".join([HUMAN, *BOTS])
            raise Problem(400, "bad-seats", f"seats: no player '{player}' (there are: {known})")


def nearest(player: str) -> str:
    """The player that the page offers and that plays most like one of a save; nonsense stays what it is."""
    if player in (HUMAN, *BOTS):
        return player
    try:
        name, settings = settings_of(player)
    except UnknownBot:
        return player
    if name == "search":
        seconds = settings["nodes"] / NODES if "nodes" in settings else settings.get("seconds", 1.0)
        return "elite" if seconds > LONG else "veteran"
    careless = settings.get("slips", 0.0) > CARELESS
    return {"random": "random", "greedy": "recruit"}.get(name, "recruit" if careless else "regular")
