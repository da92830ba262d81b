"""Which units and places a card could be played on, on the edge of every condition."""

from __future__ import annotations

import pytest

from bocage.kernel import first, second
from bocage.systems.normandie.model.flags import NO_TOKEN
from bocage.systems.normandie.rules.cards import EFFECTS
from bocage.systems.normandie.state import CREW, EXITED, LOST
from systems.normandie.field import Field
from systems.normandie.test_card_targets import BOTH, CAR, DE, HALFTRACK, LEADER, OWN, SIDE, US
from systems.normandie.test_cards import field

pytestmark = pytest.mark.rule("hon.card.override.1")


def acts(game: Field, seat: int, card: str, actor: str = "") -> list[int]:
    found = next(one for one in game.state.scenario.cards if one.id == card)
    return EFFECTS[found.effect].targets(game.state, seat, found, game.names[actor] if actor else -1)


def aims(game: Field, seat: int, card: str, actor: str = "") -> set[str]:
    """The units it could be played on."""
    names = {number: name for name, number in game.names.items()}
    return {names[first(act)] for act in acts(game, seat, card, actor)}


def stand(**units: str) -> Field:
    return field([], units=units)


@BOTH
@pytest.mark.parametrize(
    ("place", "near", "far"),
    [("r3c3", True, True), ("r4c3", True, True), ("r3c4", False, True), ("r3c6", False, True), ("r3c7", False, False)],
)
def test_how_far_men_attack_vehicles(seat: int, place: str, near: bool, far: bool) -> None:
    """A bundle of grenades one space, a Panzerfaust four (hon.eq.faust.2)."""
    game = stand(a=f"{OWN[seat]} r3c2 order=1", l=f"{LEADER[seat]} r6c0", b=f"{CAR[1 - seat]} {place}")
    assert aims(game, seat, "geballte_ladung", "a") == ({"b"} if near else set())
    assert aims(game, seat, "captured_panzerfaust", "a") == ({"b"} if far else set())
    assert acts(game, seat, "captured_panzerfaust") == [], "nobody is about to act"
    assert aims(game, 1 - seat, "captured_panzerfaust", "a") == set(), "somebody else's man"
    assert aims(game, 1 - seat, "captured_panzerfaust", "b") == set(), "a vehicle throws nothing"


@BOTH
def test_a_panzerfaust_needs_sight_and_grenades_do_not(seat: int) -> None:
    wall = ["." * 12] * 2 + ["....#......."] * 3 + ["." * 12] * 2
    units = {"a": f"{OWN[seat]} r3c2 order=1", "l": f"{LEADER[seat]} r6c0", "b": f"{CAR[1 - seat]} r3c5"}
    assert aims(field([], units=units, map=wall), seat, "captured_panzerfaust", "a") == set()
    assert aims(field([], units=units), seat, "captured_panzerfaust", "a") == {"b"}


@BOTH
def test_only_enemy_vehicles_on_the_board_are_attacked_hand_to_hand(seat: int) -> None:
    game = stand(
        a=f"{OWN[seat]} r3c2 order=1", b=f"{CAR[1 - seat]} r3c3", c=f"{OWN[1 - seat]} r2c2", d=f"{CAR[seat]} r4c2"
    )
    assert aims(game, seat, "geballte_ladung", "a") == {"b"}
    game.state.remove(game.unit("b"), LOST)
    assert aims(game, seat, "geballte_ladung", "a") == set()


@pytest.mark.parametrize(("facing", "there"), [(2, True), (0, False), (1, False)])
def test_a_tank_rams_what_is_right_in_front_of_it(facing: int, there: bool) -> None:
    game = stand(a=f"us.sherman r3c4 order=1 facing={facing}", b="ge.zundapp r3c5", c="ge902.fire_group r2c4")
    assert aims(game, US, "ram", "a") == ({"b"} if there else set())
    assert acts(game, US, "ram") == []
    assert aims(game, DE, "ram", "a") == set(), "the tank's side plays it"
    game.unit("a").damage = CREW | 0xFF
    assert aims(game, US, "ram", "a") == set(), "it cannot drive"


