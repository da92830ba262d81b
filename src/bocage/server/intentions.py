"""Plans and paths in words: what somebody means to do with a unit, why, and the risk of it."""

from __future__ import annotations

import random
from typing import Any, Final

from bocage.analysis.foresight import Intention
from bocage.analysis.pathrisk import Leg, PathRisk, Shot
from bocage.bots import bot
from bocage.bots.explain import Advice, advice
from bocage.kernel.views import Position
from bocage.server.odds import Weighing
from bocage.server.telling import percent, tell_odds
from bocage.server.words import Words

ADVISER: Final = "regular"


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


def describe_path(found: PathRisk, words: Words, view: Position) -> dict[str, Any]:
    return {
        "origin": found.origin,
        "lead": [{"option": choice.id, "label": words.render(choice.label)} for choice in found.lead],
        "legs": [describe_leg(leg, words, view) for leg in found.legs],
        "stopped": found.stopped,
        "refusals": words.render_refusals(found.refusals),
        "about": words.say("path.exact" if found.exact else "path.about"),
    }


def describe_leg(leg: Leg, words: Words, view: Position) -> dict[str, Any]:
    shots = [describe_shot(shot, words, view) for shot in leg.shots]
    return {"place": leg.place, "option": leg.option, "unharmed": leg.unharmed, "shots": shots}


def describe_shot(shot: Shot, words: Words, view: Position) -> dict[str, Any]:
    where = {"piece": shot.choice.piece, "x": shot.x, "y": shot.y}
    label = words.render(shot.choice.label)
    return {"label": label, "harm": shot.harm} | where | words.render_forecast(shot.forecast, view)
