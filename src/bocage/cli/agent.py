"""`bocage agent`: a program in any language plays one seat, one line of JSON at a time (docs/learning.md)."""

from __future__ import annotations

import json
import random
import sys
from typing import Annotated, Any

import typer

from bocage import registry
from bocage.bots import Bot, bot
from bocage.cli.options import Language, Options, Scenario, System, parse_options
from bocage.kernel import Forecast, point_option
from bocage.kernel.game import Game, IllegalChoice, tenths
from bocage.kernel.views import Attempt, Piece, Position, Prompt
from bocage.rulebook import UnknownClause, clause
from bocage.text import Catalogue, catalogue

REQUESTS = ('{"choose": number}', '{"point": [x, y]}', '{"odds": number}', '{"rule": id}', '{"why": {…}}')


class Left(Exception):
    """The program has closed its end."""


class BadRequest(Exception):
    """A line that asks for nothing known; it is answered, and the program may try again."""


class Dialogue:
    """One game: the seat that the program plays, and bots in the others. It learns what its seat may know."""

    def __init__(self, game: Game, number: int, seat: int, rival: Bot, language: str) -> None:
        self.game = game
        self.number = number
        self.seat = seat
        self.rival = rival
        self.words: Catalogue = catalogue(game.system.package, language)
        self.told = 0

    def play(self) -> str:
        """To the end; how it ended for the program: won, lost or drawn."""
        while not self.game.over:
            prompt = self.game.prompt(self.seat)
            if prompt is None:
                decision = self.game.decision
                self.game.play(self.rival.choose(self.game, decision.seat), decision.seat)
                continue
            self.say("decision", **self.describe(prompt))
            while not self.answer(prompt):
                pass
        state = self.game.state
        result = "drawn" if state.winner < 0 else "won" if state.won(self.seat) else "lost"
        scores = [seat.score for seat in self.game.view(self.seat).seats]
        self.say("end", result=result, winner=state.winner, scores=scores, events=self.news())
        return result

    def say(self, what: str, **fields: Any) -> None:
        print(json.dumps({"say": what, "game": self.number, **fields}, ensure_ascii=False), flush=True)

    def news(self) -> list[str]:
        """What has happened since the last line, as far as the seat has noticed it."""
        events = self.game.log[self.told :]
        self.told = len(self.game.log)
        return [self.words.say(f"event.{one.kind}", one.args) for one in events if one.seen_by(self.seat)]

    def describe(self, prompt: Prompt) -> dict[str, Any]:
        choices = [
            {
                "number": number, "verb": choice.verb, "text": self.words.render(choice.label), "rule": choice.rule,
                "piece": choice.piece, "place": choice.place, "x": choice.x, "y": choice.y,
            }
            for number, choice in enumerate(prompt.choices)
        ]  # fmt: skip
        return {
            "seat": self.seat, "kind": prompt.kind, "question": self.words.render(prompt.text), "rule": prompt.rule,
            "choices": choices, "free_point": bool(prompt.region), "events": self.news(),
            "position": self.survey(self.game.view(self.seat)),
        }  # fmt: skip

    def survey(self, position: Position) -> dict[str, Any]:
        render = self.words.render
        marks = [{"kind": m.kind, "place": m.place, "x": m.x, "y": m.y, "seat": m.seat} for m in position.markers]
        return {
            "turn": position.turn, "turns": position.turns, "phase": render(position.phase),
            "scores": [seat.score for seat in position.seats], "status": [render(line) for line in position.status],
            "pieces": [self.piece(piece) for piece in position.pieces],
            "markers": marks,
        }  # fmt: skip

    def piece(self, piece: Piece) -> dict[str, Any]:
        return {
            "id": piece.id, "name": self.words.render(piece.name), "seat": piece.seat, "kind": piece.kind,
            "place": piece.place, "x": piece.x, "y": piece.y, "values": piece.values, "flipped": piece.flipped,
            "states": [badge.kind for badge in piece.badges],
        }  # fmt: skip

    def answer(self, prompt: Prompt) -> bool:
        """Read one line; True when it was a choice."""
        line = sys.stdin.readline()
        if not line:
            raise Left
        try:
            request = read_request(line)
            if "choose" in request or "point" in request:
                self.game.play(self.option(request, prompt), self.seat)
                return True
            self.inform(request, prompt)
        except (BadRequest, IllegalChoice, UnknownClause) as error:
            self.say("error", message=str(error))
        return False

    def option(self, request: dict[str, Any], prompt: Prompt) -> int:
        if "point" in request:
            return point_of(request["point"])
        return prompt.choices[index_of(request["choose"], prompt)].id

    def inform(self, request: dict[str, Any], prompt: Prompt) -> None:
        """Answer a question; nothing is decided by it."""
        if "odds" in request:
            number = index_of(request["odds"], prompt)
            forecast = self.game.forecast(prompt.choices[number].id, self.seat)
            self.say("odds", number=number, **(self.chances(forecast) if forecast is not None else {"odds": {}}))
        elif "rule" in request:
            found = clause(str(request["rule"]), self.words.language)
            self.say("rule", id=found.id, title=found.title, text="\n".join(found.paragraphs))
        elif "why" in request:
            refusals = self.game.why_not(attempt_of(request["why"]), self.seat)
            self.say("why", refusals=[{"rule": one.rule, "text": self.words.render(one.text)} for one in refusals])
        else:
            raise BadRequest(f"send one of {', '.join(REQUESTS)}")

    def chances(self, forecast: Forecast) -> dict[str, Any]:
        lines = [{"value": one.value, "text": self.words.say(one.label), "rule": one.rule} for one in forecast.lines]
        return {"odds": forecast.odds, "modifiers": lines}


