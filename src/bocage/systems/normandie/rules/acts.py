"""Everything that can be chosen in Heroes of Normandie, and what dice are rolled for.

`assault` starts the fight from where the unit stands, `approach` announces one and walks to a launch space first.
Words are under `choice.<name>` in the catalogues; operands are put into words in words/choices.py. A verb without
operands is the act of its `number`, which rules that run often use.
"""

from __future__ import annotations

from typing import Final

from bocage.kernel import NUMBER, Acts, Purposes, Verb

# What operands are
SPACE: Final = "space"
CROSSING: Final = "crossing"  # an intersection of the grid
DIRECTION: Final = "direction"  # one of 8
UNIT: Final = "unit"
TARGET: Final = "target"  # a unit of the enemy
VEHICLE: Final = "vehicle"  # to get into
STRUCTURE: Final = "structure"
WEAPON: Final = "weapon"  # of the unit that acts, by number
TOKEN: Final = "token"  # of an option
ORDER_TOKEN: Final = "order-token"
DIRECTIVE: Final = "directive"
SIDE: Final = "side"  # of a counter
TILE: Final = "tile"
CARD: Final = "card"  # a place in a hand
LAID: Final = "laid"  # a card played in this window, by its place
PLAYER: Final = "player"
SHARED: Final = "shared"  # what allies share out
DICE: Final = "dice"  # some dice of a roll, as bits

ACTS: Final = Acts()

# Anywhere
DONE: Final = ACTS.verb("done", "", leads=5, waits=True)
HOLD: Final = ACTS.verb("hold", "", waits=True)

# Deployment and orders
SET_UP: Final = ACTS.verb("place", "hon.setup.deploy.3", SIDE, SPACE)
SET_UP_CONCEALED: Final = ACTS.verb("place-concealed", "hon.abil.ambush.2", SIDE, SPACE)
SET_UP_ABOARD: Final = ACTS.verb("place-aboard", "hon.abil.trans.1", VEHICLE)
GIVE_ORDER: Final = ACTS.verb("order", "hon.order.place.2", ORDER_TOKEN, UNIT)
GIVE_BLUFF: Final = ACTS.verb("bluff", "hon.bluff.place.1", ORDER_TOKEN, UNIT)
GIVE_SPECIAL: Final = ACTS.verb("special", "hon.open.special.time.1", ORDER_TOKEN, UNIT)
LEAVE_NUMBER: Final = ACTS.verb("leave", "hon.open.place.more.1")
LEAVE_REST: Final = ACTS.verb("done", "hon.open.place.must.1", leads=5, waits=True)  # what is not a number

# Actions
PASS: Final = ACTS.verb("pass", "hon.open.act.none.1", waits=True)
MOVE: Final = ACTS.verb("move", "hon.move.inf.1", leads=2)
FIRE: Final = ACTS.verb("fire", "hon.fire.who.1", TARGET, WEAPON)
SUPPRESS: Final = ACTS.verb("suppress", "hon.abil.supp.1", TARGET, WEAPON)
SNIPE: Final = ACTS.verb("snipe", "hon.abil.sniper.1", TARGET, WEAPON)
ASSAULT: Final = ACTS.verb("assault", "hon.assault.who.1", TARGET)
APPROACH: Final = ACTS.verb("approach", "hon.assault.announce.1", TARGET)
SPLIT: Final = ACTS.verb("split", "hon.abil.mg.1", WEAPON)
SPLIT_SUPPRESS: Final = ACTS.verb("split-suppress", "hon.abil.supp.6", WEAPON)
BLAST: Final = ACTS.verb("blast", "hon.abil.how.1", WEAPON)  # howitzer or indirect fire
THROW: Final = ACTS.verb("throw", "hon.eq.gren.2")
LAUNCH_GRENADE: Final = ACTS.verb("rifle-grenade", "hon.eq.rgren.2")
FAUST: Final = ACTS.verb("panzerfaust", "hon.eq.faust.2", TARGET)
SHELL: Final = ACTS.verb("shell", "hon.eq.he.2")
DEMOLISH: Final = ACTS.verb("demolish", "hon.abil.destr.1", STRUCTURE, WEAPON)
CALL: Final = ACTS.verb("call", "hon.abil.barrage.2")

# Fire on the Move
MOVING_FIRE: Final = ACTS.verb("moving-fire", "hon.abil.fotm.1", TARGET, WEAPON)
MOVING_SUPPRESS: Final = ACTS.verb("moving-suppress", "hon.abil.fotm.1", TARGET, WEAPON)
MOVING_SPLIT: Final = ACTS.verb("split", "hon.abil.fotm.1", WEAPON)
MOVING_SPLIT_SUPPRESS: Final = ACTS.verb("split-suppress", "hon.abil.fotm.1", WEAPON)
MOVING_THROW: Final = ACTS.verb("throw", "hon.opt.use.6")
MOVING_LAUNCH_GRENADE: Final = ACTS.verb("rifle-grenade", "hon.opt.use.6")
MOVING_FAUST: Final = ACTS.verb("panzerfaust", "hon.opt.use.6", TARGET)
MOVING_SHELL: Final = ACTS.verb("shell", "hon.opt.use.6")

