"""Saves: header and choices, never a pickle. Loading replays them and refuses what does not replay."""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated, Any

import msgspec

from bocage.kernel.dice import BadScript, DiceExhausted, result_of
from bocage.kernel.fair import Mix, Pledge, commit, face_of, key_for, open_with, swear
from bocage.kernel.game import Game, IllegalChoice
from bocage.kernel.system import MOST_SEED, BadOption, System, check_options

FORMAT = 1  # a game with seeded dice
FAIR = 2  # a game with fair dice


class SaveError(Exception):
    """A save that cannot be loaded; the message names the field or the first choice that does not fit."""


class Choice(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    seat: int
    option: int
    dice: list[int]
    digest: str


class Mixed(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    draws: int
    seat: int
    salt: str


class Fair(msgspec.Struct, forbid_unknown_fields=True):
    """What the dice of a game can be checked with; the secret is told at its end."""

    commitment: str
    opening: list[int]  # the dice that fell before the first choice
    given: int  # so many dice were taken over from another game
    mixes: list[Mixed]
    secret: str = ""


class Save(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    format: int
    system: str
    version: str
    scenario: str
    scenario_hash: str
    options: dict[str, Any]
    seed: Annotated[int, msgspec.Meta(ge=-MOST_SEED, le=MOST_SEED)]
    seats: list[str]
    opening: str
    choices: list[Choice]
    checksum: str = ""
    fair: Fair | None = None


def to_save(game: Game, scenario_hash: str) -> Save:
    """The whole game, but for the secret of its dice as long as it goes on."""
    pledge = game.pledge
    save = Save(
        format=FORMAT if pledge is None else FAIR,
        system=game.system.id,
        version=game.system.version,
        scenario=game.scenario,
        scenario_hash=scenario_hash,
        options=game.options,
        seed=game.seed,
        seats=game.seats,
        opening=game.opening,
        choices=[Choice(p.seat, p.option, [result_of(r) for r in p.rolls], p.digest) for p in game.history],
        fair=None if pledge is None else tell(pledge, game.over),
    )
    save.checksum = checksum(save)
    return save


def tell(pledge: Pledge, whole: bool) -> Fair:
    """What may be known of a pledge: with its secret, or without."""
    return Fair(
        commitment=pledge.commitment(),
        opening=pledge.faces[: pledge.opening],
        given=pledge.given,
        mixes=[Mixed(mix.draws, mix.seat, mix.salt) for mix in pledge.mixes],
        secret=pledge.secret.hex() if whole else "",
    )


def checksum(save: Save) -> str:
    bare = {name: value for name, value in msgspec.structs.asdict(save).items() if value is not None}
    bare["checksum"] = ""
    return blake2b(msgspec.json.encode(bare, order="sorted"), digest_size=8).hexdigest()


def encode(save: Save) -> bytes:
    return msgspec.json.format(msgspec.json.encode(save), indent=1) + b"\n"


def decode(data: bytes, name: str = "save") -> Save:
    try:
        save = msgspec.json.decode(data, type=Save)
    except msgspec.ValidationError as error:
        raise SaveError(f"{name}: {error}") from error
    except msgspec.DecodeError as error:
        raise SaveError(f"{name}: not a complete save (truncated or edited): {error}") from error
    except RecursionError as error:
        raise SaveError(f"{name}: nested too deeply to be a save") from error
    if save.format not in (FORMAT, FAIR):
        raise SaveError(f"{name}: format: {save.format} is neither {FORMAT} nor {FAIR}, which this version reads")
    if (save.format == FAIR) != (save.fair is not None):
        raise SaveError(f"{name}: format: {FAIR} is a game with fair dice, {FORMAT} one with seeded dice")
    try:
        check_options(save.options)
    except BadOption as error:
        raise SaveError(f"{name}: {error}") from error
    return save


def replay(
    system: System, save: Save, scenario_hash: str, name: str = "save", upto: int | None = None,
    pledge: Pledge | None = None,
) -> Game:  # fmt: skip
    """Play the save again, comparing dice and checksum after every choice.

    Fair dice are told again as they fell. The next ones are those of the pledge, or of a new one: no save foretells.
    """
    if save.version != system.version:
        raise SaveError(
            f"{name}: version: played under {system.id} rules {save.version}, these are {system.version};"
            " install that version to go on with it"
        )
    if save.scenario_hash != scenario_hash:
        raise SaveError(f"{name}: scenario_hash: the scenario '{save.scenario}' has changed since this game was saved")
    choices = save.choices[:upto]
    game = opened(system, save, choices, pledge, name)
    if game.opening != save.opening:
        raise SaveError(f"{name}: opening: the set-up does not replay to the saved position")
    for number, choice in enumerate(choices):
        repeat(game, choice, f"{name}: choices[{number}]")
    if save.checksum != checksum(save):
        raise SaveError(f"{name}: checksum: the file was changed after it was saved")
    return game


def carry_over(system: System, save: Save, name: str = "save", pledge: Pledge | None = None) -> Game:
    """Go on under these rules with a game that was begun under others, or in a scenario that has changed since.

    Its choices are made again. Where each is still offered and rolls the dice that fell, the game goes on, though
    positions may differ. Raises SaveError with the first choice that no longer fits.
    """
    game = opened(system, save, save.choices, pledge, name)
    for number, choice in enumerate(save.choices):
        repeat(game, choice, f"{name}: choices[{number}]", same=False)
    return game


def restore(system: System, save: Save, scenario_hash: str, name: str = "save", pledge: Pledge | None = None) -> Game:
    """As it was where rules and scenario are the same, else carried over."""
    if (save.version, save.scenario_hash) == (system.version, scenario_hash):
        return replay(system, save, scenario_hash, name, pledge=pledge)
    if save.checksum != checksum(save):
        raise SaveError(f"{name}: checksum: the file was changed after it was saved")
    try:
        return carry_over(system, save, name, pledge)
    except SaveError as error:
        raise SaveError(
            f"{error} (begun under {system.id} rules {save.version}, these are {system.version})"
        ) from error


def opened(system: System, save: Save, choices: list[Choice], pledge: Pledge | None, name: str) -> Game:
    """The game at its first decision, with the dice that fell in these choices."""
    if save.fair is not None and pledge is None:
        pledge = swear(save.seed, faces_of(save.fair, choices))
    try:
        if pledge is None:
            state = system.begin(save.scenario, save.seed, save.options)
        else:
            state, pledge = open_with(pledge, system, save.scenario, save.options)
    except (BadScript, DiceExhausted) as error:
        raise SaveError(f"{name}: fair: {error}") from error
    game = Game(system, save.scenario, save.seed, save.options, state, True)
    game.seats = save.seats
    game.pledge = pledge
    return game


def faces_of(fair: Fair, choices: list[Choice]) -> list[int]:
    """Every die of these choices, and those before."""
    return fair.opening + [face for choice in choices for face in choice.dice]


def pledge_of(save: Save, fair: Fair) -> Pledge:
    """The pledge of a game that goes on where it was, with its secret."""
    mixes = [Mix(mixed.draws, mixed.seat, mixed.salt) for mixed in fair.mixes]
    return Pledge(bytes.fromhex(fair.secret), save.seed, faces_of(fair, save.choices), mixes, fair.given)


def repeat(game: Game, choice: Choice, where: str, same: bool = True) -> None:
    """A choice of a save, which must roll what it rolled and, under the same rules, lead where it led."""
    try:
        game.play(choice.option, choice.seat)
    except (IllegalChoice, BadScript, DiceExhausted) as error:
        raise SaveError(f"{where}: {error}") from error
    played = game.history[-1]
    if played.seat != choice.seat:  # a negative one means whoever is asked first
        raise SaveError(f"{where}: there is no seat {choice.seat}")
    if [result_of(r) for r in played.rolls] != choice.dice:
        raise SaveError(f"{where}: the dice differ from those the game rolls here")
    if same and played.digest != choice.digest:
        raise SaveError(f"{where}: the position after this choice differs from the saved one")


def verify(system: System, save: Save, scenario_hash: str, name: str = "save") -> int:
    """Work out every die of a finished game again: how many were checked, or SaveError with the first that is wrong."""
    fair = save.fair
    if fair is None:
        raise SaveError(f"{name}: the dice came from a seed that was known before: not for rivals, nothing to check")
    if not fair.secret:
        raise SaveError(f"{name}: the game was not over: the secret of its dice is told at the end")
    try:
        pledge = pledge_of(save, fair)
    except ValueError as error:
        raise SaveError(f"{name}: fair.secret: not a number in hexadecimal") from error
    if commit(pledge.secret, save.seed) != fair.commitment:
        raise SaveError(f"{name}: fair.commitment: it does not belong to this secret")
    played = replay(system, save, scenario_hash, name, pledge=pledge).pledge
    assert played is not None
    checked = 0
    for number in range(fair.given, len(played.sides)):
        sides = played.sides[number]
        if not sides:
            continue
        face = face_of(key_for(pledge.secret, pledge.mixes, number), number, sides)
        if face != played.faces[number]:
            raise SaveError(f"{name}: die {number + 1} was {face}, but the save says {played.faces[number]}")
        checked += 1
    return checked
