"""Movement (lnlt.core.6): walking, Assault Move, Double-Time, Low Crawl, with Opportunity Fire at every step."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Attempt, Ban, Decision, Event, Forecast, Procedure, Refusal, Verb, first, second
from bocage.systems.lnlt.model.flags import CRAWL, CREPT, MARKED, MOVING, ON_THE_RUN, SHAKEN, STEALTH
from bocage.systems.lnlt.model.ground import MINES
from bocage.systems.lnlt.model.kinds import AFTER_FIRE, CRAWLING, DISMOUNTING, DOUBLING, HITTING, STEALING, WALK
from bocage.systems.lnlt.model.masks import mask_of
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.rules import acts, bans, paces
from bocage.systems.lnlt.rules.artillery import shell_men
from bocage.systems.lnlt.rules.close_assault import CloseAssault, dare, engage, foresee_nerve
from bocage.systems.lnlt.rules.events import meet_event
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.melee import Melee
from bocage.systems.lnlt.rules.melee_strength import ambush_of
from bocage.systems.lnlt.rules.obstacles import Minefield, entered_works
from bocage.systems.lnlt.rules.reactions import answers, close_window, forbid_shot_at_mover, react
from bocage.systems.lnlt.rules.refusing import Tried
from bocage.systems.lnlt.rules.running_killer import cut_down, may_run_through
from bocage.systems.lnlt.rules.skills import OP_MOVEMENT, RUNNING_KILLER
from bocage.systems.lnlt.rules.steps import can_step, cost_of_step, may_attack, steps
from bocage.systems.lnlt.rules.targets import targets
from bocage.systems.lnlt.rules.traits import STEALTH as STEALTHY
from bocage.systems.lnlt.state import LnltState

OUT_OF_MINES: Final = 4
FACE_TO_FACE: Final = 5


class Movement(Procedure[LnltState]):
    """A stack moves hex by hex (lnlt.core.6.0); the enemy may fire after each (lnlt.core.5.3). Who may come along, how
    far and under which marker is a matter of the way in which it moves: Assault Move (lnlt.core.6.1), Double-Time
    (lnlt.core.6.2), Low Crawl (lnlt.core.6.3), stealth (lnlt.core.6.4), riding (lnlt.core.6.6), Hit and Run
    (lnlt.core.6.7); against an Opportunity Movement (lnlt.core.6.8), it may end early."""

    __slots__ = (
        "activated", "hex", "leaving", "mode", "movers", "peaceful", "seat", "shaken_before", "shot", "single",
        "spent", "start", "woods",
    )  # fmt: skip

    def __init__(self, seat: int, hex_: int, mode: int, activated: int) -> None:
        super().__init__()
        self.seat = seat
        self.hex = hex_
        self.mode = mode
        self.activated = activated
        self.movers: list[int] = []
        self.spent = 0
        self.shaken_before = 0  # mask of movers that were Shaken when they set out
        self.peaceful = False
        self.leaving = GONE  # where to, out of a mined hex or towards armour
        self.shot = False  # in a Hit and Run
        self.single = False  # one step of a coordinated move
        self.start = hex_
        self.woods = 0  # Forest and Marsh hexes entered (lnlt.nosb.13.53l)

    def advance(self, state: LnltState) -> None:
        if self.step == 0:
            self.choose_movers(state)
        elif self.step == 1:
            self.next_step(state)
        elif self.step == 2:
            self.opportunity(state)
        elif self.step == OUT_OF_MINES:
            self.get_out(state)
        elif self.step == FACE_TO_FACE:
            self.meet_enemies(state)
        else:
            self.finish(state)

    # ---- who moves

    def choose_movers(self, state: LnltState) -> None:
        if not self.movers and self.mode == DOUBLING:
            free = paces.free_to_move(state, self.seat, self.hex, self.activated)
            self.movers = paces.double_time_core(state, free)[:1]
        everyone = self.everyone(state)
        able = [number for number in self.joiners(state, everyone) if self.can_join(state, [number])]
        complete = len(self.movers) > (1 if self.mode == DOUBLING else 0)
        together = len(everyone) > 1 and bool(able) and self.can_join(state, everyone)
        if not able:
            self.set_out(state)
        elif len(able) == 1 and not complete and not together:
            self.movers.append(able[0])
        else:
            options = acts.ADD.on_each(able)
            if together:
                options.insert(0, acts.ALL.number)
            if complete:
                options.insert(0, acts.DONE.number)
            state.ask(self.seat, acts.MOVERS, options)

    def everyone(self, state: LnltState) -> list[int]:
        """All who could come along."""
        return [
            number
            for number in paces.free_to_move(state, self.seat, self.hex, self.activated)
            if number not in self.movers and paces.forbid_pace(state, state.units[number], self.mode) is None
        ]

    def joiners(self, state: LnltState, found: list[int]) -> list[int]:
        """Who may be named next: an Assault Move starts with a unit made for it, Double-Time needs an MMC to lead."""
        if self.mode in paces.NEEDS_MARK and not self.movers:
            return [number for number in found if paces.is_made_for(state, state.units[number], self.mode)]
        if self.mode == DOUBLING and len(self.movers) == 1:
            return [number for number in found if state.units[number].type.mmc]
        return found

    def can_join(self, state: LnltState, more: list[int]) -> bool:
        if self.mode == DISMOUNTING:
            return True
        return can_step(state, self.seat, self.hex, self.movers + more, self.mode, self.peaceful)

    def set_out(self, state: LnltState) -> None:
        self.step = 1
        for number in self.movers:
            if state.units[number].flags & SHAKEN:
                self.shaken_before |= 1 << number
        if self.mode == DISMOUNTING:
            paces.get_off(state, self.hex, self.movers)
            self.spent = paces.allowance(state, self.movers, WALK) >> 1
            self.step = 2
        elif self.mode == HITTING:
            for number in self.movers:
                state.units[number].flags |= ON_THE_RUN

    # ---- step by step

    def next_step(self, state: LnltState) -> None:
        self.drop_stopped(state)
        if self.single:
            state.pop()
            return
        if not self.movers or (self.mode == CRAWLING and self.spent):
            self.step = 3
            return
        options = acts.STEP_TO.on_each(
            steps(state, self.seat, self.hex, self.movers, self.mode, self.spent, self.peaceful, self.woods)
        )
        if self.mode == HITTING and not self.shot:
            crew = mask_of(self.movers)
            options += acts.RUN_FIRE.from_each(self.hex, targets(state, self.seat, self.hex, crew, False))
        if not options:
            self.step = 3
            return
        if (self.spent or self.mode == AFTER_FIRE) and not state.occupied[1 - self.seat] >> self.hex & 1:
            options.insert(0, acts.STOP.number)
        state.ask(self.seat, acts.STEP, options)

    def drop_stopped(self, state: LnltState, shaken_too: bool = True) -> None:
        """Who was hit and became Shaken stops here, the rest may go on (lnlt.core.5.1); who has slipped away by a
        Maneuver stays where he is."""
        going: list[int] = []
        for number in self.movers:
            unit = state.units[number]
            stops = shaken_too and unit.flags & SHAKEN and not self.shaken_before >> number & 1
            if unit.hex == self.hex and not stops:
                going.append(number)
            elif unit.hex != GONE:
                self.stop(state, unit)
        self.movers = going

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if decision.kind is acts.OPPORTUNITY:
            self.react(state, verb, option)
        elif verb is acts.STEP_TO:
            if state.ground.masks[MINES] >> self.hex & 1:
                self.leave_mines(state, first(option))
            else:
                self.enter(state, first(option))
        elif verb is acts.STOP:
            self.step = 3
        elif verb is acts.RUN_FIRE:
            self.shoot(state, second(option))
        elif verb is acts.ADD:
            self.movers.append(first(option))
        elif verb is acts.ALL:
            self.movers = self.movers + self.everyone(state)
            self.set_out(state)
        elif verb is acts.DONE:
            self.set_out(state)
        elif verb is acts.STAY_AND_FIGHT:
            self.fight(state)
        else:
            cut_down(state, state.units[self.movers[0]])
            self.step = 1 if state.occupied[1 - self.seat] >> self.hex & 1 else 2

    def react(self, state: LnltState, verb: Verb, option: int) -> None:
        """What the enemy does about the last step."""
        if verb is acts.DECLINE:
            self.close_window(state)
        else:
            react(state, 1 - self.seat, option, self.hex, -1, self.movers[:])

    def shoot(self, state: LnltState, target: int) -> None:
        """Once in a Hit and Run, and on (lnlt.core.6.7)."""
        self.shot = True
        victims = state.stacks[1 - self.seat][target]
        state.push(FireAttack(self.seat, self.hex, target, mask_of(self.movers), victims, False, False))

    def leave_mines(self, state: LnltState, to: int) -> None:
        """They go off once more, before the stack is out (lnlt.core.21)."""
        self.leaving = to
        self.step = OUT_OF_MINES
        state.push(Minefield(self.hex, self.movers[:], GONE))

    def get_out(self, state: LnltState) -> None:  # lnlt.core.21
        self.drop_stopped(state)
        if self.movers:
            self.enter(state, self.leaving)
        else:
            self.step = 3

    def enter(self, state: LnltState, to: int) -> None:
        """Into the next hex, where shells (lnlt.core.armour.8.2) and mines (lnlt.core.21) come before any enemy."""
        board = state.board
        origin = self.hex
        sets_out = self.spent == 0
        self.spent += self.cost(state, to)
        if board.terrain[to].id in paces.DEEP:
            self.woods += 1  # lnlt.nosb.13.53l
        if state.armour[1 - self.seat] >> to & 1 and not self.face_armour(state, to):
            return
        self.carry(state, to)
        if entered_works(state, self.movers, origin, to, sets_out):
            self.spent = max(self.spent, paces.allowance(state, self.movers, self.mode))
        if self.mode == AFTER_FIRE and sets_out:
            state.spotted[self.seat] |= 1 << origin  # stays until the Administrative Phase (lnlt.core.6.1.1)
            state.stale()
        elif state.spotted[self.seat] and not (state.occupied[self.seat] | state.armour[self.seat]) >> origin & 1:
            state.spotted[self.seat] &= ~(1 << origin)  # nobody is left there to be spotted (lnlt.core.10.1)
        if state.recording:
            self.report(state, origin, to)
        if state.paragraphs:
            meet_event(state, self.seat, to, self.movers)  # lnlt.core.1.8
        self.step = FACE_TO_FACE if state.occupied[1 - self.seat] >> to & 1 else 2
        if state.barrages:
            shell_men(state, to, self.movers)
        if state.ground.masks[MINES] >> to & 1:
            state.push(Minefield(to, self.movers[:], GONE))

    def face_armour(self, state: LnltState, to: int) -> bool:  # lnlt.core.armour.7.2
        """A vehicle alone is assaulted (lnlt.core.armour.7.1); before one among its men everybody checks, and who fails
        stays behind. Whether anybody goes on."""
        if not state.occupied[1 - self.seat] >> to & 1:
            self.assault(state, to)
            return False
        self.leaving = to
        going = dare(state, self.movers, to)
        if not may_attack(state, going, self.mode):
            going = []
            self.step = 3
        for number in self.movers:
            if number not in going:
                self.stop(state, state.units[number])
        self.movers = going
        return bool(going)

    def carry(self, state: LnltState, to: int) -> None:
        moving = MOVING | CRAWL if self.mode == CRAWLING else MOVING
        by_stealth = self.mode in paces.BY_STEALTH
        for number in self.movers:
            unit = state.units[number]
            unit.flags |= moving
            if by_stealth and unit.type.traits & STEALTHY:
                unit.flags |= STEALTH
            state.go(unit, to)
        self.hex = to

    def meet_enemies(self, state: LnltState) -> None:
        """Men are fought (lnlt.core.8.0) unless a Running Killer runs through (lnlt.hid.skill.running-killer.e)."""
        if not self.arrived(state):
            self.step = 3
        elif (
            state.skilled >> RUNNING_KILLER & 1
            and self.mode == WALK
            and may_run_through(state, self.seat, self.hex, self.movers, self.spent, self.woods)
        ):
            state.ask(self.seat, acts.RUN_THROUGH, [acts.STAY_AND_FIGHT.act(), acts.RUN_ON.act()])
        else:
            self.fight(state)

    def arrived(self, state: LnltState) -> list[int]:
        """Movers whom neither shells nor mines have killed on the way in."""
        return [number for number in self.movers if state.units[number].hex == self.hex]

    def fight(self, state: LnltState) -> None:  # lnlt.core.8.0, lnlt.core.8.4, lnlt.nosb.13.53g, lnlt.hid.13.3.1d
        self.step = 3
        movers = self.arrived(state)
        reinforcing = len(movers) < len(state.stacks[self.seat][self.hex])
        self.finish_marking(state)
        melee = Melee(self.seat, self.hex, movers)
        melee.ambush = ambush_of(state, self.seat, self.hex, self.start, movers, reinforcing)
        engage(state, melee)

    def cost(self, state: LnltState, to: int) -> int:
        return cost_of_step(state, self.movers, self.hex, to, self.woods)

    def assault(self, state: LnltState, to: int) -> None:
        """The move ends in a Close Assault, for those whose nerve holds (lnlt.core.armour.7.1)."""
        movers = self.movers
        self.movers = []
        self.step = 3
        state.push(CloseAssault(self.seat, self.hex, to, movers))

    def report(self, state: LnltState, origin: int, to: int) -> None:
        names = state.board.grid.names
        args: dict[str, int | str] = {
            "unit": state.units[self.movers[0]].title(),
            "count": len(self.movers),
            "origin": names[origin],
            "hex": names[to],
            "spent": self.spent,
            "allowance": paces.allowance(state, self.movers, self.mode),
        }
        state.emit(Event(paces.MODE_EVENTS[self.mode], paces.MODE_RULES[self.mode], args, place=names[to]))

    # ---- opportunity fire

    def opportunity(self, state: LnltState) -> None:
        """After each hex entered, before the next (lnlt.core.5.3). Several hexes may fire at the same step, also at
        those whom the first one has Shaken; these stop when all have had their say."""
        self.drop_stopped(state, False)
        if state.skilled >> OP_MOVEMENT & 1 and state.occupied[1 - self.seat] >> self.hex & 1:
            self.step = 3  # the enemy's Opportunity Movement has ended here (lnlt.hid.skill.op-movement.c)
            return
        options: list[int] = []
        if self.movers and (self.mode == WALK or self.is_visible(state)):
            options = answers(state, 1 - self.seat, self.hex)
        if options:
            options.insert(0, acts.DECLINE.number)
            state.ask(1 - self.seat, acts.OPPORTUNITY, options)
        else:
            self.close_window(state)

    def close_window(self, state: LnltState) -> None:  # lnlt.core.armour.5.11
        self.step = 1
        close_window(state, 1 - self.seat)

    def is_visible(self, state: LnltState) -> bool:
        """Who crawls (lnlt.core.6.3), or steals along with nobody who shows himself (lnlt.pac.12.5.3b), is not seen
        unless the hex is spotted."""
        if self.mode in paces.BY_STEALTH:
            sneaks = all(state.units[number].flags & STEALTH for number in self.movers)
        else:
            sneaks = self.mode == CRAWLING
        return not sneaks or bool(state.seen_mask(self.seat) >> self.hex & 1)

    def stop(self, state: LnltState, unit: Unit) -> None:
        """Who steals along carries the marker of stealth, his companions the ordinary one (lnlt.core.6.4)."""
        unit.flags &= ~(MOVING | ON_THE_RUN)
        if not unit.flags & STEALTH:
            state.mark(unit, paces.MODE_MARKERS[self.mode])
        elif self.mode == STEALING:
            state.mark(unit, CREPT)

    def finish_marking(self, state: LnltState) -> None:
        for number in self.movers:
            unit = state.units[number]
            if unit.hex != GONE:
                self.stop(state, unit)

    def finish(self, state: LnltState) -> None:
        self.finish_marking(state)
        state.pop()

    def odds(self, state: LnltState) -> Forecast | None:  # lnlt.core.armour.7.1, lnlt.core.armour.7.2
        """Only before armour does the step itself roll."""
        return None if self.leaving == GONE else foresee_nerve(state, self.movers, self.leaving)

    def forbid(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        tried = Tried(state, attempt)
        if decision.kind is acts.OPPORTUNITY:
            return tried.refuse(forbid_shot_at_mover(state, tried, self.hex))
        if decision.kind is acts.MOVERS and tried.unit is not None:
            return tried.refuse(self.forbid_mover(state, tried.unit))
        if decision.kind is not acts.STEP or tried.hex == GONE or attempt.verb not in ("", acts.STEP_TO.name):
            return []
        if tried.hex not in state.board.neighbours[self.hex]:
            return tried.refuse(bans.NOT_ADJACENT)
        refused: dict[int, Ban] = {}
        how = (self.movers, self.mode, self.spent, self.peaceful, self.woods)
        steps(state, self.seat, self.hex, *how, refused=refused)
        left = paces.allowance(state, self.movers, self.mode) - self.spent
        return tried.refuse(refused.get(tried.hex), {"cost": self.cost(state, tried.hex), "left": left})

    def forbid_mover(self, state: LnltState, unit: Unit) -> Ban | None:
        if unit.id in self.movers:
            return bans.NAMED_ALREADY
        if unit.hex != self.hex:
            return bans.ELSEWHERE
        if unit.flags & MARKED or not self.activated >> unit.id & 1:
            return bans.MARKED_ALREADY if unit.flags & MARKED else bans.NOT_ACTIVATED
        return paces.forbid_pace(state, unit, self.mode) or bans.NOWHERE_TO_GO