# Moves
STEP_TO: Final = ACTS.verb("step", "hon.move.inf.1", SPACE, steps=True)
STOP: Final = ACTS.verb("stop", "hon.move.inf.1")
CONCEAL: Final = ACTS.verb("conceal", "hon.abil.ambush.1")
STOP_CONCEALED: Final = ACTS.verb("stop-concealed", "hon.abil.ambush.1")
EXIT: Final = ACTS.verb("exit", "hon.victory.win.1")
LAUNCH: Final = ACTS.verb("assault", "hon.assault.launch.1", TARGET)
TURN_OVER: Final = ACTS.verb("turn-over", "hon.abil.tripod.1")  # a tripod, or the Opportunity Fire side
DETONATE: Final = ACTS.verb("detonate", "hon.eq.goliath.4")
REFUEL: Final = ACTS.verb("refuel", "hon.eq.fuel.2")
DIG: Final = ACTS.verb("dig", "hon.eq.pos.1")
EMBARK: Final = ACTS.verb("embark", "hon.abil.trans.4", VEHICLE)
AHEAD: Final = ACTS.verb("ahead", "hon.move.veh.2", steps=True)
BACK: Final = ACTS.verb("back", "hon.move.veh.3", steps=True)
LEFT: Final = ACTS.verb("left", "hon.move.veh.4")  # turns about its front, or its one space
RIGHT: Final = ACTS.verb("right", "hon.move.veh.4")
SWING_LEFT: Final = ACTS.verb("swing-left", "hon.open.veh.pivot.1")  # turns about its rear
SWING_RIGHT: Final = ACTS.verb("swing-right", "hon.open.veh.pivot.1")
TURN_TO: Final = ACTS.verb("face", "", DIRECTION)
SUPPLY_MOVE: Final = ACTS.verb("supply-move", "hon.supply.who.1", UNIT)
RETREAT_TO: Final = ACTS.verb("retreat", "hon.assault.win.3", SPACE)
LAND_ON: Final = ACTS.verb("land", "", SPACE)

# Opportunity Fire, by the unit that shoots
DECLINE: Final = ACTS.verb("decline", "hon.terrain.opp.3")
OPPORTUNITY_FIRE: Final = ACTS.verb("opportunity-fire", "hon.terrain.opp.3", UNIT)
OPPORTUNITY_SUPPRESS: Final = ACTS.verb("opportunity-suppress", "hon.abil.supp.1", UNIT)
OPPORTUNITY_SNIPE: Final = ACTS.verb("opportunity-snipe", "hon.terrain.opp.3", UNIT)
OPPORTUNITY_FAUST: Final = ACTS.verb("opportunity-panzerfaust", "hon.opt.use.5", UNIT)
OPPORTUNITY_THROW: Final = ACTS.verb("opportunity-throw", "hon.opt.use.5", UNIT)
OPPORTUNITY_LAUNCH_GRENADE: Final = ACTS.verb("opportunity-rifle-grenade", "hon.opt.use.5", UNIT)
OPPORTUNITY_SHELL: Final = ACTS.verb("opportunity-shell", "hon.opt.use.5", UNIT)

# Within a shot, a blast or a hit
SPEND: Final = ACTS.verb("spend", "hon.opt.use.8", TOKEN)
USE_SHIELDS: Final = ACTS.verb("shield", "hon.eq.shield.4", NUMBER, waits=True)
PICK_LOCATION: Final = ACTS.verb("location", "hon.abil.waves.1", NUMBER)
TAKE_HIT: Final = ACTS.verb("take-hit", "hon.abil.sub.1", UNIT, suffers=True)
GIVE_SHARE: Final = ACTS.verb("share", "hon.abil.mg.2", UNIT, NUMBER)
AIM_AT: Final = ACTS.verb("aim", "hon.abil.how.1", CROSSING)
THROW_IN: Final = ACTS.verb("throw-in", "hon.build.gren.1", SPACE)  # through an opening
STICK: Final = ACTS.verb("stick", "hon.eq.mine.2", TARGET, TOKEN)
LAY_CHARGE: Final = ACTS.verb("charge", "hon.eq.demo.2", STRUCTURE)
JOIN_BARRAGE: Final = ACTS.verb("barrage", "hon.abil.barrage.2", UNIT)
ROLL_AGAIN: Final = ACTS.verb("reroll", "hon.trait.vet.1", DICE)

