"""A store as this release writes it, kept for the tests of all later ones: `python -m tools.keep_store`.

Games of every system, running and finished, at one table, with a bot and by link, each played through the interface;
and the saves of some of them. Run it once for a release, before the next one changes anything.
"""

from __future__ import annotations

import gzip
import json
import random
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from bocage import __version__
from bocage.server import create_app

STORES = Path(__file__).parent.parent / "tests" / "fixtures" / "stores"
SHORT = {"lnlt": "boh/lesson-infantry", "normandie": "dug-in", "disposable": "lesson_close_combat"}
LONG = {"lnlt": "boh/first-contact", "normandie": "bestdef", "disposable": "crossroads"}
RUNNING = 40  # choices of a game that is left unfinished
MOST = 3000  # choices of one that is played to its end


def main() -> None:
    folder = STORES / __version__
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        database = str(Path(temporary) / "games.sqlite")
        with TestClient(create_app(database)) as client:
            games = [play_game(client, folder, *kind) for kind in kinds()]
        whole = Path(temporary) / "whole.sqlite"
        with sqlite3.connect(database) as raw:
            raw.execute("vacuum into ?", (str(whole),))
        (folder / "games.sqlite.gz").write_bytes(gzip.compress(whole.read_bytes(), mtime=0))
    manifest = {"release": __version__, "games": games}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")
    print(f"{len(games)} games in {folder}")


def kinds() -> list[tuple[str, str, bool, list[str], bool]]:
    """System, scenario, whether it is played to its end, players, whether each seat uses its own link."""
    found = []
    for system in SHORT:
        found += [
            (system, SHORT[system], True, ["human", "human"], False),
            (system, SHORT[system], True, ["human", "random"], False),
            (system, LONG[system], False, ["human", "human"], False),
            (system, LONG[system], False, ["human", "random"], False),
            (system, LONG[system], False, ["human", "friend"], True),
        ]
    return found


def play_game(
    client: TestClient[Any], folder: Path, system: str, scenario: str, to_end: bool, seats: list[str], by_link: bool
) -> dict[str, Any]:
    body = {"system": system, "scenario": scenario, "seats": seats}
    keys = client.post("/api/games", json=body).raise_for_status().json()
    for seat, invitation in enumerate(keys["invitations"]):
        if invitation:
            headers = {"authorization": f"Bearer {invitation}"}
            keys["seats"][seat] = client.post("/api/game/join", headers=headers, json={}).json()["secret"]
    hands = [secret for secret in keys["seats"] if secret] if by_link else [keys["table"]]
    play_on(client, hands, MOST if to_end else RUNNING)
    seen = view_of(client, hands[0])
    assert seen["position"].get("over", False) == to_end, f"{system} {scenario} does not end in {MOST} choices"
    kind = "by link" if by_link else "with a bot" if "random" in seats else "at one table"
    name = f"{system}-{'finished' if to_end else 'running'}-{kind.replace(' ', '-')}"
    reply = client.get("/api/game/save", headers={"authorization": f"Bearer {hands[0]}"})
    if reply.status_code == 200:
        (folder / f"{name}.json.gz").write_bytes(gzip.compress(reply.content, mtime=0))
    log = client.get("/api/game/timeline", headers={"authorization": f"Bearer {hands[0]}"}).json()["events"]
    print(name, seen["moments"], "choices", file=sys.stderr)
    return {
        "name": name, "system": system, "scenario": scenario, "players": seats, "kind": kind, "keys": keys,
        "hands": hands, "choices": seen["moments"], "over": to_end, "winner": seen["position"].get("winner"),
        "lines": len(log), "saved": reply.status_code == 200,
    }  # fmt: skip


def play_on(client: TestClient[Any], hands: list[str], most: int) -> None:
    """Random choices of whoever has to decide, until the end or so many."""
    rng = random.Random(1)
    played = 0
    for _ in range(most * 50):
        views = [(hand, view_of(client, hand)) for hand in hands]
        if played >= most or views[0][1]["position"].get("over"):
            return
        hand, view = next(((hand, view) for hand, view in views if view["mine"]), (hands[0], None))
        if view is None:
            time.sleep(0.005)  # a bot decides
            continue
        option = rng.choice(view["prompt"]["choices"])["id"]
        headers = {"authorization": f"Bearer {hand}"}
        reply = client.post("/api/game/play", headers=headers, json={"seq": view["seq"], "option": option})
        played += reply.status_code == 200


def view_of(client: TestClient[Any], hand: str) -> dict[str, Any]:
    reply = client.get("/api/game", headers={"authorization": f"Bearer {hand}"}).raise_for_status()
    view: dict[str, Any] = reply.json()["view"]
    return view


if __name__ == "__main__":
    main()
