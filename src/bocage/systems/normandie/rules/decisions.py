"""Every kind of decision of Heroes of Normandie, with the clause it comes from. Its question is `prompt.<name>`."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Kind

# On the board
PLACE: Final = Kind("place", "hon.setup.deploy.3", setup=True, prepares=True, plans=True)
FRONT: Final = Kind("face", "hon.arc.align.1", setup=True, prepares=True, plans=True)
ORDER: Final = Kind("order", "hon.order.place.2", prepares=True)
ORDERS: Final = Kind("orders", "hon.order.place.2", prepares=True, plans=True)
ACT: Final = Kind("act", "hon.act.choice.1")
STEP: Final = Kind("step", "hon.move.inf.1")
OPPORTUNITY: Final = Kind("opportunity", "hon.terrain.opp.3", reacts=True)
RETREAT: Final = Kind("retreat", "hon.assault.win.3")
SUPPLY: Final = Kind("supply", "hon.supply.step.3")
FACE: Final = Kind("face", "hon.open.arc.turn.1")
VOLLEY: Final = Kind("volley", "hon.fire.multi.1")
BOOST: Final = Kind("boost", "hon.opt.use.8")
SHIELD: Final = Kind("shield", "hon.eq.shield.4")
WAVES: Final = Kind("waves", "hon.abil.waves.1")
SUBSTITUTE: Final = Kind("substitute", "hon.abil.sub.1")
LAND: Final = Kind("land", "hon.move.veh.10")
SHARE: Final = Kind("share", "hon.abil.mg.2")
AIM: Final = Kind("aim", "hon.abil.how.1")
LAY: Final = Kind("lay", "hon.eq.mine.2")
BARRAGE: Final = Kind("barrage", "hon.abil.barrage.2")

# Of command: special orders, options and cards
INTERRUPT: Final = Kind("interrupt", "hon.special.play.1", reacts=True)
AGAIN: Final = Kind("again", "hon.trait.heroic.1", reacts=True)
STEADY: Final = Kind("steady", "hon.trait.hardboiled.1")
KEEP: Final = Kind("keep", "hon.ord.init.1", reacts=True)
DIRECT: Final = Kind("direct", "hon.ord.direct.2", reacts=True)
CARD: Final = Kind("card", "hon.card.phase.1", reacts=True)
CARD_TARGET: Final = Kind("card-target", "hon.card.phase.1")
DISCARD: Final = Kind("discard", "hon.supply.step.6")
REROLL: Final = Kind("reroll", "hon.trait.vet.1", reacts=True)
VEIL: Final = Kind("veil", "hon.ord.conceal.2", reacts=True)
NEST: Final = Kind("nest", "hon.ord.nest.1", reacts=True)

# Of allies
RANK: Final = Kind("rank", "hon.mp.init.1")
ALLOT: Final = Kind("allot", "hon.mp.hc.4")
TRADE: Final = Kind("trade", "hon.mp.cards.4")
AGREE: Final = Kind("agree", "hon.mp.abil.1", reacts=True)
