"""For everybody: axe-core finds nothing serious on any screen, whether wide and light or narrow and dark."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from browser.conftest import PHONE, Opener, Served
from browser.screenshots import SCREENS

STILL = "localStorage.setItem('bocage.motion', 'off'); document.documentElement.classList.add('still-life')"


def serious(page: Page) -> list[str]:
    """What axe calls serious or critical, with the first element it names."""
    page.wait_for_timeout(300)  # until the newest view is painted
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{item['id']}: {item['nodes'][0]['html'][:120]} {item['nodes'][0].get('failureSummary', '')[:200]}"
        for item in found
        if item["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_serious(screen: str, real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    page.evaluate(STILL)
    SCREENS[screen](page)
    assert serious(page) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    assert serious(page) == []
