"""What leaves the process: typed messages that page, command line, bots and tests read.

Words travel as `Text` (catalogue key and arguments) and are rendered in the reader's language at the very edge.
"""

from __future__ import annotations

import msgspec

from bocage.kernel.event import Arg


class Text(msgspec.Struct, frozen=True, omit_defaults=True):
    """A catalogue key with its arguments; an argument "@key" is itself looked up.

    What a scenario file says of itself travels as `words`, by language: no catalogue knows them.
    """

    key: str
    args: dict[str, Arg] = {}
    words: dict[str, str] = {}


class Cell(msgspec.Struct, omit_defaults=True):
    """A hex or a space: the centre in board units, terrain and level; `name` is what players call it, if not `id`."""

    id: str
    x: float
    y: float
    terrain: str
    level: int = 0
    name: str = ""
    within: str = ""  # the cell that this smaller one lies in: an upper floor, a bunker


class Feature(msgspec.Struct, omit_defaults=True):
    """Something drawn on the board: a wood, a house, a road, a hexside wall, an objective's circle.

    `points` are board units. `line` features are strokes, others closed polygons.
    """

    kind: str
    points: list[tuple[float, float]]
    line: bool = False
    label: Text | None = None
    id: str = ""


class Row(msgspec.Struct):
    """A line of a unit or terrain card."""

    label: Text
    value: str | Text


class Board(msgspec.Struct, omit_defaults=True):
    """The static board. Units: hex = a flat-top hex of side 1; square = spaces of side 1; plane = inches, y up."""

    geometry: str  # "hex", "square" or "plane"
    width: float
    height: float
    cells: list[Cell] = []
    features: list[Feature] = []
    terrains: dict[str, Text] = {}  # name of each terrain id used
    cards: dict[str, list[Row]] = {}  # what each terrain does


class Badge(msgspec.Struct, omit_defaults=True):
    """A marker on a piece or place: `kind` picks the drawing, `label` says it in words."""

    kind: str
    label: Text


class Piece(msgspec.Struct, omit_defaults=True):
    """A counter, a figure or a card-sized token, as one seat may see it."""

    id: int
    name: Text
    seat: int  # owner, -1 for nobody
    nation: str  # picks the colour: us, de, uk, su, fr …
    kind: str  # picks the silhouette: squad, half-squad, leader, hero, medic, mg, rifleman, order …
    place: str = ""  # cell id, or "" when off the board or on the plane
    x: float = 0.0  # plane only, inches
    y: float = 0.0
    radius: float = 0.0
    width: int = 1  # square only: spaces covered
    facing: int = -1
    values: list[str] = []  # along the bottom of the counter
    corner: str = ""  # morale, defence …
    flipped: bool = False  # shaken side, suppressed …
    turned: Text | None = None  # what the system calls the side that is up, where no badge says it
    badges: list[Badge] = []
    group: int = -1  # the unit a figure belongs to, the carrier of a weapon
    rows: list[Row] = []  # unit card
    basis: str = ""  # "estimate" where our own numbers are printed
    model: str = ""  # what it is in the data, where several of a kind look different
    turret: int = -1  # where its turret points, as `facing`


class Marker(msgspec.Struct, omit_defaults=True):
    """Something on a place that is no piece: spotted, smoke, objective, order token."""

    kind: str
    label: Text
    place: str = ""
    x: float = 0.0
    y: float = 0.0
    seat: int = -1


class SeatView(msgspec.Struct, omit_defaults=True):
    name: Text
    nation: str
    score: int = 0
    camp: int = -1  # where seats are allied: the side it fights on, and what that is called
    side: Text | None = None


class Position(msgspec.Struct, omit_defaults=True):
    """What one seat may know of the state, and nothing more."""

    turn: int
    turns: int
    phase: Text
    seats: list[SeatView]
    pieces: list[Piece]
    markers: list[Marker] = []
    status: list[Text] = []
    over: bool = False
    winner: int = -1
    ending: Text | None = None  # why the game ended
    dark: int = 0  # the light: 1 twilight, 2 night


class Token(msgspec.Struct, omit_defaults=True):
    """Something a player has in hand and lays on pieces: what it is, as a badge says it."""

    id: int
    kind: str
    label: Text


class Mark(msgspec.Struct):
    """Several pieces that a choice is about: "falls" (they would be lost), "blast" (they would be under it)."""

    kind: str
    pieces: list[int]


class Arc(msgspec.Struct, omit_defaults=True):
    """Where a weapon of the free table reaches: to the front half of where it faces, or all round (-1)."""

    x: float
    y: float
    reach: float
    facing: int = -1  # degrees clockwise from north
    least: float = 0.0
    turns: bool = False  # the decision is where it will face


