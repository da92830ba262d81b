"""The effects of action cards by number, and the moments at which each may be used."""

from __future__ import annotations

from typing import Final

# By their names in data/cards.yaml
EFFECTS: Final = (
    "special-order",
    "take-initiative",
    "swap-enemy-orders",
    "swap-own-orders",
    "remove-suppressed",
    "flip-unit",
    "extra-move",
    "free-move",
    "discard-order",
    "move-order-token",
    "extra-turn",
    "reactivate",
    "draw",
    "eliminate",
    "return-unit",
    "return-tokens",
    "cancel-card",
    "move-bonus",
    "ignore-difficult",
    "assault-surprise",
    "ignore-terrain-bonus",
    "shot-bonus",
    "gain-fire-on-move",
    "move-after-fire",
    "deploy-unit",
    "artillery",
    "strafe",
    "offboard-shot",
    "remove-damage",
    "place-smoke",
    "equipment-shot",
    "adjacent-attack",
    "ram",
    "defense-bonus",
    "reroll-own",
    "hit-to-suppressed",
    "cancel-hit",
    "retreat",
    "assault-bonus",
    "retreat-before-assault",
    "stop-move",
    "opportunity-fire",
    "trap",
    "move-bonus-after",
    "no-dispersal",
    "redirect-grenade",
)
SPECIAL_ORDER: Final = 0
TAKE_INITIATIVE: Final = 1
SWAP_ENEMY: Final = 2
SWAP_OWN: Final = 3
CALM: Final = 4
FLIP: Final = 5
EXTRA_MOVE: Final = 6
FREE_MOVE: Final = 7
DISCARD_ORDER: Final = 8
RELAY: Final = 9
EXTRA_TURN: Final = 10
REACTIVATE: Final = 11
DRAW: Final = 12
DESERT: Final = 13
RETURN_UNIT: Final = 14
RETURN_TOKENS: Final = 15
CANCEL: Final = 16
MOVE_BONUS: Final = 17
EASY_GROUND: Final = 18
SURPRISE: Final = 19
OPEN_TARGET: Final = 20
SHOT_BONUS: Final = 21
MOVING_FIRE: Final = 22
HIT_AND_RUN: Final = 23
DEPLOY_UNIT: Final = 24
# Attacks, smoke and repairs
ARTILLERY: Final = 25
STRAFE: Final = 26
OFFBOARD_SHOT: Final = 27
REPAIR: Final = 28
SMOKE: Final = 29
FAUST_SHOT: Final = 30
CLOSE_ATTACK: Final = 31
RAM: Final = 32
# Answers to what is under way (rules/reactions.py)
DUCK: Final = 33
REROLL: Final = 34
HELMET: Final = 35
BOUNCE: Final = 36
DRIVE_BACK: Final = 37
RAGE: Final = 38
GIVE_WAY: Final = 39
STOP_MOVE: Final = 40
SNAP_SHOT: Final = 41
TRAP: Final = 42
GO_ON: Final = 43
PRECISION: Final = 44
RETURN_GRENADE: Final = 45

# By moment, as numbered in rules/moments.py
WINDOWS: Final = (
    (SPECIAL_ORDER, TAKE_INITIATIVE, CALM, FLIP),
    (SWAP_ENEMY, SWAP_OWN, CALM, FLIP),
    (CALM, FLIP, EXTRA_MOVE, FREE_MOVE, DISCARD_ORDER, RELAY, EXTRA_TURN, REACTIVATE, HIT_AND_RUN)
    + (ARTILLERY, STRAFE, OFFBOARD_SHOT, SMOKE),
    (CALM, FLIP, MOVE_BONUS, EASY_GROUND, SURPRISE, OPEN_TARGET, SHOT_BONUS, MOVING_FIRE)
    + (FAUST_SHOT, CLOSE_ATTACK, RAM),
    (CALM, FLIP, DRAW, DESERT, RETURN_UNIT, RETURN_TOKENS, REPAIR, DEPLOY_UNIT),
    (DUCK,),
    (REROLL, HELMET, BOUNCE),
    (DRIVE_BACK,),
    (STOP_MOVE, SNAP_SHOT, TRAP),
    (GO_ON,),
    (RAGE, GIVE_WAY),
    (REROLL,),
    (PRECISION,),
    (REROLL, RETURN_GRENADE),
)
