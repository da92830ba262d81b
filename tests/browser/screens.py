"""Pictures of every screen in both sizes, light and dark, and of every map, to be looked at.

`python tests/browser/screens.py FOLDER [name …]`: a name is that of a screen (see screenshots.py) or `maps`; without
one all are taken. Maps are also laid on sheets of six.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Error as PlaywrightError

sys.path.insert(0, str(Path(__file__).parent.parent))

from bocage import registry
from browser.conftest import PHONE, REAL, Served, launch, new_page
from browser.screenshots import SCREENS
from browser.steps import new_game

SMALL = {"width": 1280, "height": 720}
LOOKS = [(size, look) for size in (SMALL, PHONE) for look in ("light", "dark")]
ON_A_SHEET = 6


def take_screen(browser: Browser, address: str, name: str, folder: Path) -> Iterator[str]:
    """Every look of a screen; tells what could not be taken."""
    for size, look in LOOKS:
        page = new_page(browser, size, color_scheme=look)
        page.goto(address)
        try:
            SCREENS[name](page)
            page.wait_for_timeout(1500)
            page.screenshot(path=folder / f"{name}-{size['width']}-{look}.png")
        except (PlaywrightError, AssertionError) as error:
            yield f"{name} {size['width']} {look}: {error}"
        page.context.close()


def take_maps(browser: Browser, address: str, folder: Path) -> Iterator[str]:
    """The board of every scenario as it opens."""
    taken = []
    for system in registry.installed():
        for scenario in registry.system(system).scenarios():
            page = new_page(browser, SMALL)
            path = folder / f"map-{system}-{scenario.id.replace('/', '-')}.png"
            try:
                keys = new_game(address, system, ["human", "random"], scenario.id)
                page.goto(f"{address}#/game/{keys['table']}")
                page.wait_for_selector(".land-tiles[data-painted]", state="attached")
                page.wait_for_timeout(600)
                page.locator(".board-view").screenshot(path=path)
                taken.append(path)
            except (PlaywrightError, AssertionError, KeyError) as error:
                yield f"{system} {scenario.id}: {error}"
            page.context.close()
    for n in range(0, len(taken), ON_A_SHEET):
        lay_out(browser, taken[n : n + ON_A_SHEET], folder / f"sheet-{n // ON_A_SHEET:02}.png")


def lay_out(browser: Browser, pictures: list[Path], path: Path) -> None:
    page = new_page(browser, {"width": 1600, "height": 1160})
    figures = "".join(
        f"<figure style='margin:4px;display:inline-block;width:790px'><img src='file://{one}' width=790 "
        f"style='height:350px;object-fit:contain'><figcaption>{one.stem}</figcaption></figure>"
        for one in pictures
    )
    sheet = path.with_suffix(".html")
    sheet.write_text(f"<body style='margin:0;background:#222;color:#fff'>{figures}")
    page.goto(f"file://{sheet}")
    page.screenshot(path=path, full_page=True)
    page.context.close()


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[2:] or [*SCREENS, "maps"]
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as store, sync_playwright() as playwright:
        served = Served(["-c", REAL], Path(store) / "games.sqlite3")
        browser = launch(playwright)
        try:
            for name in wanted:
                maps = name == "maps"
                address = served.address
                for line in (
                    take_maps(browser, address, folder) if maps else take_screen(browser, address, name, folder)
                ):
                    print(line, flush=True)
                    failed.append(line)
                print(name, flush=True)
        finally:
            browser.close()
            served.stop()
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
