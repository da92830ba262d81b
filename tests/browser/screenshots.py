"""Make the pictures of docs/images: `python tests/browser/screenshots.py [name …]`."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

sys.path.insert(0, str(Path(__file__).parent.parent))

from browser.conftest import DESKTOP, PHONE, REAL, Served, launch, new_page
from browser.palette import reduced
from browser.steps import (
    SHORT,
    about_to_step,
    begin,
    first_legal,
    middle,
    play_on,
    press_place,
    unfold,
    wait_mine,
    wait_weighed,
)

IMAGES = Path(__file__).parents[2] / "docs" / "images"
CHOICES = {"lnlt": 30, "normandie": 22, "disposable": 24}  # how many before the picture
MOST = 500_000  # the painted ground does not compress well


def picture(page: Page, name: str) -> None:
    page.wait_for_timeout(2000)
    path = IMAGES / f"{name}.png"
    path.write_bytes(reduced(page.screenshot()))
    size = path.stat().st_size
    print(f"{path.name}: {size // 1000} kB")
    assert size < MOST, f"{path.name} is larger than {MOST} bytes"


def point_at_odds(page: Page, tries: int) -> None:
    """Go on until a choice with odds is offered, and point at it, be it folded away or not."""
    for n in range(tries):
        assert wait_mine(page), "the game ended before a choice with odds was offered"
        wait_weighed(page)
        rolling = page.locator(".choices .choice:has(.odds-mark:not(.risk))")
        if rolling.count():
            rolling.first.dispatch_event("pointerenter")
            page.evaluate("document.querySelector('#tab-details').click()")  # on a phone it is beside the log
            page.wait_for_selector(".details .odds, .details .tally")
            return
        play_on(page, 1, n + 11)
    raise AssertionError("no choice with odds was offered")


def start(page: Page) -> None:
    page.wait_for_selector(".thumb canvas")


def scenario(page: Page) -> None:
    card = unfold(page, "[data-system=normandie]")
    card.locator("summary").click()
    card.evaluate("form => form.scrollIntoView()")
    card.locator(".picture svg").first.wait_for()


def game_of(system: str) -> Callable[[Page], None]:
    def play(page: Page) -> None:
        begin(page, system)
        play_on(page, CHOICES[system], 8)
        point_at_odds(page, 150)

    return play


def opened(page: Page, system: str = "lnlt") -> None:
    begin(page, system)
    play_on(page, 12, 4)
    wait_mine(page)


def sight(page: Page) -> None:
    opened(page)
    page.keyboard.press("l")
    cells = page.locator("svg.board .cell")
    cells.nth(5).dispatch_event("click")
    cells.nth(cells.count() - 8).dispatch_event("click")


def field(page: Page) -> None:
    opened(page, "disposable")
    page.keyboard.press("f")
    page.mouse.click(*middle(page.locator("svg.board")))


def path(page: Page) -> None:
    """Two steps along a column."""
    opened(page)
    about_to_step(page, "lnlt")
    page.locator("body").press("p")
    first = first_legal(page)
    column, row = first[0], int(first[1:])
    press_place(page, first)
    page.wait_for_selector(".legs > li")
    press_place(page, f"{column}{row - 1 if row > 1 else row + 1}")
    page.evaluate("document.querySelector('#tab-details').click()")


def replay(page: Page) -> None:
    """Of a game that has begun: while troops are placed nothing is sent, and there is nothing to look at again."""
    begin(page, "normandie")
    play_on(page, 60, 4)
    wait_mine(page)
    page.keyboard.press("r")
    page.wait_for_selector(".replay[data-at]")
    page.keyboard.press("ArrowLeft")


def keys(page: Page) -> None:
    opened(page)
    page.keyboard.press("?")


def players(page: Page) -> None:
    begin(page, "normandie", ("human", "human"))
    page.evaluate("document.querySelector('.seats-button').click()")
    page.wait_for_selector(".link-row")


def rules(page: Page) -> None:
    opened(page, "disposable")
    page.locator(".prompt .rule").first.click()
    page.wait_for_selector(".handbook article, dialog.clause[open]")


def end(page: Page) -> None:
    begin(page, "normandie", scenario=SHORT["normandie"])
    play_on(page, 3000, 6)
    page.wait_for_selector(".end:not([hidden])")


def curtain(page: Page) -> None:
    begin(page, "normandie", ("human", "human"), SHORT["normandie"])
    for n in range(80):
        if page.locator(".curtain:not([hidden])").count():
            return
        play_on(page, 1, n + 2)


def army(page: Page) -> None:
    page.goto(page.url.split("#")[0] + "#/army/normandie")
    page.locator(".add-tile").first.wait_for()
    for _ in range(2):
        page.locator(".add-tile").first.click()
    for slot in range(4):
        page.locator(".tile select").nth(slot).select_option(index=1)


def advice(page: Page) -> None:
    opened(page)
    page.keyboard.press("a")
    page.wait_for_selector(".advice li")


def why(page: Page) -> None:
    """Of a finished game, a choice of the bot's between three things."""
    begin(page, "lnlt", ("human", "regular"), SHORT["lnlt"])
    play_on(page, 3000, 6)
    page.locator(".end .end-look").click()
    page.keyboard.press("a")
    page.wait_for_selector(".replay[data-at]")
    for _ in range(60):
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("a")
        page.wait_for_selector(".why li")
        if page.locator(".why li").count() == 3 and "Why" in page.locator(".details h3").inner_text():
            return
    raise AssertionError("the bot never had three things to choose from")


SCREENS: dict[str, Callable[[Page], None]] = {
    "start": start,
    "scenario": scenario,
    **{system: game_of(system) for system in CHOICES},
    "sight": sight,
    "field": field,
    "path": path,
    "replay": replay,
    "keys": keys,
    "players": players,
    "rules": rules,
    "end": end,
    "curtain": curtain,
    "army": army,
    "advice": advice,
    "why": why,
}
DARK = ("start", "lnlt")
LOOKS = ((DESKTOP, "", "light"), (PHONE, "-phone", "light"), (DESKTOP, "-dark", "dark"))


def take(browser: Browser, address: str, name: str) -> list[str]:
    """The pictures of one screen; what could not be made is told, and the rest is made all the same."""
    failed = []
    for size, suffix, look in LOOKS:
        if look == "dark" and name not in DARK:
            continue
        page = new_page(browser, size, color_scheme=look)
        page.goto(address)
        try:
            SCREENS[name](page)
            picture(page, name + suffix)
        except (PlaywrightError, AssertionError) as error:
            failed.append(f"{name}{suffix}: {error}")
        page.context.close()
    return failed


def main() -> None:
    wanted = sys.argv[1:] or list(SCREENS)
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(["-c", REAL], Path(folder) / "games.sqlite3")
        browser = launch(playwright)
        try:
            failed = [line for name in wanted for line in take(browser, served.address, name)]
            if "lnlt" in wanted:
                shutil.copy(IMAGES / "lnlt.png", IMAGES / "game.png")
        finally:
            browser.close()
            served.stop()
    sys.exit("\n".join(failed) or 0)


if __name__ == "__main__":
    main()
