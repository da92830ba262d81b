"""Two strangers meet in the lobby, play with a clock and talk; one leaves, is called back, and the dice are checked."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.conftest import PHONE, Opener, Served
from browser.steps import choose, wait_mine


def take_name(page: Page, name: str) -> None:
    page.locator("#player-name").fill(name)
    page.get_by_role("button", name="Take this name").click()
    expect(page.locator(".naming")).to_contain_text(f"You play as {name}.")


def test_strangers_meet_play_and_are_called_back(own_toys: Served, open_page: Opener) -> None:
    anna = open_page(f"{own_toys.address}#/lobby")
    bert = open_page(f"{own_toys.address}#/lobby", PHONE)
    take_name(anna, "Anna")
    take_name(bert, "Bert")
    anna.locator("#offer-system").select_option("toy-hex")
    anna.locator("#offer-pace").select_option("live-15")
    anna.get_by_role("button", name="Put it in the lobby").click()
    anna.wait_for_selector(".game")
    anna.locator("dialog .close").click()
    line = bert.locator(".lobby-open li")
    expect(line).to_contain_text("Anna")
    expect(line).to_contain_text("15 min + 15 s")
    line.get_by_role("button", name="Play").click()
    bert.wait_for_selector(".game")
    for page in (anna, bert):
        expect(page.locator(".company-seat.here")).to_have_count(2)
        expect(page.locator(".company-seat").nth(1)).to_contain_text("Bert")
        expect(page.locator(".company-seat.runs time").first).to_contain_text("14:")

    anna.locator(".chat summary").click()
    anna.locator("#chat-text").fill("Good luck!")
    anna.locator("#chat-text").press("Enter")
    expect(bert.locator(".chat .unread")).to_have_text("1")
    bert.locator(".chat summary").click()
    expect(bert.locator(".chat-lines")).to_contain_text("Anna Good luck!")
    bert.get_by_role("button", name="Mute Anna").click()
    expect(bert.locator(".chat-lines")).not_to_contain_text("Good luck!")
    bert.locator(".chat summary").click()

    choose(bert, "Pick 7002")
    bert.goto(f"{own_toys.address}#/lobby")
    expect(anna.locator(".company-seat.here")).to_have_count(1)
    choose(anna, "Pick 7001")
    wait_mine(anna)
    choose(anna, "Walk on")
    call = bert.locator("#notices a")
    expect(call).to_contain_text("Your move")
    expect(bert).to_have_title("(1) Bocage")
    call.click()
    while wait_mine(bert):
        choose(bert, "Sprint")
        if not wait_mine(anna):
            break
        choose(anna, "Walk on")
    for page in (anna, bert):
        expect(page.locator(".end h2")).to_be_visible()
    anna.get_by_role("button", name="Check the dice").click()
    expect(anna.locator(".verdict")).to_contain_text(re.compile("All is well: [1-9]"))
    anna.goto(f"{own_toys.address}#/lobby")
    expect(anna.locator(".lobby-finished li")).to_contain_text("Bert")


def test_the_page_says_that_it_is_offline(own_toys: Served, open_page: Opener) -> None:
    """It still opens from what was kept, and says that no server answers."""
    page = open_page(own_toys.address)
    page.wait_for_selector(".door")
    page.evaluate("() => navigator.serviceWorker.ready")
    page.reload()
    page.wait_for_selector(".door")
    manifest = page.evaluate("async () => (await fetch('manifest.json')).json()")
    assert manifest["display"] == "standalone"
    own_toys.stop()
    page.reload()
    expect(page.locator("#problem")).to_be_visible()
    own_toys.start()
