"""Order tokens and plans: laid out by mouse, keyboard and touch, changed, and confirmed with one curtain a side."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import PHONE, Opener, Served
from browser.steps import (
    SHORT,
    begin,
    cell,
    middle,
    new_game,
    play_on,
    step,
    unfold,
    wait_change,
    wait_mine,
    wait_still,
)

CONFIRM = ".choices [data-verb=confirm]"
LAY = """() => Object.fromEntries([...document.querySelectorAll('svg.board .piece:has(.order-face)')].map((piece) =>
  [piece.dataset.piece, piece.querySelector('.order-token title').textContent]))"""

IN_SIGHT = """() => [...document.querySelectorAll('svg.board .piece.legal')].find((piece) => {
  const { x, y, width, height } = piece.getBoundingClientRect();
  return piece.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).dataset.piece"""


def confirm(page: Page) -> None:
    before = step(page)
    page.locator(CONFIRM).click()
    wait_change(page, before)


def take_over(page: Page) -> str:
    """Who lifts the curtain, and in which phase of the game; "" if it does not hang."""
    page.wait_for_selector(".game[data-mine=true]:not([data-sent]), .curtain:not([hidden])")
    if not page.locator(".curtain:not([hidden])").count():
        return ""
    page.locator(".curtain .primary").click()
    wait_mine(page)
    phase = page.locator(".status span").nth(1).inner_text()
    return f"{phase}: {page.locator('.side.active').inner_text().split()[0]}"


def complete(page: Page) -> None:
    """Have the rest laid out, look, and confirm."""
    before = step(page)
    page.locator(".extra-place").click()
    wait_change(page, before)
    expect(page.locator(CONFIRM)).to_be_visible()
    confirm(page)


def open_table(page: Page, address: str, scenario: str = SHORT["normandie"], **options: str) -> None:
    """A game of two people at this screen, who give their orders at the same time."""
    keys = new_game(address, "normandie", ["human", "human"], scenario, orders="together", **options)
    page.goto(f"{address}#/game/{keys['table']}")
    page.wait_for_selector(".game[data-seq]")


def to_orders(page: Page) -> None:
    """Deploy both sides, and look at the orders of the one who gives them first."""
    for _ in range(12):
        take_over(page)
        if page.locator(".tokens:not([hidden])").count():
            return wait_still(page)
        complete(page)
    raise AssertionError("nobody gives orders")


def hot_seat(page: Page, address: str, scenario: str = SHORT["normandie"]) -> None:
    open_table(page, address, scenario, cards="off")
    to_orders(page)


def lay(page: Page) -> dict[str, str]:
    """Which token lies on which unit, as its owner sees it."""
    found: dict[str, str] = page.evaluate(LAY)
    return found


def unit(page: Page, number: str) -> Locator:
    return page.locator(f"svg.board .piece[data-piece='{number}']")


def token(page: Page, name: str) -> Locator:
    return page.locator(f".token-button[aria-label^='{name}']").first


def free_units(page: Page) -> list[str]:
    return [str(node.get_attribute("data-piece")) for node in page.locator("svg.board .piece.legal").all()]


def drag(page: Page, start: Locator, end: Locator | tuple[float, float]) -> None:
    """And wait for what comes of it."""
    before = step(page)
    page.mouse.move(*middle(start))
    page.mouse.down()
    target = end if isinstance(end, tuple) else middle(end)
    page.mouse.move(target[0] + 12, target[1] + 12, steps=4)
    page.mouse.move(*target, steps=3)
    page.mouse.up()
    wait_change(page, before)
    wait_still(page)


@pytest.mark.parametrize("cards", ["off", "on"])
def test_at_one_screen_there_is_one_curtain_a_side_for_set_up_and_for_orders(
    cards: str, real: Served, open_page: Opener
) -> None:
    """Set-up, two rounds of orders, and the battle between them; a curtain before a card is another matter."""
    page = open_page(real.address)
    open_table(page, real.address, "bestdef", cards=cards)
    curtains: Counter[str] = Counter()
    confirmed: Counter[str] = Counter()
    for n in range(400):
        hung = take_over(page)
        planning = page.locator(".extra-place").count() > 0
        round_, phase = page.locator(".status span").all_inner_texts()[:2]
        if hung and planning:
            curtains[f"{round_.split(' ·')[0]}, {hung}"] += 1
        if planning:
            confirmed[phase] += 1
            complete(page)
        elif round_.startswith("Round 2") and phase.startswith("Activation"):
            break
        else:
            play_on(page, 1, n + 3)
    assert sorted(confirmed.values()) == [2, 4], confirmed
    assert max(curtains.values()) == 1, curtains
    assert len(curtains) <= 2 + 2 + 2
    if cards == "off":  # whoever deploys last gives his orders without looking away
        assert len(curtains) <= 2 + 1 + 2


def test_a_look_at_the_set_up_before_it_stands_and_no_question_after(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    keys = new_game(real.address, "normandie", ["human", "friend"], "bestdef")
    page.goto(f"{real.address}#/game/{keys['seats'][0]}")
    wait_mine(page)
    page.locator(".extra-place").click()
    expect(page.locator(CONFIRM)).to_have_text("Confirm the deployment")
    assert page.locator("svg.board .piece").count() > 5
    other = open_page(f"{real.address}#/game/{keys['seats'][1]}")
    other.wait_for_selector(".game[data-mine=false]")
    expect(other.locator("svg.board .piece")).to_have_count(0)
    page.keyboard.press("u")
    expect(page.locator("svg.board .piece")).to_have_count(0)
    page.locator(".extra-place").click()
    confirm(page)
    page.wait_for_selector(".game[data-mine=false]")
    assert other.locator("svg.board .piece").count() > 5
    other.wait_for_selector(".game[data-mine=true]")


def test_tokens_are_dragged_to_units_swapped_and_taken_back(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    hot_seat(page, real.address)
    first, second = free_units(page)[:2]
    drag(page, token(page, "Order 2"), unit(page, first))
    assert lay(page) == {first: "Order 2"}
    expect(token(page, "Order 2, on")).to_have_class(re.compile("laid"))
    drag(page, token(page, "Bluff"), unit(page, second))
    assert lay(page) == {first: "Order 2", second: "Bluff"}
    drag(page, unit(page, first), unit(page, second))
    assert lay(page) == {first: "Bluff", second: "Order 2"}
    drag(page, token(page, "Order 1"), unit(page, second))
    assert lay(page) == {first: "Bluff", second: "Order 1"}, "what lay there is in hand again"
    drag(page, unit(page, first), middle(page.locator(".prompt-text")))
    assert lay(page) == {second: "Order 1"}
    page.keyboard.press("u")
    expect(unit(page, first).locator(".order-face")).to_be_visible()
    assert lay(page) == {first: "Bluff", second: "Order 1"}


def test_tokens_are_laid_by_clicks(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    hot_seat(page, real.address)
    units = free_units(page)
    for number in units[:2]:  # the lowest in hand comes first
        before = step(page)
        unit(page, number).click()
        wait_change(page, before)
        wait_still(page)
    assert lay(page) == {units[0]: "Order 1", units[1]: "Order 2"}
    unit(page, units[0]).click()  # taken up
    expect(token(page, "Order 1")).to_have_attribute("aria-pressed", "true")
    before = step(page)
    unit(page, units[1]).click()
    wait_change(page, before)
    assert lay(page) == {units[0]: "Order 2", units[1]: "Order 1"}
    token(page, "Order 2").click()
    before = step(page)
    token(page, "Order 2").click()
    wait_change(page, before)
    assert lay(page) == {units[1]: "Order 1"}


def test_tokens_are_laid_by_keyboard(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    hot_seat(page, real.address)
    first, second = free_units(page)[:2]
    page.keyboard.press("3")
    expect(token(page, "Order 3")).to_have_attribute("aria-pressed", "true")
    before = step(page)
    unit(page, first).focus()
    page.keyboard.press("Enter")
    wait_change(page, before)
    assert lay(page) == {first: "Order 3"}
    expect(unit(page, first)).to_be_focused()
    page.keyboard.press("3")
    before = step(page)
    unit(page, second).focus()
    page.keyboard.press("Enter")
    wait_change(page, before)
    assert lay(page) == {second: "Order 3"}
    before = step(page)
    token(page, "Order 3").focus()
    page.keyboard.press("Delete")
    wait_change(page, before)
    assert lay(page) == {}


def test_tokens_are_laid_by_touch(real: Served, open_page: Opener) -> None:
    page = open_page(real.address, PHONE, has_touch=True, is_mobile=True)
    hot_seat(page, real.address)
    shown = page.locator(".tokens").bounding_box()
    assert shown is not None
    assert shown["height"] < 80, "the board keeps its room"
    number = page.evaluate(IN_SIGHT)
    token(page, "Order 2").tap()
    before = step(page)
    page.touchscreen.tap(*middle(unit(page, number)))
    wait_change(page, before)
    assert lay(page) == {number: "Order 2"}


def test_a_token_is_a_third_of_its_counter_and_legible_from_afar(real: Served, open_page: Opener) -> None:
    page = open_page(real.address, {"width": 1280, "height": 720})
    hot_seat(page, real.address, "bestdef")
    number = free_units(page)[0]
    before = step(page)
    unit(page, number).click()
    wait_change(page, before)
    counter = unit(page, number).locator(".counter-face").first.bounding_box()
    disc = unit(page, number).locator(".order-rim").bounding_box()
    assert counter is not None
    assert disc is not None
    assert disc["width"] >= counter["width"] / 3
    assert disc["width"] >= 14


def test_a_token_against_the_rules_is_told_why_not(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    hot_seat(page, real.address)
    own = set(free_units(page))
    everybody = page.locator("svg.board .piece").all()
    enemy = next(node for node in everybody if str(node.get_attribute("data-piece")) not in own)
    before = step(page)
    page.mouse.move(*middle(token(page, "Order 1")))
    page.mouse.down()
    page.mouse.move(*middle(enemy), steps=5)
    page.mouse.up()
    expect(page.locator(".toast")).to_contain_text("own units")
    assert step(page) == before


def test_the_enemy_sees_backs_that_turn_over_when_they_are_revealed(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    hot_seat(page, real.address)
    for _ in range(4):
        if not page.locator(".extra-place").count():
            break
        complete(page)
        take_over(page)
    turned = 0
    for n in range(60):
        assert page.locator(".order-back + .order-face").count() == page.locator(".order-token.turns").count()
        turned += page.locator(".order-token.turns").count()
        if turned:
            break
        assert page.locator(".order-back").count()
        play_on(page, 1, n + 2)
        take_over(page)
    assert turned
    moving = "() => getComputedStyle(document.querySelector('.order-token.turns .order-face')).animationName"
    assert page.evaluate(moving) == "turn-up"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moving) == "none"


def test_in_turns_a_dragged_token_lies_at_once(real: Served, open_page: Opener) -> None:
    """Against a bot the default is the book's: one token at a time."""
    page = open_page(real.address)
    begin(page, "normandie", scenario=SHORT["normandie"])
    for _ in range(6):
        wait_mine(page)
        if page.locator(".tokens:not([hidden])").count():
            break
        complete(page)
    wait_still(page)
    assert page.locator(CONFIRM).count() == 0
    number = free_units(page)[0]
    drag(page, token(page, "Order 2"), unit(page, number))
    page.wait_for_selector(".game[data-mine=true]:not([data-sent])")
    expect(page.locator(".token-button[aria-label='Order 2']")).to_have_count(0)
    assert "Order 2" in lay(page).values()


def test_several_people_give_their_orders_at_once_unless_they_choose_otherwise(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    card = unfold(page, "[data-system=normandie]")
    card.locator("summary").click()
    orders = card.get_by_label("Orders are laid")
    expect(orders.locator("option:checked")).to_have_text("in turns")
    card.locator("select").nth(1).select_option("human")
    expect(orders.locator("option:checked")).to_have_text("at the same time")
    orders.select_option(label="in turns")
    card.locator("select").nth(1).select_option("random")
    card.locator("select").nth(1).select_option("human")
    expect(orders.locator("option:checked")).to_have_text("in turns")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_plan_is_undone_after_it_was_confirmed(language: str, real: Served, open_page: Opener) -> None:
    """It comes back as it was, to be changed and confirmed again."""
    page = open_page(real.address)
    keys = new_game(real.address, "normandie", ["human", "friend"])
    page.evaluate("language => localStorage.setItem('bocage.language', language)", language)
    page.goto(f"{real.address}#/game/{keys['seats'][0]}")
    page.reload()
    wait_mine(page)
    first = page.locator(".cell.legal").first.get_attribute("data-place")
    assert first
    page.locator(".extra-place").click()
    page.locator(CONFIRM).wait_for()
    places = "() => [...document.querySelectorAll('svg.board .piece')].map((piece) => piece.ariaLabel).sort()"
    stood = page.evaluate(places)
    confirm(page)
    page.wait_for_selector(".game[data-mine=false]")
    page.keyboard.press("u")
    page.locator(CONFIRM).wait_for()
    assert page.evaluate(places) == stood
    confirm(page)
    page.wait_for_selector(".game[data-mine=false]")
    assert page.locator(cell(first)).count() == 1
