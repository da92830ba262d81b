"""Structures and their destruction, wrecks, ruins, dug positions and passages (chapter Terrain)."""

from __future__ import annotations

from typing import ClassVar

from bocage.geometry.square import spaces
from bocage.kernel import Arg, Ban, Decision, first
from bocage.systems.normandie.model.tables import Ground
from bocage.systems.normandie.rules import acts, decisions, traits
from bocage.systems.normandie.rules.procedures import Asking, UnitProcedure
from bocage.systems.normandie.state import FIELD, HOUSE, WRECK, NormandieState, Structure


def structure_at(state: NormandieState, cell: int) -> int:
    """The structure on a space, or -1."""
    for number, one in enumerate(state.structures):
        if one.cells >> cell & 1:
            return number
    return -1


def name_of_structure(state: NormandieState, number: int) -> str:
    cell = spaces(state.structures[number].cells)[0]
    return "@terrain." + state.ground.terrain[cell].id


def tell_structure(
    state: NormandieState, number: int, kind: str, rule: str, args: dict[str, Arg], dice: list[int] | None = None
) -> None:
    where = state.board.grid.name(spaces(state.structures[number].cells)[0])
    state.announce(kind, rule, {"structure": name_of_structure(state, number), **args}, dice, place=where)


def lay_wreck(state: NormandieState, cells: int, heavy: bool, value: int) -> None:
    """A destroyed vehicle becomes an overlay in its spaces (hon.comp.light.1, hon.comp.heavy.1)."""
    ground = state.ground.changed()
    ground.wrecks[1 if heavy else 0] |= cells
    ground.build()
    state.ground = ground
    state.structures = [*state.structures, Structure(cells, value, WRECK, -1)]
    state.markers.append(0)


def demolish(state: NormandieState, number: int, points: int, rule: str) -> None:
    """Demolition points on a structure; at its value it is destroyed (hon.terrain.struct.1, hon.abil.destr.3)."""
    if points < 1:
        return
    structure = state.structures[number]
    state.markers[number] += points
    tell_structure(state, number, "demolition", rule, {"n": state.markers[number], "of": structure.value})
    if state.markers[number] >= structure.value:
        destroy(state, number)


def destroy(state: NormandieState, number: int) -> None:
    """A house falls to ruins, a wreck or wire is taken away (hon.terrain.struct.2, hon.comp.wreck.1)."""
    structure = state.structures[number]
    tell_structure(state, number, "collapse", "hon.terrain.struct.2", {})
    ground = state.ground.changed()
    if structure.kind == HOUSE:
        ground.standing &= ~(1 << structure.building)
    elif structure.kind == WRECK:
        ground.wrecks = [mask & ~structure.cells for mask in ground.wrecks]
    else:
        ground.cleared |= structure.cells
    ground.build()
    state.ground = ground
    state.structures = [*state.structures[:number], *state.structures[number + 1 :]]
    del state.markers[number]
    if structure.kind == HOUSE:
        state.push(Collapse(structure.cells))


class Collapse(Asking):
    """Those inside are suppressed and set down on the ruins."""

    __slots__ = ("cells", "order")

    bans: ClassVar = {decisions.LAND: (Ban("hon.terrain.struct.4", "on-the-ruins"), ())}

    def __init__(self, cells: int) -> None:
        super().__init__()
        self.cells = cells
        self.order: list[int] = []

    def advance(self, state: NormandieState) -> None:
        """Each is set down on the ruins, the side with initiative first (hon.terrain.struct.4)."""
        if self.step == 0:
            self.step = 1
            self.shake(state)
        if not self.order:
            state.pop()
            return
        unit = state.units[self.order[0]]
        taken = state.standing[0] | state.standing[1]
        options = [cell for cell in spaces(self.cells) if cell == unit.cell or not taken >> cell & 1]
        if len(options) > 1:
            state.ask(unit.seat, decisions.LAND, acts.LAND_ON.on_each(options))
        else:
            self.order.pop(0)

    def shake(self, state: NormandieState) -> None:
        """Each unit inside gets a Suppressed marker (hon.terrain.struct.3)."""
        for seat in state.sequence:
            for unit in state.units:
                if unit.seat == seat and unit.status == FIELD and self.cells >> unit.cell & 1:
                    unit.suppressed += 1
                    self.order.append(unit.id)
                    state.report("shaken", "hon.terrain.struct.3", unit)

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        state.put(state.units[self.order.pop(0)], first(option))

    def subject(self, state: NormandieState, decision: Decision) -> int:
        return self.order[0]


class Destruction(UnitProcedure):
    """Dice against a structure."""

    __slots__ = ("dice", "markers", "number", "rolled", "rule")

    def __init__(self, unit: int, number: int, dice: int, markers: int, rule: str) -> None:
        super().__init__(unit)  # -1 where no unit rolls them
        self.number = number  # of the structure
        self.dice, self.markers, self.rule = dice, markers, rule
        self.rolled: list[int] = []

    def advance(self, state: NormandieState) -> None:
        """Each die of 4 or more is a point (hon.abil.destr.1, .2); Suppressed markers count (hon.open.supp.roll.1).

        Veterans among those who roll them may roll again (hon.trait.vet.1).
        """
        if not self.rolled:
            self.rolled = [state.dice.roll(6, acts.FOR_DESTRUCTION) for _ in range(self.dice)]
        if self.step == 0 and self.unit >= 0 and traits.may_reroll(state, state.units[self.unit]):
            state.ask(state.units[self.unit].seat, decisions.REROLL, traits.reroll_options(self.rolled))
            return
        points = sum([die - 2 * self.markers >= 4 for die in self.rolled])
        state.pop()
        tell_structure(state, self.number, "destruction", self.rule, {"n": points}, self.rolled)
        demolish(state, self.number, points, self.rule)

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        if acts.ACTS.of(option) is acts.HOLD:
            self.step = 1
        else:
            unit = state.units[self.unit]
            self.rolled = traits.reroll(state, unit, self.rolled, first(option), acts.FOR_DESTRUCTION)


def reshape(state: NormandieState, dug: int = 0, passages: int = 0) -> None:
    """An advanced position (hon.eq.pos.1), or a gap in a hedgerow that stays open to vehicles (hon.eq.cutter.2)."""
    ground = state.ground.changed()
    ground.dug |= dug
    ground.passages |= passages  # hon.open.passage.1
    ground.build()
    state.ground = ground


def may_dig(ground: Ground, cell: int) -> bool:
    """Not in a building, a ruin or water, nor where infantry may not stand, nor on another position (hon.eq.pos.2)."""
    terrain = ground.terrain[cell]
    if ground.indoors >> cell & 1 or terrain.id == "ruin" or terrain.water or terrain.bars[0]:
        return False
    return not terrain.opportunity
