"""Advice as a teacher gives it: the whole plan for a unit, one sentence why, and the risk as the path tool tells it."""

from __future__ import annotations

import asyncio
import random
from typing import Any, Final

from litestar import post
from litestar.params import FromQuery, JSONBody

from bocage.analysis.foresight import Intention
from bocage.bots import bot
from bocage.bots.explain import Advice, advice
from bocage.server.api import SMALL, At, Request_
from bocage.server.library import Language
from bocage.server.numbers import describe_path, weighing_of
from bocage.server.odds import Weighing
from bocage.server.room import THINKERS
from bocage.server.telling import percent, tell_odds
from bocage.server.words import Words

ADVISER: Final = "regular"


@post("/game/advice", status_code=200, request_max_body_size=SMALL)
async def show_advice(
    request: Request_, data: JSONBody[At], language: FromQuery[Language] = "en"
) -> list[dict[str, Any]]:
    """What a bot would do in this seat, knowing no more than it: its best choices, what they lead to, and why."""
    weighing = await weighing_of(request, data.seq)
    loop = asyncio.get_running_loop()
    try:
        found = await loop.run_in_executor(THINKERS, think, weighing, data.seq)
    except NotImplementedError:  # a system that no bot has learned to judge
        return []
    words = Words(weighing.game.system, language)
    return [describe_worth(one, words) | describe_plan(one, plan, weighing, words) for one, plan in found]


def think(weighing: Weighing, seed: int) -> list[tuple[Advice, Intention]]:
    """The best choices with their plans. What is hopeless comes last, however well it may pay."""
    game, seat = weighing.game.clone(), weighing.decision.seat
    found = []
    for one in advice(game, seat, bot(ADVISER, random.Random(seed))):
        found.append((one, weighing.intend(one.option, bot(ADVISER, random.Random(seed)))))
    return sorted(found, key=lambda pair: pair[1].is_hopeless(game.system))


def describe_worth(one: Advice, words: Words) -> dict[str, Any]:
    reasons = [{"label": words.say(f"term.{reason.term}"), "value": reason.value} for reason in one.reasons]
    trials = words.say("advice.trials", {"n": one.plays}) if one.plays else ""
    label = words.render(one.label)
    return {"option": one.option, "label": label, "value": one.value, "reasons": reasons, "trials": trials}


def describe_plan(one: Advice, plan: Intention, weighing: Weighing, words: Words) -> dict[str, Any]:
    """`route` and `aim` are drawn on the board, `path` is what the path tool says of the route."""
    aim = plan.aim
    odds = [] if aim is None else tell_odds(words, aim.odds, words.name_pieces(weighing.view()))
    return {
        "sentence": say_why(one, plan, weighing, words),
        "deeds": tell_deeds(plan, words),
        "route": plan.route,
        "path": describe_path(plan.risk, words, weighing.view()) if plan.risk else None,
        "aim": None if aim is None else {"origin": aim.origin, "target": aim.target, "told": odds},
        "risk": say_risk(plan, words),
        "hopeless": plan.is_hopeless(words.system),
    }


def say_why(one: Advice, plan: Intention, weighing: Weighing, words: Words) -> str:
    """One sentence: what to do, and what speaks for it."""
    manner = ("go-shoot" if plan.aim else "go") if plan.route else "shoot" if plan.aim else "deed"
    cause = "" if plan.is_hopeless(words.system) else one.cause
    keys = [f"because.{manner}.{cause}", f"because.{cause}", "because.none" if one.rank == 1 else "because.next"]
    why = words.say(next(key for key in keys if words.knows(key)))
    if not plan.route:
        deed = words.render(plan.aim.choice.label if plan.aim else one.label)
        return words.say("advice.deed", {"deed": deed, "why": why})
    cells = weighing.once("cells", lambda: weighing.game.system.board(weighing.game.state).cells)
    place = next((cell.name or cell.id for cell in cells if cell.id == plan.route[-1]), "")
    return words.say(f"advice.{manner}" if place else f"advice.{manner}-drawn", {"place": place, "why": why})


def tell_deeds(plan: Intention, words: Words) -> list[str]:
    """What is chosen one after another; steps in a row are one deed."""
    told: list[str] = []
    stepping = False
    for choice in plan.deeds:
        label = words.render(choice.label)
        if choice.steps and stepping:
            told[-1] += f", {label}"
        else:
            told.append(label)
        stepping = choice.steps
    return told


def say_risk(plan: Intention, words: Words) -> str:
    chance: dict[str, int | str] = {"chance": percent(plan.unharmed())}
    if plan.is_hopeless(words.system):
        return words.say("advice.hopeless-way" if plan.is_deadly() else "advice.hopeless-shot", chance)
    if not plan.route:
        return ""
    return words.say("advice.risk" if plan.unharmed() < 1.0 else "advice.safe", chance)


HANDLERS = [show_advice]
