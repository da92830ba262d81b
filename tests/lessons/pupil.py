"""A pupil for the tests: one follows the coach to the end, another errs at every goal."""

from __future__ import annotations

import random

from bocage import registry
from bocage.bots import bot
from bocage.kernel import point_option
from bocage.kernel.game import Game
from bocage.kernel.system import LESSON, POSITION
from bocage.lessons import Coach, Stand, course
from bocage.lessons.coach import fits
from bocage.lessons.dialect import Allowed
from bocage.server.words import Words

MOST = 200  # choices of one lesson


class Pupil:
    def __init__(self, system: str, name: str, curious: bool = False) -> None:
        self.system = registry.system(system)
        self.lesson = course(system).lessons[name]
        self.coach = Coach(self.system, self.lesson)
        self.game: Game = registry.new(system, LESSON + name, self.lesson.seed, {POSITION: self.lesson.position})
        self.curious, self.read = curious, 0  # how much of the log has been read
        self.screens: list[tuple[int, str, str]] = []  # step, language and what the page shows there

    @property
    def stand(self) -> Stand:
        return self.coach.look([(one.seat, one.option) for one in self.game.history])

    def follow(self) -> None:
        """Every goal, by what the coach allows; raises where that leads nowhere."""
        for _ in range(MOST):
            stand = self.stand
            if self.coach.step_of(stand) is None:
                return
            self.go_on(stand)
        raise AssertionError(f"the lesson does not end: it stays at step {self.stand.step}")

    def go_on(self, stand: Stand) -> None:
        seat = self.coach.lesson.seat
        assert not stand.erred
        assert not self.game.over, f"the game ended at step {stand.step}"
        if all(decision.seat != seat for decision in self.game.decisions):
            decision = self.game.decision
            self.game.play(self.coach.answer(stand, self.game, decision.seat), decision.seat)
        else:
            option = self.wanted(stand)
            self.look(stand, option)
            self.game.play(option, seat)
        if self.curious:
            self.read_log(stand)

    def wanted(self, stand: Stand) -> int:
        """The last of what is allowed and offered: it leads on, the others on the way there."""
        step = self.coach.step_of(stand)
        assert step is not None
        seat = self.coach.lesson.seat
        prompt = self.game.prompt(seat)
        assert prompt is not None
        if Allowed() in step.allow:  # a battle of one's own
            return bot("doctrine", random.Random(len(self.game.history))).choose(self.game, seat)
        for allowed in reversed(step.allow):
            for choice in prompt.choices:
                if fits(stand.rehearsal, choice, allowed):
                    return choice.id
            if isinstance(allowed, Allowed) and allowed.near:
                option = point_option(round(allowed.x * 10), round(allowed.y * 10))
                if self.game.pending(seat).allows(option):
                    return option
        if len(prompt.choices) == 1:
            return prompt.choices[0].id
        offered = ", ".join(stand.rehearsal.spell(choice) for choice in prompt.choices)
        raise AssertionError(f"step {stand.step}: nothing that is allowed is offered ({offered})")

    def mistakes(self) -> list[int]:
        """The choices that the coach would take back now."""
        stand, seat = self.stand, self.coach.lesson.seat
        decision = self.game.pending(seat)
        prompt = self.game.prompt(seat)
        assert prompt is not None
        return [c.id for c in prompt.choices if not self.coach.allows(stand, decision, c)]

    def look(self, stand: Stand, option: int) -> None:
        """Keep the words of the prompt and its buttons; a curious pupil also points at the one that leads on."""
        seat = self.coach.lesson.seat
        prompt = self.game.prompt(seat)
        assert prompt is not None
        for language in ("en", "fr"):
            words = Words(self.system, language)
            shown = [words.render(prompt.text), *(words.render(choice.label) for choice in prompt.choices)]
            if self.curious:
                shown += self.read_numbers(words, option)
            self.screens.append((stand.step, language, " · ".join(shown)))

    def read_numbers(self, words: Words, option: int) -> list[str]:
        """What the panel shows of a choice: results, what is needed, the sum and the odds."""
        game, seat = self.game, self.coach.lesson.seat
        found = self.system.odds(game.state, game.pending(seat), option)
        if found is None:
            return []
        panel = words.render_forecast(found, game.view(seat))
        odds = [text for row in panel["odds"] for text in (row["subject"], *(line["label"] for line in row["rows"]))]
        return [*panel["told"], panel["need"], *odds, *(line["label"] for line in panel["lines"])]

    def read_log(self, stand: Stand) -> None:
        """What the log has told since."""
        told = self.game.events_for(self.coach.lesson.seat, self.read)
        for language in ("en", "fr"):
            words = Words(self.system, language)
            lines = [words.render_event(event) for event in told]
            shown = [text for line in lines for text in (line["text"], *(one["label"] for one in line["lines"]))]
            self.screens.append((stand.step, language, " · ".join(shown)))
        self.read = len(self.game.log)
