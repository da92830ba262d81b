"""How strong fighters are in a Melee (lnlt.core.8): who can fight, with what, on which column."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Tally
from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.model.flags import PARACHUTE, SHAKEN, SPRUNG
from bocage.systems.lnlt.model.pieces import GONE, Unit, Weapon
from bocage.systems.lnlt.model.tables import UnitType
from bocage.systems.lnlt.rules.firepower import CLOSE_WEAPONS, HANDS, UNHALVED, half
from bocage.systems.lnlt.rules.skills import AMBUSHER, led
from bocage.systems.lnlt.rules.traits import AMBUSH, GLIDER_MAJORITY, HOME_AMBUSH, MELEE_BONUS
from bocage.systems.lnlt.state import LnltState

# The Melee Table (lnlt.core.8.0.2): odds columns from 1:4 to 4:1; the 2d6 that kill are in `Numbers.melee_kills`.
COLUMNS: Final[tuple[str, ...]] = ("1:4", "1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "3:1", "4:1")
ODDS_FOR: Final[tuple[int, ...]] = (1, 1, 1, 2, 1, 3, 2, 3, 4)
ODDS_AGAINST: Final[tuple[int, ...]] = (4, 3, 2, 3, 1, 2, 1, 1, 1)
NO_MELEE: Final = (kinds.MORTAR, kinds.GRENADE, kinds.RIFLE_GRENADE)  # lnlt.hid.skill.tromblon.i
FIGHTERS: Final = (kinds.SQUAD, kinds.HALF_SQUAD, kinds.CREW, kinds.HERO, kinds.SCOUT)  # whose own firepower counts


def is_eligible(state: LnltState, unit: Unit) -> bool:
    """Melee-eligible: Good Order MMCs, Heroes, and Leaders who carry a weapon (lnlt.core.8.0)."""
    return not unit.flags & SHAKEN and could_fight(state, unit)


def could_fight(state: LnltState, unit: Unit) -> bool:
    """Whether it would be Melee-eligible in Good Order: no teams, Medics, Nurses or Snipers."""
    type_ = unit.type
    if type_.kind in FIGHTERS:
        return True
    return type_.kind == kinds.LEADER and any(melee_weapon(weapon) for weapon in state.carried(unit))


def melee_weapon(weapon: Weapon) -> bool:
    """Ready weapons of the Direct Fire Table; neither mortars nor RPG-43s (lnlt.dj.1.6.23d)."""
    return weapon.side != kinds.PACKED and weapon.type.ordnance is None and weapon.type.kind not in NO_MELEE


def counts(weapon: Weapon) -> bool:  # lnlt.core.1.6.3, lnlt.core.8.0.1
    """What is thrown or squirted counts in the round in which its owner spends it (lnlt.nosb.1.6.22d)."""
    return melee_weapon(weapon) and (weapon.side == kinds.IN_HAND or weapon.type.kind not in CLOSE_WEAPONS)


def charges_in(state: LnltState, seat: int, hex_: int) -> list[Weapon]:
    """Charges, bottles and flames (lnlt.core.1.6.3) of those who fight there (lnlt.core.8.0.1), one of a kind for each
    (lnlt.nosb.1.6.22d); who has just landed has no use of
    them (lnlt.sab.22.3o)."""
    found: list[Weapon] = []
    for weapon in state.weapons:
        if weapon.hex != hex_ or weapon.side != kinds.READY or weapon.owner == GONE:
            continue
        owner = state.units[weapon.owner]
        if weapon.type.kind not in CLOSE_WEAPONS or owner.seat != seat or owner.flags & PARACHUTE:
            continue
        if is_eligible(state, owner) and not any(w.owner == weapon.owner and w.type is weapon.type for w in found):
            found.append(weapon)
    return found


def hand_fp(unit: Unit, weapon: Weapon, helped: bool = False) -> int:
    """Half in the hands of the enemy (lnlt.core.1.6.8) or of a single man whom nobody helps (lnlt.core.8.0.1), who
    throws and squirts as well as others (lnlt.core.1.6.3)."""
    fp = half(weapon.type.fp) if weapon.seat != unit.seat else weapon.type.fp
    return half(fp) if unit.type.smc and not helped and weapon.type.kind not in UNHALVED else fp


def eligible(state: LnltState, seat: int, hex_: int) -> list[int]:
    return [number for number in state.stacks[seat][hex_] if is_eligible(state, state.units[number])]


def melee_fp(state: LnltState, unit: Unit, helped: bool = False) -> int:
    """Inherent firepower and what weapons it may use with it (portage table of lnlt.core.1.6), the best of the ways."""
    if unit.flags & PARACHUTE:
        return 1  # just landed, without support weapons (lnlt.sab.22.3o)
    return strength(unit, [hand_fp(unit, weapon, helped) for weapon in state.carried(unit) if counts(weapon)])


def strength(unit: Unit, weapons: list[int]) -> int:
    """Its firepower hand to hand with weapons of so much."""
    own = unit.type.fp
    if unit.type.traits & MELEE_BONUS:
        own += 1  # lnlt.core.8.5
    if unit.type.mmc and own == 0:
        own = 1  # lnlt.core.8.3
    if not weapons:
        return own
    best = max(weapons)
    if unit.type.kind == kinds.SQUAD:
        return max(own + best, sum(weapons))
    # A half-squad that uses its machine gun counts the gun alone; it does so as its owner would.
    return max(own, best)


def column(attack: int, defence: int) -> int:
    """The highest column that is not above the ratio."""
    found = 0
    for i in range(len(ODDS_FOR)):
        if attack * ODDS_AGAINST[i] >= defence * ODDS_FOR[i]:
            found = i
    return found


def shifted_column(state: LnltState, attackers: list[int], targets: list[int], ambush: bool = False) -> int:
    """The column after shifts (lnlt.core.8.0.3): one right for a Hero, one for or against gliders
    (lnlt.hon.13.1.1a, lnlt.pac.fr.8.0d, lnlt.core.8.0.2)."""
    at = column(attack_fp(state, attackers, ambush), total_fp(state, targets))
    at += hero_shift(state, attackers) + glider_shift(state, attackers) - glider_shift(state, targets)
    return max(0, min(at, len(COLUMNS) - 1))


def attack_fp(state: LnltState, attackers: list[int], ambush: bool) -> int:
    """An ambush triples the firepower of those who spring it (lnlt.core.8.4); one man helps another with his weapon
    (lnlt.core.8.0.1)."""
    total = 0
    gain = 0
    for number in attackers:
        unit = state.units[number]
        times = 3 if ambush and can_ambush(state, unit) else 1
        total += times * melee_fp(state, unit)
        if unit.type.smc:
            gain = max(gain, times * help_gain(state, unit, attackers))
    return total + gain


def help_gain(state: LnltState, unit: Unit, fighters: list[int]) -> int:  # lnlt.core.8.0.1
    """What it is worth if another single man serves his weapon with him and does nothing else (lnlt.core.1.6): one of
    these fighters, or a Leader who has nothing to fight with."""
    gain = melee_fp(state, unit, True) - melee_fp(state, unit)
    best = 0
    for number in state.stacks[unit.seat][unit.hex] if gain else []:
        other = state.units[number]
        if number == unit.id or other.type.kind not in HANDS or other.flags & (SHAKEN | PARACHUTE):
            continue
        if number in fighters:
            best = max(best, gain - melee_fp(state, other))
        elif not could_fight(state, other):
            best = max(best, gain)
    return best


def can_ambush(state: LnltState, unit: Unit) -> bool:  # lnlt.nosb.13.53g, lnlt.nosb.13.53q
    """By nature, on home ground where the scenario says so, or stacked with an Ambusher."""
    if unit.type.traits & AMBUSH or (unit.type.traits & HOME_AMBUSH and state.scenario.home[unit.seat]):
        return True
    return bool(state.skilled) and (bool(unit.flags & SPRUNG) or led(state, unit.seat, unit.hex, AMBUSHER))


def total_fp(state: LnltState, numbers: list[int]) -> int:
    return attack_fp(state, numbers, False)


def hero_shift(state: LnltState, attackers: list[int]) -> int:
    for number in attackers:
        if state.units[number].type.kind == kinds.HERO:
            return 1
    return 0


def glider_shift(state: LnltState, numbers: list[int]) -> int:
    """Glider squads among these earn it, alone with half-squads of theirs (lnlt.hon.13.1.1j) or as the majority of all
    their friends in the Melee (lnlt.hon.13.1.1h). Half-squads count where their module says so (lnlt.boh.13.92g), and
    beside other troops even without a squad (lnlt.boh.13.92h)."""
    if not any(state.units[number].type.glider for number in numbers):
        return 0
    one = state.units[numbers[0]]
    friends = eligible(state, one.seat, one.hex)
    others = 0
    counted = 0
    for number in friends:
        type_ = state.units[number].type
        others += not type_.glider
        counted += counts_as_glider(type_)
    earned = any(state.units[n].type.glider and state.units[n].type.kind == kinds.SQUAD for n in numbers)
    if not others:
        return int(earned)
    earned = earned or any(counts_as_glider(state.units[n].type) for n in numbers)
    return 1 if earned and 2 * counted > len(friends) else 0


def counts_as_glider(type_: UnitType) -> bool:  # lnlt.hon.13.1.1a, lnlt.core.8.0.3
    return type_.glider and (type_.kind == kinds.SQUAD or bool(type_.traits & GLIDER_MAJORITY))


def melee_tally(state: LnltState, hex_: int, attackers: list[int]) -> Tally:
    """What is added to the 2d6: a Good Order Leader; −1 if all attackers have no firepower (lnlt.core.8.3)."""
    tally = Tally(state.recording)
    leadership = state.best_leadership(state.units[attackers[0]].seat, hex_, GONE)
    if leadership:
        tally.add(leadership, "melee.leadership", "lnlt.core.8.0.3")
    if all(is_toothless(state, state.units[number]) for number in attackers):
        tally.add(-1, "melee.zero", "lnlt.core.8.3")
    return tally


def tell_shifts(state: LnltState, tally: Tally, attackers: list[int], targets: list[int]) -> None:
    """Shifts add nothing to the dice; their lines say why the column is not that of the bare odds
    (lnlt.hon.13.1.1a, lnlt.pac.fr.8.0d)."""
    if hero_shift(state, attackers):
        tally.add(0, "melee.hero", "lnlt.core.8.0.3")
    if glider_shift(state, attackers):
        tally.add(0, "melee.glider", "lnlt.core.8.0.3")
    if glider_shift(state, targets):
        tally.add(0, "melee.against-glider", "lnlt.core.8.0.3")


def shift_words(state: LnltState, attackers: list[int], targets: list[int]) -> str:
    """The same for the sentence of the log."""
    found = ["hero"] if hero_shift(state, attackers) else []
    if glider_shift(state, attackers):
        found.append("glider")
    if glider_shift(state, targets):
        found.append("against-glider")
    if not found:
        return ""
    return "@melee.shift." + (found[0] if len(found) == 1 else "several")


def is_toothless(state: LnltState, unit: Unit) -> bool:
    """An MMC without firepower; one that fires a weapon counts that instead (lnlt.core.8.3)."""
    return unit.type.mmc and not unit.type.fp and not any(counts(weapon) for weapon in state.carried(unit))


def ambush_of(state: LnltState, seat: int, hex_: int, start: int, movers: list[int], reinforcing: bool) -> int:
    """0 none; 1 tripled firepower against those who had no sight of the start of the move; 2 and first to strike
    (lnlt.core.8.4), which reinforcements are not (lnlt.hid.13.3.1d) unless an Ambusher leads them."""
    if state.skilled and any(state.units[number].flags & SPRUNG for number in movers):
        return 2  # The Ambush
    if state.sight_from(hex_) >> start & 1:
        return 0
    if led(state, seat, hex_, AMBUSHER):
        return 2
    if not any(can_ambush(state, state.units[number]) for number in movers):
        return 0
    return 1 if reinforcing else 2
