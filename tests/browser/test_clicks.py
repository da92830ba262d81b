"""How many clicks a game takes: an impulse is one gesture and its confirmation."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.conftest import Opener, Served
from browser.steps import begin, seq, wait_change, wait_mine, wait_still
from browser.test_drag import drag

# A stack of this seat that is offered, and a place that it could attack: both where a pointer can reach them.
PAIRS = """
async () => {
  const board = document.querySelector('svg.board');
  const inside = ({ x, y, width, height }) => {
    const [cx, cy] = [x + width / 2, y + height / 2];
    return board.contains(document.elementFromPoint(cx, cy)) ? [cx, cy] : null;
  };
  const of = (selector) => [...board.querySelectorAll(selector)]
    .map((node) => ({ place: node.closest('.stack').dataset.place, at: inside(node.getBoundingClientRect()) }))
    .filter(({ at }) => at);
  return {
    own: of('.stack .piece.legal:last-child, .stack:has(.piece.legal) .piece:last-child'),
    enemies: of('.stack .nation-de').filter(({ place }, n, all) => all.findIndex((one) => one.place === place) === n),
  };
}
"""


def press(page: Page, label: str) -> bool:
    """One click on a button, if it is there."""
    button = page.locator(".choices button", has_text=label)
    if not button.count() or not button.first.is_visible():
        return False
    before = seq(page)
    button.first.click()
    wait_change(page, before)
    return True


def test_a_stack_dragged_onto_an_enemy_fires_in_two_clicks(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt", ("human", "random"), "boh/first-contact")
    for _ in range(40):
        assert wait_mine(page)
        if press(page, "Finish rallying") or press(page, "Hold fire"):
            continue
        break
    wait_still(page)
    found = page.evaluate(PAIRS)
    fired = False
    for own in found["own"]:
        for enemy in found["enemies"]:
            before = seq(page)
            drag(page, tuple(own["at"]), tuple(enemy["at"]))
            page.wait_for_timeout(400)
            page.wait_for_selector(".game:not([data-sent])")
            if "who fires" in page.locator(".prompt-text").inner_text():
                fired = press(page, "All together") or press(page, "Done")
                assert seq(page) >= before + 2  # aimed and fired, and activated unless they were
                break
            page.keyboard.press("Escape")
            if seq(page) != before and page.locator("#undo:enabled").count():
                page.locator("#undo").click()
        if fired:
            break
    assert fired
    expect(page.locator(".log")).to_contain_text("fires at")
