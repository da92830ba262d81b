"""A contact sheet of all counters and vehicles: `python tests/browser/contacts.py FILE.png [plain]`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from browser.conftest import REAL, Served, launch, new_page

SHEET = """async (plain) => {
  const [{ drawCounter, drawFigure, drawBanner }, { SILHOUETTES, setPlain }, { setLooks }, dom, markers] =
    await Promise.all(["counters", "silhouettes", "looks", "dom", "markers"].map((name) => import(`./${name}.js`)));
  const { s, h, replace } = dom;
  const { drawMarker } = markers;
  setPlain(plain);
  const works = ["smoke", "trench", "foxholes", "wire", "mine", "bunker", "wreck", "block"];
  const names = Object.keys(SILHOUETTES);
  setLooks({ pieces: Object.fromEntries(names.map((name) => [name, name])), terrain: {},
    signs: { moved: "move", fired: "fire", fire: "blaze", objective: "objective",
      ...Object.fromEntries(works.map((name) => [name, name])) } });
  const nations = ["us", "de", "uk", "su", "fr", "it", "jp", "pl", "be", "nl", "ca", "other", ""];
  const piece = (kind, nation, more = {}) =>
    ({ id: 1, name: kind, seat: 0, nation, kind, values: ["4", "6", "4"], corner: "7", ...more });
  const frame = { class: "board near", viewBox: "-62 -75 124 150", width: 98, height: 118 };
  const show = (node, label) => h("figure", null, s("svg", frame, node), h("figcaption", null, label));
  const counters = names.map((kind, i) => show(drawCounter(piece(kind, nations[i % 11]), "hex0-"), kind));
  const states = [
    piece("squad", "de", { flipped: true, turned: "Shaken" }),
    piece("squad", "us", { badges: [{ kind: "moved", label: "Moved" }] }),
    piece("pair", "su", { badges: [{ kind: "fired", label: "Fired" }, { kind: "moved", label: "Moved" }] }),
    piece("tiger", "de", { facing: 1, turret: 3, values: ["4", "4", "9T"] }), piece("t34", "su", { facing: 4 }),
    piece("rifleman", "us", { values: ["4", "+2", "+1", "✕"] }),
  ].map((one) => show(drawCounter(one, "hex0-"), one.kind));
  const flags = nations.map((nation) => show(drawCounter(piece("squad", nation), "hex0-"), nation || "none"));
  const figures = ["rifleman", "mg", "leader", "sherman"].map((kind) =>
    show(drawFigure(piece(kind, "uk", { group: 2, facing: 45 }), 40), kind));
  const marked = ["fire", "objective", "moved", ...works].map((kind) =>
    show(drawMarker({ kind, label: kind }, 40), kind));
  const banner = show(drawBanner("British rifle section 1", [piece("rifleman", "uk", { group: 3 })]), "banner");
  replace(document.body, document.querySelector(".shared"),
    h("main", { class: "sheet" }, states, flags, figures, marked, banner, counters));
  const style = document.createElement("style");
  style.textContent = "body{background:#7d8a52;overflow:auto;height:auto}" +
    ".sheet{display:flex;flex-wrap:wrap;gap:2px;padding:8px}" +
    "figure{margin:0;text-align:center}figcaption{font:13px sans-serif;color:#111}";
  document.head.append(style);
}"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(["-c", REAL], Path(folder) / "games.sqlite3")
        browser = launch(playwright)
        try:
            page = new_page(browser, {"width": 1420, "height": 900})
            page.goto(served.address)
            page.wait_for_selector("main")
            page.evaluate(SHEET, "plain" in sys.argv[2:])
            page.screenshot(path=sys.argv[1], full_page=True)
        finally:
            browser.close()
            served.stop()


if __name__ == "__main__":
    main()
