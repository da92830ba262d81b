"""Firing: who may shoot at whom, and the resolution order of a shot."""

from __future__ import annotations

from typing import Final

from bocage.kernel import D6, Arg, Decision, Event, Forecast, Tally, first, pack_rolls
from bocage.systems.normandie.model.flags import (
    AMMO,
    AMMO_BELT,
    APC_SHELL,
    GUNS_EXPLODE,
    HARDBOILED,
    SHIELDING,
    TRIGGERHAPPY,
    token_key,
)
from bocage.systems.normandie.model.tables import CROSS, HEAVY, INFANTRY, SIDE, Weapon
from bocage.systems.normandie.rules import acts, decisions, outcomes, traits
from bocage.systems.normandie.rules.abilities import uncover
from bocage.systems.normandie.rules.damage import Hit
from bocage.systems.normandie.rules.fireline import armour_against, best_line
from bocage.systems.normandie.rules.moments import AT_SHOT, SHOT_ROLLED, SHOT_STRUCK, ask_for_cards
from bocage.systems.normandie.rules.nerve import calm, calmable
from bocage.systems.normandie.rules.options import pool_for, spend, spend_shields, token_bonus
from bocage.systems.normandie.rules.procedures import Asking
from bocage.systems.normandie.rules.sight import blockers_between, distance, line, sight
from bocage.systems.normandie.rules.structures import Destruction, structure_at
from bocage.systems.normandie.state import FIELD, HOUSE, NormandieState, Unit, known_name, name_of

# Steps of a shot
ANNOUNCED: Final = 0
BOOSTED: Final = 1
SHIELDED: Final = 2
ROLLING: Final = 3
VETERANS: Final = 4
DICE_STAND: Final = 5
STRIKING: Final = 6
STRUCK: Final = 7
SETTLED: Final = 8


EQUIPMENT: Final = Weapon([0, 0, 0])
"""Fired from wherever it serves best: neither arc nor range of its own."""