class Choice(msgspec.Struct, omit_defaults=True):
    """One option in words. `verb` with `piece` and `place` is how drills and typed orders name it."""

    id: int
    verb: str
    label: Text
    rule: str = ""
    piece: int = -1  # clicking this piece chooses it
    place: str = ""  # clicking this place chooses it
    x: float = -1.0
    y: float = -1.0
    path: list[str] = []
    steps: bool = False  # it takes the movers to the next place
    token: int = -1  # dragging this token to the piece chooses it
    marks: list[Mark] = []
    figures: list[tuple[float, float]] = []  # plane only: where the men will stand

    def fits(self, attempt: Attempt) -> bool:
        """Whether this is what somebody tried: whatever the attempt names, the choice has."""
        return (
            attempt.verb in ("", self.verb)
            and attempt.piece in (-1, self.piece)
            and attempt.place in ("", self.place)
            and (attempt.x < 0 or (attempt.x == self.x and attempt.y == self.y))
            and attempt.path in ([], self.path)
            and all(self.label.args.get(name) == value for name, value in attempt.args.items())
        )


class Placed(msgspec.Struct, omit_defaults=True):
    """Where a piece is to stand that has not set out yet, and the way it will take there; plane only."""

    piece: int
    x: float
    y: float
    way: list[tuple[float, float]] = []


class Prompt(msgspec.Struct, omit_defaults=True):
    """A decision in words, for the seat that has to take it."""

    seat: int
    kind: str
    text: Text
    rule: str
    choices: list[Choice]
    region: list[list[tuple[float, float]]] = []  # rings; any point inside may be chosen
    pieces: list[int] = []  # what the decision is about: the mover, the unit to place
    decline: int = -1  # in a window to react, the option that lets it pass
    setup: bool = False  # own pieces are being placed
    hint: int = -1  # in a lesson, the option that its example takes
    plans: bool = False  # it may be laid out with those that follow, and confirmed together with them
    tokens: list[Token] = []  # in hand, in the order they are shown
    hand: int = -1  # the piece that may be put on a point by hand, so that the move is laid out before it is made
    arcs: list[Arc] = []  # where those who decide can fire
    track: list[tuple[float, float]] = []  # the way of those who may be fired at, point by point
    placed: list[Placed] = []  # a move that is laid out; each of these may be put elsewhere by hand


class Attempt(msgspec.Struct, omit_defaults=True):
    """Something a player tried: which verb, with which piece, at which place.

    Drills may also name the path and arguments of the label, where choices differ in nothing else.
    """

    verb: str = ""
    piece: int = -1
    place: str = ""
    x: float = -1.0
    y: float = -1.0
    path: list[str] = []
    args: dict[str, Arg] = {}


class Refusal(msgspec.Struct, omit_defaults=True):
    """`vague` refusals say no more than that something is not offered."""

    rule: str
    text: Text
    vague: bool = False


class SightStep(msgspec.Struct, omit_defaults=True):
    """A place that a line of sight crosses, and what it does to it."""

    place: str
    text: Text
    blocks: bool = False
    hampers: int = 0
    level: int = 0  # of the ground
    height: float = 0.0  # of what stands on it


class SightView(msgspec.Struct, omit_defaults=True):
    """A line of sight between two places. On the plane a place is "x,y" in inches."""

    start: str
    end: str
    clear: bool
    text: Text
    rule: str
    distance: Text
    steps: list[SightStep] = []
    levels: tuple[int, int] = (0, 0)  # of both ends


class OptionValue(msgspec.Struct, omit_defaults=True):
    value: int | bool | str
    text: Text
    fits: dict[str, list[int | bool | str]] = {}  # values of other options that it goes with, where not all do


class OptionInfo(msgspec.Struct, omit_defaults=True):
    """A game option of the start form; the first value is the default, a number that is left out is drawn."""

    name: str
    text: Text
    rule: str
    values: list[OptionValue]
    most: int = 0  # a whole number from 1 to this one, in place of values
    several: int = 0  # the place of the value that the form proposes when several people play


class Opening(msgspec.Struct, omit_defaults=True):
    """A place on a tile that takes one option; `picks` lists, for options with chosen tokens, what may be chosen."""

    name: Text
    fits: list[str]
    picks: dict[str, list[str]] = {}


class Sheet(msgspec.Struct, omit_defaults=True):
    """A unit that comes with what is bought, with the lines of its card, and its counter or men to be drawn."""

    name: Text
    rows: list[Row]
    number: int = 1
    faces: list[Piece] = []


class Ware(msgspec.Struct, omit_defaults=True):
    """Something an army is bought from: a tile, an option, a hero, a card."""

    id: str
    name: Text
    cost: int
    nation: str = ""  # "" for any
    about: Text | None = None
    openings: list[Opening] = []
    pick: int = 0  # tokens to choose with it
    copies: int = 1  # cards of this name
    command: str = ""  # a card that orders of the army allow
    units: list[Sheet] = []


class Armoury(msgspec.Struct, omit_defaults=True):
    """All that armies of a system can be bought from."""

    nations: dict[str, Text]
    tiles: list[Ware]
    options: list[Ware]
    heroes: list[Ware]
    tokens: dict[str, Text] = {}
    cards: list[Ware] = []
    support: list[Ware] = []  # bought by number beside one tile: a platoon


class Fault(msgspec.Struct, omit_defaults=True):
    """What is wrong with an army: where (as in its file), the clause that says so, and words beyond its title."""

    field: str
    rule: str
    text: Text | None = None


class Muster(msgspec.Struct, omit_defaults=True):
    """An army looked over: what it costs and everything wrong with it; `deck` is what it fights with."""

    cost: int
    faults: list[Fault] = []
    deck: dict[str, int] = {}
