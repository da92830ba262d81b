"""Why a bot would do something: its three best options, each with the parts of its worth in words."""

from __future__ import annotations

import msgspec

from bocage.bots.base import Bot, Ranked
from bocage.kernel.game import Game
from bocage.kernel.views import Text
from bocage.text import Catalogue

BEST = 3
SMALL = 0.005  # parts below this are not worth a word


class Reason(msgspec.Struct):
    """A term of the bot's judgement (catalogue key `term.<name>`) and what it adds, in victory points."""

    term: str
    value: float


class Advice(msgspec.Struct):
    """An option that was weighed, the best first."""

    option: int
    label: Text
    value: float
    reasons: list[Reason] = []
    plays: int = 0  # how often a search has tried it


def advice(game: Game, seat: int, player: Bot) -> list[Advice]:
    decision = game.pending(seat)
    found: list[Advice] = []
    for ranked in player.rank(game, seat)[:BEST]:
        label = game.system.choice(game.state, decision, ranked.option).label
        found.append(Advice(ranked.option, label, round(ranked.value, 3), reasons(ranked), ranked.plays))
    return found


def reasons(ranked: Ranked) -> list[Reason]:
    """The weightiest first; equal terms are added up."""
    sums: dict[str, float] = {}
    for name, value in ranked.parts:
        sums[name] = sums.get(name, 0.0) + value
    told = [Reason(name, round(value, 3)) for name, value in sums.items() if abs(value) >= SMALL]
    return sorted(told, key=lambda reason: -abs(reason.value))


def in_words(found: list[Advice], words: Catalogue) -> list[str]:
    lines: list[str] = []
    for number, one in enumerate(found, 1):
        because = "; ".join(f"{words.say(f'term.{reason.term}')} {reason.value:+.2f}" for reason in one.reasons)
        lines.append(f"{number}. {words.render(one.label)} ({one.value:+.2f})" + (f": {because}" if because else ""))
    return lines
