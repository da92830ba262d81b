"""What never changes during a game: counters, edition switches, scenario; the board is in `rules.board`."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Text
from bocage.systems.lnlt.model.board import LOS_BLOCKED as LOS_BLOCKED
from bocage.systems.lnlt.model.board import Board as Board
from bocage.systems.lnlt.model.chart import Terrain as Terrain
from bocage.systems.lnlt.model.kinds import ARMOR_LEADER, LEADER, MEDIC, MG, NURSE, SNIPER, SQUAD
from bocage.systems.lnlt.model.vehicles import Ordnance, Team

UNARMED: Final = (MEDIC, NURSE, SNIPER)  # a Sniper fires by himself (lnlt.core.11.4); gun teams have no range here


class UnitType:
    """A counter, both sides."""

    def __init__(
        self, id: str, nation: str, kind: int, fp: int, range_: int, move: int, morale: int, shaken_morale: int
    ) -> None:
        self.id = id
        self.nation = nation
        self.kind = kind
        self.fp = fp
        self.range = range_
        # With its own guns it shoots at twice the printed range (lnlt.core.5.4); -1 = it has none.
        self.reach = -1 if kind == LEADER or kind in UNARMED else 2 * range_
        self.move = move
        self.morale = morale
        self.shaken_morale = shaken_morale
        self.lm = 0
        self.assault = False
        self.glider = False
        self.basis = ""
        self.service = "any"
        self.force = 0  # whose leaders help it (lnlt.core.13), a bit for each force of each nation
        self.division = ""  # the one it belongs to, where that counts (lnlt.core.option.divisions)
        self.apart = False  # stacks with no other force
        self.colour = ""
        self.badge = ""
        self.traits = 0  # marks of rules.traits
        self.smoke = 0  # smoke is laid on this die or less (lnlt.core.7)
        self.starshell = 0  # lnlt.core.20.2
        self.smc = is_single_man(kind)
        self.mmc = not self.smc
        self.size = 0 if self.smc else 2 if kind == SQUAD else 1  # in half-squads, for stacking
        self.nimble = move >= (5 if self.smc else 3)  # loaded and after laying smoke it still has two movement points
        self.team: Team | None = None  # weapon teams (lnlt.core.armour.2)
        self.reduced_odd: UnitType | None = None
        self.reduced_even: UnitType | None = None
        self.dismounted: UnitType | None = None
        self.among: dict[str, UnitType] = {}  # the counter that stands for a Hero raised by another force
        self.combined: UnitType | None = None  # the squad that two such half-squads make


def is_single_man(kind: int) -> bool:
    """One man is no squad, half-squad, team or crew (lnlt.core.1.1, lnlt.pac.fr.0a)."""
    return LEADER <= kind <= ARMOR_LEADER


def same_force(a: UnitType, b: UnitType) -> bool:  # lnlt.hid.13.1.2f
    """Whether one may lead, rally or help the other (lnlt.core.13)."""
    return bool(a.force & b.force)


class WeaponType:
    def __init__(self, id: str, name: str, nation: str, fp: int, range_: int) -> None:
        self.id = id
        self.name = name
        self.nation = nation
        self.fp = fp
        self.range = range_
        self.kind = MG
        self.min_range = 0
        self.two_sided = False  # assembled it stays where it is, packed it does not fire (lnlt.core.1.6.1)
        self.ordnance: Ordnance | None = None  # fires on the Ordnance Fire Table (lnlt.core.armour.1)
        self.basis = ""


class Edition:
    """Named game options: the newest edition is the default (lnlt.core.option)."""

    def __init__(self) -> None:
        self.ops_halves = False
        self.smc_self_rally = True
        self.assault_fire = True
        self.natural_six_fails = True
        self.passes = 3
        self.printing = 0  # 0 the newest edition; older ones set other switches
        self.shaken_die_on_entry = False
        self.assault_halves = False
        self.motherland_everywhere = False
        self.fire_ignition = True
        self.squads_flip_mortars = False
        self.ss_always_stand = True
        self.continuous = True
        self.correction_lm = False
        self.dj_size_drm = False
        self.dj_speed_drm = False
        self.dj_vehicle_spotting = False
        self.gun_swing_fire = True
        self.heat_needs_cover = False
        self.leader_helps_ordnance = True
        self.divisions_apart = False
        self.loose_mission = 0  # 0 two less, 1 halved, 2 the same
        self.natural_two = 0  # 0 immobilises, 1 the hull, 2 where the armour is thinnest
        self.oft_adjacent = 0
        self.overrun_double = False
        self.second_fail_abandons = False
        self.vehicle_tm_on_to_hit = True
        self.backblast_ban = False
        self.he_uses_dft_mods = False
        self.heroes_from_teams = False
        self.hexside_facing = False
        self.mortar_smoke = False
        self.muzzle_flash = False
        self.overrun_reply = False
        self.rear_mgs = False
        self.smoke_shells = False
        self.wreck_smoke = False


class Numbers:
    """What `data/numbers.yaml` says, each with its basis there."""

    def __init__(self) -> None:
        self.marker_tm: list[int] = []  # by kind of marker, like the next two
        self.marker_degrades: list[int] = []
        self.marker_height: list[int] = []
        self.melee_kills: list[int] = []
        self.most_tm = 0
        self.fire_starts = 0
        self.fire_spreads = 0
        self.runs_dry = 0
        self.starshell_light = 0
        self.starshell_reach = 0
        self.wire_leave = 0
        self.wire_tracks = 0
        self.bunker_step = 0
        self.bunker_squads = 0
        self.floor_step = 0


class Objective:
    def __init__(self, hex_: int, points: int) -> None:
        self.hex = hex_
        self.points = points
        self.since = 0  # the turn from which it counts (lnlt.scenario.objectives)
        self.until = 0  # the turn at whose end its points are given, 0 = at the end of the game
        self.then = -1  # the objective that takes its place once it is taken
        self.seat = -1  # whose secret it is (lnlt.scenario.secret), -1 = nobody's
        self.plan = -1  # and in which plan


class Arrival:
    """A unit or a vehicle that is not on the map at first: it sets up (turn 0) or arrives in an area."""

    def __init__(self, seat: int, unit: int, turn: int, area: list[int], vehicle: int = -1, name: str = "") -> None:
        self.seat = seat
        self.unit = unit
        self.turn = turn
        self.area = area
        self.vehicle = vehicle  # -1 = a unit
        self.group = -1  # the die that it waits for (lnlt.scenario.reinforcements), -1 = none
        self.name = name  # of the area, which a plan may have laid elsewhere (lnlt.scenario.secret)


class Exit:
    """Hexes by which a side may leave the map, and what a squad that does is worth."""

    def __init__(self, seat: int, hexes: list[int], points: int) -> None:
        self.seat = seat
        self.hexes = hexes
        self.points = points


class Paragraph:
    """An event marker (lnlt.core.1.8): where it lies, whom it waits for, and what happens then."""

    def __init__(self, hex_: int, seat: int, text: str) -> None:
        self.hex = hex_
        self.seat = seat  # whose units set it off, -1 = anybody's
        self.text = text
        self.points = 0  # for the side that sets it off
        self.marker = -1  # a marker put on the hex
        self.units: list[int] = []  # units that come on there


class Sortie:
    """An aircraft that a scenario gives to a side (lnlt.core.armour.9)."""

    def __init__(self, name: str, strafe_fp: int, bomb_fp: int, turn: int) -> None:
        self.name = name
        self.strafe_fp = strafe_fp  # 0 = no machine guns
        self.bomb_fp = bomb_fp  # 0 = no bombs
        self.turn = turn  # from which it may be flown


class Lesson:
    """A worked example to be played step by step: each choice with its dice, and the step that it belongs to."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.seats: list[int] = []
        self.options: list[int] = []
        self.dice: list[list[int]] = []
        self.steps: list[int] = []


