"""Make the pictures of docs/images: `python tests/browser/screenshots.py`."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from browser.conftest import ARGS, REAL, Served
from browser.palette import reduced
from browser.steps import begin, middle, play_on, wait_mine

IMAGES = Path(__file__).parents[2] / "docs" / "images"
WIDE = {"width": 1280, "height": 800}
TALL = {"width": 390, "height": 844}
SYSTEMS = {"lnlt": 30, "normandie": 22, "disposable": 24}  # how many choices before the picture
MOST = 300_000


def picture(page: Page, name: str) -> None:
    page.wait_for_timeout(2000)
    path = IMAGES / f"{name}.png"
    path.write_bytes(reduced(page.screenshot()))
    size = path.stat().st_size
    print(f"{path.name}: {size // 1000} kB")
    assert size < MOST, f"{path.name} is larger than {MOST} bytes"


def point_at_odds(page: Page, tries: int) -> None:
    """Go on until a choice with odds is offered, and point at it."""
    for n in range(tries):
        if not wait_mine(page):
            return
        rolling = page.locator(".choices .choice:has(.odds-mark)")
        if rolling.count():
            page.mouse.move(*middle(rolling.first))
            return
        play_on(page, 1, n + 11)


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(["-c", REAL], Path(folder) / "games.sqlite3")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGS)
        try:
            for size, suffix in ((WIDE, ""), (TALL, "-phone")):
                page = browser.new_context(viewport=size, locale="en-GB").new_page()
                page.goto(served.address)
                page.wait_for_selector(".picture svg")
                picture(page, f"start{suffix}")
                for system, choices in SYSTEMS.items():
                    page.goto(served.address)
                    begin(page, system)
                    play_on(page, choices, 8)
                    point_at_odds(page, 40)
                    picture(page, f"{system}{suffix}")
            shutil.copy(IMAGES / "lnlt.png", IMAGES / "game.png")
        finally:
            browser.close()
            served.stop()


if __name__ == "__main__":
    main()