def test_only_heavy_vehicles_ram() -> None:
    game = stand(a="us.jeep r3c4 order=1 facing=2", b="ge.zundapp r3c5", c="us.sherman r5c5 facing=2", d="ge.puma r5c6")
    assert aims(game, US, "ram", "a") == set()
    assert aims(game, US, "ram", "c") == {"d"}
    edge = stand(a="us.sherman r3c11 order=1 facing=2", b="ge.zundapp r3c0")
    assert aims(edge, US, "ram", "a") == set(), "nothing beyond the edge"


@BOTH
def test_artillery_from_off_the_board_needs_clear_sight_of_the_owners_men(seat: int) -> None:
    units = {"a": f"{OWN[seat]} r3c2", "b": f"{OWN[1 - seat]} r3c6", "c": f"{CAR[1 - seat]} r5c6"}
    assert aims(field([], units=units), seat, "flak18") == {"b", "c"}
    bush = ["." * 12] * 3 + ["....h......."] + ["." * 12] * 3
    game = field([], units=units, map=bush)
    assert "b" not in aims(game, seat, "flak18"), "a hedge makes it less than clear"
    game.state.remove(game.unit("a"), LOST)
    assert aims(game, seat, "flak18") == set(), "nobody is left to observe"


def lines(game: Field, seat: int, card: str) -> set[tuple[str, int]]:
    grid = game.state.board.grid
    return {(grid.name(first(act)), second(act)) for act in acts(game, seat, card)}


@BOTH
def test_aircraft_fly_over_whole_straight_runs_that_meet_an_enemy(seat: int) -> None:
    """A P-47 covers five spaces; no run may leave the board, and one of two opposite directions is enough."""
    game = stand(a=f"{OWN[seat]} r0c0", b=f"{OWN[1 - seat]} r3c0")
    found = lines(game, seat, "p47")
    assert ("r3c0", 2) in found
    assert ("r3c1", 2) not in found, "it misses him"
    assert {direction for _, direction in found} <= {1, 2, 3, 4}
    assert ("r2c0", 4) in found
    assert ("r3c0", 4) not in found, "four rows are left below"
    assert {place for place, direction in found if direction == 2} == {"r3c0"}
    assert {place for place, direction in found if direction == 4} == {"r0c0", "r1c0", "r2c0"}


@BOTH
def test_aircraft_pass_over_what_their_guns_cannot_hurt_or_nobody_sees(seat: int) -> None:
    tank = {US: "us.sherman", DE: "ge.panzer4"}[1 - seat]
    game = stand(a=f"{OWN[seat]} r0c0", b=f"{tank} r3c6 facing=2")
    assert lines(game, seat, "p51") == set(), "a cross for heavy armour"
    assert lines(game, seat, "p47")
    game.state.remove(game.unit("b"), LOST)
    assert lines(game, seat, "p47") == set()


@BOTH
def test_smoke_comes_from_men_in_play(seat: int) -> None:
    game = stand(a=f"{OWN[seat]} r0c0", b=f"{OWN[1 - seat]} r5c5", c=f"{CAR[seat]} r3c8 facing=2")
    cols = game.state.board.grid.cols + 1
    places = {divmod(first(act), cols) for act in acts(game, seat, "smoke_grenades")}
    assert places == {(0, 0), (0, 1), (1, 0), (1, 1)}
    game.state.remove(game.unit("a"), LOST)
    assert acts(game, seat, "smoke_grenades") == []


