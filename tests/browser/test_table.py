"""The free table by hand: squads moved as a whole and single men adjusted, formations, the ruler."""

from __future__ import annotations

import random
from operator import itemgetter
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE, Opener, Served
from browser.steps import begin, middle, step, wait_change, wait_mine, wait_still
from browser.test_access import serious

MOST = 500  # decisions of a game
# What can be pressed now, each with the middle of it where that is not covered by anything else.
SEEN = """() => {
  const game = document.querySelector('.game');
  const middles = (selector) => [...document.querySelectorAll(selector)].flatMap((node) => {
    const box = node.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = box.width ? document.elementFromPoint(x, y) : null;
    return top && node.contains(top) ? [[x, y, node.dataset.verb ?? '', node.dataset.piece ?? '']] : [];
  });
  return {
    step: game.dataset.step,
    men: middles('.placed'),
    go: middles('.table-bar .choice.primary'),
    dots: middles('.point.legal').filter(([x, y]) => [-24, 0, 24].every((dx) => [-24, 0, 24].every((dy) =>
      document.elementFromPoint(x + dx, y + dy)?.closest('svg.board')))),
    pieces: middles('.piece.legal'),
    buttons: middles('.choices .choice'),
    confirm: [...middles('.confirm .primary'), ...middles('.menu .choice')],
    verbs: [...document.querySelectorAll('.choices .choice:not(.folded)')].map((one) => one.dataset.verb),
    region: Boolean(document.querySelector('.region')),
  };
}"""
CHANGED = """step => { const { dataset } = document.querySelector('.game');
  return dataset.step !== step && dataset.sent === undefined || !document.querySelector('.toast').hidden; }"""
ANSWERED = f"""step => ({CHANGED})(step) || document.querySelector('.menu:not([hidden]), .confirm:not([hidden])')"""
KEENNESS = ("manoeuvre", "fire", "snap-fire", "go", "done")


class Hand:
    """Plays by pressing what is seen: squads go to marked points, and their men are dragged before they go."""

    def __init__(self, page: Page, seed: int, touch: bool = False) -> None:
        self.page, self.touch = page, touch
        self.rng = random.Random(seed)
        self.adjusted = self.refused = self.moves = 0

    def press(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """By mouse; a finger is played by the pointer events it makes."""
        if not self.touch:
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            self.page.mouse.move(x + dx / 2, y + dy / 2)
            self.page.mouse.move(x + dx, y + dy)
            self.page.mouse.up()
            return
        client = self.page.context.new_cdp_session(self.page)
        for kind, part in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 0.9), ("touchMove", 1.0)):
            at = [{"x": x + dx * part, "y": y + dy * part}]
            client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
        self.page.wait_for_timeout(120)  # a finger that rests before it is lifted flings nothing
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        client.detach()

    def wait(self, before: str) -> bool:
        """Whether something was chosen; otherwise the page has said why not."""
        self.page.wait_for_function(CHANGED, arg=before)
        refused = self.page.locator(".toast:visible").count() > 0
        if refused:
            self.press(*middle(self.page.locator(".toast button").first))
            self.page.locator(".toast").wait_for(state="hidden")
        return not refused

    def settle(self, before: str) -> None:
        """Answer a menu, and confirm what a finger has chosen."""
        for _ in range(3):
            self.page.wait_for_function(ANSWERED, arg=before)
            open_now = self.page.evaluate(SEEN)["confirm"]
            if not open_now or self.page.evaluate(CHANGED, before):
                break
            self.press(*open_now[0][:2])
            self.page.wait_for_timeout(30)
        self.wait(before)

    def play(self, most: int = MOST) -> bool:
        """True when the game is over."""
        for _ in range(most):
            if not wait_mine(self.page):
                return True
            self.decide(self.page.evaluate(SEEN))
        return False

    def decide(self, seen: dict[str, Any]) -> None:
        if seen["men"]:
            self.adjust(seen)
        elif seen["dots"] and seen["region"]:
            x, y = self.rng.choice(seen["dots"])[:2]
            self.press(x, y)
            self.settle(seen["step"])
        else:
            self.choose(seen)

    def adjust(self, seen: dict[str, Any]) -> None:
        """Drag the man at the rear back a little, or anybody anywhere; then go."""
        if self.moves % 2 == 0:
            bold = self.moves % 4 == 2
            x, y = self.rng.choice(seen["men"])[:2] if bold else max(seen["men"], key=itemgetter(1))[:2]
            dx = self.rng.choice((-36, -24, 24, 36))
            self.drag(x, y, dx if bold else dx / 6, self.rng.randrange(-40, 41) if bold else 18)
            if self.wait(seen["step"]):
                self.adjusted += 1
            else:
                self.refused += 1
            seen = self.page.evaluate(SEEN)
        self.moves += 1
        self.press(*seen["go"][0][:2])
        self.wait(seen["step"])

    def choose(self, seen: dict[str, Any]) -> None:
        wait_still(self.page)  # chances widen the buttons, and fewer have room
        seen = self.page.evaluate(SEEN)
        buttons = seen["buttons"]
        keen = [verb for verb in KEENNESS if verb in seen["verbs"]]
        if keen and self.rng.random() < 0.8:
            wanted = self.page.locator(f".choices .choice[data-verb={keen[0]}]").first
            if not wanted.is_visible():
                self.press(*middle(self.page.locator(".all-choices")))
                listed = f":is(.sheet-choices, .unfolded .choices) .choice[data-verb={keen[0]}]"
                wanted = self.page.locator(listed).first
            wanted.tap() if self.touch else wanted.click()
        elif seen["pieces"]:
            self.press(*self.rng.choice(seen["pieces"])[:2])
        elif buttons:
            self.press(*self.rng.choice(buttons)[:2])
        else:
            self.page.evaluate("document.querySelector('.choices .choice').click()")
        self.settle(seen["step"])