# Command
ACT_ON_SPECIAL: Final = ACTS.verb("special-order", "hon.special.play.1", UNIT)
ACT_ALONE: Final = ACTS.verb("autonomous", "hon.abil.auto.1", UNIT)
ACT_AGAIN: Final = ACTS.verb("again", "hon.trait.heroic.1")
CALM: Final = ACTS.verb("steady", "hon.trait.hardboiled.1", NUMBER)
CALM_ONE: Final = ACTS.verb("steady-unit", "hon.trait.hardboiled.1", UNIT)
KEEP_LEAD: Final = ACTS.verb("keep", "hon.ord.init.1")
ISSUE: Final = ACTS.verb("direct", "hon.ord.direct.2", UNIT, DIRECTIVE)
HIDE: Final = ACTS.verb("veil", "hon.ord.conceal.2", UNIT, TILE)
SET_NEST: Final = ACTS.verb("nest", "hon.ord.nest.1", SPACE)
PLAY_CARD: Final = ACTS.verb("card", "hon.card.phase.1", CARD)
SPARE: Final = ACTS.verb("spare", "", waits=True)  # no card, nor at another such moment of this round
DROP_CARD: Final = ACTS.verb("discard", "hon.supply.step.6", CARD)

# What a card is played on
ON_NOTHING: Final = ACTS.verb("target", "hon.card.override.1")
ON_UNIT: Final = ACTS.verb("target", "hon.card.override.1", UNIT)
ON_PAIR: Final = ACTS.verb("target", "hon.card.override.1", UNIT, UNIT)
ON_LANDING: Final = ACTS.verb("target", "hon.card.override.1", UNIT, SPACE)
ON_CROSSING: Final = ACTS.verb("target", "hon.card.override.1", CROSSING)
ON_ROOM: Final = ACTS.verb("target", "hon.card.override.1", SPACE)
ON_LINE: Final = ACTS.verb("target", "hon.card.override.1", SPACE, DIRECTION)
ON_TOKENS: Final = ACTS.verb("target", "hon.card.override.1", TOKEN, TILE)
ON_DICE: Final = ACTS.verb("reroll", "hon.card.override.1", DICE)
ON_CARD: Final = ACTS.verb("target", "hon.card.override.1", LAID)

# Allies
GO_NEXT: Final = ACTS.verb("rank", "hon.mp.init.1", PLAYER)
HAND_OUT: Final = ACTS.verb("allot", "hon.mp.hc.4", PLAYER, SHARED)
OFFER: Final = ACTS.verb("trade", "hon.mp.cards.4", CARD, CARD, PLAYER)  # own card, the ally's
AGREED: Final = ACTS.verb("agree", "hon.mp.abil.1")
REFUSE: Final = ACTS.verb("refuse", "hon.mp.abil.1")

DECLINING: Final = (HOLD, DECLINE, REFUSE)
"""What lets a window to react pass."""

MANOEUVRES: Final[tuple[Verb, ...]] = (AHEAD, BACK, LEFT, RIGHT, SWING_LEFT, SWING_RIGHT)

ON_THE_MOVE: Final[dict[Verb, Verb]] = {
    MOVING_FIRE: FIRE, MOVING_SUPPRESS: SUPPRESS, MOVING_SPLIT: SPLIT, MOVING_SPLIT_SUPPRESS: SPLIT_SUPPRESS,
    MOVING_THROW: THROW, MOVING_LAUNCH_GRENADE: LAUNCH_GRENADE, MOVING_FAUST: FAUST, MOVING_SHELL: SHELL,
}  # fmt: skip
"""What is fired on the move, and the same from a standstill."""

OUT_OF_TURN: Final[dict[Verb, Verb]] = {
    OPPORTUNITY_FIRE: FIRE, OPPORTUNITY_SUPPRESS: SUPPRESS, OPPORTUNITY_SNIPE: SNIPE, OPPORTUNITY_FAUST: FAUST,
    OPPORTUNITY_THROW: THROW, OPPORTUNITY_LAUNCH_GRENADE: LAUNCH_GRENADE, OPPORTUNITY_SHELL: SHELL,
}  # fmt: skip
"""The same for Opportunity Fire."""

PURPOSES: Final = Purposes()
FOR_INITIATIVE: Final = PURPOSES.add("purpose.initiative")
FOR_DOCUMENTS: Final = PURPOSES.add("purpose.documents")
FOR_SHOT: Final = PURPOSES.add("purpose.shot")
FOR_ASSAULT: Final = PURPOSES.add("purpose.assault")
FOR_DEFENCE: Final = PURPOSES.add("purpose.defence")
FOR_LOCATION: Final = PURPOSES.add("purpose.location")
FOR_SNIPER: Final = PURPOSES.add("purpose.sniper")
FOR_DESTRUCTION: Final = PURPOSES.add("purpose.destruction")
FOR_DISPERSAL: Final = PURPOSES.add("purpose.dispersal")
FOR_DECK: Final = PURPOSES.add("purpose.deck")
FOR_AAA: Final = PURPOSES.add("purpose.aaa")
FOR_MUSTER: Final = PURPOSES.add("purpose.muster")
FOR_END: Final = PURPOSES.add("purpose.end")
