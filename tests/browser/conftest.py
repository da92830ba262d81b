"""A server in a process of its own on a free port of this machine, and Debian's Chromium to look at it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
REAL = "import sys; from bocage.server import serve; serve('127.0.0.1', int(sys.argv[2]), sys.argv[1])"
TOYS = Path(__file__).parent.parent / "server" / "toy_server.py"
SECONDS = 60  # what a busy machine may need for anything
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
expect.set_options(timeout=SECONDS * 1000)


class Served:
    """A running server; `stop` and `start` again keep address and database."""

    def __init__(self, command: list[str], database: Path) -> None:
        self.command = command
        self.database = database
        self.port = 0
        self.start()

    def start(self) -> None:
        arguments = [*self.command, str(self.database), str(self.port)]
        self.process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "Bocage is at" in line, line
        self.address = line.split()[3]
        self.port = int(self.address.rstrip("/").rsplit(":", 1)[1])

    def stop(self, kill: bool = False) -> None:
        if kill:
            self.process.kill()
        else:
            self.process.terminate()
        self.process.wait(20)


def find_chromium() -> str:
    """Debian's Chromium: the build without windows where there is one, which takes a third less time."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        pytest.fail("the browser tests need Chromium (run 'make browser')")
    return path


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=find_chromium(), args=ARGS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(["-c", REAL], tmp_path_factory.mktemp("real") / "games.sqlite3")
    yield served
    served.stop()


@pytest.fixture(scope="session")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served([str(TOYS)], tmp_path_factory.mktemp("toys") / "games.sqlite3")
    yield served
    served.stop()


@pytest.fixture
def own_toys(tmp_path: Path) -> Iterator[Served]:
    """For tests that stop the server."""
    served = Served([str(TOYS)], tmp_path / "games.sqlite3")
    yield served
    served.stop()


@pytest.fixture
def own_real(tmp_path: Path) -> Iterator[Served]:
    served = Served(["-c", REAL], tmp_path / "games.sqlite3")
    yield served
    served.stop()


class Watch:
    """What a page must never do: fail in a script, or ask another machine."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def check(self) -> None:
        assert self.errors == []
        outside = [url for url in self.requests if not url.startswith(("http://127.0.0.1:", "blob:", "data:"))]
        assert outside == []


# Nobody's only choice is made for him unless he wants it: what the page chooses would race with what a test does.
# What happens is shown at once, for the same reason; tests of the stage set a pace of their own.
UNFORCED = """if (location.protocol === 'http:') {
  localStorage['bocage.forced'] ||= 'off';
  localStorage['bocage.pace'] ||= 'instant';
}"""


def new_page(browser: Browser, size: dict[str, int], **more: object) -> Page:
    """A page with a storage of its own."""
    context = browser.new_context(viewport=size, locale="en-GB", **more)  # type: ignore[arg-type]
    context.set_default_timeout(SECONDS * 1000)
    context.add_init_script(UNFORCED)
    return context.new_page()


Opener = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Opener]:
    """Opens pages, and checks them all at the end."""
    watched: list[Watch] = []

    def opener(address: str, size: dict[str, int] = DESKTOP, **more: object) -> Page:
        page = new_page(browser, size, **more)
        watched.append(Watch(page))
        page.goto(address)
        return page

    yield opener
    for watch in watched:
        watch.check()
        if not watch.page.is_closed():
            watch.page.context.close()
