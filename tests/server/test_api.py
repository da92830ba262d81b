"""The HTTP interface: what it offers, what it refuses, and that a refusal changes nothing."""

from __future__ import annotations

import time
from typing import Any

import pytest
from litestar.testing import TestClient

from server.helpers import RACE, key, look, play, post, start, start_by_link, until_mine


def test_systems_are_listed_in_both_languages(client: TestClient) -> None:
    english = client.get("/api/systems").json()
    french = client.get("/api/systems", params={"language": "fr"}).json()
    assert [s["id"] for s in english["systems"]] == ["toy-hex", "toy-square", "toy-plane"]
    assert english["systems"][0]["scenarios"][0]["title"] == "First race"
    assert french["systems"][0]["scenarios"][0]["seats"] == ["Rouge", "Bleu"]
    assert english["players"] == ["human", "friend", "recruit", "regular", "veteran", "elite", "random"]


def test_a_preview_shows_board_and_set_up(client: TestClient) -> None:
    shown = client.get("/api/systems/toy-hex/preview", params={"scenario": RACE}).json()
    assert shown["board"]["geometry"] == "hex"
    assert len(shown["board"]["cells"]) == 21
    assert [p["name"] for p in shown["position"]["pieces"]] == ["Squad Able", "Leader Bert"]


def test_a_game_at_one_table_plays_both_seats_to_the_end(client: TestClient) -> None:
    table = start(client)["table"]
    seats = []
    view = look(client, table)
    for _ in range(20):
        if view["position"].get("over"):
            break
        seats.append(view["seat"])
        view = play(client, table, view["prompt"]["choices"][0]["id"])
    assert seats == [0, 1] + [0, 1] * 4
    assert view["position"]["ending"] == "Time is up."
    assert view["prompt"] is None


def test_a_bot_answers(client: TestClient) -> None:
    table = start(client, ["human", "random"])["table"]
    play(client, table, 7001)
    view = until_mine(client, table)
    assert view["prompt"]["kind"] == "act"
    play(client, table, 0)
    assert until_mine(client, table)["position"]["turn"] == 2


def test_two_bots_play_by_themselves(client: TestClient) -> None:
    table = start(client, ["random", "random"])["table"]
    assert until_mine(client, table)["position"]["over"]


def test_an_event_carries_dice_tally_and_rule(client: TestClient) -> None:
    table = start(client)["table"]
    for option in (7001, 7002, 1):
        view = play(client, table, option)
    rolled = next(e for e in look(client, table)["events"] if e["kind"] == "rolled")
    assert rolled["rule"] == "toy.roll"
    assert rolled["lines"] == [{"value": -1, "label": "Mud", "rule": "toy.mud"}]
    assert rolled["total"] == -1
    assert rolled["dice"][0]["purpose"] == "sprint"
    assert rolled["dice"][0]["sides"] == 6
    assert rolled["text"] == f"Sprint: {rolled['dice'][0]['result']}."
    assert rolled["place"] in {"A1", "B1"}
    assert view["seat"] == 1


def test_a_forecast_gives_odds_and_tally(client: TestClient) -> None:
    table = start(client)["table"]
    play(client, table, 7001)
    seq = play(client, table, 7002)["seq"]
    status, forecast = post(client, table, "forecast", {"seq": seq, "option": 1})
    assert status == 200
    assert forecast["odds"][0]["subject"] == "Sprint"
    assert forecast["odds"][0]["rows"][0] == {"label": "one space forward", "chance": 0.5}
    assert forecast["need"] == "4 or more"
    assert post(client, table, "forecast", {"seq": seq, "option": 0}) == (200, None)
    assert post(client, table, "forecast", {"seq": seq, "option": 99})[1]["error"] == "not-offered"


def test_why_not_names_the_clause(client: TestClient) -> None:
    table = start(client)["table"]
    reply = client.post("/api/game/why-not?language=fr", headers=key(table), json={"place": "G3"})
    assert reply.json() == [{"rule": "toy.walk", "text": "C'est trop loin."}]


