"""Fire combat (lnlt.core.5): who may fire, what each adds, the attack itself."""

from __future__ import annotations

from bocage.kernel import D6, Attempt, Ban, Decision, Event, Forecast, Odds, Procedure, Refusal, Tally, first
from bocage.systems.lnlt.model.flags import ASSAULT, FIRED, MARKED, OPS, SHAKEN
from bocage.systems.lnlt.model.kinds import FATES, LEADER, UNHURT
from bocage.systems.lnlt.model.pieces import GONE, LEADER_HERO, Unit, Weapon
from bocage.systems.lnlt.model.tables import same_force
from bocage.systems.lnlt.rules import acts, bans, fire_cards
from bocage.systems.lnlt.rules.aftermath import catch_fire, harm, use_up
from bocage.systems.lnlt.rules.damage import check_order
from bocage.systems.lnlt.rules.damage_odds import put_fates
from bocage.systems.lnlt.rules.firepower import (
    CLOSE_WEAPONS,
    attack_tally,
    best_weapons,
    defence_tally,
    has_mortar,
    may_help,
    modes,
)
from bocage.systems.lnlt.rules.odds import HIGHER_OF_TWO, duel, of_unit
from bocage.systems.lnlt.rules.refusing import Tried
from bocage.systems.lnlt.rules.strikes import exchange
from bocage.systems.lnlt.rules.targets import forbid_assault_fire, forbid_fire, forbid_opportunity_fire
from bocage.systems.lnlt.state import LnltState

# ---- who may fire


def leads_fire(unit: Unit) -> bool:  # lnlt.core.5.0.1
    """A Leader, or a Hero who leads (lnlt.hid.skill.leader-hero.b)."""
    return unit.type.kind == LEADER or unit.skill == LEADER_HERO


def attack_dice(state: LnltState, weapons: list[Weapon]) -> list[int]:  # lnlt.hon.1.6.4j, lnlt.core.5.0
    """One die, with a mortar among the weapons two, of which the higher counts (lnlt.hon.1.6.4h)."""
    dice = [state.dice.roll(6, acts.FOR_ATTACK)]
    if has_mortar(weapons):
        dice.append(state.dice.roll(6, acts.FOR_ATTACK))
    return dice


