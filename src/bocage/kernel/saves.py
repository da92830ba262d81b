"""Saves: header and choices, never a pickle. Loading replays them and refuses what does not replay."""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated, Any

import msgspec

from bocage.kernel.dice import result_of
from bocage.kernel.game import Game, IllegalChoice
from bocage.kernel.system import MOST_SEED, BadOption, System, check_options

FORMAT = 1


class SaveError(Exception):
    """A save that cannot be loaded; the message names the field or the first choice that does not fit."""


class Choice(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    seat: int
    option: int
    dice: list[int]
    digest: str


class Save(msgspec.Struct, forbid_unknown_fields=True):
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


def to_save(game: Game, scenario_hash: str) -> Save:
    save = Save(
        format=FORMAT,
        system=game.system.id,
        version=game.system.version,
        scenario=game.scenario,
        scenario_hash=scenario_hash,
        options=game.options,
        seed=game.seed,
        seats=game.seats,
        opening=game.opening,
        choices=[Choice(p.seat, p.option, [result_of(r) for r in p.rolls], p.digest) for p in game.history],
    )
    save.checksum = checksum(save)
    return save


def checksum(save: Save) -> str:
    bare = msgspec.structs.replace(save, checksum="")
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
    if save.format != FORMAT:
        raise SaveError(f"{name}: format: {save.format} is not the format {FORMAT} that this version reads")
    try:
        check_options(save.options)
    except BadOption as error:
        raise SaveError(f"{name}: {error}") from error
    return save


def replay(system: System, save: Save, scenario_hash: str, name: str = "save", upto: int | None = None) -> Game:
    """Play the save again, comparing dice and checksum after every choice."""
    if save.version != system.version:
        raise SaveError(
            f"{name}: version: played under {system.id} rules {save.version}, these are {system.version};"
            " install that version to go on with it"
        )
    if save.scenario_hash != scenario_hash:
        raise SaveError(f"{name}: scenario_hash: the scenario '{save.scenario}' has changed since this game was saved")
    state = system.begin(save.scenario, save.seed, save.options)
    game = Game(system, save.scenario, save.seed, save.options, state, True)
    game.seats = save.seats
    if game.opening != save.opening:
        raise SaveError(f"{name}: opening: the set-up does not replay to the saved position")
    for number, choice in enumerate(save.choices[:upto]):
        where = f"{name}: choices[{number}]"
        try:
            game.play(choice.option, choice.seat)
        except IllegalChoice as error:
            raise SaveError(f"{where}: {error}") from error
        played = game.history[-1]
        if played.seat != choice.seat:  # a negative one means whoever is asked first
            raise SaveError(f"{where}: there is no seat {choice.seat}")
        if [result_of(r) for r in played.rolls] != choice.dice:
            raise SaveError(f"{where}: the dice differ from those the game rolls here")
        if played.digest != choice.digest:
            raise SaveError(f"{where}: the position after this choice differs from the saved one")
    if save.checksum != checksum(save):
        raise SaveError(f"{name}: checksum: the file was changed after it was saved")
    return game
