"""Acts in words: what each operand of a verb adds to the choice a player reads and clicks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from bocage.kernel.act import Acts, Verb, operand
from bocage.kernel.decision import Decision
from bocage.kernel.event import Arg
from bocage.kernel.state import State
from bocage.kernel.views import Choice, Text

S = TypeVar("S", bound=State)

Describe = Callable[[S, int, Choice, dict[str, Arg]], None]
"""Puts an operand's value into a choice (what to click) and into the arguments of its label."""
Words = Callable[[S, Decision, int, Choice], None]
"""Changes a choice that says more than its verb and operands do."""


class Wording(Generic[S]):
    """A verb's words are the catalogue entry `choice.<name>`; `more` holds what only some verbs need."""

    def __init__(self, acts: Acts, operands: dict[str, Describe[S]], more: dict[Verb, Words[S]]) -> None:
        self.acts = acts
        self.operands = operands
        self.more = more

    def choice(self, state: S, decision: Decision, option: int) -> Choice:
        """One option in words."""
        verb = self.acts.of(option)
        args: dict[str, Arg] = {}
        found = Choice(option, verb.name, Text(""), verb.rule or decision.kind.rule, steps=verb.steps)
        for index, kind in enumerate(verb.operands):
            describe = self.operands.get(kind)
            if describe is not None:
                describe(state, operand(option, index), found, args)
        found.label = Text(f"choice.{verb.name}", args)
        more = self.more.get(verb)
        if more is not None:
            more(state, decision, option, found)
        return found
