"""Ways to choose: typed orders, keys, touches, and what the page chooses by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE, Opener, Served
from browser.steps import SHORT, begin, choose, play_on, seq, step, unfold, wait_change, wait_mine


def test_a_typed_order_reaches_over_two_decisions(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex")
    wait_mine(page)
    page.keyboard.press("/")
    page.keyboard.type("7002 walk")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("You picked 7002.")
    expect(page.locator(".log")).to_contain_text("Red is at 1.")


def test_an_order_by_place_and_one_that_fits_nothing(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex")
    choose(page, "Pick 7001")
    wait_mine(page)
    orders = page.get_by_role("textbox", name="Typed order")
    orders.fill("fly G3")
    orders.press("Enter")
    expect(page.locator(".toast")).to_contain_text("No choice fits “fly g3”.")
    before = step(page)
    orders.fill("b1")
    orders.press("Enter")
    wait_change(page, before)
    expect(page.locator(".log")).to_contain_text("Red is at 1.")


def test_an_order_in_a_real_game(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt")
    for _ in range(40):
        wait_mine(page)
        if page.locator('.choice[data-verb="activate"]').count():
            break
        play_on(page, 1)
    label = page.locator('.choice[data-verb="activate"]').first.inner_text()
    place = label.split()[-1]
    before = step(page)
    page.get_by_role("textbox", name="Typed order").fill(f"activate {place}")
    page.keyboard.press("Enter")
    wait_change(page, before)
    expect(page.locator(".prompt-text")).to_contain_text("activated units")


def lead_to(page: Page, wanted: str, *verbs: str) -> None:
    """Take these verbs, the first of them that is offered, until something else is: by button, else at random."""
    for n in range(90):
        wait_mine(page)
        if page.locator(f".choices .choice[data-verb={wanted}]").count():
            return
        before = step(page)
        for verb in verbs:
            if page.locator(f".choices .choice[data-verb={verb}]").count():
                page.evaluate(f"document.querySelector('.choices .choice[data-verb={verb}]').click()")
                wait_change(page, before)
                break
        else:
            play_on(page, 1, n + 1)
    raise AssertionError(f"{wanted} is never offered")


def order(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Typed order").fill(text)
    page.keyboard.press("Enter")


def test_an_order_that_cannot_be_done_is_refused_with_the_clause_and_taken_back(
    real: Served, open_page: Opener
) -> None:
    page = open_page(real.address)
    begin(page, "lnlt", scenario=SHORT["lnlt"])
    wait_mine(page)
    asked = page.locator(".prompt-text").inner_text()
    order(page, "G4 fire E3")
    toast = page.locator(".toast")
    expect(toast).to_contain_text("No choice fits “g4 fire e3”.")
    expect(toast).to_contain_text("E3 is not spotted")
    expect(toast.locator(".rule")).not_to_have_count(0)
    expect(toast).to_contain_text("The first steps of this order were taken back.")
    expect(page.locator(".prompt-text")).to_have_text(asked)
    expect(page.locator(".choices .choice", has_text="Activate G4")).to_have_count(1)
    assert page.locator(".menu:not([hidden])").count() == 0


def test_an_order_that_others_have_answered_stands_as_far_as_it_went(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt")
    lead_to(page, "activate", "hold")
    order(page, "E5 fire H5")  # the enemy may act before those activated do, so this is no longer free to take back
    expect(page.locator(".toast")).to_contain_text("H5 is not spotted")
    expect(page.locator(".toast")).to_contain_text("The first steps of this order stand")
    expect(page.locator(".prompt-text")).to_contain_text("activated units")


def test_an_order_keeps_who_fires_and_at_what(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt")
    lead_to(page, "activate", "hold")
    order(page, "activate D5")
    expect(page.locator(".prompt-text")).to_contain_text("activated units")
    fires = page.locator(".choices .choice[data-verb=fire]").evaluate_all(
        "all => all.map((one) => [one.firstChild.textContent, one.dataset.choice])"
    )
    meant = {label: int(option) for label, option in fires}
    assert {"Fire from D5 at G5", "Fire from E5 at G5"} <= set(meant)
    other = open_page(real.address)
    begin(other, "lnlt")
    lead_to(other, "activate", "hold")
    with other.expect_request(
        lambda asked: "/game/play" in asked.url and asked.post_data_json["option"] == meant["Fire from D5 at G5"]
    ):
        order(other, "D5 fire G5")
    expect(other.locator(".prompt-text")).to_contain_text("fires at G5")


def test_an_order_to_fire_lays_no_smoke(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt")
    lead_to(page, "smoke-here", "lay-smoke", "activate")
    before = step(page)
    label = page.locator(".choices .choice[data-verb=smoke-here]").first.text_content() or ""
    order(page, f"{label.split()[-1]} fire G4")
    expect(page.locator(".toast")).to_contain_text("No choice fits")
    assert step(page) == before


def test_a_click_on_a_unit_offers_all_it_can_do_and_rolls_nothing(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt")
    lead_to(page, "lay-smoke", "activate")
    smoke = page.locator(".choices .choice[data-verb=lay-smoke]").first.text_content() or ""
    place = smoke.split("(")[1].split(")")[0]
    unit = page.locator(f".piece.legal[aria-label*='{place}']").first.get_attribute("data-piece")
    before = step(page)
    page.locator(f".piece[data-piece='{unit}']").focus()
    page.keyboard.press("Enter")
    menu = page.locator(".menu:not([hidden])")
    expect(menu.locator(".choice[data-verb=lay-smoke]")).not_to_have_count(0)
    expect(menu.locator(".choice[data-verb=move]")).to_contain_text(f"Move from {place}")
    assert (
        menu.locator(".choice[data-verb=fire]").count()
        == page.locator(f".choices .choice[data-verb=fire]:has-text('from {place} ')").count()
    )
    assert step(page) == before


def test_verbs_of_few_choices_stay_in_the_row_and_the_list_says_how_to_fold_it(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt", scenario=SHORT["lnlt"])
    wait_mine(page)
    order(page, "activate G4")
    expect(page.locator(".prompt-text")).to_contain_text("activated units")
    row = page.locator(".choices .choice:visible")
    for label in ("Fire from G4 at F2", "Move from G4", "Low Crawl from G4"):
        expect(row.filter(has_text=label).first).to_be_visible()
    listing = page.locator(".all-choices")
    expect(listing).to_have_text("Show all 9")
    listing.click()
    expect(listing).to_have_text("Hide the list")
    expect(row).to_have_count(9)
    listing.click()
    expect(listing).to_have_text("Show all 9")


def test_tab_and_arrows_walk_over_the_board(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex", ("human", "human"))
    choose(page, "Pick 7001")
    page.get_by_role("button", name="Ready (Blue)").click()
    choose(page, "Pick 7002")
    page.get_by_role("button", name="Ready (Red)").click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.piece.legal, .cell.legal')")
    page.locator('.cell[data-place="A1"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.place") in {"B1", "B2"}
    page.locator('.cell[data-place="A1"]').focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.place") == "A2"
    page.locator('.cell[data-place="B1"]').focus()
    before = step(page)
    page.keyboard.press("Enter")
    wait_change(page, before)


def test_help_hide_and_escape(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-square")
    page.keyboard.press("?")
    expect(page.locator("dialog[open] kbd").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(".piece").first).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".piece").first).to_be_hidden()
    page.keyboard.press("h")
    expect(page.locator(".piece").first).to_be_visible()


def touch_page(served: Served, open_page: Opener, system: str) -> Page:
    page = open_page(served.address, PHONE, has_touch=True, is_mobile=True)
    begin(page, system)
    wait_mine(page)
    return page


def pick_first(page: Page) -> None:
    """The secret number, and the bot's answer."""
    before = step(page)
    page.locator(".choices .choice").first.tap()
    wait_change(page, before)
    page.wait_for_selector('.game[data-mine=true] .choice[data-verb="rest"], .game[data-mine=true] .region')


