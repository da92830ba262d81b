"""The real games, played together: by link over a line that breaks, at one screen with a curtain, looked at again."""

from __future__ import annotations

import json
import re
import sqlite3
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bocage import registry
from bocage.server.words import Words
from browser.conftest import Opener, Served
from browser.steps import keep_playing, new_game, play_on, played_to, seq, wait_mine
from browser.wire import Wire

SYSTEMS = ["lnlt", "normandie", "disposable"]


def stored(served: Served, game: str) -> list[int]:
    with sqlite3.connect(served.database) as raw:
        return [n for (n,) in raw.execute("select number from choice where game = ? order by number", [game])]


@pytest.mark.parametrize("system", SYSTEMS)
def test_by_link_over_a_broken_line_to_the_end_and_on_from_the_middle(
    system: str, real: Served, open_page: Opener
) -> None:
    keys = new_game(real.address, system, ["human", "friend"])
    wire = Wire(real.port)
    try:
        red = open_page(f"{real.address}#/game/{keys['seats'][0]}")
        blue = open_page(f"http://127.0.0.1:{wire.port}/#/game/{keys['seats'][1]}")
        for page in (red, blue):
            keep_playing(page, 12)
        for page in (red, blue):
            played_to(page, 12)
            expect(page.locator(".end")).to_be_hidden()
        wire.cut()
        expect(blue.locator(".offline")).to_be_visible()
        expect(red.locator(".offline")).to_be_hidden()
        for page in (red, blue):  # the one goes on as far as the rules let him, the other clicks in vain
            keep_playing(page, 3000)
        blue.wait_for_timeout(300)
        wire.mend()
        expect(blue.locator(".offline")).to_be_hidden()
        for page in (red, blue):
            played_to(page, 3000)
            expect(page.locator(".end h2")).to_be_visible()
    finally:
        wire.close()
    assert seq(red) == seq(blue)
    assert red.locator(".end h2").inner_text() == blue.locator(".end h2").inner_text()
    assert stored(real, keys["game"]) == list(range(seq(red)))
    look_again_and_branch(red, system)


