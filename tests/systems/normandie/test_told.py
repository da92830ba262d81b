"""What the log says happened by which clause, and what cannot be taken back because somebody has seen it."""

from __future__ import annotations

import pytest

from bocage.kernel import second
from bocage.systems.normandie.model.flags import NO_TOKEN, SPECIAL
from bocage.systems.normandie.rules.abilities import uncover
from bocage.systems.normandie.rules.activation import interrupt, reveal
from bocage.systems.normandie.rules.acts import DROP_CARD
from bocage.systems.normandie.rules.damage import Hit
from bocage.systems.normandie.rules.decisions import DISCARD
from bocage.systems.normandie.rules.supply import discard_bluffs
from bocage.systems.normandie.state import LOST
from systems.normandie.field import Field
from systems.normandie.test_card_targets import BOTH, DE, LEADER, OWN, SIDE, US

TANK = {US: "us.sherman", DE: "ge.panzer4"}


def rules(game: Field, kind: str) -> list[str]:
    return [event.rule for event in game.state.events if event.kind == kind]


# ---- the clause an event names


@BOTH
@pytest.mark.rule(
    "hon.assault.win.1", "hon.assault.win.3", "hon.trait.blood.1", "hon.trait.fero.1", "hon.assault.lose.1",
    "hon.assault.win.8", "hon.assault.win.9", "hon.open.assault.kill.1", "hon.open.advance.2", "hon.abil.sub.2",
)  # fmt: skip
@pytest.mark.parametrize(
    ("traits", "side", "dice", "lost", "driven"),
    [
        ([], " back", [6, 6, 1, 1], ["hon.assault.win.1"], []),
        (["blood"], "", [6, 6, 1, 1], ["hon.trait.blood.1"], []),
        ([], "", [6, 6, 1, 1], [], ["hon.assault.win.3"]),
        (["ferocious"], "", [3, 3, 3, 3], [], ["hon.trait.fero.1"]),
        (["ferocious"], "", [6, 6, 1, 1], [], ["hon.assault.win.3"]),
    ],
)
def test_an_assault_tells_why_the_defender_is_lost_or_goes(
    seat: int, traits: list[str], side: str, dice: list[int], lost: list[str], driven: list[str]
) -> None:
    units = {"a": f"{OWN[seat]} r3c3 order=1", "b": f"{OWN[1 - seat]} r3c4{side}"}
    game = Field(units, dice, initiative=SIDE[seat], army={SIDE[seat]: {"traits": traits}})
    game.choose("assault", "b")
    assert rules(game, "eliminated") == lost
    if driven:
        game.choose("retreat", place="r3c5")
    assert rules(game, "retreat") == driven


@BOTH
@pytest.mark.rule("hon.assault.lose.1", "hon.assault.win.1")
def test_a_beaten_attacker_is_lost_by_the_rule_for_attackers(seat: int) -> None:
    units = {"a": f"{OWN[seat]} r3c3 back order=1", "b": f"{OWN[1 - seat]} r3c4"}
    game = Field(units, [1, 1, 6, 6], initiative=SIDE[seat])
    game.choose("assault", "b")
    assert rules(game, "eliminated") == ["hon.assault.lose.1"]


@BOTH
@pytest.mark.rule(
    "hon.shot.kill.1", "hon.shot.effect.1", "hon.shot.kill.2", "hon.abil.supp.3", "hon.abil.supp.4",
    "hon.abil.supp.5", "hon.box.tokens.1", "hon.open.supp.kill.1", "hon.abil.sniper.t3", "hon.abil.fright.1",
)  # fmt: skip
@pytest.mark.parametrize(("die", "rule"), [(6, "hon.shot.kill.1"), (2, "hon.shot.effect.1")])
def test_a_shot_tells_a_kill_from_a_hit(seat: int, die: int, rule: str) -> None:
    game = Field({"a": f"{OWN[seat]} r3c3 order=1", "b": f"{OWN[1 - seat]} r3c6 back"}, [die], initiative=SIDE[seat])
    target, shooter = game.unit("b").face, game.unit("a").face
    old, target.defense = target.defense, 2 + shooter.weapons[0].bonus[0]
    try:
        game.choose("fire", "b")
    finally:
        target.defense = old
    kill = die + shooter.weapons[0].bonus[0] >= 2 * (2 + shooter.weapons[0].bonus[0])
    assert rules(game, "eliminated") == ["hon.shot.kill.1" if kill else "hon.shot.effect.1"]
    assert kill is (rule == "hon.shot.kill.1") or shooter.weapons[0].bonus[0] > 2


