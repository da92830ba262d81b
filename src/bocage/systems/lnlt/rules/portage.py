"""Support weapons in the Rally Phase (lnlt.core.1.6): they change hands, are set up or packed."""

from __future__ import annotations

from bocage.kernel import Event
from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.model.flags import SHAKEN
from bocage.systems.lnlt.model.pieces import GONE, Unit, Weapon
from bocage.systems.lnlt.rules.traits import MOUNTED
from bocage.systems.lnlt.state import LnltState


def capacity(unit: Unit) -> int:
    """How many support weapons it may carry: two for a squad, one for whoever else has hands for it."""
    kind = unit.type.kind
    if kind == kinds.SQUAD:
        return 2
    return 1 if kind in (kinds.HALF_SQUAD, kinds.CREW, kinds.LEADER, kinds.HERO, kinds.SCOUT) else 0


def is_steady(owner: Unit, seat: int) -> bool:
    """In Good Order, and of this side."""
    return owner.seat == seat and not owner.flags & SHAKEN


def takers(state: LnltState, weapon: Weapon, seat: int) -> list[int]:
    """Good Order friends in the hex with a hand free; the present owner must be one of them, and in Good Order
    (lnlt.core.1.6, lnlt.core.1.6.8, lnlt.core.open.8, lnlt.pac.fr.2.0c)."""
    found: list[int] = []
    if weapon.handed or weapon.hex == GONE or weapon.type.kind == kinds.RIFLE_GRENADE or state.in_melee(weapon.hex):
        return found
    if weapon.owner != GONE and not is_steady(state.units[weapon.owner], seat):
        return found
    for number in state.stacks[seat][weapon.hex]:
        unit = state.units[number]
        if number != weapon.owner and not unit.flags & SHAKEN and load(state, number) < capacity(unit):
            found.append(number)
    return found


def load(state: LnltState, number: int) -> int:  # lnlt.core.1.6, lnlt.core.open.8
    count = 0
    for weapon in state.weapons:
        if weapon.owner == number and weapon.type.kind != kinds.RIFLE_GRENADE:
            count += 1
    return count


def issue(state: LnltState, unit: Unit) -> None:
    """The weapon that comes with his card: a Rocket Man's launcher (lnlt.boh.25.2.rocket-man.a), a Tromblon."""
    type_ = state.scenario.issued[unit.type.nation].get(unit.skill)
    if type_ is not None:
        state.weapons.append(Weapon(len(state.weapons), unit.seat, type_, unit.id, unit.hex, False))
        state.heavy = state.heavy or type_.ordnance is not None


# ---- tripods and mortars


def may_flip(state: LnltState, weapon: Weapon, seat: int) -> bool:
    """Its Good Order possessor turns it over in the Rally Phase (lnlt.hon.1.6.4s); squads and half-squads alone in the
    older text (lnlt.sab.1.6.21s)."""
    if weapon.owner == GONE or weapon.handed or not weapon.type.two_sided:
        return False
    owner = state.units[weapon.owner]
    if not is_steady(owner, seat) or state.in_melee(owner.hex) or owner.type.traits & MOUNTED:
        return False
    return owner.type.mmc or not state.edition.squads_flip_mortars


def flip(state: LnltState, weapon: Weapon) -> None:  # lnlt.core.1.6, lnlt.hon.1.6.4s
    weapon.side = kinds.PACKED if weapon.side == kinds.READY else kinds.READY
    weapon.handed = True
    if state.recording:
        kind = "weapon-packed" if weapon.side == kinds.PACKED else "weapon-assembled"
        args: dict[str, int | str] = {"weapon": f"@weapon.{weapon.type.id}"}
        state.emit(Event(kind, "lnlt.core.1.6.1", args, place=state.board.grid.names[weapon.hex]))


def discard(weapon: Weapon) -> None:
    """Used up: it leaves the game."""
    weapon.owner = GONE
    weapon.hex = GONE
