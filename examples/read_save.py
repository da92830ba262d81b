"""Read a saved game and tell what happened, with the dice and every modifier: `python read_save.py game.json`."""

from __future__ import annotations

import sys
from pathlib import Path

import bocage
from bocage.text import catalogue


def main(path: str, language: str = "en") -> None:
    game = bocage.load(Path(path).read_bytes(), path)  # replays every choice, and checks every die
    words = catalogue(game.system.package, language)
    for event in game.events_for(-1):
        print(words.say(f"event.{event.kind}", event.args), event.dice or "", event.rule)
        for line in event.lines:
            print(f"    {line.value:+d} {words.say(line.label)} ({line.rule})")
    print(f"{len(game.history)} choices;", "the game goes on" if game.result is None else f"winner: {game.result}")


if __name__ == "__main__":
    main(*sys.argv[1:])
