"""What the page does around the game: undo, refusals, odds, curtain, languages, keyboard, restart, layout."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import DESKTOP, PHONE, Opener, Served
from browser.steps import Held, begin, choose, new_game, play_on, step, wait_change, wait_mine

WEB = Path(__file__).parents[2] / "src" / "bocage" / "web"
TOYS = ["toy-hex", "toy-square", "toy-plane"]


@pytest.mark.parametrize("system", TOYS)
def test_a_toy_game_to_its_end(system: str, toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, system)
    assert play_on(page) > 0
    expect(page.locator(".end h2")).to_be_visible()
    expect(page.locator(".end")).to_contain_text("Time is up.")


def test_a_restart_in_the_middle_keeps_the_game(own_toys: Served, open_page: Opener) -> None:
    page = open_page(own_toys.address)
    begin(page, "toy-hex")
    choose(page, "Pick 7002")
    wait_mine(page)
    choose(page, "Walk on")
    wait_mine(page)
    before = page.locator(".log li").all_text_contents()
    own_toys.stop(kill=True)
    expect(page.locator(".offline")).to_be_visible()
    own_toys.start()
    expect(page.locator(".offline")).to_be_hidden()
    assert page.locator(".log li").all_text_contents() == before
    choose(page, "Rest")
    assert play_on(page) >= 0


def test_earlier_games_are_listed_and_open_again(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-square")
    choose(page, "Pick 7001")
    page.get_by_role("link", name="All games").click()
    page.locator(".games a").click()
    wait_mine(page)
    expect(page.locator(".log li").last).to_be_visible()


def test_a_screen_that_is_overtaken_while_it_loads_does_not_show_up(toys: Served, open_page: Opener) -> None:
    secret = new_game(toys.address, "toy-hex", ["human", "random"], "races/first")["table"]
    page = open_page(toys.address)
    page.wait_for_selector(".scenario")
    held = Held(page, "**/api/game?*")
    with page.expect_request("**/api/game?*"):
        page.evaluate("to => (location.hash = to)", f"#/game/{secret}")
    page.evaluate("location.hash = '#/'")
    with page.expect_response("**/api/game?*"):
        held.let_go()
    page.wait_for_timeout(300)
    expect(page.locator(".scenario").first).to_be_visible()
    expect(page.locator(".game")).to_have_count(0)


def test_a_game_opened_before_the_start_has_loaded_is_left_for_good(toys: Served, open_page: Opener) -> None:
    """Its socket is closed; its keys would take back a choice of a game that nobody sees."""
    secret = new_game(toys.address, "toy-hex", ["human", "random"], "races/first")["table"]
    page = open_page(toys.address)
    page.wait_for_selector(".scenario")  # or the request awaited below could be one of the page before the reload
    held = Held(page, "**/api/systems?*")
    with page.expect_request("**/api/systems?*"):
        page.reload()
    with page.expect_websocket() as sockets:
        page.evaluate("to => (location.hash = to)", f"#/game/{secret}")
    page.wait_for_selector(".game[data-seq]")
    with page.expect_response("**/api/systems?*"):
        held.let_go()
    page.wait_for_timeout(300)
    with sockets.value.expect_event("close"):
        page.evaluate("location.hash = '#/'")


def test_clicks_on_pieces_places_and_points_choose(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex", ("human", "human"))
    choose(page, "Pick 7001")
    page.get_by_role("button", name="Ready (Blue)").click()
    choose(page, "Pick 7002")
    page.get_by_role("button", name="Ready (Red)").click()
    before = step(page)
    page.get_by_role("button", name="B1, woods, may be chosen").click()
    wait_change(page, before)
    expect(page.locator(".news")).to_contain_text("Red is at 1.")  # who leaves sees what came of it
    page.get_by_role("button", name="Ready (Blue)").click()
    expect(page.locator(".log")).to_contain_text("Red is at 1.")


def test_behind_the_curtain_nothing_can_be_reached(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex", ("human", "human"))
    choose(page, "Pick 7001")
    expect(page.locator(".curtain")).to_be_visible()
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('.curtain')")
    page.keyboard.press("r")
    assert page.locator(".replay").is_hidden()


def test_the_second_click_of_two_is_not_a_choice(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex")
    wait_mine(page)
    before = step(page)
    page.locator(".choice").first.dblclick()
    wait_change(page, before)
    wait_mine(page)
    expect(page.locator(".toast")).to_be_hidden()


def test_on_a_phone_the_panel_folds_away(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address, PHONE)
    begin(page, "toy-hex")
    wait_mine(page)
    board = page.locator("svg.board")
    tall = board.evaluate("board => board.clientHeight")
    expect(page.locator(".log-frame")).to_be_hidden()
    page.locator("#tab-log").click()
    expect(page.locator(".log-frame")).to_be_visible()
    page.locator("#tab-log").click()
    expect(page.locator(".log-frame")).to_be_hidden()
    assert board.evaluate("board => board.clientHeight") == tall  # the board keeps its room


def test_a_point_of_the_region_chooses(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-plane")
    choose(page, "Pick 7001")
    wait_mine(page)
    before = step(page)
    box = page.locator(".region").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + box["height"] * 0.5)
    wait_change(page, before)
    expect(page.locator(".log")).to_contain_text("Red is at 2.")


def test_a_click_on_nothing_legal_says_why(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex")
    page.get_by_role("button", name="E2, clear, level 1").click()
    expect(page.get_by_role("alert").filter(has_text="That is too far away.")).to_be_visible()
    expect(page.locator(".toast .rule")).to_have_text("toy.walk")


def test_odds_and_tally_are_shown_before_choosing(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex")
    choose(page, "Pick 7001")
    wait_mine(page)
    page.locator(".choices").get_by_role("button", name="Sprint").hover()
    details = page.locator(".details")
    expect(details).to_contain_text("one space forward")
    expect(details).to_contain_text("50 %")
    expect(details).to_contain_text("Mud")


def test_undo_by_key_and_button(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex", ("human", "human"))
    choose(page, "Pick 7001")
    page.get_by_role("button", name="Ready (Blue)").click()
    before = step(page)
    page.keyboard.press("u")
    wait_change(page, before)
    page.get_by_role("button", name="Ready (Red)").click()
    expect(page.locator(".log li")).to_have_count(0)
    expect(page.locator("#undo")).to_be_disabled()
    choose(page, "Pick 7001")
    page.get_by_role("button", name="Ready (Blue)").click()
    before = step(page)
    page.locator("#undo").click()
    wait_change(page, before)


def test_the_curtain_hides_the_board_between_two_players(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex", ("human", "human"))
    expect(page.locator(".curtain")).to_be_hidden()
    choose(page, "Pick 7003")
    curtain = page.locator(".curtain")
    expect(curtain).to_contain_text("Pass the screen to Blue")
    assert page.evaluate("document.elementFromPoint(400, 500).closest('.curtain') !== null")
    page.keyboard.press("Enter")
    expect(curtain).to_be_hidden()
    expect(page.locator("body")).not_to_contain_text("7003.")


def test_two_pages_by_link(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-square", ("human", "friend"))
    expect(page.locator(".link-row")).to_have_count(2)
    invitation = page.locator(".link-row input").first.input_value()
    page.locator("dialog .close").click()
    red, blue = page, open_page(invitation)
    choose(red, "Pick 7001")
    choose(blue, "Pick 7002")
    wait_mine(red)
    choose(red, "Walk on")
    wait_mine(blue)
    expect(blue.locator(".log")).to_contain_text("Red is at 1.")
    expect(blue.locator(".log")).not_to_contain_text("7001")


def test_keyboard_alone_plays(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    page.wait_for_selector(".scenario")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('button[type=submit]')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".game")
    wait_mine(page)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.choice')"):
            break
    for _ in range(4):  # the focus stays with the choices
        wait_mine(page)
        before = step(page)
        expect(page.locator(".choice:focus")).to_have_count(1)
        page.keyboard.press("Enter")
        wait_change(page, before)


def test_both_languages(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex")
    page.locator("#language").click()
    page.wait_for_selector("html[lang=fr]")
    expect(page.locator(".prompt-text")).to_contain_text("Choisissez un nombre secret.")
    expect(page.get_by_role("tab", name="Journal")).to_be_visible()
    page.locator("#language").click()
    expect(page.locator(".prompt-text")).to_contain_text("Pick a secret number.")


def test_a_save_goes_out_and_comes_back(toys: Served, open_page: Opener, tmp_path: Path) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex")
    choose(page, "Pick 7002")
    wait_mine(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    path = tmp_path / "save.json"
    download.value.save_as(path)
    page.get_by_role("link", name="All games").click()
    page.locator("#upload").set_input_files(path)
    page.wait_for_selector(".game")
    expect(page.locator(".log")).to_contain_text("You picked 7002.")
    broken = tmp_path / "broken.json"
    broken.write_text(path.read_text()[:100])
    page.get_by_role("link", name="All games").click()
    page.locator("#upload").set_input_files(broken)
    expect(page.locator("#problem")).to_contain_text("cannot be loaded")


SMALL_TEXT = """
() => [...document.querySelectorAll('#app *')].filter((node) => !node.closest('svg') && node.checkVisibility()
  && [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim())
  && parseFloat(getComputedStyle(node).fontSize) < 16).map((node) => node.outerHTML.slice(0, 80))
