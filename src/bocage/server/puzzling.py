"""The room of a puzzle: the engine judges what was tried, with odds and what counts; the answer comes at the end."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from bocage.bots import Ranked, bot
from bocage.bots.explain import cause_of, told
from bocage.kernel.game import Game
from bocage.lessons.coach import fits
from bocage.server.coaching import LessonRoom, say
from bocage.server.intentions import ADVISER, describe_plan
from bocage.server.odds import Weighing
from bocage.server.words import Words

NEARLY: Final = 0.75  # of what the best is better by than the others are on average


class PuzzleRoom(LessonRoom):
    judged: tuple[int, str, str] = (-1, "", "")  # number of the game, language and what was said of it

    def tell(self, words: Words) -> dict[str, Any]:
        found = super().tell(words) | {"puzzle": True}
        if found["over"]:
            found["remark"], found["pages"] = words.say("puzzle.right"), [self.once(words, self.explain_solution)]
            return found
        about = say(words, self.coach.lesson.about)
        side = words.render(self.game.view(-1).seats[self.coach.lesson.seat].name)
        start = words.say("puzzle.start", {"about": about, "side": side})
        found["pages"] = [words.say("puzzle.onward") if self.stand.step else start]
        found["goal"] = words.say("puzzle.goal")
        return found

    def tell_mistake(self, words: Words) -> str:
        return self.once(words, self.judge) if self.stand.erred else ""

    def once(self, words: Words, work_out: Callable[[Words], str]) -> str:
        """What is said of the game as it is, worked out once: the engine looks ahead for it."""
        language = words.catalogue.language
        if self.judged[:2] != (self.revision, language):
            self.judged = self.revision, language, work_out(words)
        return self.judged[2]

    def judge(self, words: Words) -> str:
        """Nearly, or no: what the choice would have brought, and what counts here."""
        game, seat = self.stand.rehearsal.game, self.coach.lesson.seat
        order = rank(game, seat)
        taken = next((one for one in order if one.option == self.game.history[self.stand.mistake].option), None)
        others = sum(one.value for one in order[1:]) / max(1, len(order) - 1)
        near = taken is not None and order[0].value - taken.value <= NEARLY * (order[0].value - others)
        lines = [words.say("puzzle.nearly" if near else "puzzle.wrong")]
        if taken is not None:
            lines.append(weigh(game, seat, order, taken, words)[1])
        cause = cause_of(order[0], order)
        if cause:
            lines.append(words.say("puzzle.counts", {"what": words.say(f"term.{cause}")}))
        return " ".join(line for line in lines if line)

    def explain_solution(self, words: Words) -> str:
        """Why the solution is best, with its odds, and what would have been next best."""
        rehearsal, seat = self.coach.rehearse(), self.coach.lesson.seat
        game = rehearsal.game
        order = rank(game, seat)
        best = self.coach.lesson.steps[0].allow[-1]
        first = next((one for one in order if fits(rehearsal, choice_of(game, seat, one), best)), order[0])
        sentence, odds = weigh(game, seat, order, first, words)
        lines = [sentence, odds]
        second = next((one for one in order if one is not first), None)
        if second is not None:
            sentence, odds = weigh(game, seat, order, second, words)
            lines.append(words.say("puzzle.second", {"what": " ".join([sentence, odds])}))
        return " ".join(line for line in lines if line)


def rank(game: Game, seat: int) -> list[Ranked]:
    return bot(ADVISER, random.Random(0)).rank(game, seat)


def choice_of(game: Game, seat: int, one: Ranked) -> Any:
    return game.system.choice(game.state, game.pending(seat), one.option)


def weigh(game: Game, seat: int, order: list[Ranked], one: Ranked, words: Words) -> tuple[str, str]:
    """What an option leads to and why, in a sentence; and its odds and risk."""
    weighing = Weighing(game.clone(), seat)
    advice = told(game, weighing.decision, one, order.index(one) + 1)
    advice.cause = cause_of(one, order)
    plan = describe_plan(advice, weighing.intend(one.option, bot(ADVISER, random.Random(0))), weighing, words)
    odds = " · ".join(plan["aim"]["told"]) + "." if plan["aim"] and plan["aim"]["told"] else ""
    return plan["sentence"], " ".join(part for part in (odds, plan["risk"]) if part)