class Shot(Asking):
    """One shot of one weapon at one unit.

    Tokens are declared first, the attacker's and then the defender's; then the dice, then what they do.
    """

    __slots__ = (
        "base", "boost", "firer", "kind", "moving", "number", "result", "returned", "rolled", "share", "shield", "side",
        "spent", "target",
    )  # fmt: skip

    def __init__(
        self, firer: int, number: int, target: int, kind: int, base: int = CROSS, moving: bool = False, share: int = -1
    ) -> None:
        super().__init__()
        self.firer = firer
        self.number = number  # of the weapon
        self.target, self.kind = target, kind
        self.base = base  # the bonus where no weapon of the unit has it: a pattern, a token
        self.moving = moving  # Fire on the Move
        self.share = share  # what a Machine Gunner gives this target
        self.boost = 0  # from tokens
        self.spent = 0  # kinds of tokens of which one attack takes a single one
        self.shield = 0  # Additional Shielding
        self.returned = False  # a grenade thrown back: it is no shot of the unit any more
        self.result = outcomes.MISS  # once rolled
        self.rolled: list[int] = []
        self.side = -1  # what the target showed before it was hit

    def advance(self, state: NormandieState) -> None:
        """In the order of the game aid (hon.aid.shot.1 to .8)."""
        firer, target = state.units[self.firer], state.units[self.target]
        if self.step < ROLLING and not self.declare(state, firer, target):
            return
        if self.step == ROLLING:
            self.step = VETERANS
            self.rolled = [state.dice.roll(6, self.purpose()) for _ in range(self.dice(firer))]
            self.count(state)
        if self.step == VETERANS:
            self.step = DICE_STAND
            if traits.may_reroll(state, firer) and not self.returned:
                state.ask(firer.seat, decisions.REROLL, traits.reroll_options(self.rolled))
                return
        if self.step == DICE_STAND:
            self.step = STRIKING
            if state.staff.cards:
                ask_for_cards(state, SHOT_ROLLED)
                return
        if self.step == STRIKING:
            self.step = STRUCK
            self.side = target.side  # hon.card.override.1
            self.settle(state, firer, target)
        elif self.step == STRUCK:
            self.step = SETTLED
            if self.kind == outcomes.SNIPER and self.result == outcomes.SNIPED_AND_SHAKEN and target.status == FIELD:
                target.suppressed += 1  # alive, whoever took the hit (hon.abil.sniper.t4, hon.abil.sub.1)
            ask_for_cards(state, SHOT_STRUCK, firer.seat)
        else:
            state.pop()

    def subject(self, state: NormandieState, decision: Decision) -> int:
        return self.target if decision.kind is decisions.SHIELD else self.firer

    def declare(self, state: NormandieState, firer: Unit, target: Unit) -> bool:
        """Cards (hon.card.override.1) and tokens before the dice; False while somebody is asked."""
        if self.step == ANNOUNCED:
            self.step = BOOSTED
            if firer.face.concealed and self.kind != outcomes.BOMB:
                uncover(state, firer, "hon.abil.ambush.15")
            if state.staff.cards:
                ask_for_cards(state, AT_SHOT)
                return False
        if self.step == BOOSTED:
            options = self.boosts(state, firer, target)
            if options:
                state.ask(firer.seat, decisions.BOOST, [acts.DONE.act(), *acts.SPEND.on_each(options)])
                return False
            self.step = SHIELDED
        self.step = ROLLING
        tokens = shields(state, target)
        if tokens:
            state.ask(target.seat, decisions.SHIELD, acts.USE_SHIELDS.on_each(list(range(tokens + 1))))
            return False
        return True

    def boosts(self, state: NormandieState, firer: Unit, target: Unit) -> list[int]:
        """Tokens that still may be added to this attack (hon.eq.ammo.2, hon.eq.belt.2, hon.eq.apc.2)."""
        if not state.tokens:
            return []
        nerve = [HARDBOILED] if self.kind != outcomes.BOMB and not self.returned and calmable(state, firer) else []
        if self.kind in outcomes.BLASTS:
            return nerve
        own = self.kind in (outcomes.REGULAR, outcomes.SUPPRESSIVE) and self.base == CROSS and self.share < 0
        found = self.rounds(state, firer, target.counter.rank) if own else []
        if not self.spent >> TRIGGERHAPPY & 1 and pool_for(state, firer, TRIGGERHAPPY) >= 0:
            found.append(TRIGGERHAPPY)  # in whatever way it fires at the unit (hon.trait.trigger.1)
        return found + nerve

    def rounds(self, state: NormandieState, firer: Unit, rank: int) -> list[int]:
        """Tokens that add to the bonus of the unit's weapon; split fire has loaded them before (hon.opt.use.9)."""
        found: list[int] = []
        if rank == INFANTRY and takes_ammo(state, firer, self.number) and pool_for(state, firer, AMMO) >= 0:
            found.append(AMMO)
        if rank != HEAVY and firer.face.weapons[self.number].gunner and pool_for(state, firer, AMMO_BELT) >= 0:
            found.append(AMMO_BELT)  # hon.open.burst.1
        heavy = rank != INFANTRY and firer.counter.rank == HEAVY  # hon.eq.apc.1
        if heavy and not self.spent >> APC_SHELL & 1 and pool_for(state, firer, APC_SHELL) >= 0:
            found.append(APC_SHELL)
        return found

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.ROLL_AGAIN:
            self.rolled = traits.reroll(state, state.units[self.firer], self.rolled, first(option), self.purpose())
            self.count(state)
            self.step = VETERANS  # hon.trait.vet.2
        elif verb is acts.USE_SHIELDS:
            self.shield = first(option)
            spend_shields(state, state.units[self.target], self.shield)
        elif verb is acts.DONE:
            self.step = SHIELDED
        elif verb is acts.SPEND:
            self.add_token(state, state.units[self.firer], state.units[self.target], first(option))

    def add_token(self, state: NormandieState, firer: Unit, target: Unit, token: int) -> None:
        if token == HARDBOILED:  # hon.open.hardboiled.1
            calm(state, firer, 1)
            return
        spend(state, firer, token)
        if token == TRIGGERHAPPY:
            target.suppressed += 1
        else:
            self.boost += token_bonus(token, target.counter.rank)
        self.spent |= 1 << token
        state.report("spends", "hon.opt.use.8", firer, {"token": token_key(token)})

    def purpose(self) -> int:
        return acts.FOR_SNIPER if self.kind == outcomes.SNIPER else acts.FOR_SHOT

    def count(self, state: NormandieState) -> None:
        """Dice, bonuses and penalties against the defense."""
        attack, defense = Tally(state.recording), Tally(state.recording)
        attack_tally(state, self, attack)
        defense_tally(state, self, defense)
        self.result = self.outcome(max(self.rolled) + attack.total, defense.total)
        if state.recording:
            state.emit(shot_event(state, self, attack, defense))

    def outcome(self, result: int, defense: int) -> int:
        return outcomes.snipe_of(result) if self.kind == outcomes.SNIPER else outcomes.outcome_of(result, defense)

    def odds(self, state: NormandieState) -> Forecast | None:
        """None where tokens may still change it before the dice fall, or the dice after."""
        firer, target = state.units[self.firer], state.units[self.target]
        if self.boosts(state, firer, target) or shields(state, target) or traits.may_reroll(state, firer):
            return None
        return self.foretell(state)

    def foretell(self, state: NormandieState) -> Forecast:
        """The odds if nobody spends tokens or rolls again."""
        if state.units[self.firer].face.concealed:  # firing uncovers it first (hon.abil.ambush.15)
            state = state.clone()
            state.turn(state.units[self.firer])
        firer, target = state.units[self.firer], state.units[self.target]
        attack, defense = Tally(True), Tally(False)
        attack_tally(state, self, attack)
        defense_tally(state, self, defense)
        need = "" if self.kind == outcomes.SNIPER else f"{defense.total - attack.total}+"
        found = Forecast(outcomes.SHOT_RULES[self.kind], attack, need)
        for die, chance in (outcomes.BEST_OF_TWO if self.dice(firer) == 2 else D6).items():
            outcome = self.outcome(die + attack.total, defense.total)
            found.put(f"unit:{target.id}", outcomes.outcome_label(state, target, self.kind, outcome), chance)
        return found

    def settle(self, state: NormandieState, firer: Unit, target: Unit) -> None:
        """What the roll does, unless a card saves the target."""
        staff = state.staff
        saved, staff.saved, staff.guard = staff.saved, False, 0
        self.batter(state, firer, target)
        if not saved:
            self.apply(state, firer, target, self.result)
        else:
            self.result = outcomes.MISS  # nothing more comes of it
            if not target.is_vehicle():
                target.suppressed += 1

    def dice(self, firer: Unit) -> int:
        """Two for a Dual Weapon, the higher counting (hon.abil.dual.1)."""
        own = self.kind in (outcomes.REGULAR, outcomes.SUPPRESSIVE) and self.base == CROSS
        return 2 if own and firer.face.weapons[self.number].dual else 1

    def apply(self, state: NormandieState, firer: Unit, target: Unit, outcome: int) -> None:
        if self.kind == outcomes.SUPPRESSIVE:
            # hon.abil.supp.3, hon.abil.supp.4, hon.open.supp.kill.1; they do not run out
            target.suppressed += outcome  # hon.abil.supp.5, hon.box.tokens.1
        elif self.kind == outcomes.SNIPER:
            if outcome == 1:
                target.suppressed += 1
            if outcome >= outcomes.SNIPED:
                state.push(Hit(target.id, 1, "hon.abil.sniper.t3", firer.id))
        elif outcome != outcomes.MISS:
            rule = "hon.shot.kill.1" if outcome == outcomes.KILL else "hon.shot.effect.1"
            perforates = self.base == CROSS and firer.face.weapons[self.number].perforating
            state.push(Hit(target.id, 1, rule, firer.id, perforates, outcome == outcomes.KILL))
        weapons = firer.face.weapons
        frightens = self.number < len(weapons) and weapons[self.number].frightening
        if outcome == outcomes.MISS and self.kind not in outcomes.BLASTS and frightens:
            target.suppressed += 1  # hon.abil.fright.1
            state.report("frightened", "hon.abil.fright.1", target)

    def hits(self) -> bool:
        """The dice hit or kill: a sniper's table and Suppressive Fire count otherwise (hon.abil.sniper.t1 to .t4)."""
        if self.kind == outcomes.SUPPRESSIVE:
            return False
        return self.result >= outcomes.SNIPED if self.kind == outcomes.SNIPER else self.result != outcomes.MISS

    def kills(self) -> bool:
        return self.kind not in (outcomes.SUPPRESSIVE, outcomes.SNIPER) and self.result == outcomes.KILL

    def replace_dice(self, state: NormandieState, dice: list[int]) -> None:
        """A card has rolled some of them again; more cards may follow."""
        self.rolled = dice
        self.count(state)
        self.step = DICE_STAND

    def batter(self, state: NormandieState, firer: Unit, target: Unit) -> None:
        """A shot at a unit in a structure also works on the structure (hon.abil.destr.1)."""
        if self.base != CROSS or self.kind not in (outcomes.REGULAR, outcomes.SUPPRESSIVE):
            return
        dice = firer.face.weapons[self.number].destruction
        if dice:
            number = structure_at(state, target.cell)
            if number >= 0 and state.structures[number].kind == HOUSE:
                state.push(Destruction(firer.id, number, dice, firer.suppressed, "hon.abil.destr.1"))