"""


def overflow(page: Page) -> int:
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("system", TOYS)
def test_layout(system: str, size: dict[str, int], toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address, size)
    page.locator(".row").first.click()
    page.wait_for_selector(".picture svg")
    assert overflow(page) <= 0
    assert page.evaluate(SMALL_TEXT) == []
    begin(page, system)
    choose(page, "Pick 7001")
    wait_mine(page)
    assert overflow(page) <= 0
    assert page.evaluate(SMALL_TEXT) == []
    board = page.locator("svg.board").bounding_box()
    assert board is not None
    assert board["height"] > size["height"] * 0.3
    assert board["width"] > size["width"] * 0.6


def test_everything_has_a_name(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex")
    unnamed = """
    () => [...document.querySelectorAll('button, a, select, input, [role=button]')]
      .filter((node) => node.checkVisibility())
      .filter((node) => !(node.getAttribute('aria-label') || node.textContent.trim() || node.labels?.length))
      .map((node) => node.outerHTML.slice(0, 100))
    """
    assert page.evaluate(unnamed) == []
    expect(page.get_by_role("button", name="Squad Able, A1, 2-6-4")).to_be_visible()


def test_the_page_is_light() -> None:
    # What a visitor fetches: no types, which the checker alone reads, and the words of one language, be it the longer.
    files = [path for path in WEB.rglob("*") if path.is_file() and path.suffix not in (".py", ".ts")]
    words = sorted(path.stat().st_size for path in files if path.parent.name == "texts")
    assert sum(path.stat().st_size for path in files) - sum(words[:-1]) < 700_000


def imported(name: str) -> set[str]:
    """A module and all that it imports."""
    found: set[str] = set()
    waiting = {name}
    while waiting:
        found |= waiting
        texts = [(WEB / one).read_text("utf-8") for one in waiting]
        waiting = {
            one for text in texts for one in re.findall(r'^(?:import|\}).* from "\./(.+?)";', text, re.M)
        } - found
    return found


def test_every_module_is_fetched_at_once() -> None:
    """The page's own, that is; those that only the painter of the ground or the worker behind the page need are fetched
    beside it."""
    fetched = re.findall(r'<link rel="modulepreload" href="(.+?)">', (WEB / "index.html").read_text("utf-8"))
    assert fetched == sorted(imported("app.js") - {"app.js"})
    assert imported("app.js") | imported("land-worker.js") | {"sw.js"} == {path.name for path in WEB.glob("*.js")}


def test_both_languages_have_the_same_words_and_none_is_missing_or_idle() -> None:
    english, french = (json.loads((WEB / "texts" / f"{name}.json").read_text("utf-8")) for name in ("en", "fr"))
    assert english.keys() == french.keys()
    assert all(text.strip() for text in [*english.values(), *french.values()])
    code = "\n".join(path.read_text("utf-8") for path in WEB.glob("*.js"))
    built = tuple(re.findall(r"`([a-z.]+\.)\$\{", code))  # keys put together from a name
    idle = {key for key in english if f'"{key}"' not in code and not key.startswith(built)}
    assert idle == set()
    used = set(re.findall(r'\bt\("([a-z.]+)"', code))
    assert used <= english.keys()
