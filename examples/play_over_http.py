"""Play a whole game against a server, with nothing but HTTP: `python play_over_http.py http://127.0.0.1:8080/`.

One seat is this script, which takes its first option every time; the other is a bot of the server.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any
from urllib.request import Request, urlopen


def call(address: str, secret: str = "", body: Any = None) -> Any:
    """GET, or POST where there is a body; the secret says which seat of which game it is."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {secret}"} if secret else {})
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, headers), timeout=60) as reply:
        return json.load(reply)


def main(server: str, system: str = "lnlt", scenario: str = "boh/first-contact") -> None:
    api = f"{server.rstrip('/')}/api"
    wish = {"system": system, "scenario": scenario, "seats": ["human", "random"]}
    secret = call(f"{api}/games", body=wish)["table"]
    while True:
        view = call(f"{api}/game", secret)["view"]
        if view["position"].get("over"):
            break
        if not view["mine"]:
            time.sleep(0.02)  # the bot is thinking
            continue
        choice = view["prompt"]["choices"][0]
        print(f"{view['prompt']['text']} {choice['label']}")
        call(f"{api}/game/play", secret, {"seq": view["seq"], "option": choice["id"]})
    position = view["position"]
    winner = position.get("winner", -1)
    print("a draw" if winner < 0 else f"{position['seats'][winner]['name']} win")


if __name__ == "__main__":
    main(*sys.argv[1:])
