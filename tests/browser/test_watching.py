"""Looking: replay with links and branches, lines of sight and fields of view."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener, Served
from browser.steps import SHORT, begin, choose, new_game, play_on, wait_mine


def finished(page: Page, system: str) -> None:
    begin(page, system)
    assert play_on(page) > 0
    expect(page.locator(".end h2")).to_be_visible()


def moment(page: Page, at: int) -> None:
    page.wait_for_selector(f'.replay[data-at="{at}"]')


def places(page: Page) -> list[str | None]:
    found: list[str | None] = page.locator(".stack").evaluate_all("all => all.map((one) => one.dataset.place)")
    return found


def test_stepping_through_a_finished_game(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    finished(page, "toy-hex")
    page.locator(".end").get_by_role("button", name="Replay").click()
    moment(page, 0)
    assert set(places(page)) == {"A1", "A2"}
    expect(page.locator(".log li:visible")).to_have_count(0)
    expect(page.locator(".replay-label")).to_contain_text("0 of 10")
    page.keyboard.press("ArrowRight")
    moment(page, 1)
    page.get_by_role("button", name="To the latest").click()
    moment(page, 10)
    assert page.locator(".log li:visible").count() == page.locator(".log li").count()
    page.locator(".replay-turns").select_option(label="Turn 2 of 4")
    moment(page, 4)
    page.locator(".replay-slider").fill("7")
    moment(page, 7)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".replay")).to_be_hidden()


def test_the_browsers_way_back_leads_from_the_replay_to_the_game(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    finished(page, "toy-hex")
    page.locator(".end").get_by_role("button", name="Replay").click()
    moment(page, 0)
    page.keyboard.press("ArrowRight")
    moment(page, 1)
    page.go_back()
    expect(page.locator(".end h2")).to_be_visible()
    expect(page.locator(".replay")).to_be_hidden()


def test_playing_runs_to_the_end(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    finished(page, "toy-square")
    page.locator(".end").get_by_role("button", name="Replay").click()
    moment(page, 0)
    page.locator(".replay-slider").fill("8")
    moment(page, 8)
    page.locator(".replay-play").click()
    moment(page, 10)
    expect(page.locator(".replay-play")).to_have_text("Play")


def test_a_link_opens_the_moment_and_gives_no_seat_away(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    finished(page, "toy-hex")
    page.locator(".end").get_by_role("button", name="Replay").click()
    moment(page, 0)
    page.locator(".replay-slider").fill("4")
    moment(page, 4)
    there = places(page)
    page.get_by_role("button", name="Link to this moment").click()
    link = page.locator("dialog input").input_value()
    assert page.url.rsplit("/", 3)[1] not in link
    other = open_page(link)
    moment(other, 4)
    assert places(other) == there
    page.reload()
    moment(page, 4)
    other.locator(".replay-eyes").select_option(label="Red")
    expect(other.locator(".log")).to_contain_text("You picked")


def test_a_new_game_branches_off(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    finished(page, "toy-hex")
    old = page.url
    page.locator(".end").get_by_role("button", name="Replay").click()
    moment(page, 0)
    page.locator(".replay-slider").fill("2")
    moment(page, 2)
    page.get_by_role("button", name="Play on from here…").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_function("old => location.href.split('/at/')[0] !== old", arg=old)
    page.wait_for_selector(".game[data-mine=true]")
    assert page.url != old
    expect(page.locator(".log li")).to_have_count(2)
    assert play_on(page) > 0


def test_a_running_game_is_looked_at_and_goes_on(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex")
    choose(page, "Pick 7001")
    wait_mine(page)
    choose(page, "Walk on")
    wait_mine(page)
    page.keyboard.press("r")
    page.wait_for_selector(".replay[data-at]")
    page.keyboard.press("Home")
    moment(page, 0)
    assert page.locator(".replay-eyes").is_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".choices .choice").first).to_be_visible()
    choose(page, "Walk on")


def test_a_bot_tells_why_once_the_game_is_over(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt", ("human", "regular"), SHORT["lnlt"])
    play_on(page, 5)
    wait_mine(page)
    page.keyboard.press("a")
    expect(page.locator(".details")).to_contain_text("once the game is over")
    page.keyboard.press("r")
    page.wait_for_selector(".replay[data-at]")
    hidden_choice(page)
    page.locator(".replay-why").click()
    expect(page.locator(".toast")).to_contain_text("once the game is over")
    expect(page.locator(".why")).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator(".choices .choice").first.wait_for(state="attached")
    assert play_on(page) > 0
    page.locator(".end .end-look").click()
    page.locator(".advice-button").click()
    expect(page.locator(".why .taken .chip")).to_have_text("chosen")
    bots_choice(page)
    page.locator(".replay-why").click()
    expect(page.locator(".why li")).to_have_count(3)
    expect(page.locator(".why .taken")).to_have_attribute("data-rank", "1")
    expect(page.locator(".why .hint").first).to_contain_text(re.compile(r"[+−]\d+\.\d\d"))
    expect(page.locator(".details")).to_contain_text("Regular bot: its best options")


def hidden_choice(page: Page) -> None:
    """Step back to a choice that is not told."""
    for at in range(int(page.locator(".replay").get_attribute("data-at") or 0) - 1, -1, -1):
        page.keyboard.press("ArrowLeft")
        moment(page, at)
        if "To choose:" in page.locator(".replay-label").inner_text():
            return
    raise AssertionError("the bot has not chosen yet")


def bots_choice(page: Page) -> None:
    """Step back to a choice of the bot's between three things or more."""
    for at in range(int(page.locator(".replay").get_attribute("data-at") or 0) - 1, -1, -1):
        page.keyboard.press("ArrowLeft")
        moment(page, at)
        page.locator(".replay-why").click()
        expect(page.locator(".why li").first).to_be_visible()
        if page.locator(".why li").count() == 3 and "Why" in page.locator(".details h3").inner_text():
            return
    raise AssertionError("the bot never had three things to choose from")