def read_request(line: str) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadRequest(f"not a line of JSON: {error}") from None
    if isinstance(request, int):
        return {"choose": request}
    if not isinstance(request, dict):
        raise BadRequest("a request is an object, or the number of a choice")
    return request


def index_of(number: Any, prompt: Prompt) -> int:
    if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < len(prompt.choices):
        return number
    raise BadRequest(f"there are {len(prompt.choices)} choices, numbered from 0; {json.dumps(number)} is none of them")


def point_of(point: Any) -> int:
    if isinstance(point, list) and len(point) == 2 and all(isinstance(value, int | float) for value in point):
        x, y = tenths(point[0]), tenths(point[1])
        if x >= 0 and y >= 0:
            return point_option(x, y)
    raise BadRequest("a point is [x, y] in inches, in tenths at the finest")


def attempt_of(wish: Any) -> Attempt:
    known = {"verb": "", "piece": -1, "place": ""}
    if not isinstance(wish, dict) or not wish.keys() <= known.keys():
        raise BadRequest("why takes verb, piece and place")
    fits = all(isinstance(value, type(known[name])) for name, value in wish.items())
    if not fits:
        raise BadRequest("verb and place are words, piece is a number")
    return Attempt(**wish)


def agent(
    scenario: Scenario,
    system: System = None,
    seat: Annotated[int, typer.Option(min=0, help="The seat that the program plays.")] = 0,
    opponent: Annotated[str, typer.Option(help="The bot in all other seats.")] = "doctrine",
    games: Annotated[int, typer.Option(min=1, help="Games, one after the other.")] = 1,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same dice again; without it nobody can foresee them.")
    ] = None,
    option: Options = None,
    lang: Language = "",
) -> None:
    """Every decision is a line of JSON on standard output; the answer is a line on standard input."""
    owner, chosen = registry.owner(scenario, system), parse_options(option)
    results: list[str] = []
    try:
        for number in range(1, games + 1):
            if seed is None:
                game = registry.new_fair(owner, scenario, chosen)
            else:
                game = registry.new(owner, scenario, seed + number - 1, chosen)
            if seat >= len(game.view(-1).seats):
                raise typer.BadParameter(f"{scenario} has {len(game.view(-1).seats)} seats, numbered from 0")
            rival = bot(opponent, random.Random(seed if seed is None else seed + number))
            results.append(Dialogue(game, number, seat, rival, lang).play())
    except (Left, BrokenPipeError):
        raise typer.Exit(1) from None
    counts = {result: results.count(result) for result in ("won", "lost", "drawn")}
    print(json.dumps({"say": "done", "games": games, **counts}), flush=True)
