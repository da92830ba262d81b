"""Playing in the terminal: the position in words, the prompt, numbered choices."""

from __future__ import annotations

import random
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from bocage import registry
from bocage.bots import Bot, bot
from bocage.kernel import Event
from bocage.kernel.game import CannotUndo, Game
from bocage.kernel.views import Choice, Piece, Position, Prompt
from bocage.rulebook import UnknownClause, clause
from bocage.text import Catalogue, catalogue, whole_number


class Quit(Exception):
    pass


class Table:
    """A terminal, a game and who sits where."""

    def __init__(self, console: Console, game: Game, language: str) -> None:
        self.console = console
        self.game = game
        self.words: Catalogue = catalogue(game.system.package, language)
        rng = random.Random(game.seed)
        self.bots: list[Bot | None] = [None if seat == "human" else bot(seat, rng) for seat in game.seats]
        self.told = 0

    def say(self, key: str, **args: int | str) -> None:
        self.console.print(escape(self.words.say(f"cli.{key}", args)))

    def play(self) -> None:
        """Until the game is over or the player leaves."""
        try:
            while not self.game.over:
                self.turn()
        except (Quit, EOFError, KeyboardInterrupt):
            self.say("left")
            return
        self.tell(-1)
        self.ending()

    def turn(self) -> None:
        decision = self.game.decision
        player = self.bots[decision.seat]
        if player is not None:
            self.game.play(player.choose(self.game, decision.seat), decision.seat)
            return
        self.tell(decision.seat)
        prompt = self.game.system.prompt(self.game.state, decision)
        self.show(self.game.view(decision.seat), prompt)
        while not self.answer(prompt):
            pass

    def show(self, position: Position, prompt: Prompt) -> None:
        phase = self.words.render(position.phase)
        scores = " · ".join(f"{self.words.render(seat.name)} {seat.score}" for seat in position.seats)
        self.console.rule(escape(f"{self.words.say('cli.turn')} {position.turn}/{position.turns} · {phase} · {scores}"))
        places: dict[str, list[Piece]] = {}
        for piece in position.pieces:
            places.setdefault(piece.place or f"{piece.x:.1f},{piece.y:.1f}", []).append(piece)
        for place, pieces in sorted(places.items()):
            self.console.print(f"[dim]{escape(place):>10}[/]  {', '.join(self.piece_words(p) for p in pieces)}")
        self.console.print(f"[bold]{escape(self.words.render(prompt.text))}[/] [dim]{escape(prompt.rule)}[/]")
        for number, choice in enumerate(prompt.choices, 1):
            self.console.print(f"  {number:>3}  {self.choice_words(choice, prompt.seat)}")

    def piece_words(self, piece: Piece) -> str:
        badges = "".join(f" ({self.words.render(badge.label)})" for badge in piece.badges)
        colour = {"us": "green", "de": "cyan"}.get(piece.nation, "white")
        return f"[{colour}]{escape(self.words.render(piece.name))}[/] {escape('-'.join(piece.values))}{escape(badges)}"

    def choice_words(self, choice: Choice, seat: int) -> str:
        odds = " [yellow]%[/]" if self.game.forecast(choice.id, seat) else ""
        return f"{escape(self.words.render(choice.label))}{odds}"

    def answer(self, prompt: Prompt) -> bool:
        """Read one command; True when a choice was played or taken back."""
        command, _, rest = self.console.input("> ").strip().partition(" ")
        match command:
            case "q":
                raise Quit
            case "u":
                return self.take_back()
            case "o":
                self.odds(prompt, rest)
            case "r":
                self.rule(rest)
            case "s":
                Path(rest or "bocage-save.json").write_bytes(registry.save(self.game))
                self.say("saved", file=rest or "bocage-save.json")
            case _ if 1 <= (whole_number(command) or 0) <= len(prompt.choices):
                self.game.play(prompt.choices[int(command) - 1].id, prompt.seat)
                return True
            case _:
                self.say("help", n=len(prompt.choices))
        return False

    def take_back(self) -> bool:
        try:
            self.game.undo()
        except CannotUndo:
            self.say("no-undo")
            return False
        self.told = min(self.told, len(self.game.log))
        return True

    def odds(self, prompt: Prompt, number: str) -> None:
        if not 1 <= (whole_number(number) or 0) <= len(prompt.choices):
            self.say("help", n=len(prompt.choices))
            return
        forecast = self.game.forecast(prompt.choices[int(number) - 1].id, prompt.seat)
        if forecast is None:
            self.say("no-odds")
            return
        for line in forecast.lines:
            self.console.print(f"  {line.value:+d}  {escape(self.words.say(line.label))} [dim]{escape(line.rule)}[/]")
        names = {f"unit:{piece.id}": self.words.render(piece.name) for piece in self.game.view(prompt.seat).pieces}
        for subject, chances in forecast.odds.items():
            shown = ", ".join(f"{self.words.word('outcome', label)} {chance:.1%}" for label, chance in chances.items())
            who = names.get(subject) or self.words.word("subject", subject)
            self.console.print(f"  {escape(who)}: {escape(shown)}")

    def rule(self, name: str) -> None:
        try:
            found = clause(name, self.words.language)
        except UnknownClause as error:
            self.console.print(escape(str(error)))
            return
        self.console.print(f"[bold]{escape(found.id)} {escape(found.title)}[/]")
        for paragraph in found.paragraphs:
            self.console.print(escape(paragraph))

    def tell(self, seat: int) -> None:
        """What has happened since the last prompt."""
        for event in self.game.log[self.told :]:
            if event.seen_by(seat):
                self.console.print(event_words(event, self.words))
        self.told = len(self.game.log)

    def ending(self) -> None:
        position = self.game.view(-1)
        if position.ending is not None:
            self.console.print(escape(self.words.render(position.ending)))
        if position.winner < 0:
            self.say("draw")
        else:
            winner = position.seats[position.winner]
            self.say("won", side=self.words.render(winner.side or winner.name))


def event_words(event: Event, words: Catalogue) -> str:
    dice = f" [yellow]{escape(str(event.dice))}[/]" if event.dice else ""
    lines = ", ".join(f"{line.value:+d} {words.say(line.label)}" for line in event.lines)
    tally = f" [dim]({escape(lines)})[/]" if lines else ""
    return f"{escape(words.say(f'event.{event.kind}', event.args))}{dice}{tally} [dim]{escape(event.rule)}[/]"
