"""The room of a lesson: the coach plays the other side, says what is to be done, and takes mistakes back."""

from __future__ import annotations

import asyncio
from typing import Any

from bocage.content import Words as Said
from bocage.content import text_of
from bocage.kernel import Decision
from bocage.kernel.game import Game
from bocage.kernel.system import LESSON
from bocage.lessons import Coach, Stand, course
from bocage.server.problems import Problem
from bocage.server.room import Room
from bocage.server.storage import Header, Storage
from bocage.server.thinking import Question, Thinkers
from bocage.server.view import View, Viewer
from bocage.server.words import Words


class LessonRoom(Room):
    def __init__(self, header: Header, game: Game, storage: Storage, thinkers: Thinkers) -> None:
        super().__init__(header, game, storage, thinkers)
        self.name = header.scenario.removeprefix(LESSON)
        self.course = course(header.system)
        lesson = self.course.find(self.name)
        if lesson is None:
            raise Problem(409, "cannot-restore", f"the lesson '{self.name}' is no longer given")
        self.coach = Coach(self.system, lesson)
        self.seen = (-1, Stand(self.coach.rehearse()))  # at which number, and where the pupil stood then

    @property
    def stand(self) -> Stand:
        if self.seen[0] != self.revision:
            played = [(one.seat, one.option) for one in self.game.history]
            self.seen = self.revision, self.coach.look(played)
        return self.seen[1]

    def decision_of(self, key_seat: int) -> Decision:
        if self.stand.erred:
            raise Problem(409, "mistake", "take the mistake back first")
        return super().decision_of(key_seat)

    async def let_decide(self, question: Question, copy: Game, revision: int) -> None:
        """The coach answers for the other side, at once; while a mistake stands nobody does."""
        async with self.lock:
            if self.revision == revision:
                option = self.coach.answer(self.stand, self.game, question.seat)
                await asyncio.to_thread(self.play_and_store, [option], question.seat)
                self.announce()

    @property
    def rests(self) -> bool:
        """Nobody acts while a mistake stands, nor after the end."""
        return self.stand.erred or self.coach.step_of(self.stand) is None

    def wake_bots(self) -> None:
        if not self.rests:
            super().wake_bots()

    def bot_to_move(self) -> int | None:
        return None if self.rests else super().bot_to_move()

    async def take_back(self, key_seat: int, seq: int) -> int:
        """The mistake, with whatever came of it."""
        async with self.lock:
            self.expect(seq)
            if self.seat_of(key_seat) != self.coach.lesson.seat:
                raise Problem(403, "not-yours", "only the pupil takes a mistake back")
            if not self.stand.erred:
                raise Problem(409, "no-undo", "there is no mistake to take back")
            await asyncio.to_thread(self.rewind_and_store, self.stand.mistake)
            self.after_taking_back()
        self.wake_bots()
        return self.revision

    def view(self, viewer: Viewer) -> View:
        view = super().view(viewer)
        view.coach = self.tell(Words(self.system, viewer.language))
        if self.stand.erred:
            view.mine, view.prompt = False, None
        return view

    def tell(self, words: Words) -> dict[str, Any]:
        """What the coach says: how the last goal was reached, then the next one, or what is wrong."""
        stand, lesson = self.stand, self.coach.lesson
        step = self.coach.step_of(stand)
        following = self.course.after(self.name)
        next_lesson = self.course.find(following)
        pieces, places = self.coach.places(stand)
        return {
            "title": say(words, lesson.title),
            "step": stand.step,
            "steps": len(lesson.steps),
            "remark": say(words, stand.remark),
            "pages": [say(words, page) for page in pages(step.say if step else lesson.end)],
            "goal": say(words, step.goal) if step else "",
            "terms": [self.explain(words, name) for name in step.terms] if step else [],
            "pieces": pieces,
            "places": places,
            "mistake": self.tell_mistake(words),
            "over": step is None,
            "lesson": self.name,
            "next": following,
            "next_title": say(words, next_lesson.title) if next_lesson else "",
            "puzzle": False,
        }

    def tell_mistake(self, words: Words) -> str:
        step = self.coach.step_of(self.stand)
        if step is None or not self.stand.erred:
            return ""
        if self.stand.lost:
            return words.say("lesson.lost")
        return say(words, step.wrong) or words.say("lesson.wrong")

    def explain(self, words: Words, name: str) -> dict[str, str]:
        term = self.course.terms[name]
        return {"word": say(words, term.word).partition("|")[0], "means": say(words, term.means)}


def pages(said: Said | list[Said]) -> list[Said]:
    return said if isinstance(said, list) else [said]


def say(words: Words, said: Said | None) -> str:
    return "" if said is None else str(words.render(text_of(said)))