@BOTH
def test_courage_and_speed_setup_are_for_ones_own_units(seat: int) -> None:
    game = stand(
        a=f"{OWN[seat]} r0c0 suppressed=1", b=f"{OWN[1 - seat]} r5c5 suppressed=1", c=f"{OWN[seat]} r2c2",
        d=f"{LEADER[seat]} r4c2 suppressed=2",
    )  # fmt: skip
    assert aims(game, seat, "courage") == {"a", "d"}
    recon = {US: "us8.recon_team", DE: "ge902.recon_group"}
    game = stand(a=f"{recon[seat]} r0c0", b=f"{recon[1 - seat]} r5c5", c=f"{LEADER[seat]} r2c2")
    assert aims(game, seat, "speed_setup") == {"a"}, "an officer's back is red"


@BOTH
def test_one_more_move_is_for_units_that_acted_and_the_first_for_infantry_that_did_not(seat: int) -> None:
    game = stand(
        a=f"{OWN[seat]} r0c0 acted", b=f"{OWN[seat]} r2c0", c=f"{OWN[seat]} r4c0 acted activated",
        d=f"{OWN[seat]} r6c0 order=2", e=f"{CAR[seat]} r2c4 facing=2", f=f"{OWN[1 - seat]} r6c11 acted",
        g=f"{OWN[seat]} r4c3 activated", h=f"{OWN[seat]} r0c4 acted suppressed=9",
        i=f"{OWN[seat]} r0c6 suppressed=9", j=f"{CAR[seat]} r4c8 facing=2 acted",
    )  # fmt: skip
    assert aims(game, seat, "go") == {"a", "j"}
    assert aims(game, seat, "advance") == {"b"}


@BOTH
def test_hit_and_run_is_for_the_unit_that_fired(seat: int) -> None:
    tank = {US: "us.sherman", DE: "ge.panzer4"}[seat]
    game = stand(a=f"{OWN[seat]} r0c0", b=f"{tank} r3c4 facing=2", c=f"{CAR[seat]} r5c4 facing=2",
                 d=f"{OWN[1 - seat]} r6c11")  # fmt: skip
    for name in "abc":
        assert aims(game, seat, "hit_and_run", name) == set(), "it has not fired"
        game.unit(name).fired = 1
    assert aims(game, seat, "hit_and_run", "a") == {"a"}
    assert aims(game, seat, "hit_and_run", "c") == {"c"}
    assert aims(game, seat, "hit_and_run", "b") == set(), "too heavy"
    assert aims(game, 1 - seat, "hit_and_run", "a") == set()
    assert acts(game, seat, "hit_and_run") == []
    game.unit("a").suppressed = 9
    assert aims(game, seat, "hit_and_run", "a") == set(), "it cannot move"


@BOTH
def test_cards_before_an_action_are_for_the_unit_about_to_act(seat: int) -> None:
    game = stand(a=f"{LEADER[seat]} r0c0", b=f"{CAR[seat]} r3c4 facing=2", c=f"{OWN[1 - seat]} r5c5")
    for card in ("all_terrain", "surprise", "sneaky_shot", "weak_point", "burst_into_action"):
        assert aims(game, seat, card, "a") == {"a"}, card
        assert acts(game, seat, card) == [], card
        assert aims(game, 1 - seat, card, "a") == set(), card
    assert aims(game, seat, "dynamic", "a") == {"a"}
    assert aims(game, seat, "dynamic", "b") == set(), "men only"
    assert aims(game, 1 - seat, "dynamic", "a") == set()


@BOTH
def test_cards_of_the_supply_phase(seat: int) -> None:
    tank = {US: "us.sherman", DE: "ge.panzer4"}[seat]
    game = stand(
        a=f"{OWN[seat]} r0c0 acted", b=f"{OWN[seat]} r2c0", c=f"{OWN[seat]} r4c0 activated",
        d=f"{tank} r3c4 facing=2 acted",
        e=f"{OWN[1 - seat]} r6c11 acted suppressed=2", f=f"{OWN[1 - seat]} r6c9 suppressed=1",
        g=f"{LEADER[1 - seat]} r4c9 suppressed=2", h=f"{HALFTRACK[1 - seat]} r0c9 facing=2 suppressed=2",
    )  # fmt: skip
    assert aims(game, seat, "second_wind") == {"a", "c"}
    assert aims(game, seat, "desertion") == {"e"}, "common infantry under two markers"
    assert aims(game, seat, "repairs") == set()
    game.unit("d").damage = CREW
    assert aims(game, seat, "repairs") == {"d"}
    assert aims(game, 1 - seat, "repairs") == set()


