"""How many clicks a game takes: an impulse is one gesture and its confirmation."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Opener, Served
from browser.hand import Hand
from browser.steps import new_game

TURNS = 6
MOST = 13  # clicks and drags a turn; 27 choices before there were gestures


def test_first_contact_by_hand_takes_few_clicks(real: Served, open_page: Opener) -> None:
    keys = new_game(real.address, "lnlt", ["human", "regular"], "boh/first-contact")
    page = open_page("about:blank")
    page.add_init_script("localStorage['bocage.forced'] = 'on'")
    page.goto(f"{real.address}#/game/{keys['table']}")
    hand = Hand(page, real.address, keys["table"], "E4")
    hand.play(TURNS)
    turns = len(hand.clicks)  # a side may be beaten before the last
    clicks = hand.clicks.total() / turns
    print(f"{clicks:.1f} clicks and {hand.choices / turns:.1f} choices a turn: {dict(hand.clicks)}")
    assert turns >= 4
    assert clicks <= MOST
    assert hand.most <= 2  # a shot and a move of a stack
    assert hand.shots >= 3
    assert hand.moves >= 3
    expect(page.locator(".log")).to_contain_text("fires at")