def look_again_and_branch(page: Page, system: str) -> None:
    last, url = seq(page), page.url
    page.locator(".end").get_by_role("button", name="Replay").click()
    at(page, 0)
    opening = pieces(page)
    page.keyboard.press("End")
    at(page, last)
    assert pieces(page) != opening
    assert page.locator(".log li:visible").count() == page.locator(".log li").count()
    page.locator(".replay-slider").fill(str(last // 2))
    at(page, last // 2)
    then = pieces(page)
    page.get_by_role("button", name="Play on from here…").click()
    players = [page.locator(f"#branch-{seat}") for seat in (0, 1)]
    assert [player.input_value() for player in players] == ["human", "human"], "as in the game it comes from"
    players[1].select_option("random")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_function("old => !location.href.startsWith(old)", arg=url)
    page.wait_for_selector(f".game[data-seq='{last // 2}'], .game[data-mine=true]")
    now, standing = page.evaluate(STANDING)
    if int(now) == last // 2:  # the bot has not moved yet
        assert unmarked(standing) == then
    assert play_on(page) > 0
    expect(page.locator(".end h2")).to_be_visible()


def at(page: Page, moment: int) -> None:
    page.wait_for_selector(f'.replay[data-at="{moment}"]')


STANDING = """() => [
  document.querySelector('.game').dataset.seq,
  [...document.querySelectorAll('svg.board .piece')].map((one) => one.getAttribute('aria-label')),
]"""


def unmarked(names: list[str]) -> list[str]:
    return sorted(name.removesuffix(", may be chosen") for name in names)


def pieces(page: Page) -> list[str]:
    """What stands where, by the names that a screen reader speaks, without whether it may be chosen."""
    return unmarked(page.evaluate(STANDING)[1])


# The curtain


def words_of(value: Any) -> set[str]:
    """Every text, without numbers and the ids of places and kinds, which begin with small letters."""
    if isinstance(value, dict):
        return set().union(*(words_of(item) for item in value.values()))
    if isinstance(value, list):
        return set().union(*(words_of(item) for item in value))
    return {value} if isinstance(value, str) and len(value) > 3 and value[0].isupper() else set()


def view_of(page: Page, address: str, secret: str) -> dict[str, Any]:
    reply = page.request.get(f"{address}api/game", headers={"authorization": f"Bearer {secret}"}).json()
    view: dict[str, Any] = reply["view"]
    return view


def views_of_all(page: Page, address: str, table: str) -> list[dict[str, Any]]:
    """What each seat would be shown; at one table nobody has a key of his own."""
    save = page.request.get(f"{address}api/game/save", headers={"authorization": f"Bearer {table}"}).body()
    game = registry.load(save)
    words = Words(game.system, "en")
    return [
        {
            "position": json.loads(json.dumps(words.render_position(game.view(seat)))),
            "events": [words.render_event(event) for event in game.events_for(seat)],
        }
        for seat in range(len(game.seats))
    ]


def words_in(view: dict[str, Any]) -> set[str]:
    return words_of([view["position"], [event["text"] for event in view["events"]]])


def badges(view: dict[str, Any]) -> set[tuple[int, str]]:
    """What lies on the pieces: orders above all, which the enemy does not read."""
    pieces = view["position"]["pieces"]
    return {(piece["id"], badge["label"]) for piece in pieces for badge in piece.get("badges", [])}


def on_pieces(page: Page) -> dict[int, str]:
    found = page.locator("[data-piece]").evaluate_all("all => all.map((one) => [one.dataset.piece, one.outerHTML])")
    return {int(number): drawn for number, drawn in found}


def in_page(page: Page) -> str:
    """All text and all attributes of the page."""
    return re.sub(r"\s+", " ", page.locator("body").inner_html())


COVERED = """
() => {
  const points = [...Array(20).keys()].flatMap((x) => [...Array(20).keys()].map((y) => [x, y]));
  const alpha = getComputedStyle(document.querySelector('.curtain')).backgroundColor;
  return !/rgba|transparent/.test(alpha) && points.every(([x, y]) =>
    document.elementFromPoint((x + 0.5) * innerWidth / 20, (y + 0.5) * innerHeight / 20).closest('.curtain'));
}
"""


def test_nothing_hidden_is_behind_the_curtain(real: Served, open_page: Opener) -> None:
    """Neither the secrets of him who leaves nor of him who comes are in the page until the next one has taken over."""
    keys = new_game(real.address, "normandie", ["human", "human"])
    page = open_page(f"{real.address}#/game/{keys['table']}")
    page.wait_for_selector(".game")
    curtains, orders = 0, 0
    for n in range(60):
        if page.locator(".curtain").is_hidden():
            assert play_on(page, 1, n + 2) == -1
            continue
        curtains += 1
        views = views_of_all(page, real.address, keys["table"])
        first, second = map(words_in, views)
        secrets = (first ^ second) - words_in(view_of(page, real.address, keys["spectator"]))
        assert [secret for secret in secrets if secret in in_page(page)] == []
        assert on_pieces(page) == {}
        assert page.evaluate(COVERED)
        if curtains == 3:
            page.reload()  # does not lift it
            expect(page.locator(".curtain")).to_be_visible()
            assert [secret for secret in secrets if secret in in_page(page)] == []
        page.keyboard.press("Enter")
        wait_mine(page)
        seat = view_of(page, real.address, keys["table"])["seat"]
        mine, other, drawn = badges(views[seat]), badges(views[1 - seat]), on_pieces(page)
        assert [order for order in other - mine if order[1] in drawn.get(order[0], "")] == []
        orders += len(other - mine)
        if curtains == 8:
            break
    assert curtains == 8
    assert orders > 0
