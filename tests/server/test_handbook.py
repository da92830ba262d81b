"""Rules beside the board: contents of what is in play, the sequence of play, a search that knows the decision."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from bocage import registry
from bocage.lessons import course
from bocage.rulebook import rulebook
from server.helpers import key, look, post

REAL_SYSTEMS = True
SYSTEMS = ("lnlt", "normandie", "disposable")


def begin(client: TestClient, system: str, scenario: str = "") -> str:
    chosen = scenario or next(iter(registry.shipped(system)))
    seats = ["human"] * len(registry.shipped(system)[chosen].seats)
    reply = client.post("/api/games", json={"system": system, "scenario": chosen, "seats": seats})
    assert reply.status_code == 201, reply.text
    secret: str = reply.json()["table"]
    return secret


def handbook(client: TestClient, secret: str, language: str = "en") -> dict[str, Any]:
    reply = client.get("/api/game/handbook", headers=key(secret), params={"language": language})
    assert reply.status_code == 200, reply.text
    book: dict[str, Any] = reply.json()
    return book


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_handbook_of_a_game(client: TestClient, system: str) -> None:
    secret = begin(client, system)
    book, french = handbook(client, secret), handbook(client, secret, "fr")
    assert book["sequence"]
    assert book["tables"]
    assert len(book["chapters"]) == len(french["chapters"])
    assert book["sequence"] != french["sequence"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_sequence_of_play_cites_clauses_that_exist(system: str) -> None:
    for phase in course(system).sequence:
        assert phase.rule in rulebook(system).clauses
        assert bool(phase.phase) != bool(phase.kinds)


def test_only_modules_in_play_are_shown(client: TestClient) -> None:
    scenario = next(name for name in registry.shipped("lnlt") if name.startswith("hid/"))
    titles = [chapter["title"] for chapter in handbook(client, begin(client, "lnlt", scenario))["chapters"]]
    assert "Heroes in Defiance" in titles
    assert "Dark July" not in titles


def test_what_concerns_the_decision_is_found_first(client: TestClient) -> None:
    secret = begin(client, "lnlt", "boh/first-contact")
    prompt = look(client, secret)["prompt"]
    status, hits = post(client, secret, "rules", {"words": "e"})
    assert status == 200
    concerned = {prompt["rule"], *(choice.get("rule") for choice in prompt["choices"])}
    assert hits[0]["id"] in concerned
    assert all(not hit["title"].startswith("Option ") for hit in hits)


def test_a_clause_is_shown_without_notes_of_editors(client: TestClient) -> None:
    noted = next(c for c in rulebook("lnlt").clauses.values() if any("(estimate)" in p for p in c.paragraphs))
    shown = client.get(f"/api/systems/lnlt/clauses/{noted.id}").json()
    assert "(estimate)" not in "".join(shown["rule"])
    assert "notes" not in shown