@BOTH
@pytest.mark.rule(
    "hon.damage.6", "hon.damage.double.1", "hon.damage.when.1", "hon.abil.perf.1", "hon.damage.1", "hon.damage.2",
    "hon.damage.3", "hon.damage.5", "hon.open.opp.damage.1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("die", "before", "rule"),
    [
        (6, "", "hon.damage.6"), (1, "crew", "hon.damage.double.1"), (2, "track", "hon.damage.double.1"),
        (3, "hull", "hon.damage.double.1"), (4, "hull", "hon.damage.double.1"), (5, "primary", "hon.damage.double.1"),
        (1, "track", ""), (2, "hull", ""), (3, "primary", ""), (5, "crew", ""), (4, "", ""),
    ],
)  # fmt: skip
def test_a_second_marker_of_a_kind_or_a_six_destroys(seat: int, die: int, before: str, rule: str) -> None:
    game = Field({"a": f"{OWN[seat]} r0c0", "t": f"{TANK[1 - seat]} r3c6 facing=2"}, initiative=SIDE[seat])
    tank = game.unit("t")
    tank.damage = {"": 0, "crew": 1, "track": 2, "hull": 4, "primary": 8}[before]
    game.state.events = []
    game.roll(die)
    game.state.push(Hit(tank.id, 1, "hon.shot.effect.1", game.unit("a").id))
    game.state.pending = []
    game.state.advance()
    assert rules(game, "eliminated") == ([rule] if rule else [])
    assert (tank.status == LOST) is bool(rule)
    if not rule:
        marker = {1: 1, 2: 2, 3: 4, 4: 4, 5: 8}[die]
        assert tank.damage == {"": 0, "crew": 1, "track": 2, "hull": 4, "primary": 8}[before] | marker
        assert tank.suppressed == (2 if marker == 4 else 0)
        assert tank.halted is (marker in (2, 4)), "a hull or track hit ends a move on the spot"


@BOTH
@pytest.mark.rule("hon.supply.step.6", "hon.ord.improv.1")
@pytest.mark.parametrize("perks", [[], ["improv"]])
def test_a_card_that_must_go_is_told_from_one_put_down_freely(seat: int, perks: list[str]) -> None:
    card = ("no", "nein")[seat]
    army = {SIDE[seat]: {"hand": [card] * 2, "deck": [card] * 6, "perks": perks}}
    units = {"a": f"{LEADER[seat]} r0c0", "b": f"{LEADER[1 - seat]} r0c11"}
    game = Field(units, army=army, options={"cards": "on"}, phase="supply", initiative=SIDE[seat])
    while game.decision().kind is not DISCARD:
        game.state.play(game.decision(), game.decision().options[-1])
    game.state.events, game.state.revealed = [], False
    game.state.play(game.decision(), DROP_CARD.on(0))
    assert rules(game, "discards") == ["hon.supply.step.6"]
    assert game.state.revealed
    game.state.events, game.state.revealed = [], False
    game.choose("done")
    hands = game.state.staff.hands
    assert game.state.revealed, "cards that were drawn are not put back"
    assert len(hands[seat]) == (5 if perks else 4)
    if perks:
        game.state.events = []
        game.state.play(game.decision(seat), DROP_CARD.on(0))
        assert rules(game, "discards") == ["hon.ord.improv.1"]
        assert len(hands[seat]) == 4


@pytest.mark.rule("hon.abil.fotm.3", "hon.trait.acedriver.1")
@pytest.mark.parametrize(("traits", "rule"), [([], "hon.abil.fotm.3"), (["acedriver"], "hon.trait.acedriver.1")])
def test_what_fire_on_the_move_costs_is_told_by_its_clause(traits: list[str], rule: str) -> None:
    units = {"p": "ge.puma r3c3 facing=2 order=1", "u": "us8.fire_team r3c6"}
    game = Field(units, [1], initiative="de", army={"de": {"traits": traits}})
    weapon = next(w for w in game.unit("p").face.weapons if w.on_the_move >= 1)
    number = game.unit("p").face.weapons.index(weapon)
    game.choose("move")
    game.state.events = []
    shot = next(choice for choice in game.offered("moving-fire") if second(choice.id) == number)
    game.state.play(game.decision(), shot.id)
    line = next(one for one in game.event("fire").lines if one.label == "tally.on-the-move")
    assert (line.rule, line.value) == (rule, -weapon.on_the_move + len(traits))


@pytest.mark.rule(
    "hon.order.place.2", "hon.trait.hardened.1", "hon.abil.personal.1", "hon.bluff.place.1", "hon.order.hidden.1",
    "hon.open.special.time.1", "hon.abil.ambush.14",
)  # fmt: skip
@pytest.mark.parametrize(
    ("hardened", "personal", "rule"),
    [(0, False, "hon.order.place.2"), (1, False, "hon.trait.hardened.1"), (1, True, "hon.abil.personal.1")],
)
def test_an_order_is_told_to_its_owner_alone_with_its_reason(hardened: int, personal: bool, rule: str) -> None:
    units = {"a": "us8.fire_team r0c0", "l": "us8.officer r1c0", "b": "ge902.officer r0c11"}
    game = Field(units, phase="orders", army={"us": {"hardened": hardened, "special": 1}})
    face = game.unit("a").face
    old, face.personal = face.personal, personal
    try:
        events = game.choose("order", "a", seat=0, n=1)
    finally:
        face.personal = old
    told = [event for event in events if event.kind == "order"]
    assert [event.rule for event in told] == [rule]
    assert told[0].args["n"] == 1
    assert (told[0].seen_by(0), told[0].seen_by(1), told[0].seen_by(-1)) == (True, False, False)
    for verb, clause in (("bluff", "hon.bluff.place.1"), ("special", "hon.open.special.time.1")):
        other = Field(units, phase="orders", army={"us": {"special": 1}})
        events = other.choose(verb, "a", seat=0)
        told = [event for event in events if event.kind == verb]
        assert [(event.rule, "n" in event.args) for event in told] == [(clause, False)]
        assert (told[0].seen_by(0), told[0].seen_by(1)) == (True, False)