@pytest.mark.parametrize("system", ["toy-hex", "toy-square"])
def test_the_first_tap_selects_and_the_second_confirms(system: str, toys: Served, open_page: Opener) -> None:
    page = touch_page(toys, open_page, system)
    pick_first(page)
    before = step(page)
    place = page.locator(".cell.legal").first
    place.tap(force=True)
    expect(page.locator(".confirm")).to_be_visible()
    assert step(page) == before
    place.tap(force=True)
    wait_change(page, before)


def test_a_tapped_point_and_the_confirm_button(toys: Served, open_page: Opener) -> None:
    page = touch_page(toys, open_page, "toy-plane")
    pick_first(page)
    before = step(page)
    box = page.locator(".region").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] * 0.9, box["y"] + box["height"] * 0.4)
    expect(page.locator(".confirm")).to_contain_text("Walk on")  # what the point would mean, once the server has said
    assert step(page) == before
    page.get_by_role("button", name="Confirm").tap()
    wait_change(page, before)


def test_odds_are_seen_before_a_touch_rolls_the_die(toys: Served, open_page: Opener) -> None:
    page = touch_page(toys, open_page, "toy-hex")
    pick_first(page)
    before = step(page)
    sprint = page.locator(".choices .choice", has_text="Sprint")
    sprint.tap()
    expect(page.locator(".details")).to_contain_text("50 %")
    assert step(page) == before
    sprint.tap()
    wait_change(page, before)