def test_points_inside_a_region_are_choices(client: TestClient) -> None:
    table = start(client, system="toy-plane")["table"]
    play(client, table, 7001)
    seq = play(client, table, 7002)["seq"]
    assert post(client, table, "play", {"seq": seq, "x": 5.0, "y": 3.0})[1]["error"] == "not-offered"
    assert post(client, table, "play", {"seq": seq, "x": 1.96, "y": 3.0})[0] == 200
    assert look(client, table)["position"]["pieces"][0]["x"] == 2.5


def test_undo_takes_back_and_never_across_dice(client: TestClient) -> None:
    table = start(client)["table"]
    before = look(client, table)
    after = play(client, table, 7001)
    assert after["can_undo"]
    status, reply = post(client, table, "undo", {"seq": after["seq"]})
    assert status == 200
    assert reply["seq"] > after["seq"]
    undone = look(client, table)
    assert undone["position"] == before["position"]
    assert undone["events"] == []
    for option in (7001, 7002, 1):
        view = play(client, table, option)
    assert not view["can_undo"]
    assert post(client, table, "undo", {"seq": view["seq"]})[1]["error"] == "no-undo"


def test_a_stale_choice_is_refused_and_changes_nothing(client: TestClient) -> None:
    table = start(client)["table"]
    play(client, table, 7001)
    view = look(client, table)
    assert post(client, table, "play", {"seq": view["seq"] - 1, "option": 7002})[1]["error"] == "stale"
    assert post(client, table, "undo", {"seq": view["seq"] - 1})[1]["error"] == "stale"
    assert look(client, table) == view


def test_a_decision_stands_while_others_decide(client: TestClient) -> None:
    """Two who choose at the same time: the second has seen an older number, and is heard all the same."""
    red, blue = start_by_link(client)["seats"]
    seen = look(client, blue)["seq"]
    play(client, red, 7001)
    for verb, body in [("forecast", {"option": 7002}), ("chances", {}), ("advice", {}), ("play", {"option": 7002})]:
        status, reply = post(client, blue, verb, {"seq": seen} | body)
        assert status in {200, 201}, (verb, reply)
    assert look(client, blue)["seq"] == seen + 2


def test_a_choice_sent_twice_counts_once(client: TestClient) -> None:
    red, blue = start_by_link(client)["seats"]
    seen = look(client, blue)["seq"]
    for _ in range(2):
        status, reply = post(client, blue, "play", {"seq": seen, "option": 7002})
    assert (status, reply["error"]) == (409, "stale")
    seen += 1
    play(client, red, 7001)  # and it is red's turn again, to walk
    for secret in (red, blue):
        assert post(client, secret, "play", {"seq": seen, "option": 1})[1]["error"] == "stale"


def test_a_choice_on_its_way_does_not_survive_taking_back(client: TestClient) -> None:
    red, blue = start_by_link(client)["seats"]
    seen = look(client, red)["seq"]
    after = play(client, red, 7001)["seq"]
    post(client, red, "undo", {"seq": after})
    for secret in (red, blue):
        for number in (seen, after):
            assert post(client, secret, "play", {"seq": number, "option": 7001})[1]["error"] == "stale"


def test_at_one_table_a_choice_is_not_taken_for_that_of_the_next_player(client: TestClient) -> None:
    table = start(client)["table"]
    seen = look(client, table)["seq"]
    play(client, table, 7001)
    assert post(client, table, "play", {"seq": seen, "option": 7001})[1]["error"] == "stale"


def test_a_sequence_number_never_comes_back_after_undo(client: TestClient) -> None:
    table = start(client)["table"]
    first = look(client, table)["seq"]
    seq = play(client, table, 7001)["seq"]
    post(client, table, "undo", {"seq": seq})
    assert look(client, table)["seq"] not in {first, seq}


