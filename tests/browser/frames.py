"""What frames cost while one pans and zooms, of one page or of two side by side.

`python tests/browser/frames.py ADDRESS [ADDRESS]`: each is that of a running server. Every frame
gets one event (a step of a drag or of the wheel), and Chromium shows frames as fast as it can. A frame costs the
processor time of the threads that make it: main, compositor, raster and display. The pages take turns, several rounds.
"""

from __future__ import annotations

import bisect
import json
import statistics
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from browser.conftest import ARGS, find_chromium
from browser.steps import new_game

LARGEST = {"lnlt": "hon/landing-ground", "normandie": "tempest", "disposable": "bunker_line"}
ROUNDS = 3
UNLIMITED = ["--disable-gpu-vsync", "--disable-frame-rate-limit"]
THREADS = ("CrRendererMain", "Compositor", "ThreadPoolForegroundWorker", "VizCompositorThread", "CrGpuMain")
CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline", "blink.user_timing", "cc"]
TASKS = ("RunTask", "TaskGraphRunner::RunTask")

# Each frame moves a little further, there and back; the first ten are not counted.
MEASURE = """
async (how) => {
  const board = document.querySelector('svg.board');
  const { x, y, width, height } = board.getBoundingClientRect();
  const [cx, cy] = [x + width / 2, y + height / 2];
  const send = (type, at, more) => board.dispatchEvent(new (type === 'wheel' ? WheelEvent : PointerEvent)(type, {
    bubbles: true, cancelable: true, pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0, buttons: 1,
    clientX: at[0], clientY: at[1], ...more }));
  const frame = () => new Promise((go) => requestAnimationFrame(go));
  board.setPointerCapture = () => {};
  if (how === 'pan') send('pointerdown', [cx, cy]);
  const times = [];
  let before = 0;
  for (let n = 0; n < 130; n++) {
    const swing = Math.sin(n / 9);
    if (how === 'pan') send('pointermove', [cx + swing * width / 3, cy + swing * height / 4]);
    else send('wheel', [cx, cy], { deltaY: Math.cos(n / 9) * 36 });
    const now = await frame();
    if (n >= 10) {
      times.push(now - before);
      performance.mark('frame');
    }
    before = now;
  }
  if (how === 'pan') send('pointerup', [cx, cy]);
  return times;
}
"""


def open_board(browser: Browser, address: str, system: str) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    page.add_init_script("localStorage['bocage.pace'] = 'instant'")
    keys = new_game(address, system, ["human", "random"], LARGEST[system])
    page.goto(f"{address}#/game/{keys['table']}")
    page.wait_for_selector(".game[data-seq]")
    for _ in range(3):
        page.locator(".board-tools .zoom").first.click()
    page.wait_for_timeout(4000)
    return page


def measure(browser: Browser, page: Page, how: str) -> tuple[list[float], list[float]]:
    """Milliseconds between frames by the clock, and of the processor for each."""
    page.bring_to_front()
    browser.start_tracing(
        page=page, categories=["toplevel", "disabled-by-default-devtools.timeline", "blink.user_timing", "cc"]
    )
    times = page.evaluate(MEASURE, how)
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    page.wait_for_timeout(1500)  # what is painted at rest is no part of it
    names = {(one["pid"], one["tid"]): one["args"]["name"] for one in events if one["name"] == "thread_name"}
    marks = sorted(one["ts"] for one in events if one["name"] == "frame")
    costs = [0.0] * len(marks)
    for one in events:
        thread = names.get((one["pid"], one["tid"]), "")
        at = bisect.bisect(marks, one["ts"]) - 1
        if one["ph"] == "X" and thread in THREADS and one["name"] in TASKS and 0 <= at < len(marks) - 1:
            costs[at] += one.get("tdur", 0) / 1000
    return times, costs[:-1]


def p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def tell(rounds: list[tuple[list[float], list[float]]]) -> str:
    clock, cost = ([statistics.median(p95(one[k]) for one in rounds)] for k in (0, 1))
    half = statistics.median(statistics.median(one[1]) for one in rounds)
    return f"  processor p50 {half:5.2f} p95 {cost[0]:5.2f} ms, clock p95 {clock[0]:5.1f} ms |"


def main() -> None:
    addresses = sys.argv[1:]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*ARGS, *UNLIMITED])
        for system in LARGEST:
            pages = [open_board(browser, address, system) for address in addresses]
            for how in ("pan", "zoom"):
                found: list[list[tuple[list[float], list[float]]]] = [[] for _ in pages]
                for _ in range(ROUNDS):
                    for n, page in enumerate(pages):
                        found[n].append(measure(browser, page, how))
                print(f"{system:11} {how:5}", *(tell(rounds) for rounds in found), flush=True)
            for page in pages:
                page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
