"""The state of a game: units, weapons, who stands where, what is spotted, whose impulse it is."""

from __future__ import annotations

from typing import Any

from bocage.kernel import Arg, Decision, Dice, Event, State, Tally, plain_data
from bocage.systems.lnlt.model.flags import FIRED, FRESH, REVEALING, SHAKEN, SHOWING, STEALTH
from bocage.systems.lnlt.model.ground import FLAMES, HAMPERING, STARSHELL, VEHICLE, Ground, past_markers
from bocage.systems.lnlt.model.hull import BUTTONED, DEAD, WRECK
from bocage.systems.lnlt.model.kinds import LEADER, READY, RIFLE_GRENADE
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import GONE, Unit, Weapon
from bocage.systems.lnlt.model.special import Course, is_open
from bocage.systems.lnlt.model.tables import Board, Edition, Scenario, UnitType, same_force
from bocage.systems.lnlt.model.vehicles import Aim, Barrage, Battery, Flight, Vehicle, VehicleType


class LnltState(State):
    """`stacks[seat][hex]` lists are never changed in place, so that copies may share them."""

    __slots__ = (
        "aims", "armour", "barrages", "batteries", "bereaved", "board", "cards", "control", "course", "dark",
        "edition", "exited", "flights", "fought", "found", "ground", "heavy", "heroes", "impulse", "initiative",
        "lesson", "losses", "lurking", "occupied", "paragraphs", "passes", "perks", "phase", "raised", "scenario",
        "seen", "shells", "sights", "skilled", "slayers", "sorties", "spot_hex", "spotted", "stacks", "turn", "units",
        "vehicles", "visibility", "waiting", "weapons",
    )  # fmt: skip

    def __init__(self, scenario: Scenario, dice: Dice) -> None:
        super().__init__(dice)
        self.scenario = scenario
        self.board: Board = scenario.board
        self.edition: Edition = scenario.edition
        self.units: list[Unit] = []
        self.weapons: list[Weapon] = []
        self.vehicles: list[Vehicle] = []
        self.armour: list[int] = [0, 0]  # masks of hexes with manned vehicles
        self.aims: list[Aim] = []
        self.barrages: list[Barrage] = []
        self.batteries: list[list[Battery]] = [[], []]
        self.flights: list[list[Flight]] = [[], []]  # airborne troops still in the air
        nothing: list[int] = []
        self.stacks: list[list[list[int]]] = [[nothing] * self.board.size, [nothing] * self.board.size]
        self.occupied: list[int] = [0, 0]  # masks of hexes
        self.spotted: list[int] = [0, 0]  # Spotted markers on this seat's units, as masks of hexes
        self.ground = Ground()  # markers on the map
        self.sights: list[int] = []  # what each hex sees past the markers, -1 = to be worked out; empty without markers
        self.found: list[int] = [0, 0]  # like `seen`, for another reason than standing in the open
        self.seen: list[int] = [-1, -1]  # spotted hexes of this seat's units, -1 = to be worked out again
        self.fought = 0  # mask of hexes that have had their round of Melee this turn
        self.heroes: list[list[UnitType]] = [scenario.heroes[0][:], scenario.heroes[1][:]]  # not yet created
        self.control: list[int] = [GONE] * len(scenario.objectives)
        self.cards: list[list[int]] = [scenario.cards[0][:], scenario.cards[1][:]]  # skills still to be drawn
        self.heavy = False  # vehicles, weapon teams, ordnance or artillery take part
        self.skilled = 0  # skill cards that anybody has held (lnlt.core.12): bit n for the card n
        self.slayers: list[tuple[int, int, bool]] = []  # Fired Slayer markers: unit, hex, may be used; replaced
        self.lurking: list[int] = []  # Snipers off the map (lnlt.core.11.4); replaced, not changed
        self.paragraphs: list[int] = list(range(len(scenario.paragraphs)))  # event markers on the map; replaced
        self.sorties: list[list[int]] = [list(range(len(side))) for side in scenario.sorties]  # yet to be flown
        self.perks: list[int] = [0, 0]  # what a side has made use of in this Rally Phase
        self.raised: list[int] = [0, 0]  # hexes that For the Motherland inspires, as masks
        self.shells: list[int] = scenario.shells[:]  # smoke shells left to each side (lnlt.core.armour.4.7)
        self.waiting: list[int] = list(range(len(scenario.arrivals)))  # numbers of arrivals yet to come
        self.exited: list[int] = [0, 0]  # points for units that left the map by their exits
        self.losses: list[int] = [0, 0]  # points that this seat's losses are worth to the enemy
        self.bereaved: list[tuple[int, int]] = []  # hex and seat of those whose Leader has died, where that matters
        self.turn = 1
        self.phase = 0
        self.initiative = scenario.first_initiative
        self.impulse = self.initiative  # the seat whose impulse it is
        self.passes = 0
        self.spot_hex = GONE  # the hex spotted in this impulse
        self.lesson = GONE  # the choices of the scenario's lesson made so far; GONE without one, or once off its path
        self.course: Course | None = None  # special rules of the scenario; None without any
        self.visibility = 0  # how far one sees now (lnlt.scenario.visibility), 0 = without limit
        self.dark = 0  # TWILIGHT or NIGHT (lnlt.core.20)

    def play(self, decision: Decision, option: int) -> None:
        if self.lesson == GONE:
            self.take(decision, option)
            self.advance()
        else:
            self.follow(decision, option)

    def follow(self, decision: Decision, option: int) -> None:
        """As long as the lesson's choices are made its dice fall; whoever tries dice of his own only looks ahead."""
        script = self.scenario.lesson
        at = self.lesson
        looking = self.dice.script is not None
        if script is not None and not looking:
            if at < len(script.options) and script.options[at] == option and script.seats[at] == decision.seat:
                self.lesson = at + 1
                self.dice.script = script.dice[at]
                self.dice.cursor = 0
            elif at < len(script.options):
                self.lesson = GONE
        State.play(self, decision, option)
        if not looking:
            self.dice.script = None
            self.dice.cursor = 0

    # ---- copying

    def clone(self) -> LnltState:
        twin = LnltState(self.scenario, self.dice.copy())
        self.copy_kernel(twin)
        twin.units = [unit.copy() for unit in self.units]
        twin.weapons = [weapon.copy() for weapon in self.weapons]
        if self.vehicles:
            twin.vehicles = [vehicle.copy() for vehicle in self.vehicles]
            twin.armour = self.armour[:]
        if self.aims:
            twin.aims = [aim.copy() for aim in self.aims]
        if self.barrages:
            twin.barrages = [barrage.copy() for barrage in self.barrages]
        twin.flights = [self.flights[0][:], self.flights[1][:]]
        if self.batteries[0] or self.batteries[1]:
            twin.batteries = [[battery.copy() for battery in side] for side in self.batteries]
        twin.stacks = [self.stacks[0][:], self.stacks[1][:]]
        twin.occupied = self.occupied[:]
        twin.spotted = self.spotted[:]
        twin.seen = self.seen[:]
        twin.found = self.found[:]
        twin.ground = self.ground.copy()
        twin.sights = self.sights  # replaced, not changed, when a marker is
        twin.fought = self.fought
        twin.heroes = [self.heroes[0][:], self.heroes[1][:]]
        twin.control = self.control[:]
        twin.losses = self.losses[:]
        twin.waiting = self.waiting  # replaced, not changed
        twin.exited = self.exited[:]
        twin.shells = self.shells[:]
        twin.heavy = self.heavy
        twin.skilled = self.skilled
        twin.cards = [self.cards[0][:], self.cards[1][:]]
        twin.slayers = self.slayers
        twin.lurking = self.lurking
        twin.paragraphs = self.paragraphs
        twin.sorties = self.sorties[:]
        twin.perks = self.perks[:]
        twin.raised = self.raised[:]
        twin.bereaved = self.bereaved[:]
        twin.turn, twin.phase = self.turn, self.phase
        twin.initiative, twin.impulse = self.initiative, self.impulse
        twin.passes = self.passes
        twin.spot_hex = self.spot_hex
        twin.lesson = self.lesson
        twin.visibility, twin.dark = self.visibility, self.dark
        if self.course is not None:
            twin.course = self.course.copy()
        return twin

    def data(self) -> list[object]:
        mine: list[Any] = [
            [self.units, self.weapons, self.vehicles, self.aims, self.barrages, self.batteries, self.flights],
            [[hex_, stack] for side in self.stacks for hex_, stack in enumerate(side) if stack],
            [self.spotted, self.fought, self.ground, self.control, self.losses, self.shells, self.raised],
            [[hero.id for hero in pool] for pool in self.heroes],
            [self.waiting, self.exited, self.perks, self.cards, self.bereaved],
            [self.slayers, self.lurking, self.paragraphs, self.sorties, self.course],
            [self.turn, self.phase, self.initiative, self.impulse, self.passes, self.spot_hex, self.lesson],
        ]
        return [*State.data(self), plain_data(mine)]

    # ---- what is told

    def tell(
        self, hex_: int, kind: str, rule: str, args: dict[str, Arg], dice: list[int] | None = None,
        tally: Tally | None = None, outcomes: list[tuple[str, str]] | None = None, origin: str = "",
    ) -> None:  # fmt: skip
        """What happened in this hex, and where it came from; call it only `if state.recording`."""
        self.emit(Event(kind, rule, args, dice, tally, outcomes, self.board.grid.names[hex_], origin=origin))

    def tell_of(
        self,
        piece: Unit | Vehicle,
        kind: str,
        rule: str,
        hex_: int = GONE,
        dice: list[int] | None = None,
        outcomes: list[tuple[str, str]] | None = None,
    ) -> None:
        """What a unit or a vehicle does or suffers where it is, or in another hex."""
        if self.recording:
            at = piece.hex if hex_ == GONE else hex_
            args: dict[str, Arg] = {"hex": self.board.grid.names[at]}
            args["unit" if isinstance(piece, Unit) else "vehicle"] = piece.title()
            self.tell(at, kind, rule, args, dice, None, outcomes)

    # ---- units on the map

    def add_unit(self, seat: int, type_: UnitType, hex_: int, flags: int, name: str) -> Unit:
        unit = Unit(len(self.units), seat, type_, hex_, flags, name)
        self.units.append(unit)
        self.enter(unit, hex_)
        return unit

    def enter(self, unit: Unit, hex_: int) -> None:  # lnlt.core.1.6, lnlt.core.6.0
        """Put a unit on a hex, with the weapons it carries."""
        unit.hex = hex_
        seat = unit.seat
        side = self.stacks[seat]
        side[hex_] = side[hex_] + [unit.id]
        self.occupied[seat] |= 1 << hex_
        self.seen[0] = self.seen[1] = -1
        for weapon in self.weapons:
            if weapon.owner == unit.id:
                if weapon.type.two_sided and weapon.side == READY and weapon.hex != hex_:
                    weapon.owner = GONE  # set up, it is left behind (lnlt.core.1.6.1)
                else:
                    weapon.hex = hex_
        if self.control and unit.holds():
            self.take_control(hex_, seat)

    def leave(self, unit: Unit) -> None:
        hex_ = unit.hex
        if self.aims:
            self.aims = [aim for aim in self.aims if aim.firer != unit.id]  # lnlt.core.armour.4.6
        seat = unit.seat
        side = self.stacks[seat]
        rest = side[hex_][:]
        rest.remove(unit.id)
        side[hex_] = rest
        if not rest:
            self.occupied[seat] ^= 1 << hex_
        self.seen[0] = self.seen[1] = -1

    def go(self, unit: Unit, hex_: int) -> None:  # lnlt.core.6.0
        self.leave(unit)
        unit.flags &= ~FRESH
        self.enter(unit, hex_)

    def eliminate(self, unit: Unit) -> None:
        """Its weapons stay in the hex, possessed by nobody (lnlt.core.1.6)."""
        if self.scenario.apart and unit.type.kind == LEADER:
            self.bereaved.append((unit.hex, unit.seat))  # lnlt.nosb.13.53d
        self.leave(unit)
        unit.hex = GONE
        self.count_loss(unit.seat, unit.type)
        for weapon in self.weapons:
            if weapon.owner == unit.id:
                weapon.owner = GONE
                if weapon.type.kind == RIFLE_GRENADE:
                    weapon.hex = GONE  # nobody else's

    def count_loss(self, seat: int, type_: UnitType) -> None:
        points = self.scenario.casualty_points
        self.losses[seat] += points if type_.size == 2 else (points + 1) // 2

    def mark(self, unit: Unit, flags: int) -> None:
        """Only some markers bear on what is spotted: see `seen_mask`."""
        unit.flags |= flags
        if flags & SHOWING:
            self.seen[unit.seat] = -1
        if flags & SHAKEN:
            self.seen[1 - unit.seat] = -1

    def unmark(self, unit: Unit, flags: int) -> None:
        unit.flags &= ~flags
        self.stale()

    def stale(self) -> None:
        self.seen[0] = self.seen[1] = -1

    def take_control(self, hex_: int, seat: int) -> None:  # lnlt.core.9, lnlt.core.8.1
        """The last side with a Good Order MMC or Hero there (lnlt.core.1.8.1); not while both have one."""
        objectives = self.scenario.objectives
        for i in range(len(objectives)):
            if objectives[i].hex == hex_ and is_open(self.course, i) and not self.holders(1 - seat, hex_):
                self.control[i] = seat

    def holders(self, seat: int, hex_: int) -> bool:
        return any(self.units[number].holds() for number in self.stacks[seat][hex_])

    # ---- vehicles

    def add_vehicle(self, seat: int, type_: VehicleType, hex_: int, facing: int, name: str) -> Vehicle:
        vehicle = Vehicle(len(self.vehicles), seat, type_, hex_, facing, name)
        self.vehicles.append(vehicle)
        self.count_vehicles()
        return vehicle

    def count_vehicles(self) -> None:
        """Work out again where manned vehicles stand; call it whenever one moves, appears or is lost."""
        masks = [0, 0]
        for vehicle in self.vehicles:
            if vehicle.hex >= 0 and not vehicle.flags & DEAD:
                masks[vehicle.seat] |= 1 << vehicle.hex
        self.armour = masks
        standing = 0
        for vehicle in self.vehicles:
            if vehicle.hex >= 0 and not vehicle.flags & WRECK:
                standing |= 1 << vehicle.hex
        changed = standing ^ self.ground.masks[VEHICLE]
        if changed:
            self.ground.masks[VEHICLE] = standing
            self.look_past(changed)
        self.stale()

    def vehicles_at(self, hex_: int) -> list[Vehicle]:
        """Wrecks and abandoned ones too."""
        return [vehicle for vehicle in self.vehicles if vehicle.hex == hex_]

    def manned_at(self, seat: int, hex_: int) -> list[Vehicle]:
        return [v for v in self.vehicles if v.hex == hex_ and v.seat == seat and not v.flags & DEAD]

    def mark_vehicle(self, vehicle: Vehicle, flags: int) -> None:
        vehicle.flags |= flags
        if flags & (REVEALING | DEAD):
            self.seen[vehicle.seat] = -1
        if flags & (SHAKEN | BUTTONED | DEAD):
            self.seen[1 - vehicle.seat] = -1

    def is_present(self, seat: int) -> bool:
        """Whether a side has anybody left on the map."""
        return bool(self.occupied[seat] or self.armour[seat] or self.flights[seat])

    # ---- questions many rules ask

    def melee_mask(self) -> int:
        """Hexes that both sides stand in."""
        return self.occupied[0] & self.occupied[1]

    def in_melee(self, hex_: int) -> bool:
        return bool(self.stacks[0][hex_]) and bool(self.stacks[1][hex_])

    def best_leadership(self, seat: int, hex_: int, but: int) -> int:
        """The best Leadership Modifier in the hex, not counting unit `but`: nobody leads himself (lnlt.core.5.0.1)
        (lnlt.core.11.1.1, lnlt.core.3, lnlt.core.5.1, lnlt.core.1.5)."""
        best = 0
        units = self.units
        for number in self.stacks[seat][hex_]:
            if number != but and (but == GONE or same_force(units[number].type, units[but].type)):
                lm = units[number].leadership()
                if lm > best:
                    best = lm
        return best

    def seen_mask(self, seat: int) -> int:
        """Hexes where this seat's units are spotted by the enemy (lnlt.core.10.1), line of sight apart."""
        mask = self.seen[seat]
        if mask >= 0:
            return mask
        occupied = self.occupied[seat] | self.armour[seat]
        mask = occupied & self.spotted[seat]
        near = 0  # beside a Good Order enemy
        stealthy = 0
        neighbours = self.board.neighbour_mask
        for unit in self.units:
            hex_ = unit.hex
            flags = unit.flags
            if hex_ < 0:
                continue
            if unit.seat != seat:
                if not flags & SHAKEN:
                    near |= neighbours[hex_]
            elif flags & SHOWING:
                if flags & REVEALING:
                    mask |= 1 << hex_
                else:
                    stealthy |= 1 << hex_
        for vehicle in self.vehicles:
            hex_ = vehicle.hex
            if hex_ < 0 or vehicle.flags & DEAD:
                continue
            if vehicle.seat == seat:
                if vehicle.flags & REVEALING:
                    mask |= 1 << hex_
            elif not vehicle.flags & (SHAKEN | BUTTONED):
                near |= neighbours[hex_]
        if stealthy:
            near &= ~(stealthy & ~self.in_the_open(seat))  # who steals along is not seen from near (lnlt.core.6.4)
        mask |= near & occupied
        self.found[seat] = mask
        hulls = self.armour[seat] & self.board.low_mask
        mask |= hulls ^ hulls & self.occupied[seat]
        shown = occupied & self.board.open_mask
        mask |= shown ^ shown & self.ground.screens()  # emplaced tanks too (lnlt.dj.21.7f)
        self.seen[seat] = mask
        return mask

    def in_the_open(self, seat: int) -> int:  # lnlt.core.10.1
        """Hexes with somebody who does not steal along."""
        mask = 0
        for unit in self.units:
            if unit.seat == seat and unit.hex >= 0 and not unit.flags & STEALTH:
                mask |= 1 << unit.hex
        return mask

    def seen_from(self, hex_: int, seat: int) -> int:
        """The same for an enemy in this hex, who looks across bocage at some of them (lnlt.hon.10.5e)."""
        mask = self.seen[seat]
        if mask < 0:
            mask = self.seen_mask(seat)
        if not mask & self.board.bocage_mask:
            return mask
        screened = self.board.screened[hex_]
        if screened < 0:
            screened = self.board.screened_from(hex_)
        return mask & ~screened | self.found[seat]

    def seen_armour_from(self, hex_: int, seat: int) -> int:
        """Hexes whose vehicles are spotted: wheat hides the men beside them alone (lnlt.dj.10.8c). Nobody fires at one
        where men are in Melee (lnlt.core.8.0)."""
        return (self.seen_from(hex_, seat) | self.armour[seat] & self.board.low_mask) & ~self.melee_mask()

    def in_view(self, hex_: int, seat: int) -> int:
        """Hexes with men of this seat, spotted, whom an enemy in this hex has in his line of sight."""
        mask = self.sight_from(hex_) & self.occupied[seat]
        return mask & self.seen_from(hex_, seat) if mask else 0

    # ---- markers on the ground

    def put_marker(self, kind: int, hex_: int, value: int = 0) -> None:
        self.ground.put(kind, hex_, value)
        self.marker_changed(kind, hex_)

    def take_marker(self, kind: int, hex_: int) -> None:
        self.ground.take(kind, hex_)
        self.marker_changed(kind, hex_)

    def marker_changed(self, kind: int, hex_: int) -> None:
        self.stale()
        if kind == FLAMES:  # which hamper lines along their sides too
            self.sights = [-1] * self.board.size if self.ground.hampers() else []
        elif kind in HAMPERING:
            self.look_past(1 << hex_)

    def look_past(self, changed: int) -> None:
        """Markers in these hexes have changed: who looks across them looks again when somebody asks."""
        if not self.ground.hampers():
            self.sights = []
            return
        sights = (self.sights or self.board.sights)[:]
        for hex_ in hexes_in(changed):
            for behind in self.board.across[hex_]:
                sights[behind] = -1
        self.sights = sights

    def sight_from(self, hex_: int) -> int:
        """Mask of the hexes in line of sight, past smoke, fire, wrecks and roadblocks (lnlt.core.10.3)."""
        mask = (self.sights or self.board.sights)[hex_]
        if mask < 0:
            mask = self.look_from(hex_)
        return mask & self.by_night(hex_) if self.visibility else mask

    def look_from(self, hex_: int) -> int:
        """By day, where nobody has looked since something changed."""
        if not self.sights:
            return self.board.view(hex_).sight
        mask = past_markers(self.board, self.ground, self.scenario.numbers.marker_height, hex_)
        self.sights[hex_] = mask
        return mask

    def watchers(self, hex_: int) -> int:
        """Who sees this hex: by night those beside it, or everybody if it shows (lnlt.core.20); those in bunkers look
        out of their arcs alone (lnlt.core.21)."""
        mask = (self.sights or self.board.sights)[hex_]
        if mask < 0:
            mask = self.look_from(hex_)
        if self.visibility and not self.lights() >> hex_ & 1:
            mask &= self.board.near(hex_, self.visibility)
        for place in self.board.places:
            if place.arc >= 0 and not place.arc >> hex_ & 1:
                mask &= ~(1 << place.number)
        return mask

    def by_night(self, hex_: int) -> int:
        """What can be seen in the dark: what is near, and what shows from afar (lnlt.core.20)."""
        return self.board.near(hex_, self.visibility) | self.lights()

    def lights(self) -> int:
        """What a starshell lights (lnlt.core.20.2), and flashes of those who have fired (lnlt.core.20); fog hides both
        (lnlt.scenario.visibility)."""
        mask = 0
        if not self.dark:
            return mask
        for hex_ in hexes_in(self.ground.masks[STARSHELL]):
            mask |= self.board.near(hex_, self.scenario.numbers.starshell_light)
        for unit in self.units:
            if unit.flags & FIRED and unit.hex >= 0:
                mask |= 1 << unit.hex
        if self.edition.muzzle_flash:  # lnlt.core.option.muzzle_flash
            for vehicle in self.vehicles:
                if vehicle.flags & FIRED and vehicle.hex >= 0:
                    mask |= 1 << vehicle.hex
        return mask

    def carried(self, unit: Unit) -> list[Weapon]:
        return [weapon for weapon in self.weapons if weapon.owner == unit.id]

    def score(self, seat: int) -> int:
        """Points so far: objectives held and enemy losses."""
        points = self.losses[1 - seat] + self.exited[seat]
        for i in range(len(self.control)):
            if self.control[i] == seat:
                points += self.scenario.objectives[i].points
        course = self.course
        return points if course is None else points + course.correct(self.scenario.objectives, self.control, seat)
