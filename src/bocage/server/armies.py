"""Buying armies for free battles: what there is to buy, and an army looked over while it is being put together."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from bocage import rulebook
from bocage.kernel.system import BadOption
from bocage.server.api import SMALL
from bocage.server.library import LOADING, Language, find_rulebook, find_system
from bocage.server.problems import Problem
from bocage.server.words import Words


class Draft(msgspec.Struct, forbid_unknown_fields=True):
    points: Annotated[int, msgspec.Meta(ge=0, le=10_000)]
    army: dict[str, Any]


@get("/systems/{system_id:str}/armoury", sync_to_thread=True)
def show_armoury(system_id: FromPath[str], language: FromQuery[Language] = "en") -> dict[str, Any]:
    """Tiles, options, heroes, cards and support with their names and costs."""
    system = find_system(system_id)
    with LOADING:
        found = system.armoury()
    if found is None:
        raise Problem(404, "no-armoury", f"{system_id} has no armies to buy")
    return Words(system, language).render_drawn(found)


@post("/systems/{system_id:str}/army", status_code=200, sync_to_thread=True, request_max_body_size=SMALL)
def look_over(system_id: FromPath[str], data: JSONBody[Draft], language: FromQuery[Language] = "en") -> dict[str, Any]:
    """What an army costs, and everything wrong with it, each with its clause."""
    system = find_system(system_id)
    try:
        with LOADING:
            found = system.audit(data.army, data.points)
    except BadOption as error:
        raise Problem(400, "bad-army", str(error)) from error
    book = find_rulebook(system_id, language)
    words = Words(system, language)
    faults = [
        {"field": f.field, "rule": f.rule, "text": words.render(f.text) if f.text else title_of(book, f.rule)}
        for f in found.faults
    ]
    return {"cost": found.cost, "faults": faults, "deck": found.deck}


def title_of(book: rulebook.Rulebook, rule: str) -> str:
    try:
        return book.clause(rule).title
    except rulebook.UnknownClause:
        return rule


HANDLERS = [show_armoury, look_over]