def lay_out(page: Page, touch: bool = False) -> dict[str, Any]:
    """Deploy, and go on until a move of a squad is laid out."""
    hand = Hand(page, 3, touch)
    for _ in range(60):
        assert wait_mine(page)
        wait_still(page)
        seen: dict[str, Any] = page.evaluate(SEEN)
        if len(seen["men"]) > 3:
            return seen
        hand.moves = 1  # whoever is laid out on the way goes as he is
        hand.decide(seen)
    raise AssertionError("no squad moves")


def test_a_whole_game_by_mouse_with_single_men_adjusted(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "disposable", scenario="crossroads")
    hand = Hand(page, 11)
    assert hand.play()
    expect(page.locator(".end h2")).to_be_visible()
    assert hand.moves >= 20
    assert hand.adjusted >= 5


def test_a_whole_game_on_a_phone_with_single_men_adjusted(real: Served, open_page: Opener) -> None:
    page = open_page(real.address, PHONE, has_touch=True, is_mobile=True)
    begin(page, "disposable", scenario="crossroads")
    hand = Hand(page, 12, touch=True)
    assert hand.play()
    expect(page.locator(".end h2")).to_be_visible()
    assert hand.adjusted >= 3


@pytest.mark.parametrize("size", [{"width": 1280, "height": 720}, PHONE])
def test_figures_are_seen_in_the_first_look(size: dict[str, int], real: Served, open_page: Opener) -> None:
    page = open_page(real.address, size)
    begin(page, "disposable", scenario="crossroads")
    wait_mine(page)
    inch = page.evaluate("() => document.querySelector('svg.board').getScreenCTM().a * 26")
    assert inch >= 16, "a base is an inch across"


def test_formations_are_previewed_and_a_man_is_moved_by_keyboard(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "disposable", scenario="crossroads")
    men = len(lay_out(page)["men"])
    page.locator(".table-bar .choice[data-verb=form]").first.hover()
    expect(page.locator("circle.standing")).to_have_count(men)
    moved = page.evaluate(
        """() => { const far = (one) => one.getBoundingClientRect().x;
        return [...document.querySelectorAll('.placed')].toSorted((a, b) => far(b) - far(a))[0].dataset.placed; }"""
    )
    last = page.locator(f".placed[data-placed='{moved}']")
    last.focus()
    before, (x, _) = step(page), middle(last)
    page.keyboard.press("Shift+ArrowRight")
    wait_change(page, before)
    expect(last).to_be_focused()
    assert middle(last)[0] > x
    last.press("Enter")
    expect(page.locator(".layout-reach")).to_be_attached()
    expect(page.locator(".placed[aria-pressed=true]")).to_have_count(1)


def test_a_layout_is_taken_back_as_a_whole(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "disposable", scenario="crossroads")
    lay_out(page)
    before = step(page)
    page.locator(".table-bar .choice[data-verb=form]").first.click()
    wait_change(page, before)
    page.locator(".layout-back").click()
    expect(page.locator(".placed")).to_have_count(0)
    expect(page.locator(".point.legal").first).to_be_visible()


def test_the_ruler_measures_from_base_to_base(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "disposable", scenario="crossroads")
    lay_out(page)
    page.keyboard.press("m")
    expect(page.locator(".tool-ruler")).to_have_attribute("aria-pressed", "true")
    before = step(page)
    page.keyboard.press("n")
    expect(page.locator(".ruler-tip")).to_contain_text("from base to base")
    ends = page.locator(".piece")
    (ax, ay), (bx, by) = middle(ends.first), middle(ends.last)
    page.mouse.move(ax, ay)
    page.mouse.down()
    page.mouse.move(bx, by)
    page.mouse.up()
    inch = page.evaluate("() => document.querySelector('svg.board').getScreenCTM().a * 26")
    apart = ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 / inch - 1
    told = float((page.locator(".measure-label text").text_content() or "").removesuffix("″"))
    assert abs(told - apart) < 0.2
    assert step(page) == before, "measuring chooses nothing"
    page.keyboard.press("Escape")
    expect(page.locator(".measure")).to_have_count(0)


def test_a_laid_out_move_and_the_ruler_are_for_everybody(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "disposable", scenario="crossroads")
    lay_out(page)
    assert serious(page) == []
    page.keyboard.press("m")
    page.keyboard.press("n")
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    assert serious(page) == []
