"""Seen before committing: odds on the buttons, terrain cards, short rows of choices; and pieces dragged to set up."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, WebSocket, expect

from browser.conftest import PHONE, Opener, Served
from browser.steps import (
    SHORT,
    about_to_step,
    begin,
    middle,
    new_game,
    play_on,
    step,
    unfold,
    wait_change,
    wait_mine,
    wait_still,
)
from browser.wire import Wire

SHOTS = ".choices .choice:is([data-verb=fire], [data-verb=opportunity-fire])"


def test_a_piece_is_dragged_to_its_place(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "normandie", scenario=SHORT["normandie"])
    wait_mine(page)
    wait_still(page)
    before = step(page)
    legal = page.locator(".cell.legal")
    x, y = middle(page.locator(".tray-piece.legal").first)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y - 20)
    page.mouse.move(*middle(legal.nth(legal.count() // 2)))
    page.mouse.up()
    menu = page.locator(".menu:not([hidden]) .choice")
    if menu.count():
        menu.first.click()
    wait_change(page, before)
    expect(page.locator("svg.board .piece")).to_have_count(1)


def test_choices_of_the_board_fold_away_and_out(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "normandie", scenario=SHORT["normandie"])
    wait_mine(page)
    shown = page.locator(".choices .choice:visible")
    assert page.locator(".choices .choice").count() > 6
    expect(shown).to_have_count(0)
    page.locator(".all-choices").click()
    expect(shown).to_have_count(page.locator(".choices .choice").count())
    expect(shown.first).to_contain_text("A")  # squares have letters and numbers
    page.locator(".all-choices").click()
    expect(shown).to_have_count(0)


def rolled_soon(page: Page) -> bool:
    """Go on until a choice that leads to dice is offered."""
    for n in range(60):
        if not wait_mine(page):
            return False
        if page.locator(SHOTS).count():
            return True
        play_on(page, 1, n + 3)
    return False


def test_the_chance_is_on_the_button_and_the_tally_in_sight(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt", scenario=SHORT["lnlt"])
    assert rolled_soon(page)
    page.evaluate("document.querySelector('.deciding').classList.add('unfolded')")
    button = page.locator(SHOTS).first
    expect(button).to_contain_text("%")
    button.hover()
    expect(page.locator(".details .tally caption")).to_be_in_viewport()
    total = page.locator(".details .tally tfoot")
    total.scroll_into_view_if_needed()  # a long tally scrolls
    expect(total).to_be_in_viewport()


def test_ground_has_a_card(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt", scenario=SHORT["lnlt"])
    wait_mine(page)
    card = page.locator(".details")
    page.locator("svg.board .cell:not(.legal)").last.dispatch_event("pointerenter")
    expect(card).to_contain_text("Target Modifier")


def received(page: Page) -> list[str | bytes]:
    """What comes to the page by its sockets from now on."""
    frames: list[str | bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(frame))

    page.on("websocket", listen)
    return frames


def test_a_card_stays_when_the_same_view_comes_again(real: Served, open_page: Opener) -> None:
    """As it does when the line was lost, and once after every game is opened."""
    keys = new_game(real.address, "lnlt", ["human", "random"])
    wire = Wire(real.port)
    try:
        page = open_page(f"http://127.0.0.1:{wire.port}/#/game/{keys['table']}")
        views = received(page)
        wait_mine(page)
        page.locator("svg.board .cell:not(.legal)").last.dispatch_event("pointerenter")
        wire.cut()
        expect(page.locator(".offline")).to_be_visible()
        views.clear()
        wire.mend()
        for _ in range(600):
            page.wait_for_timeout(100)
            if views:
                break
        assert views
        page.wait_for_timeout(200)  # what it could do is done
        assert "Target Modifier" in page.locator(".details").inner_text()
    finally:
        wire.close()


def test_a_bot_gives_advice(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt", scenario=SHORT["lnlt"])
    wait_mine(page)
    page.keyboard.press("a")
    expect(page.locator(".advice li").first).to_be_visible()


def test_advice_draws_its_plan_until_somebody_chooses(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt")
    play_on(page, 30)
    for _ in range(12):  # until it is about somebody who moves or fires
        assert wait_mine(page)
        wait_still(page)
        page.keyboard.press("a")
        expect(page.locator(".details h3", has_text="What a bot would do")).to_be_visible()
        if page.locator(".board-view .way, .board-view .plan-aim").count():
            break
        play_on(page, 1)
    assert page.locator(".board-view .way, .board-view .plan-aim").count()
    expect(page.locator(".advice li b").first).to_contain_text(re.compile("[:–]"))
    play_on(page, 1)
    expect(page.locator(".board-view .way, .board-view .plan-aim")).to_have_count(0)


NEWEST = """() => {
  const [frame, line] = [document.querySelector('.log-frame'), document.querySelector('.log').lastChild];
  return frame.getBoundingClientRect().bottom - line.getBoundingClientRect().bottom;
}"""


def test_the_newest_line_of_the_log_stays_in_sight_while_the_details_grow(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt")
    play_on(page, 40)
    assert rolled_soon(page)
    wait_still(page)
    page.locator(".details").evaluate("node => (node.style.height = '150px')")
    page.locator(".log-frame").evaluate("node => (node.scrollTop = -1)")
    page.wait_for_timeout(50)
    page.locator(".details").evaluate("node => (node.style.height = '460px')")
    page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    assert page.evaluate(NEWEST) >= 0


def test_a_tab_is_always_chosen(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex")
    wait_mine(page)
    page.keyboard.press("p")
    expect(page.locator("[role=tab][aria-selected=true]:visible")).to_have_count(1)


def test_scenarios_are_found_by_words_and_by_system_and_the_system_is_remembered(
    real: Served, open_page: Opener
) -> None:
    page = open_page(real.address)
    cards = page.locator("form.scenario:visible")
    page.locator("form.scenario").first.wait_for()
    for system in page.locator(".system").all():
        system.locator(".all-scenarios").click()
    every = cards.count()
    page.get_by_label("Game", exact=True).select_option("normandie")
    expect(page.locator("form.scenario:visible:not([data-system=normandie])")).to_have_count(0)
    assert cards.count() == 6
    page.locator(".all-scenarios:visible").click()
    some = cards.count()
    assert 0 < some < every
    expect(page.locator(".finder [role=status]")).to_have_text(f"{some} battles")
    page.get_by_label("Find a battle").fill("GODSEND")
    expect(page.locator("form.scenario:visible[data-scenario=godsend]")).to_have_count(1)
    assert cards.count() < some
    page.reload()
    expect(page.get_by_label("Find a battle")).to_have_value("GODSEND")
    page.get_by_label("Find a battle").fill("")
    expect(cards).to_have_count(6)
    page.get_by_label("Vehicles").select_option("no")
    page.get_by_label("Length").select_option("short")
    infantry = cards.count()
    assert 0 < infantry < some
    expect(page.locator(".finder [role=status]")).to_have_text(f"{infantry} battles")
    expect(page.locator("form.scenario:visible .facts", has_text="vehicles")).to_have_count(0)


def test_three_doors_lead_to_a_lesson_a_battle_and_a_friend(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    expect(page.locator(".banner")).to_contain_text("Second World War")
    page.locator(".door-friend").click()
    card = unfold(page, "[data-scenario='boh/first-contact']")
    assert [select.input_value() for select in card.locator("fieldset select").all()] == ["human", "friend"]
    card.locator("button[type=submit]").click()
    expect(page.locator(".link-row input").first).to_be_visible()
    page.goto(real.address)
    page.locator(".door-now:enabled").click()
    assert wait_mine(page)
    page.goto(real.address)
    expect(page.locator(".games li")).to_have_count(2)
    page.locator(".door-learn").click()
    expect(page).to_have_url(re.compile("#/learn$"))


def test_on_a_phone_the_battles_are_a_list_and_old_games_are_folded_away(real: Served, open_page: Opener) -> None:
    page = open_page("about:blank", PHONE)
    secrets = [new_game(real.address, "lnlt", ["human", "random"])["table"] for _ in range(5)]
    page.add_init_script(f"localStorage['bocage.games'] ||= '{json.dumps(secrets)}'")
    page.goto(real.address)
    page.locator("form.scenario").first.wait_for(timeout=90_000)
    expect(page.locator(".games li:visible")).to_have_count(3)
    page.locator(".older summary").click()
    expect(page.locator(".games li:visible")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollHeight") < 4500
    rows = [row.bounding_box() for row in page.locator("form.scenario:visible").all()]
    assert all(row and row["height"] < 100 for row in rows)


def test_a_lesson_is_played_for_both_sides_along_its_stars(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    card = unfold(page, "[data-scenario='boh/lesson-infantry']")
    assert [select.input_value() for select in card.locator("fieldset select").all()] == ["human", "human"]
    card.locator("button[type=submit]").click()
    for _ in range(8):
        wait_mine(page)
        star = page.locator(".choices .choice.hinted")
        expect(star).to_be_visible()
        before = step(page)
        star.click()
        wait_change(page, before)
    assert "left the example" not in page.locator(".game").inner_text()
    page.locator(".choices .choice").first.hover()
    page.get_by_role("button", name="Lesson: a Fight in the Orchards").click()
    expect(page.locator(".details")).to_contain_text("You play both sides")


def test_a_risky_step_says_who_would_fire_and_how(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt")
    about_to_step(page, "lnlt")
    risky = page.locator(".choices .choice:visible:has(.risk)").first
    risky.hover()
    details = page.locator(".details")
    expect(details.locator(".shot[open] .tally")).to_have_count(1)
    expect(details.locator(".danger")).to_contain_text("unharmed")


def test_names_too_small_to_read_are_left_to_the_card(real: Served, open_page: Opener) -> None:
    page = open_page(real.address, PHONE)
    begin(page, "lnlt")
    wait_mine(page)
    wait_still(page)
    names = page.locator("svg.board .counter-name")
    expect(names.first).to_be_hidden()
    assert (page.locator(".land .place-name").first.bounding_box() or {"height": 0})["height"] >= 9
    for _ in range(6):
        page.keyboard.press("+")
    expect(names.first).not_to_have_css("display", "none")


OBJECTIVES = """() => [...document.querySelectorAll('svg.board .marker-objective')].map((star) => {
  const box = star.getBoundingClientRect();
  const under = [...document.querySelectorAll('svg.board .counter-face')].map((face) => face.getBoundingClientRect());
  const [x, y] = [box.right - 2, box.top + box.height / 2];
  return under.every((face) => x < face.left || x > face.right || y < face.top || y > face.bottom);
})"""


def test_an_objective_shows_a_corner_beside_those_who_hold_it(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt")
    wait_mine(page)
    wait_still(page)
    seen = page.evaluate(OBJECTIVES)
    assert seen
    assert all(seen)


def test_rules_are_read_beside_the_board(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt")
    wait_mine(page)
    board = page.locator(".board").bounding_box()
    page.locator(".tab-rules").click()
    expect(page.locator(".sequence .phase.here")).to_have_count(1)
    page.locator(".handbook summary", has_text="Terrain on this board").click()
    expect(page.locator(".terrain-chart dt").first).to_be_visible()
    page.locator(".handbook summary", has_text="Core rules: infantry").click()
    page.locator(".handbook .entry", has_text="Rally Phase").first.click()
    expect(page.locator(".handbook article h2")).to_contain_text("Rally Phase")
    assert page.locator(".board").bounding_box() == board
    page.locator(".handbook .back").click()
    expect(page.locator(".handbook article")).to_have_count(0)
    page.locator("#rule-words").fill("melee")
    expect(page.locator(".hit").first).to_be_visible()


def test_the_board_in_small_leads_elsewhere_by_mouse_and_by_keys(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt", scenario="hon/landing-ground")
    wait_mine(page)
    small = page.locator(".minimap")
    page.locator(".board-tools button").nth(2).click()  # all of it
    expect(small).to_be_hidden()
    for _ in range(3):
        page.locator(".board-tools .zoom").first.click()
    expect(small).to_be_visible()
    box = small.bounding_box()
    assert box is not None

    def left() -> float:
        return float((page.locator("svg.board").get_attribute("viewBox") or "0").split()[0])

    page.mouse.click(box["x"] + 20, box["y"] + box["height"] / 2)
    west = left()
    page.mouse.click(box["x"] + box["width"] - 20, box["y"] + box["height"] / 2)
    east = left()
    assert east > west
    small.focus()
    page.keyboard.press("ArrowLeft")
    assert west < left() < east
