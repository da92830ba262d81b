"""How the page draws what a system names: `data/looks.yaml` of its package.

    pieces:  {half-squad: pair}     kind of piece -> silhouette
    models:  {ge.veh.pz2: pz2}      what a piece is in the data -> silhouette, where its kind has several
    signs:   {moved: move}          kind of badge or marker -> sign
    terrain: {light-woods: woods}   terrain or feature -> family of ground
    sounds:  {fire-hits: rifle}     kind of event -> sound

What a system does not list is drawn plainly: a man with a rifle, the first letter of the label, open ground.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from bocage.content import load_yaml

Silhouette = Literal[
    "squad", "pair", "crew", "rifleman", "smg", "leader", "hero", "medic", "nurse", "sniper", "scout", "observer",
    "mg", "hmg", "mgonly", "mortar", "mortaronly", "rocket", "rocketonly", "fausts", "atrifle", "flame", "gun",
    "atgun", "howitzer", "flak", "token", "tank", "halftrack", "car", "truck", "stuart", "sherman", "firefly",
    "wolverine", "scott", "churchill", "cromwell", "tetrarch", "matilda1", "matilda", "lightmk6", "charb1", "r35",
    "h39", "s35", "fcm2c", "t13", "pz2", "luchs", "pz38t", "pz3", "pz3l", "pz4", "pz4h", "stug", "tiger", "panther",
    "kingtiger", "ferdinand", "pzjager", "sig33", "t34", "t3485", "t70", "kv1", "is2", "su76", "su122", "goliath",
    "carrier", "m3half", "m16", "sdkfz251", "sdkfz8", "sdkfz10", "jeep", "amphibian", "kubel", "sidecar", "blitz",
    "zis", "laffly", "sdkfz222", "panhard", "puma", "greyhound", "daf", "ba64", "cupola",
]  # fmt: skip
Sign = Literal[
    "unknown", "done", "move", "fire", "hide", "spot", "melee", "wound", "crawl", "double", "pin", "shaken", "order",
    "number", "smoke", "watch", "star", "current", "objective", "blaze", "trench",
    "foxholes", "wire", "mine", "bunker", "wreck", "block", "letter",
    "token-number", "token-star", "token-word", "token-back",
]  # fmt: skip
Family = Literal[
    "clear", "objective", "zone", "hedge", "bocage", "wall", "fence", "wire", "road", "avenue", "rail", "bridge",
    "trench", "foxholes", "building", "timber", "manor", "barn", "bunker", "ruin", "rubble", "wreck", "orchard",
    "forest", "woods", "thicket", "wheat", "unripe", "crops", "grass", "brush", "water", "ford", "brook", "marsh",
    "rough", "sand", "hill", "cliff", "door", "window",
]  # fmt: skip

Sound = Literal["rifle", "burst", "shell", "engine", "dice", "token", "melee", "rally"]


class Looks(msgspec.Struct, forbid_unknown_fields=True):
    pieces: dict[str, Silhouette] = {}
    models: dict[str, Silhouette] = {}
    signs: dict[str, Sign] = {}
    terrain: dict[str, Family] = {}
    sounds: dict[str, Sound] = {}


@cache
def looks(package: Path) -> Looks:
    """The looks of a system, whose package this is."""
    path = package / "data" / "looks.yaml"
    return load_yaml(path, Looks) if path.is_file() else Looks()