class Scenario:
    """What a scenario file says, with names turned into objects."""

    def __init__(self, id: str, board: Board, nations: list[str], turns: int, first_initiative: int) -> None:
        self.id = id
        self.title: dict[str, str] = {}
        self.about: dict[str, str] = {}
        self.notes: list[Text] = []  # its special rules in words
        self.board = board
        self.nations = nations  # the first of each side
        self.members: list[list[str]] = [[nation] for nation in nations]  # all of each side (lnlt.scenario.nations)
        self.titles = [f"@nation.{nation}" for nation in nations]  # what the sides are called
        self.module = "core"  # whose counters are in play
        self.turns = turns
        self.first_initiative = first_initiative
        self.objectives: list[Objective] = []
        self.paragraphs: list[Paragraph] = []
        self.mounted = False  # somebody rides (lnlt.core.6.6)
        self.snipers = False  # whether there are any
        self.issued: dict[str, dict[int, WeaponType]] = {}  # what comes with a skill card, by nation
        self.sorties: list[list[Sortie]] = [[], []]
        self.arrivals: list[Arrival] = []
        self.exits: list[Exit] = []
        self.last_man = False
        self.lesson: Lesson | None = None
        self.occasion: dict[str, int | str] = {}  # of a random battle, in words: number, kind, year, size
        self.need = 0  # points that `need_seat` wins with
        self.need_seat = -1
        self.casualty_points = 0  # per squad lost by the enemy, half of it (rounded up) for anything smaller
        self.tie = -1
        self.heroes: list[list[UnitType]] = [[], []]
        self.squads: list[dict[UnitType, UnitType]] = [{}, {}]  # what two halves of a side make (lnlt.core.open.31)
        self.apart = False  # somebody here does not stack with everybody (lnlt.core.13)
        self.cramped = False  # for this or another reason, more than numbers counts in stacking
        self.shells: list[int] = [0, 0]  # smoke shells of each side
        self.home: list[bool] = [False, False]  # fights on its own ground (lnlt.hid.13.3.1a)
        self.cards: list[list[int]] = [[], []]  # skills that Heroes may draw
        self.one_deck = False  # both sides draw from the same cards
        self.crews: dict[str, UnitType] = {}  # what gets out of a vehicle, by nation
        self.edition = Edition()
        self.numbers = Numbers()