def test_an_uploaded_save_can_be_replayed(toys: Served, open_page: Opener, tmp_path: Path) -> None:
    page = open_page(toys.address)
    finished(page, "toy-hex")
    page.locator(".end .end-look").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    path = tmp_path / "save.json"
    download.value.save_as(path)
    other = open_page(toys.address)
    other.wait_for_selector(".scenario")
    other.locator("#upload").set_input_files(path)
    other.wait_for_selector(".end:not([hidden])")
    other.locator(".end").get_by_role("button", name="Replay").click()
    moment(other, 0)


def test_a_game_is_looked_over_and_played_on_from_a_choice(real: Served, open_page: Opener) -> None:
    """Luck and choice of each turning point add up to it; what was costly comes with what was better."""
    keys = new_game(real.address, "disposable", ["random", "random"], seed=4)
    page = open_page(f"{real.address}#/game/{keys['spectator']}")
    page.locator(".end .review-button").click()
    swings = page.locator(".review .swings li")
    expect(swings.first).to_be_visible()
    split = re.compile(r"([\d.]+) points for .+: dice ([+−][\d.]+), choice ([+−][\d.]+)\.")
    turning = [split.search(text) for text in page.locator(".review ol").first.locator("li").all_inner_texts()]
    assert turning
    for found in turning:
        assert found
        whole, dice, choice = (round(10 * float(part.replace("−", "-"))) for part in found.groups())
        assert whole == dice + choice
    expect(page.locator(".review")).to_contain_text("points lost. Better: ")
    page.locator(".review .look-there").last.click()
    page.wait_for_selector(".replay[data-at]")
    expect(page.locator(".replay-branch")).to_be_visible()


@pytest.mark.parametrize("system", ["lnlt", "normandie"])
def test_a_line_of_sight_and_a_field_of_view(system: str, real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, system)
    wait_mine(page)
    cells = page.locator("svg.board .cell")
    first, last = cells.nth(0), cells.nth(cells.count() - 1)
    page.mouse.move(1, 1)  # it lay where the game was started from; a line begins at the hex under it
    page.keyboard.press("l")
    first.dispatch_event("click")
    last.dispatch_event("click")
    expect(page.locator(".details h3")).to_contain_text("ine of sight")
    expect(page.locator(".details .rule")).to_be_visible()
    assert page.locator(".details ol li").count() > 0
    assert page.locator(".sight-line").count() == 1
    page.keyboard.press("f")
    first.dispatch_event("click")
    expect(page.locator(".details")).to_contain_text("sees")
    assert page.locator(".unseen").count() > 0
    page.keyboard.press("Escape")
    expect(page.locator(".unseen")).to_have_count(0)


def test_sight_on_the_free_table(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "disposable")
    wait_mine(page)
    box = page.locator("svg.board").bounding_box()
    assert box is not None
    page.keyboard.press("l")
    page.mouse.click(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.1)
    page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.9)
    expect(page.locator(".details")).to_contain_text("inches")
    page.keyboard.press("f")
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.5)
    expect(page.locator(".details")).to_contain_text("sees")
    expect(page.locator(".unseen")).to_have_count(1)


def test_a_spectator_is_told_so(toys: Served, open_page: Opener) -> None:
    keys = new_game(toys.address, "toy-hex", ["human", "friend"], "races/first")
    page = open_page(f"{toys.address}#/game/{keys['spectator']}")
    expect(page.locator(".prompt-text .chip")).to_have_text("Spectator: you are watching")
    player = open_page(f"{toys.address}#/game/{keys['seats'][0]}")
    wait_mine(player)
    expect(player.locator(".prompt-text .chip")).to_have_count(0)


def test_rare_numbers_share_a_line(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    page.wait_for_selector(".start")  # the words of the page have come
    lines = page.evaluate(
        """async () => {
          const { joinRare } = await import('/numbers.js');
          const chances = [0.002, 0.003, 0.3, 0.4, 0.285, 0.005, 0.004, 0.001];
          return joinRare(chances.map((chance, n) => ({ label: String(n), chance })));
        }"""
    )
    assert [line["label"] for line in lines] == ["1 or less", "2", "3", "4", "5 or more"]
    assert abs(sum(line["chance"] for line in lines) - 1) < 1e-9
