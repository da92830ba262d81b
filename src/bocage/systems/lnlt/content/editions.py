"""Editions as named game options (lnlt.core.option): which switch each name sets, and what it may be set to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bocage.content import ContentError, WrongContent, known
from bocage.systems.lnlt.model.tables import Edition

SWITCHES: dict[str, tuple[str, dict[Any, Any]]] = {
    "edition": ("printing", {"v5.1": 0, "v4.1": 1, "v3": 2}),
    "ops_complete_of": ("ops_halves", {"minus-one": False, "half": True}),
    "self_rally_smc": ("smc_self_rally", {"all": True, "leaders": False}),
    "assault_fire": ("assault_fire", {True: True, False: False}),
    "natural6_spot_fail": ("natural_six_fails", {True: True, False: False}),
    "phase_end": ("passes", {3: 3, 2: 2}),
    "shaken_die_on_entry": ("shaken_die_on_entry", {True: True, False: False}),
    "old_assault_fp": ("assault_halves", {True: True, False: False}),
    "continuous_movement": ("continuous", {True: True, False: False}),
    "correction": ("correction_lm", {1: False, "lm": True}),
    "dj_size_drm": ("dj_size_drm", {True: True, False: False}),
    "dj_speed_drm": ("dj_speed_drm", {True: True, False: False}),
    "dj_vehicle_spotting": ("dj_vehicle_spotting", {True: True, False: False}),
    "gun_swing_fire": ("gun_swing_fire", {True: True, False: False}),
    "heat_vs_infantry_needs_cover": ("heat_needs_cover", {True: True, False: False}),
    "leader_helps_ordnance": ("leader_helps_ordnance", {True: True, False: False}),
    "loose_mission_fp": ("loose_mission", {"minus-two": 0, "halve": 1, "same": 2}),
    "natural_two": ("natural_two", {"immobilize": 0, "hull": 1, "owner-worst": 2}),
    "oft_adjacent": ("oft_adjacent", {0: 0, -1: -1, -2: -2, 1: 1}),
    "overrun_double": ("overrun_double", {True: True, False: False}),
    "second_fail_abandons": ("second_fail_abandons", {True: True, False: False}),
    "vehicle_tm_on_to_hit": ("vehicle_tm_on_to_hit", {True: True, False: False}),
    "facing": ("hexside_facing", {"vertex": False, "hexside": True}),
    "he_uses_dft_mods": ("he_uses_dft_mods", {True: True, False: False}),
    "overrun_close_assault_reply": ("overrun_reply", {True: True, False: False}),
    "muzzle_flash": ("muzzle_flash", {True: True, False: False}),
    "wreck_smoke": ("wreck_smoke", {True: True, False: False}),
    "mortar_smoke": ("mortar_smoke", {True: True, False: False}),
    "backblast_ban": ("backblast_ban", {True: True, False: False}),
    "rear_mgs": ("rear_mgs", {True: True, False: False}),
    "smoke_shells": ("smoke_shells", {True: True, False: False}),
    "hero_from": ("heroes_from_teams", {"squads": False, "any": True}),
    "fire_ignition": ("fire_ignition", {True: True, False: False}),
    "mortar_flip": ("squads_flip_mortars", {"anyone": False, "squads": True}),
    "ss_stand": ("ss_always_stand", {"always": True, "alone": False}),
    "divisions": ("divisions_apart", {"together": False, "apart": True}),
    "motherland": ("motherland_everywhere", {"one-hex": False, "every-hex": True}),
}

OLDER: dict[str, dict[str, Any]] = {
    "v4.1": {"assault_fire": False},
    "v3": {
        "assault_fire": False,
        "ops_complete_of": "half",
        "self_rally_smc": "leaders",
        "natural6_spot_fail": False,
        "fire_ignition": False,
        "hero_from": "any",
    },
}
"""How older editions read the switches (lnlt.core.option.edition); a switch that is set by itself overrides it."""


def spell_out(options: Mapping[str, Any]) -> dict[str, Any]:
    """With the switches that an older edition stands for."""
    return {**OLDER.get(str(options.get("edition")), {}), **options}


def edition(options: Mapping[str, Any]) -> Edition:
    """Edition switches by the names of the rulebook (lnlt.core.option.*)."""
    found = Edition()
    for name, value in spell_out(options).items():
        field, values = known("option", name, SWITCHES, f"options.{name}")
        fitting = [key for key in values if key == value and isinstance(key, bool) == isinstance(value, bool)]
        if not fitting:
            raise WrongContent(f"options.{name}", f"must be one of {', '.join(map(spell, values))}, not {spell(value)}")
        setattr(found, field, values[fitting[0]])
    return found


def spell(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def edition_of_game(options: Mapping[str, Any]) -> Edition | None:
    """Check options that come from the player, not from a file."""
    try:
        return edition(options) if options else None
    except WrongContent as wrong:
        raise ContentError("options", 0, wrong.field, wrong.message) from None