# ---- what others have seen is not taken back


def watch(game: Field) -> None:
    game.state.revealed = False


@BOTH
@pytest.mark.rule(
    "hon.abil.ambush.5", "hon.abil.ambush.6", "hon.abil.ambush.12", "hon.abil.ambush.4", "hon.box.dice.1",
    "hon.open.ambush.clear.1", "hon.open.ambush.element.1", "hon.open.ambush.spotter.1", "hon.open.ambush.zoc.1",
    "hon.open.supply.spot.1", "hon.supply.abil.1", "hon.open.ruse.1", "hon.abil.ambush.15", "hon.abil.ambush.7",
)  # fmt: skip
def test_a_counter_turned_face_up_has_been_seen(seat: int) -> None:
    game = Field({"a": f"{OWN[1 - seat]} r3c6 order=1", "h": f"{OWN[seat]} r0c0"}, initiative=SIDE[1 - seat])
    hidden = game.unit("h")
    watch(game)
    cell = hidden.cell
    uncover(game.state, hidden, "hon.abil.ambush.6")
    assert game.state.revealed
    assert (hidden.cell, hidden.side) == (cell, 1), "men stay; only a Ruse vanishes"
    assert rules(game, "uncover") == ["hon.abil.ambush.6"]


@BOTH
@pytest.mark.rule(
    "hon.bluff.effect.2", "hon.bluff.supply.1", "hon.supply.who.2", "hon.supply.step.2", "hon.bluff.effect.1"
)
def test_a_bluff_taken_off_has_been_seen(seat: int) -> None:
    game = Field(
        {"a": f"{OWN[seat]} r3c3 order=bluff", "c": f"{OWN[seat]} r5c3 order=2", "b": f"{OWN[1 - seat]} r0c11"}
    )
    watch(game)
    discard_bluffs(game.state)
    assert game.state.revealed
    assert (game.unit("a").token, game.unit("c").token) == (NO_TOKEN, 2)
    watch(game)
    discard_bluffs(game.state)
    assert not game.state.revealed, "nothing more is seen"


@BOTH
@pytest.mark.rule("hon.special.play.1", "hon.abil.auto.1", "hon.act.alternate.1", "hon.trait.intrepid.1")
def test_a_token_turned_up_has_been_seen(seat: int) -> None:
    game = Field({"a": f"{OWN[seat]} r3c3 order=special", "c": f"{OWN[seat]} r5c3", "b": f"{OWN[1 - seat]} r0c11"})
    one, other = game.unit("a"), game.unit("c")
    watch(game)
    interrupt(game.state, other)
    assert not game.state.revealed
    assert not other.shown, "an autonomous unit has no token"
    assert rules(game, "autonomous") == ["hon.abil.auto.1"]
    interrupt(game.state, one)
    assert game.state.revealed
    assert one.shown
    assert rules(game, "special-order") == ["hon.special.play.1"]
    assert game.state.seen[seat] == 1 << SPECIAL
    other.token = 3
    watch(game)
    reveal(game.state, other, "hon.act.alternate.1")
    assert game.state.revealed
    assert other.shown
    assert game.state.seen[seat] == 1 << SPECIAL | 1 << 3


@BOTH
@pytest.mark.rule("hon.order.loss.1", "hon.act.marker.2", "hon.open.alt.1")
def test_a_token_lost_unseen_leaves_what_was_known_of_it(seat: int) -> None:
    """The others know that it was above the numbers revealed so far, and nothing more."""
    game = Field({"a": f"{OWN[seat]} r3c3 order=3", "c": f"{OWN[seat]} r5c3", "b": f"{OWN[1 - seat]} r0c11"})
    state = game.state
    one, bare = game.unit("a"), game.unit("c")
    one.shown, one.token = False, 3
    state.seen[seat] = 1 << 2
    state.lost = [[], []]
    state.lose_token(bare)
    assert state.lost == [[], []], "it had none"
    state.lose_token(one)
    assert state.lost[seat] == [2]
    assert state.lost[1 - seat] == []
    assert (one.token, one.shown) == (NO_TOKEN, False)
    one.token, one.shown = 4, True
    state.lose_token(one)
    assert state.lost[seat] == [2], "this one lay open"
    assert (one.token, one.shown) == (NO_TOKEN, False)
    one.token, state.phase = 5, state.phase + 1
    state.lose_token(one)
    assert state.lost[seat] == [2], "after the phase it tells nothing"