class FireAttack(Procedure[LnltState]):
    """One hex fires at another (lnlt.core.5.0): choose who takes part (lnlt.core.5.2) with what (lnlt.core.1.6,
    lnlt.core.1.6.3), in an impulse or by opportunity (lnlt.core.5.3), with cards (lnlt.core.12), roll, check everybody
    who is hit (lnlt.core.5.1)."""

    __slots__ = (
        "activated", "assault", "astray", "directed", "firers", "opportunity", "origin", "seat", "second", "target",
        "victims",
    )  # fmt: skip

    def __init__(
        self, seat: int, origin: int, target: int, activated: int, victims: list[int], opportunity: bool, assault: bool
    ) -> None:
        super().__init__()
        self.seat = seat
        self.origin = origin
        self.target = target
        self.activated = activated
        self.victims = victims
        self.opportunity = opportunity
        self.assault = assault
        self.firers: list[int] = []
        self.directed = False
        self.second = GONE  # the other hex that Plough the Row attacks
        self.astray = False  # aimed at friends by mischance

    def advance(self, state: LnltState) -> None:
        if self.step == 0:
            self.choose_firers(state)
        elif self.step == 3:
            self.stray(state)
        elif self.step == 1 and state.skilled and self.victims and not self.opportunity:
            self.step = 2
            hexes = fire_cards.second_hexes(state, self.seat, self.origin, self.target, self.firers)
            if hexes:
                state.ask(self.seat, acts.SECOND_HEX, [acts.ONE_HEX.act(), *acts.PLOUGH.on_each(hexes)])
        else:
            self.resolve(state)

    def choose_firers(self, state: LnltState) -> None:
        options = self.able_firers(state)
        if not options:
            self.step = 1
        elif len(options) == 1 and not self.firers:
            self.add(options[0])
        else:
            freely = [option for option in options if not self.spends(state, option)]
            if freely and first(freely[0]) != first(freely[-1]):
                options.insert(0, acts.ALL.number)
            if self.firers:
                options.insert(0, acts.DONE.number)
            state.ask(self.seat, acts.FIRERS, options)

    def able_firers(self, state: LnltState) -> list[int]:
        found: list[int] = []
        distance = state.board.grid.distances[self.origin][self.target]
        for number in state.stacks[self.seat][self.origin]:
            if not self.activated >> number & 1:
                continue
            unit = state.units[number]
            if self.forbid_firer(state, unit) is not None:
                continue
            for mode in modes(state, unit, distance, self.opportunity):
                found.append(mode.on(number))
            if self.firers:
                self.add_aides(state, unit, found)
        return found

    def add_aides(self, state: LnltState, unit: Unit, found: list[int]) -> None:
        """Who takes part without firing something of his own."""
        if not self.directed and self.may_direct(state, unit):
            found.append(acts.DIRECTING.on(unit.id))
        if unit.type.smc and may_help(state, self.firers, unit, self.target, self.opportunity):
            found.append(acts.HELPING.on(unit.id))

    def forbid_firer(self, state: LnltState, unit: Unit) -> Ban | None:  # lnlt.core.5.0, lnlt.core.5.3
        if self.opportunity:
            ban = forbid_opportunity_fire(unit)
            return None if ban is None or (state.skilled and fire_cards.defies_markers(state, unit)) else ban
        if self.assault:
            ban = forbid_assault_fire(state, unit)
            return None if unit.type.smc and not unit.flags & (MARKED | SHAKEN) else ban  # lnlt.core.6.1.1
        if state.skilled and not fire_cards.may_aim(state, unit, self.target):
            return bans.UNSPOTTED
        return forbid_fire(unit, self.target == state.spot_hex)

    def may_direct(self, state: LnltState, unit: Unit) -> bool:
        """One Good Order Leader of their force; in Opportunity Fire not if he is Ops Complete (lnlt.core.5.3)."""
        if not leads_fire(unit) or (self.opportunity and unit.flags & OPS):
            return False
        return any(same_force(state.units[first(element)].type, unit.type) for element in self.firers)

    def add(self, element: int) -> None:
        self.firers.append(element)
        self.activated &= ~(1 << (first(element)))
        if acts.ACTS.of(element) is acts.DIRECTING:
            self.directed = True  # lnlt.core.5.0.1

    def add_everybody(self, state: LnltState) -> None:
        """All who may still take part (lnlt.core.5.2), the strongest first, each in the way that adds most; but nobody
        throws or squirts what he carries without being told to."""
        while True:
            best = GONE
            most = 0
            for option in self.able_firers(state):
                if self.spends(state, option):  # lnlt.nosb.1.6.22c
                    continue
                self.firers.append(option)
                total = self.tally(state).total
                self.firers.pop()
                if best == GONE or total > most:
                    best = option
                    most = total
            if best == GONE:
                return
            self.add(best)

    def spends(self, state: LnltState, option: int) -> bool:
        """Uses up something that it need not use."""
        mode = acts.ACTS.of(option)
        if mode is acts.WITH_OWN:
            return False
        unit = state.units[first(option)]
        distance = state.board.grid.distances[unit.hex][self.target]
        used = best_weapons(state, unit, mode, distance, False, self.opportunity)
        return any(weapon.type.kind in CLOSE_WEAPONS for weapon in used)

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.STRAY_TO:
            self.aim_astray(state, first(option))
        elif verb is acts.PLOUGH:
            self.second = first(option)
        elif verb is acts.ONE_HEX:
            return
        elif verb is acts.DONE:
            self.step = 1
        elif verb is acts.ALL:
            self.add_everybody(state)
            self.step = 1
        else:
            self.add(option)

    # ---- Friendly Fire (lnlt.hid.skill.friendly-fire)

    def stray(self, state: LnltState) -> None:
        """The enemy picks a hex of friends in sight; where there is none, the shots are wasted
        (lnlt.hid.skill.friendly-fire.d)."""
        hexes = fire_cards.astray_hexes(state, self.seat, self.origin)
        if len(hexes) > 1:
            state.ask(1 - self.seat, acts.FRIENDLY_HEX, acts.STRAY_TO.on_each(hexes))
        elif hexes:
            self.aim_astray(state, hexes[0])
        else:
            for element in self.firers:
                state.mark(state.units[first(element)], self.marker())
            state.pop()

    def aim_astray(self, state: LnltState, hex_: int) -> None:
        """The attack is rolled anew, and stands (lnlt.hid.skill.friendly-fire.e)."""
        self.step = 2
        self.astray = True
        self.second = GONE
        self.target = hex_
        self.victims = state.stacks[self.seat][hex_]

    def report_astray(self, state: LnltState, dice: list[int]) -> None:
        names = state.board.grid.names
        place = names[self.target]
        outcomes = [("attack", "astray"), ("diff", "0")] + [(f"unit:{number}", "unhurt") for number in self.victims]
        rule = "lnlt.hid.skill.friendly-fire.b"
        state.emit(
            Event("fire-astray", rule, {"target": place}, dice, None, outcomes, place, origin=names[self.origin])
        )

    def tally(self, state: LnltState) -> Tally:
        return attack_tally(state, self.origin, self.target, self.firers, self.victims, self.opportunity, self.assault)

    def cover(self, state: LnltState, weapons: list[Weapon]) -> Tally:
        return defence_tally(state, self.origin, self.target, has_mortar(weapons))

    def weapons(self, state: LnltState) -> list[Weapon]:
        """The support weapons that fire in this attack."""
        distances = state.board.grid.distances[self.target]
        found: list[Weapon] = []
        for element in self.firers:
            unit = state.units[first(element)]
            distance = distances[unit.hex]
            ops = self.opportunity and bool(unit.flags & OPS)
            found += best_weapons(state, unit, acts.ACTS.of(element), distance, ops, self.opportunity)
        return found

    def resolve(self, state: LnltState) -> None:
        """1d6 and firepower against 1d6 and cover; more than that hurts (lnlt.core.5.0), a natural 6 may set the hex
        alight (lnlt.pac.12.10.5.6a), a 1 may turn it on friends (lnlt.hid.skill.friendly-fire.b)."""
        tally = self.tally(state)
        weapons = self.weapons(state) if state.weapons else []
        dice = attack_dice(state, weapons)
        if not self.astray and fire_cards.goes_astray(state, self.firers, max(dice)):
            self.step = 3
            if state.recording:
                self.report_astray(state, dice)
        else:
            self.hit(state, tally, dice, weapons)

    def hit(self, state: LnltState, tally: Tally, dice: list[int], weapons: list[Weapon]) -> None:
        """The defender rolls a die and adds his cover (lnlt.pac.12.5.0e)."""
        attack_die = max(dice)
        cover = self.cover(state, weapons)
        defence_die = state.dice.roll(6, acts.FOR_DEFENCE)
        difference = tally.total + attack_die - cover.total - defence_die  # lnlt.pac.fr.5.0a, lnlt.pac.fr.5.0b
        if state.recording:
            self.report(state, tally, cover, dice, defence_die, difference)
        self.mark_firers(state, attack_die)
        thrown = use_up(state, weapons)
        state.pop()
        if self.second != GONE:
            self.plough(state)  # lnlt.boh.25.2.plough-the-row.a
        catch_fire(state, self.target, attack_die)  # lnlt.pac.12.10.5.6b
        if difference > 0:  # lnlt.pac.12.5.0f, lnlt.boh.24.2ap
            harm(state, self.seat if self.astray else 1 - self.seat, self.target, self.victims, difference, thrown)

    def mark_firers(self, state: LnltState, natural: int) -> None:  # lnlt.boh.24.2at, lnlt.boh.24.2bm
        if state.skilled:
            self.note_cards(state, natural)
        for element in self.firers:
            state.mark(state.units[first(element)], self.marker())

    def note_cards(self, state: LnltState, natural: int) -> None:
        # lnlt.hid.skill.slayer.b, lnlt.hid.skill.opportunist.b, lnlt.hid.skill.opportunist.f
        if self.opportunity:
            for element in self.firers:
                unit = state.units[first(element)]
                if forbid_opportunity_fire(unit) is not None:
                    fire_cards.spend_opportunist(state, unit, natural)
        fire_cards.mark_slayers(state, self.firers, self.target)

    def plough(self, state: LnltState) -> None:
        """The same units at the second hex, with dice of its own (lnlt.boh.25.2.plough-the-row.a)."""
        victims = state.stacks[1 - self.seat][self.second]
        furrow = FireAttack(self.seat, self.origin, self.second, -1, victims, False, self.assault)
        furrow.firers = self.firers
        furrow.step = 2
        state.push(furrow)

    def marker(self) -> int:
        return FIRED | ASSAULT if self.assault else FIRED

    def report(
        self, state: LnltState, tally: Tally, cover: Tally, dice: list[int], defence_die: int, difference: int
    ) -> None:
        attack_die = max(dice)
        names = state.board.grid.names
        outcomes = [("attack", "hit" if difference > 0 else "no-effect"), ("diff", str(max(0, difference)))]
        if difference <= 0:
            outcomes += [(f"unit:{number}", "unhurt") for number in self.victims]
        args = exchange(names[self.origin], names[self.target], tally, attack_die, cover.total, defence_die)
        if self.opportunity:  # at those who moved, not at the hex
            args["unit"] = state.units[self.victims[0]].title()
            args["count"] = len(self.victims)
        kind = "opportunity-fire" if self.opportunity else "fire"
        kind += "-hits" if difference > 0 else "-misses"
        rule = "lnlt.core.5.3" if self.opportunity else "lnlt.core.5.0"
        place = names[self.target]
        if cover.lines:
            state.emit(Event("cover", "lnlt.core.5.0", {"target": place, "tm": cover.total}, tally=cover, place=place))
        faces = [*dice, defence_die]
        state.emit(Event(kind, rule, args, faces, tally, outcomes, place, origin=names[self.origin]))

    def odds(self, state: LnltState) -> Forecast:
        tally = self.tally(state)
        weapons = self.weapons(state)
        cover = self.cover(state, weapons).total
        found = Forecast("lnlt.core.5.0", tally, f"d6 {tally.total:+d} > d6 {cover:+d}")
        for difference, p in duel(self.straight_dice(found, state, weapons), tally.total - cover).items():
            found.put("diff", str(max(0, difference)), p)
            found.put("attack", "hit" if difference > 0 else "no-effect", p)
            if difference > 0:
                put_fates(found, state, check_order(state, self.victims), difference, p)
            else:
                self.put_unhurt(found, p)
        return found

    def hit_chance(self, state: LnltState) -> float:
        """What its odds say of the attack; what becomes of the victims takes longest and is left out."""
        weapons = self.weapons(state)
        edge = self.tally(state).total - self.cover(state, weapons).total
        dice = self.straight_dice(Forecast("lnlt.core.5.0", None), state, weapons)
        return sum([p for difference, p in duel(dice, edge).items() if difference > 0])

    def straight_dice(self, found: Forecast, state: LnltState, weapons: list[Weapon]) -> Odds:
        """The attack die, without the 1 that turns on friends (lnlt.hid.skill.friendly-fire.b)."""
        dice = HIGHER_OF_TWO if has_mortar(weapons) else D6
        if self.astray or not fire_cards.goes_astray(state, self.firers, 1):
            return dice
        self.put_astray(found, state, dice[1])
        return {die: p for die, p in dice.items() if die > 1}

    def put_astray(self, found: Forecast, state: LnltState, p: float) -> None:
        found.put("attack", "astray", p)
        found.put("diff", "0", p)
        self.put_unhurt(found, p)

    def put_unhurt(self, found: Forecast, p: float) -> None:
        for number in self.victims:
            found.put(of_unit(number), FATES[UNHURT], p)

    def forbid(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        """Who may not take part, and why."""
        tried = Tried(state, attempt)
        unit = tried.unit
        if decision.kind is not acts.FIRERS or unit is None:
            return []
        ban = self.forbid_firer(state, unit)
        if unit.id in [first(element) for element in self.firers]:
            ban = bans.NAMED_ALREADY
        elif unit.hex != self.origin:
            ban = bans.ELSEWHERE
        elif not self.activated >> unit.id & 1:
            ban = bans.NOT_ACTIVATED
        elif ban is None:
            far = state.board.grid.distances[unit.hex][self.target]
            ban = None if modes(state, unit, far, self.opportunity) else bans.UNARMED if far <= 1 else bans.OUT_OF_RANGE
        tried.place = state.board.grid.names[self.target]
        return tried.refuse(ban)