@BOTH
def test_who_comes_back(seat: int) -> None:
    """Uncle Sam returns lost men, no officers, heroes or vehicles; not to places an enemy controls."""
    game = stand(a=f"{OWN[seat]} r6c0", b=f"{LEADER[seat]} r6c2", c=f"{CAR[seat]} r6c4", d=f"{OWN[1 - seat]} r0c0",
                 e=f"{OWN[seat]} r4c4")  # fmt: skip
    assert acts(game, seat, "uncle_sam") == []
    for name in "abc":
        game.state.remove(game.unit(name), LOST)
    assert aims(game, seat, "uncle_sam") == {"a"}
    assert aims(game, 1 - seat, "uncle_sam") == set()
    places = {game.state.board.grid.name(second(act)) for act in acts(game, seat, "uncle_sam")}
    assert places
    assert not places & {"r0c0", "r0c1", "r1c0", "r1c1", "r4c4"}, "neither beside an enemy nor on somebody"


def test_the_hitlerjugend_waits_off_the_board() -> None:
    game = stand(a="ge.hj r6c0", b="ge902.fire_group r6c2", c="us8.fire_team r0c0")
    assert acts(game, DE, "hitlerjugend") == []
    for name in "ab":
        game.state.remove(game.unit(name), EXITED)
    assert aims(game, DE, "hitlerjugend") == {"a"}
    assert aims(game, US, "hitlerjugend") == set()


@BOTH
def test_orders_that_cards_may_touch(seat: int) -> None:
    game = stand(
        a=f"{OWN[seat]} r0c0 order=1", b=f"{OWN[seat]} r2c0 order=2", c=f"{OWN[seat]} r2c3", d=f"{OWN[seat]} r2c4",
        e=f"{OWN[1 - seat]} r6c11 order=1", f=f"{OWN[1 - seat]} r6c9 order=2", g=f"{OWN[1 - seat]} r4c9",
        h=f"{OWN[seat]} r6c0 order=3",
    )  # fmt: skip
    names = {number: name for name, number in game.names.items()}

    def pairs(card: str) -> set[tuple[str, str]]:
        return {(names[first(act)], names[second(act)]) for act in acts(game, seat, card)}

    game.unit("h").shown = True
    game.unit("a").shown = game.unit("e").shown = False
    assert pairs("tactician") == {("a", "b")}, "no token that has been seen"
    assert pairs("confusion") == {("e", "f")}
    assert aims(game, seat, "communications_scrambled") == {"e", "f"}
    relays = pairs("relay")
    assert ("b", "c") in relays, "three spaces"
    assert ("b", "d") not in relays, "four"
    assert not {a for a, _ in relays} & {"h", "e"}
    assert not {b for _, b in relays} & {"a", "b", "g", "h"}
    game.unit("f").token = NO_TOKEN
    assert aims(game, seat, "communications_scrambled") == {"e"}
    assert pairs("confusion") == set()


@pytest.mark.parametrize(("initiative", "loser"), [("us", DE), ("de", US)])
def test_who_lacks_the_initiative_may_take_it(initiative: str, loser: int) -> None:
    game = field([], units={"a": "us8.officer r0c0 order=1", "b": "ge902.officer r6c11 order=1"}, initiative=initiative)
    assert acts(game, loser, "initiative") != []
    assert acts(game, 1 - loser, "initiative") == []
    assert SIDE[1 - loser] == initiative