def takes_ammo(state: NormandieState, firer: Unit, number: int) -> bool:
    """Not with explosive weapons (hon.eq.ammo.3); whether the guns of tanks are such is open (hon.open.ammo.guns.1)."""
    gun = firer.counter.rank == HEAVY and number == 0
    return not firer.face.weapons[number].pattern and not (gun and state.readings & GUNS_EXPLODE)


def shields(state: NormandieState, target: Unit) -> int:
    """Additional Shielding tokens a heavy vehicle could use (hon.eq.shield.2)."""
    if target.counter.rank != HEAVY:
        return 0
    tile = pool_for(state, target, SHIELDING)
    return state.tokens[tile][SHIELDING] if tile >= 0 else 0


def attack_tally(state: NormandieState, shot: Shot, tally: Tally) -> None:
    firer, target = state.units[shot.firer], state.units[shot.target]
    if shot.kind == outcomes.SNIPER:  # hon.abil.sniper.2, hon.open.sniper.bonus.1
        add_penalties(tally, firer.suppressed, sight(state, firer, target))
        return
    rank = target.counter.rank
    if shot.base != CROSS:
        moving = traits.moving_penalty(state, firer, firer.face.weapons[0]) if shot.moving else 0
        fired = shot.kind != outcomes.BOMB and not shot.returned
        if fired and firer.is_crewed():  # patterns are fired too (hon.ord.direct.5)
            traits.shot_help(state, firer, target, tally)
        add_bonus(tally, shot.base, moving, shot.boost, -1, shot.kind == outcomes.SUPPRESSIVE)
        if shot.kind in outcomes.BLASTS:  # hon.abil.blast.3, hon.open.blast.obs.1
            add_penalties(tally, firer.suppressed if fired else 0)
            return
        add_penalties(tally, firer.suppressed, sight(state, firer, target), distance(state, firer, target))
        return
    weapon = firer.face.weapons[shot.number]
    penalty = traits.moving_penalty(state, firer, weapon) if shot.moving else 0
    traits.shot_help(state, firer, target, tally)
    driver = "hon.trait.acedriver.1" if penalty < weapon.on_the_move else "hon.abil.fotm.3"
    add_bonus(tally, weapon.bonus[rank], penalty, shot.boost, shot.share, shot.kind == outcomes.SUPPRESSIVE, driver)
    if weapon.dual:
        tally.add(0, "tally.dual", "hon.abil.dual.1")
    pair = best_line(state, firer, target, weapon)
    size = state.board.grid.size
    spaces = state.board.grid.distance[pair]  # hon.open.range.veh.1
    if weapon.hawkeye and spaces > traits.long_range(firer):
        spaces = 0
        tally.add(0, "tally.hawkeye", "hon.abil.hawk.1")
    obscured = line(state, pair // size, pair % size, blockers_between(state, firer, target))
    add_penalties(tally, firer.suppressed, obscured, spaces, traits.long_range(firer))


def add_bonus(
    tally: Tally, bonus: int, moving: int, boost: int, share: int, suppressive: bool, driver: str = "hon.abil.fotm.3"
) -> None:
    """Steps 2 to 6 of the shot order; doubling comes before the split (hon.open.supp.order.1)."""
    tally.add(bonus, "tally.bonus", "hon.shot.roll.2")  # hon.aid.shot.2
    if moving:
        tally.add(-moving, "tally.on-the-move", driver)
    if boost:
        tally.add(boost, "tally.equipment", "hon.opt.use.9")
    if suppressive:
        tally.add(tally.total, "tally.doubled", "hon.abil.supp.2")
    if share >= 0:
        tally.add(share - tally.total, "tally.split", "hon.abil.mg.1")


def add_penalties(tally: Tally, markers: int, obscured: int = 0, spaces: int = 0, far: int = traits.LONG_RANGE) -> None:
    """Step 8 of the shot order: what is taken off the final result (hon.aid.shot.8)."""
    if markers:
        tally.add(-2 * markers, "tally.suppressed", "hon.supd.dice.1")  # hon.supd.dice.2
    if spaces > far:
        tally.add(-2, "tally.long-range", "hon.range.long.2")
    if obscured > 0:
        tally.add(-obscured, "tally.obscured", "hon.terrain.obs.2")


def defense_tally(state: NormandieState, shot: Shot, tally: Tally) -> None:
    firer, target = state.units[shot.firer], state.units[shot.target]
    defense = target.face.defense
    if target.counter.rank == HEAVY:
        if shot.kind in outcomes.BLASTS:
            defense = target.face.armour[SIDE]  # hon.abil.blast.4, hon.eq.goliath.5, hon.eq.mine.5
        else:
            size = state.board.grid.size
            weapon = firer.face.weapons[shot.number] if shot.base == CROSS else EQUIPMENT
            pair = best_line(state, firer, target, weapon)
            defense = armour_against(state, target, pair // size, pair % size)
    bonus = 0
    if target.counter.rank == INFANTRY and shot.kind != outcomes.CONTAINED:  # hon.terrain.def.2, hon.build.gren.3
        if shot.kind == outcomes.PATTERN:
            bonus = state.ground.cover[target.cell]  # hon.open.blast.def.1
        else:
            bonus = cover(state, firer, target)
    add_defense(tally, defense, traits.terrain_help(state, firer, target, bonus))
    traits.defense_help(state, target, tally)
    if state.staff.guard:
        tally.add(state.staff.guard, "tally.card", "hon.card.override.1")
    if shot.shield:
        tally.add(shot.shield, "tally.shielding", "hon.eq.shield.3")


def add_defense(tally: Tally, defense: int, cover: int) -> None:
    tally.add(defense, "tally.defense", "hon.counter.defense.1")
    if cover:
        tally.add(cover, "tally.cover", "hon.terrain.def.1")


def cover(state: NormandieState, attacker: Unit, defender: Unit) -> int:
    """The terrain's defense bonus, for infantry; none where both share one position or building.

    See hon.terrain.pos.2, hon.build.def.1, hon.assault.roll.6, hon.terrain.def.2.
    """
    if defender.counter.rank != INFANTRY:
        return 0
    ground = state.ground
    overlay = ground.overlay[defender.cell]
    if overlay >= 0 and attacker.cell >= 0 and overlay == ground.overlay[attacker.cell]:
        terrain = ground.terrain[defender.cell]
        if terrain.opportunity or ground.indoors >> defender.cell & 1:
            return 0
    return ground.cover[defender.cell]


def shot_event(state: NormandieState, shot: Shot, attack: Tally, defense: Tally) -> Event:
    firer, target = state.units[shot.firer], state.units[shot.target]
    label = outcomes.outcome_label(state, target, shot.kind, shot.result)
    named: dict[str, Arg] = {"unit": known_name(firer), "target": name_of(target)}  # who laid a bomb may be concealed
    args: dict[str, Arg] = {
        **named, "result": max(shot.rolled) + attack.total, "defense": defense.total, "outcome": "@" + label,
        "cover": defense.value_of("tally.cover") or 0,
    }  # fmt: skip
    names = state.board.grid
    origin = "" if firer.face.concealed or firer.cell < 0 else names.name(firer.cell)
    ends = [(f"unit:{target.id}", label)]
    kind, rule = outcomes.EVENTS[shot.kind], outcomes.SHOT_RULES[shot.kind]
    rolls = pack_rolls(shot.purpose(), 6, shot.rolled)
    return Event(kind, rule, args, None, attack, ends, names.name(target.cell), rolls=rolls, origin=origin)