def test_options_not_offered_are_refused(client: TestClient) -> None:
    table = start(client)["table"]
    seq = look(client, table)["seq"]
    assert post(client, table, "play", {"seq": seq, "option": 3})[0] == 409
    assert look(client, table)["seq"] == seq


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        "x",
        None,
        {"seq": "one", "option": 1},
        {"seq": 0},
        {"seq": -1, "option": 1},
        {"seq": 0, "option": 1.5},
        {"seq": 0, "option": 2**70},
        {"seq": 0, "x": 1e300, "y": 1},
        {"seq": 0, "option": 1, "cheat": True},
    ],
)
@pytest.mark.parametrize("verb", ["play", "forecast", "undo"])
def test_bad_bodies_get_a_clear_refusal(client: TestClient, verb: str, body: Any) -> None:
    table = start(client)["table"]
    before = look(client, table)
    status, reply = post(client, table, verb, body)
    if verb == "undo" and body == {"seq": 0}:
        assert reply["error"] == "no-undo"
    assert 400 <= status < 500
    assert reply["message"]
    assert look(client, table) == before


def test_bodies_that_are_no_json_or_too_large(client: TestClient) -> None:
    table = start(client)["table"]
    headers = key(table) | {"content-type": "application/json"}
    assert client.post("/api/game/play", headers=headers, content=b"{nope").status_code == 400
    reply = client.post("/api/game/play", headers=headers, content=b"[" * 100_000)
    assert (reply.status_code, reply.json()["error"]) == (413, "too-large")


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"system": "nope"}, "no-system"),
        ({"scenario": "nope"}, "no-scenario"),
        ({"scenario": "../../etc/passwd.yaml"}, "no-scenario"),
        ({"seats": ["human"]}, "bad-seats"),
        ({"seats": ["human", "wizard"]}, "bad-seats"),
        ({"options": {"fog": 1}}, "bad-options"),
        ({"seed": -1}, "bad-request"),
        ({"seed": "x"}, "bad-request"),
    ],
)
def test_games_that_cannot_be_set_up(client: TestClient, change: dict[str, Any], error: str) -> None:
    body = {"system": "toy-hex", "scenario": RACE, "seats": ["human", "random"]} | change
    reply = client.post("/api/games", json=body)
    assert 400 <= reply.status_code < 500
    assert reply.json()["error"] == error
    assert reply.json()["message"]


def test_unknown_addresses_languages_and_clauses(client: TestClient) -> None:
    assert client.get("/api/nothing").status_code == 404
    assert client.get("/api/systems", params={"language": "xx"}).json()["error"] == "bad-request"
    assert client.get("/api/systems/toy-hex/clauses/toy.walk").json()["error"] == "no-rulebook"
    assert client.get("/api/systems/lnlt/clauses/lnlt.nope").json()["error"] == "no-clause"


def test_clauses_and_search(client: TestClient) -> None:
    hits = client.get("/api/systems/lnlt/rules", params={"words": "petard"}).json()
    shown = client.get(f"/api/systems/lnlt/clauses/{hits[0]['id']}").json()
    assert shown["title"] == hits[0]["title"]
    assert shown["rule"]


def test_the_schema_describes_the_interface(client: TestClient) -> None:
    schema = client.get("/api/schema/openapi.json").json()
    assert "/api/game/play" in schema["paths"]


def test_the_page_is_served_and_may_ask_nobody_else(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert client.get("/app.js").status_code == 200


def test_my_games(client: TestClient) -> None:
    table = start(client)["table"]
    reply = client.post("/api/games/mine?language=fr", json={"secrets": [table, "unknown"]})
    [line] = reply.json()
    assert line["scenario"] == "Première course"
    assert (line["clock"], line["mine"]) == ("Tour 1 sur 4", True)
    assert [player for _, player in line["players"]] == ["human", "human"]
    assert time.time() - 60 < line["begun"] <= time.time()
