"""A small table for tests: units by name, choices by verb, scripted dice."""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.kernel.act import first, point_option
from bocage.kernel.decision import Decision
from bocage.kernel.dice import scripted, sides_of
from bocage.kernel.event import Event
from bocage.kernel.game import explain_refusal
from bocage.kernel.tally import Tally
from bocage.kernel.views import Attempt, Choice
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.content import records
from bocage.systems.disposable.content.positions import DrillPosition, build, drill_state
from bocage.systems.disposable.model.tables import COVERS
from bocage.systems.disposable.model.weapons import Weapon
from bocage.systems.disposable.rules import acts
from bocage.systems.disposable.rules.accuracy import aimed_number
from bocage.systems.disposable.rules.casualties import rolled_apart
from bocage.systems.disposable.state import DisposableState, Unit


def unit(name: str, side: int, x: float, y: float, **more: Any) -> dict[str, Any]:
    template = more.pop("template", "us_rifle_squad" if side == 0 else "de_squad_regular")
    return {"name": name, "seat": side, "unit": template, "at": [x, y], **more}


def by_name(units: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {u["name"]: {key: value for key, value in u.items() if key != "name"} for u in units}


def table(units: list[dict[str, Any]], terrain: list[dict[str, Any]] | None = None) -> DisposableState:
    """A state with these units on a small table, before anybody acts; Germans are side 1, Americans side 0."""
    return build(msgspec.convert({"units": by_name(units), "terrain": terrain or []}, DrillPosition))


def ground(kind: str, x0: float, y0: float, x1: float, y1: float) -> dict[str, Any]:
    return {"id": kind, "type": kind, "polygon": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]}


def make_weapon(given: dict[str, Any]) -> Weapon:
    kind = records.weapon_classes()[given["class"]]
    entry = records.WeaponData(
        "case", given["class"], given.get("rof", 1), given.get("range", 24), given.get("ap", 5), 0, "small_arms", "case"
    )
    return records.weapon(0, entry, kind)


def plain_unit(figures: int, apart: int) -> tuple[DisposableState, Unit]:
    """So many riflemen, among them as many leaders and special weapons as wanted."""
    state = table([unit("a", 0, 10, 10)])
    squad = state.units[0]
    marked = [f for f in squad.figures if rolled_apart(state, f)]
    others = [f for f in squad.figures if f not in marked]
    squad.figures = marked[:apart] + others[: figures - apart]
    return state, squad


def number_to_hit(cover: str = "open", camouflaged: bool = False) -> int:
    tally = Tally(False)
    aimed_number(tally, COVERS.index(cover), 0, False, False, camouflaged)
    return tally.total


def line(kind: str, x0: float, y0: float, x1: float, y1: float) -> dict[str, Any]:
    return {"id": f"{kind}_{x0}_{y0}", "type": kind, "line": [[x0, y0], [x1, y1]]}


class Field:
    def __init__(self, units: list[dict[str, Any]], dice: list[int] | None = None, **position: Any) -> None:
        """With dice given, they are rolled from the start (a single unit to act is activated at once)."""
        if "first" in position:
            seat = position.pop("first")
            men = [records.unit_templates().get(u["unit"]) for u in units if u["seat"] == seat]
            position["initiative"] = next((one.nation for one in men if one is not None), ("us", "de")[seat])
        self.state, self.figures = drill_state({"units": by_name(units), **position})
        self.state.recording = True
        self.events: list[Event] = []
        if dice is not None:
            self.roll(*dice)

    def roll(self, *results: int) -> None:
        self.state.dice = scripted(list(results))

    def unit(self, name: str) -> Unit:
        return next(u for u in self.state.units if self.state.force(u).id == name)

    @property
    def decision(self) -> Decision:
        return self.state.pending[0]

    def men(self) -> list[int]:
        """The figures that are offered, whatever for."""
        return [first(option) for option in self.decision.options if acts.FIGURE in acts.ACTS.of(option).operands]

    def choices(self) -> list[Choice]:
        return SYSTEM.prompt(self.state, self.decision).choices

    def verbs(self) -> set[str]:
        return {choice.verb for choice in self.choices()}

    def find(self, verb: str, name: str = "", place: str = "") -> Choice | None:
        piece = self.unit(name).figures[0] if name else -1
        for choice in self.choices():
            if choice.verb == verb and (piece < 0 or choice.piece == piece) and (not place or choice.place == place):
                return choice
        return None

    def offers(self, verb: str, name: str = "", place: str = "") -> bool:
        return self.find(verb, name, place) is not None

    def play(self, option: int) -> None:
        self.state.events = []
        self.state.play(self.decision, option)
        self.events.extend(self.state.events)
        assert all(sides_of(roll) == 10 for roll in self.state.dice.log), "the game knows ten-sided dice only"
        assert all(roll >> 8 & 0xFF == 10 for roll in self.state.dice.log), "every die has ten sides"
        SYSTEM.check(self.state)

    def choose(self, verb: str, name: str = "", place: str = "") -> Field:
        choice = self.find(verb, name, place)
        assert choice is not None, f"{verb} {name} is not offered, but {sorted(self.verbs())}"
        self.play(choice.id)
        return self

    def fall(self, figure: int) -> Field:
        """The owner gives up this man."""
        self.play(acts.CASUALTY.on(figure))
        return self

    def go(self, x: float, y: float) -> Field:
        """Any legal point of the region."""
        option = point_option(round(x * 10), round(y * 10))
        assert self.decision.allows(option), self.refusal(x=x, y=y)
        self.play(option)
        return self

    def may_go(self, x: float, y: float) -> bool:
        region = self.decision.region
        return region is not None and region.contains(round(x * 10), round(y * 10))

    def refusal(self, verb: str = "", name: str = "", x: float = -1.0, y: float = -1.0, piece: int = -1) -> str:
        """The clause that forbids it, or an empty text."""
        piece = self.unit(name).figures[0] if name else piece
        found = explain_refusal(SYSTEM, self.state, self.decision, Attempt(verb=verb, piece=piece, x=x, y=y))
        return found[0].rule if found else ""

    def at(self, name: str, k: int = 0) -> tuple[float, float]:
        f = self.unit(name).figures[k]
        return self.state.x[f] / 10, self.state.y[f] / 10

    def event(self, kind: str) -> Event:
        found = [event for event in self.events if event.kind == kind]
        assert found, f"no event {kind} among {[event.kind for event in self.events]}"
        return found[-1]

    def happened(self, kind: str) -> bool:
        return any(event.kind == kind for event in self.events)

    def total(self, kind: str) -> int:
        return sum(line.value for line in self.event(kind).lines)
