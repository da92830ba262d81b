"""Several people: by link with a line that breaks, asking to take back, bots that take over, and spectators."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.conftest import Opener, Served
from browser.steps import NEW_GAMES, Held, begin, choose, play_on, step, unfold, wait_change, wait_mine
from browser.wire import Wire


def links_of(page: Page) -> list[str]:
    """The invitation of blue, and the spectators' link; the page shows them by itself."""
    page.wait_for_selector(".link-row input")
    found: list[str] = page.locator(".link-row input").evaluate_all("inputs => inputs.map((input) => input.value)")
    page.locator("dialog .close").click()
    return found


def two_pages(toys: Served, open_page: Opener, system: str = "toy-hex") -> tuple[Page, Page, Page]:
    page = open_page(toys.address)
    begin(page, system, ("human", "friend"))
    red = page
    blue, watching = (open_page(link) for link in links_of(page))
    choose(red, "Pick 7001")
    choose(blue, "Pick 7002")
    wait_mine(red)
    return red, blue, watching


def test_two_choose_at_the_same_time_and_both_are_heard(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex", ("human", "friend"))
    red, blue = page, open_page(links_of(page)[0])
    wait_mine(blue)
    before = step(blue)
    held = Held(blue, "**/api/game/play*")
    with blue.expect_request("**/api/game/play*"):
        blue.locator(".choices").get_by_role("button", name="Pick 7002").click()
    choose(red, "Pick 7001")
    wait_change(blue, before)
    assert blue.locator(".game").get_attribute("data-sent") == str(before)  # that was not its own answer
    held.let_go()
    assert wait_mine(red)
    expect(blue.locator(".log")).to_contain_text("You picked 7002.")
    expect(blue.locator(".game:not([data-sent])")).to_be_visible()
    expect(blue.locator(".toast")).to_be_hidden()


def test_a_broken_line_in_the_middle_of_a_game(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-square", ("human", "friend"))
    links = links_of(page)
    wire = Wire(toys.port)
    try:
        red = page
        blue = open_page(links[0].replace(f":{toys.port}/", f":{wire.port}/"))
        choose(red, "Pick 7001")
        choose(blue, "Pick 7002")
        wait_mine(red)
        wire.cut()
        expect(blue.locator(".offline")).to_be_visible()
        choose(red, "Walk on")
        wire.mend()
        expect(blue.locator(".offline")).to_be_hidden()
        wait_mine(blue)
        expect(blue.locator(".log")).to_contain_text("Red is at 1.")
        for _ in range(4):  # to the end, turn by turn
            choose(blue, "Rest")
            if not wait_mine(red):
                break
            choose(red, "Walk on")
            wait_mine(blue)
        expect(red.locator(".end h2")).to_be_visible()
        expect(blue.locator(".end h2")).to_be_visible()
        assert red.locator(".log li").count() == blue.locator(".log li").count()
    finally:
        wire.close()


def test_taking_back_needs_the_other_player(toys: Served, open_page: Opener) -> None:
    red, blue, watching = two_pages(toys, open_page)
    choose(red, "Sprint")
    wait_mine(blue)
    expect(red.locator("#undo")).to_have_text("Take back…")
    red.locator("#undo").click()
    red.get_by_role("button", name="Ask").click()
    expect(red.locator(".wish")).to_contain_text("waiting for an answer")
    expect(watching.locator(".wish")).to_contain_text("Red")
    assert watching.locator(".wish button").count() == 0
    blue.get_by_role("button", name="Refuse").click()
    expect(red.locator(".wish")).to_be_hidden()
    red.locator("#undo").click()
    red.get_by_role("button", name="Ask").click()
    before = step(red)
    blue.get_by_role("button", name="Agree").click()
    wait_change(red, before)
    wait_mine(red)
    expect(red.locator(".log")).not_to_contain_text("Sprint:")
    expect(watching.locator(".log")).not_to_contain_text("Sprint:")


def let_play(blue: Page, player: str) -> None:
    with blue.expect_response("**/api/game/seat*"):
        blue.locator("#player-1").select_option(player)


def test_a_bot_takes_over_and_hands_back(toys: Served, open_page: Opener) -> None:
    red, blue, _ = two_pages(toys, open_page)
    blue.get_by_role("button", name="Players").click()
    expect(blue.locator("#player-0")).to_be_disabled()
    let_play(blue, "random")
    choose(red, "Walk on")
    wait_mine(red)  # the bot has answered
    let_play(blue, "human")
    blue.locator("dialog .close").click()
    choose(red, "Walk on")
    wait_mine(blue)
    choose(blue, "Walk on")
    wait_mine(red)


def test_a_spectator_sees_no_secret_and_chooses_nothing(toys: Served, open_page: Opener) -> None:
    red, _, watching = two_pages(toys, open_page)
    expect(watching.locator(".choices .choice")).to_have_count(0)
    expect(watching.locator("#undo")).to_be_disabled()
    choose(red, "Walk on")
    expect(watching.locator(".log")).to_contain_text("Red is at 1.")
    text = watching.locator("body").inner_text()
    assert "7001" not in text
    assert "7002" not in text


def test_a_lost_server_is_found_again_by_both(own_toys: Served, open_page: Opener) -> None:
    red, blue, _ = two_pages(own_toys, open_page)
    own_toys.stop(kill=True)
    expect(red.locator(".offline")).to_be_visible()
    own_toys.start()
    for page in (red, blue):
        expect(page.locator(".offline")).to_be_hidden()
    choose(red, "Walk on")
    wait_mine(blue)
    assert play_on(blue, 1) == -1


def test_the_address_gives_no_seat_away(toys: Served, open_page: Opener) -> None:
    """Neither the table's nor a seat's: whoever copies it can open nothing with it elsewhere."""
    page = open_page(toys.address)
    with page.expect_response(NEW_GAMES) as made:
        begin(page, "toy-hex", ("human", "human"))
    table = made.value.json()["table"]
    choose(page, "Pick 7001")
    assert table not in page.url
    page.reload()
    page.wait_for_selector(".game")
    stranger = open_page(page.url)
    expect(stranger.locator(".problem")).to_contain_text("This link opens no game.")
    red, blue, _ = two_pages(toys, open_page)
    for player in (red, blue):
        secrets = player.evaluate("JSON.parse(localStorage['bocage.games'])")
        assert [secret for secret in secrets if secret in player.url] == []


def test_an_invitation_works_once(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    begin(page, "toy-hex", ("human", "friend"))
    invitation = links_of(page)[0]
    open_page(invitation).wait_for_selector(".game")
    expect(open_page(invitation).locator(".problem")).to_contain_text("This link opens no game.")


def test_the_dice_of_a_finished_game_are_checked_with_one_click(toys: Served, open_page: Opener) -> None:
    page = open_page(toys.address)
    card = unfold(page, "[data-system=toy-hex]")
    card.locator("select").nth(1).select_option("random")
    card.locator("button[type=submit]").click()  # without a seed
    page.wait_for_selector(".game")
    assert play_on(page) > 0
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator(".verdict")).to_contain_text("All is well:")
    lie = "told => ({ ...told, dice: told.dice.map(([sides, face], n) => [sides, n ? face : (face % sides) + 1]) })"
    found = page.evaluate(
        f"""async () => {{
          const {{ checkDice }} = await import('/fairness.js');
          const secret = JSON.parse(localStorage['bocage.games'])[0];
          const reply = await fetch('/api/game/dice', {{ headers: {{ authorization: `Bearer ${{secret}}` }} }});
          const told = await reply.json();
          const lie = {lie};
          const other = {{ ...told, secret: told.secret.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }};
          return [await checkDice(told), await checkDice(lie(told)), await checkDice(other)];
        }}"""
    )
    assert found == [-1, 0, -2]
