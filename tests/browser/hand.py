"""A player who uses the mouse: drags stacks to places and onto enemies, and counts what it takes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import httpx
from playwright.sync_api import Page, Request

from browser.steps import seq, wait_mine
from browser.test_drag import drag

QUIET = ("hold", "decline", "done", "pass")  # what ends a phase or lets a chance pass
MIDDLE = """(place) => {
  const cell = document.querySelector(`svg.board .cell[data-place='${place}']`);
  const { x, y, width, height } = cell.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""

NEAREST = """([places, goal]) => {
  const at = (place) => {
    const { x, y } = document.querySelector(`svg.board .cell[data-place='${place}']`).getBoundingClientRect();
    return [x, y];
  };
  const [gx, gy] = at(goal);
  const far = (place) => Math.hypot(at(place)[0] - gx, at(place)[1] - gy);
  return places.sort((a, b) => far(a) - far(b))[0] ?? '';
}"""
# A menu or a question over the board is open; or a decision of another kind than those on the way to an attack waits.
ASKED = """(seq) => {
  const { dataset } = document.querySelector('.game');
  if (document.querySelector('.menu:not([hidden]) .choice, .confirm:not([hidden]) .primary')) return true;
  const amid = '.choices :is([data-verb=all], [data-verb=fire], [data-verb=activate])';
  const still = Number(dataset.seq) > seq && dataset.mine === 'true' && dataset.sent === undefined;
  return still && !document.querySelector(amid);
}"""


class Hand:
    """Thinks by asking the server what would be offered next, and acts by mouse alone."""

    def __init__(self, page: Page, address: str, secret: str, goal: str) -> None:
        self.page = page
        self.goal = goal  # where the stacks go that cannot fire
        self.secret = secret
        self.http = httpx.Client(base_url=address + "api", timeout=60)
        self.clicks: Counter[int] = Counter()
        self.choices = self.shots = self.moves = 0
        self.most = 0  # clicks that a shot or a move took
        page.on("request", self.note)
        self.tired: set[tuple[int, str]] = set()  # stacks that have nothing to do this turn

    def note(self, request: Request) -> None:
        self.choices += request.url.split("?")[0].endswith("/game/play")

    # Thinking: no click

    def view(self, secret: str = "") -> dict[str, Any]:
        found: dict[str, Any] = self.ask("GET", "/game", secret)["view"]
        return found

    def ask(self, method: str, path: str, secret: str = "", **body: object) -> Any:
        headers = {"Authorization": f"Bearer {secret or self.secret}"}
        reply = self.http.request(method, path, headers=headers, json=body or None)
        reply.raise_for_status()
        return reply.json()

    def branch(self, view: dict[str, Any]) -> str:
        """The same game once more, where nobody watches what is tried."""
        keys = self.ask("POST", "/game/branch", at=view["seq"], seats=["human", "human"])
        secret: str = keys["table"]
        return secret

    def foresee(self, secret: str, place: str) -> tuple[str, str]:
        """Whom a stack could fire at and where it could go, tried in a branch and taken back."""
        enemies = {piece["place"] for piece in self.view()["position"]["pieces"] if piece["seat"] == 1}
        shot = ""
        taken = 0
        for verb in ("activate", "move", "all"):
            view = self.view(secret)
            choices = view["prompt"]["choices"]
            shots = [one["place"] for one in choices if one["verb"] == "fire" and one["place"] in enemies]
            shot = shot or next(iter(shots), "")
            fits = [one for one in choices if one["verb"] == verb and one.get("place", place) == place]
            if fits and not shot:
                self.ask("POST", "/game/play", secret, seq=view["seq"], option=fits[0]["id"])
                taken += 1
        steps = [one["place"] for one in self.view(secret)["prompt"]["choices"] if one["verb"] == "step"]
        step: str = self.page.evaluate(NEAREST, [[one for one in steps if one not in enemies], self.goal])
        for _ in range(taken):
            self.ask("POST", "/game/undo", secret, seq=self.view(secret)["seq"])
        return shot, step

    # Acting

    def count(self, view: dict[str, Any]) -> None:
        self.clicks[view["position"]["turn"]] += 1

    def settle(self, before: int) -> None:
        """Until the page has done all that follows from a click."""
        self.page.wait_for_function("seq => Number(document.querySelector('.game').dataset.seq) > seq", arg=before)
        wait_mine(self.page)

    def press(self, view: dict[str, Any], selector: str) -> None:
        self.count(view)
        self.page.locator(selector).first.click()
        self.settle(view["seq"])

    def drag(self, view: dict[str, Any], start: str, end: str) -> None:
        self.count(view)
        drag(self.page, *(tuple(self.page.evaluate(MIDDLE, place)) for place in (start, end)))

    def attack(self, view: dict[str, Any], start: str, target: str) -> None:
        """Drag, and confirm that everybody fires."""
        self.drag(view, start, target)
        asked = self.page.locator(".menu:not([hidden]) .choice, .confirm:not([hidden]) .primary")
        for _ in range(2):  # which attack if there are several, and who takes part or whether it is meant
            self.page.wait_for_function(ASKED, arg=view["seq"])
            if not asked.count():
                return  # a question of another kind
            self.page.wait_for_selector(".game:not([data-sent])")
            before = seq(self.page)
            meant = self.page.locator(".menu:not([hidden]) .choice[data-verb=all]")
            self.count(view)
            (meant if meant.count() else asked).first.click()
            self.settle(before)
            if not asked.count():
                return

    def move(self, view: dict[str, Any], start: str, end: str) -> bool:
        self.drag(view, start, end)
        self.page.wait_for_selector(".confirm:not([hidden]) .primary, .details .stopped")
        if not self.page.locator(".confirm:not([hidden])").count():
            self.page.keyboard.press("Escape")
            return False
        self.press(view, ".confirm .primary")
        return True

    # A game

    def act(self, view: dict[str, Any]) -> None:
        """Fire at somebody if anybody can, else move on, else pass."""
        turn = view["position"]["turn"]
        beside = self.branch(view)
        for lead in view["prompt"]["choices"]:
            place = lead.get("place", "")
            if lead["verb"] != "activate" or (turn, place) in self.tired:
                continue
            self.tired.add((turn, place))
            shot, step = self.foresee(beside, place)
            before = self.clicks.total()
            if shot:
                self.shots += 1
                self.attack(view, place, shot)
            elif step and self.move(view, place, step):
                self.moves += 1
                self.tired.add((turn, step))
            else:
                continue
            self.most = max(self.most, self.clicks.total() - before)
            return None
        return self.press(view, ".choices .choice[data-verb=pass]")

    def play(self, turns: int) -> None:
        """So many turns, by mouse."""
        for _ in range(60 * turns):
            if not wait_mine(self.page):
                return
            view = self.view()
            if view["position"]["turn"] > turns:
                return
            if view["seq"] != seq(self.page):
                continue
            choices = view["prompt"]["choices"]
            if any(one["verb"] == "activate" for one in choices):
                self.act(view)
            elif view["prompt"].get("decline", -1) >= 0:
                self.press(view, ".extra-let")
            else:
                wanted = ("all", *QUIET)
                quiet = next((one for one in choices if one["verb"] in wanted), choices[0])
                self.press(view, f".choices .choice[data-choice='{quiet['id']}']")
        raise AssertionError("the game does not go on")