def until(page: Page, selector: str, most: int, seed: int) -> bool:
    """Play at random until something is offered."""
    for n in range(most):
        if not wait_mine(page):
            return False
        if page.locator(selector).count():
            return True
        play_on(page, 1, seed + n)
    return False


def test_windows_pass_by_themselves_once_the_player_says_so(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt")
    assert until(page, ".extra-let", 300, 5)
    before, asked = step(page), page.locator(".prompt-text").inner_text()
    page.locator(".extra-let").click()
    wait_change(page, before)
    if wait_mine(page):
        assert page.locator(".prompt-text").inner_text() != asked or page.locator(".extra-let").count() == 0


def asked(page: Page, most: int) -> list[int]:
    """How many choices each decision offered, after the first; the decisions are taken at random."""
    offered = []
    for n in range(most):
        if not wait_mine(page):
            break
        offered.append(page.locator(".choices .choice[data-choice]").count())  # to confirm is no choice of the game
        play_on(page, 1, n + 2)
    return offered[1:]


@pytest.mark.parametrize("switch", ["off", "on"])
def test_an_only_choice_is_taken_by_itself_unless_switched_off(switch: str, real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "normandie", scenario=SHORT["normandie"])
    page.keyboard.press("?")
    page.locator("#switch-forced").set_checked(switch == "on")
    page.keyboard.press("Escape")
    assert (1 in asked(page, 40)) == (switch == "off")


def test_the_same_choices_lead_to_the_same_game(real: Served, open_page: Opener) -> None:
    """What all other tests of the page rely on."""
    logs = []
    for _ in range(2):
        page = open_page(real.address)
        begin(page, "lnlt")
        play_on(page, 30)
        wait_mine(page)
        logs.append((seq(page), page.locator(".log li").all_text_contents()))
    assert logs[0] == logs[1]
    assert len(logs[0][1]) > 10


def test_the_page_places_the_pieces(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "normandie")
    assert until(page, ".extra-place", 3, 1)
    page.locator(".extra-place").click()
    expect(page.locator(".extra-place")).to_have_count(0)
    expect(page.locator(".choices [data-verb=confirm]")).to_have_text("Confirm the deployment")
    expect(page.locator(".tray-piece.legal")).to_have_count(0)


def test_the_unit_in_question_is_marked(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "disposable")
    assert until(page, '.choice[data-verb="hold"]', 60, 2)
    assert page.locator(".piece.asked").count() > 0


def test_game_options_are_set_on_the_start_form(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    card = unfold(page, "[data-system=normandie]")
    card.locator("summary").click()
    card.get_by_label("Orders are laid").select_option(label="at the same time")
    with page.expect_request("**/api/games*") as sent:
        card.locator("button[type=submit]").click()
    assert (sent.value.post_data_json or {})["options"] == {"orders": "together"}
    page.wait_for_selector(".game")
