"""The coach of a lesson: where the pupil stands, what to say, and what the other side does meanwhile.

How far a pupil has come follows from the choices made, so a lesson can be left, taken back and restored like any game.
Nothing here knows a rule: goals are compared with the game as drills are.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from bocage.checks.rehearsal import DrillFailure, Rehearsal, as_wanted
from bocage.content import Words
from bocage.kernel import Decision, seeded
from bocage.kernel.game import Game
from bocage.kernel.system import System
from bocage.kernel.views import Choice
from bocage.lessons.dialect import Allowed, Lesson, Near, Step, When

NOBODY = -1


class Stand:
    """Where a pupil stands: the step, and whether the last choice was a mistake (then how many choices stay)."""

    def __init__(self, rehearsal: Rehearsal, step: int = 0) -> None:
        self.rehearsal = rehearsal
        self.step = step
        self.mistake = NOBODY
        self.remark: Words | None = None  # about how the last goal was reached
        self.chosen: list[Choice] = []  # since the step began

    @property
    def erred(self) -> bool:
        return self.mistake != NOBODY

    @property
    def lost(self) -> bool:
        """The battle ended before the goal was reached."""
        return self.erred and self.rehearsal.game.over


class Coach:
    def __init__(self, system: System, lesson: Lesson) -> None:
        self.system = system
        self.lesson = lesson

    def rehearse(self) -> Rehearsal:
        state, names = self.system.drill_position(self.lesson.position)
        state.dice = seeded(self.lesson.seed)
        return Rehearsal(self.system, state, names)

    def look(self, history: Iterable[tuple[int, int]]) -> Stand:
        """Where these choices (seat and option) have led."""
        stand = Stand(self.rehearse())
        self.advance(stand)
        for number, (seat, option) in enumerate(history):
            game = stand.rehearsal.game
            decision = game.pending(seat)
            choice = self.system.choice(game.state, decision, option)
            if seat == self.lesson.seat:
                if not self.allows(stand, decision, choice):
                    stand.mistake = number
                    return stand
                stand.chosen.append(choice)
            stand.rehearsal.events += game.play(option, seat)
            self.advance(stand)
        if stand.rehearsal.game.over and self.step_of(stand) is not None:
            stand.mistake = 0  # a battle that ended another way is begun again
        return stand

    def step_of(self, stand: Stand) -> Step | None:
        """The goal that is being worked at; None when the lesson is over."""
        steps = self.lesson.steps
        return steps[stand.step] if stand.step < len(steps) else None

    def allows(self, stand: Stand, decision: Decision, choice: Choice) -> bool:
        """Whether a choice belongs to the goal. What is forced is no mistake, and after the end nothing is."""
        step = self.step_of(stand)
        if step is None or (len(decision.options) == 1 and decision.region is None):
            return True
        return any(fits(stand.rehearsal, choice, allowed) for allowed in step.allow)

    def advance(self, stand: Stand) -> None:
        """Go on to the next step if the goal is reached."""
        step = self.step_of(stand)
        if step is None or not self.reached(stand, step):
            return
        remarks = (remark.say for remark in step.after if self.holds(stand, remark.when))
        stand.remark = next(remarks, None)
        stand.step += 1
        stand.chosen = []
        stand.rehearsal.events = []

    def reached(self, stand: Stand, step: Step) -> bool:
        if step.when is None:
            return any(fits(stand.rehearsal, choice, step.allow[-1]) for choice in stand.chosen)
        return self.holds(stand, step.when)

    def holds(self, stand: Stand, when: When) -> bool:
        if when.chosen and not any(fits(stand.rehearsal, choice, when.chosen) for choice in stand.chosen):
            return False
        try:
            stand.rehearsal.compare(when)
        except DrillFailure:
            return False
        return all(self.is_near(stand.rehearsal, near) for near in when.near)

    def is_near(self, rehearsal: Rehearsal, near: Near) -> bool:
        piece = rehearsal.pieces().get(rehearsal.piece_id(near.piece))
        return piece is not None and hypot(piece.x - near.x, piece.y - near.y) <= near.within

    def answer(self, stand: Stand, game: Game, seat: int) -> int:
        """What the other side chooses: what the lesson wants of it, if that is offered; else it lets things pass."""
        prompt = game.prompt(seat)
        assert prompt is not None
        step = self.step_of(stand)
        for wanted in [*(step.enemy if step else []), *self.lesson.enemy]:
            for choice in prompt.choices:
                if fits(stand.rehearsal, choice, wanted):
                    return choice.id
        return prompt.decline if prompt.decline >= 0 else prompt.choices[-1].id

    def places(self, stand: Stand) -> tuple[list[int], list[str]]:
        """Where the pupil should look: pieces, and places."""
        step = self.step_of(stand)
        names = stand.rehearsal.names
        wanted = step.point if step else []
        return [names[name] for name in wanted if name in names], [name for name in wanted if name not in names]


def fits(rehearsal: Rehearsal, choice: Choice, wanted: str | Allowed) -> bool:
    """Whether this choice is the one that a lesson names."""
    attempt = rehearsal.attempt(as_wanted(wanted))
    near = wanted.near if isinstance(wanted, Allowed) else 0.0
    if not near:
        return choice.fits(attempt)
    far = hypot(choice.x - attempt.x, choice.y - attempt.y) > near
    attempt.x = attempt.y = -1.0
    return not far and choice.fits(attempt)
