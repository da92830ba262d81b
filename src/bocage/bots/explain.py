"""Why a bot would do something: its three best options, each with the parts of its worth in words."""

from __future__ import annotations

import msgspec

from bocage.bots.base import Bot, Ranked
from bocage.kernel import Decision, Text
from bocage.kernel.game import Game
from bocage.text import Catalogue

BEST = 3
UNWEIGHED = 0  # the rank of an option that the bot did not look at
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
    rank: int = UNWEIGHED  # in the bot's order, from 1 on
    cause: str = ""  # the term that speaks most for it, beside the others


def advice(game: Game, seat: int, player: Bot) -> list[Advice]:
    decision = game.pending(seat)
    order = player.rank(game, seat)
    found = [told(game, decision, one, rank) for rank, one in enumerate(order[:BEST], 1)]
    for one, ranked in zip(found, order, strict=False):
        one.cause = cause_of(ranked, order)
    return found


def cause_of(one: Ranked, order: list[Ranked]) -> str:
    """What is good about an option, and by most above the average of what else there is; "" if nothing is.

    Where a bot looks one step ahead, terms tell of the whole position: only what differs speaks for an option.
    """
    others = [other for other in order if other is not one]
    if not others:
        return ""
    own = summed(one)
    above = {name: value for name, value in own.items() if value >= SMALL}
    for other in others:
        for name, value in other.parts:
            if name in above:
                above[name] -= value / len(others)
    best = max(above, key=lambda name: above[name], default="")
    return best if best and above[best] >= SMALL else ""


def summed(ranked: Ranked) -> dict[str, float]:
    """The parts of an option's worth; equal terms are added up."""
    sums: dict[str, float] = {}
    for name, value in ranked.parts:
        sums[name] = sums.get(name, 0.0) + value
    return sums


def hindsight(game: Game, seat: int, order: list[Ranked], taken: int) -> list[Advice]:
    """The best of a bot's order, and then what was really taken, wherever in that order it stands."""
    decision = game.pending(seat)
    found = [
        told(game, decision, one, rank) for rank, one in enumerate(order, 1) if rank <= BEST or one.option == taken
    ]
    if all(one.option != taken for one in found):
        found.append(told(game, decision, Ranked(taken, 0.0), UNWEIGHED))
    return found


def told(game: Game, decision: Decision, one: Ranked, rank: int) -> Advice:
    label = game.system.choice(game.state, decision, one.option).label
    return Advice(one.option, label, round(one.value, 3), reasons(one), one.plays, rank)


def reasons(ranked: Ranked) -> list[Reason]:
    """The weightiest first."""
    told = [Reason(name, round(value, 3)) for name, value in summed(ranked).items() if abs(value) >= SMALL]
    return sorted(told, key=lambda reason: -abs(reason.value))


def in_words(found: list[Advice], words: Catalogue) -> list[str]:
    lines: list[str] = []
    for number, one in enumerate(found, 1):
        because = [f"{words.say(f'term.{reason.term}')} {reason.value:+.2f}" for reason in one.reasons]
        if one.plays:
            because.append(words.say("advice.trials", {"n": one.plays}))
        tail = "; ".join(because)
        lines.append(f"{number}. {words.render(one.label)} ({one.value:+.2f})" + (f": {tail}" if tail else ""))
    return lines
