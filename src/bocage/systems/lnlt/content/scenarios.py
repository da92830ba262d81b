"""Scenario files linked, with map and counters, into the lean objects of `model`, and set up."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bocage.content import Faults, WrongContent, known, linked
from bocage.kernel import Arg, Dice
from bocage.systems.lnlt.content import counters as sheets
from bocage.systems.lnlt.content.battles.drawing import draw_battle, of_battle
from bocage.systems.lnlt.content.boards import load_boards
from bocage.systems.lnlt.content.conditions import link_objectives
from bocage.systems.lnlt.content.deployment import seat_of, sheet
from bocage.systems.lnlt.content.editions import SWITCHES as SWITCHES
from bocage.systems.lnlt.content.editions import edition as edition
from bocage.systems.lnlt.content.editions import edition_of_game as edition_of_game
from bocage.systems.lnlt.content.listing import DATA as DATA
from bocage.systems.lnlt.content.listing import PACKAGE, side_key
from bocage.systems.lnlt.content.listing import SCENARIOS as SCENARIOS
from bocage.systems.lnlt.content.listing import SHELF as SHELF
from bocage.systems.lnlt.content.listing import find_map as find_map
from bocage.systems.lnlt.content.maps import MapSpec as MapSpec
from bocage.systems.lnlt.content.maps import hex_of as hex_of
from bocage.systems.lnlt.content.maps import hexes_of as hexes_of
from bocage.systems.lnlt.content.maps import link_map as link_map
from bocage.systems.lnlt.content.maps import load_map as load_map
from bocage.systems.lnlt.content.modules import modules, usual_options
from bocage.systems.lnlt.content.muster import card_of
from bocage.systems.lnlt.content.muster import set_up as set_up
from bocage.systems.lnlt.content.numbers import numbers
from bocage.systems.lnlt.content.special import describe
from bocage.systems.lnlt.content.specs import BattleSpec as BattleSpec
from bocage.systems.lnlt.content.specs import EventSpec, PartSpec, SideSpec, VictorySpec
from bocage.systems.lnlt.content.specs import ScenarioSpec as ScenarioSpec
from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.model.ground import MARKER_NAMES
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.tables import Board, Exit, Paragraph, Scenario, Sortie
from bocage.systems.lnlt.rules import skills
from bocage.systems.lnlt.state import LnltState
from bocage.text import ORIGINAL, catalogue


def link_scenario(
    spec: BattleSpec, name: str, board: Board, faults: Faults, options: Mapping[str, Any] | None = None
) -> Scenario:
    """Options of the game override those of the scenario."""
    members = [[str(nation) for nation in (side.nation, *side.allies)] for side in spec.sides]
    if len(members) != 2 or len({*members[0], *members[1]}) != len(members[0]) + len(members[1]):
        raise WrongContent("sides", "there must be two sides of different nations")
    with faults:
        if not 1 <= spec.turns <= 30:
            raise WrongContent("turns", f"must be from 1 to 30, not {spec.turns}")
    scenario = Scenario(name, board, [nations[0] for nations in members], spec.turns, 0)
    scenario.members = members
    scenario.titles = [f"@{side_key(side)}" for side in spec.sides]
    with faults:
        scenario.edition = edition(usual_options(spec))
    if options:
        scenario.edition = edition({**usual_options(spec), **options})
    with faults:
        scenario.first_initiative = seat_of(scenario, spec.initiative, "initiative")
    scenario.module = spec.module
    scenario.notes = describe(spec)
    for seat, side in enumerate(spec.sides):
        link_side(scenario, seat, side, faults)
    link_cards(scenario, spec, faults)
    link_objectives(scenario, spec, faults)
    link_victory(scenario, spec.victory, faults)
    for i, event in enumerate(spec.events):
        with faults:
            scenario.paragraphs.append(link_event(event, scenario, f"events[{i}]"))
    scenario.numbers = numbers()
    return scenario


def link_side(scenario: Scenario, seat: int, side: SideSpec, faults: Faults) -> None:
    # lnlt.core.armour.9, lnlt.core.armour.8.2, lnlt.core.armour.4.7
    types, weapons = sheet(scenario.module, scenario.edition.divisions_apart)
    heroes = {name: type_ for name, type_ in types.items() if type_.kind == kinds.HERO}
    for i, name in enumerate(side.heroes):
        field = f"sides[{seat}].heroes[{i}]"
        with faults:
            hero = known("hero", name, heroes, field)
            if hero.nation not in scenario.members[seat]:
                raise WrongContent(field, f"'{name}' does not fight for {' or '.join(scenario.members[seat])}")
            scenario.heroes[seat].append(hero)
            alike = [one for one in scenario.heroes[seat] if (one.nation, one.division) == (hero.nation, hero.division)]
            most = sheets.most_heroes(hero.nation)
            if most and len(alike) > most:
                raise WrongContent(field, f"there are only {most} heroes")  # lnlt.hon.13.1.4a
    for i, plane in enumerate(side.aircraft):
        with faults:
            if plane.strafe_fp < 1 and plane.bomb_fp < 1:
                raise WrongContent(f"sides[{seat}].aircraft[{i}]", "an aircraft needs guns or bombs")
            scenario.sorties[seat].append(Sortie(plane.name, plane.strafe_fp, plane.bomb_fp, plane.turn))
    scenario.home[seat] = side.home
    for nation in scenario.members[seat]:
        scenario.issued[nation] = {
            skill: weapons[by_nation[nation]] for skill, by_nation in skills.ISSUED.items() if nation in by_nation
        }
    scenario.shells[seat] = max(0, side.smoke_shells)


def link_cards(scenario: Scenario, spec: BattleSpec, faults: Faults) -> None:
    """Skills to be drawn: those a battle gives to a side, or the deck of the module, less what is held already."""
    held = {unit.skill for side in spec.sides for unit in side.units}
    deck = [card_of(card, "deck") for card in modules()[spec.module].deck if card not in held]
    scenario.one_deck = all(side.cards is None for side in spec.sides)
    for seat, side in enumerate(spec.sides):
        if side.cards is None:
            scenario.cards[seat] = deck[:]
            continue
        for i, card in enumerate(side.cards):
            with faults:
                scenario.cards[seat].append(card_of(card, f"sides[{seat}].cards[{i}]"))


def link_victory(scenario: Scenario, spec: VictorySpec, faults: Faults) -> None:
    grid = scenario.board.grid
    scenario.casualty_points = spec.casualty_points
    scenario.last_man = spec.last_man
    for i, exit_ in enumerate(spec.exits):
        field = f"victory.exits[{i}]"
        with faults:
            seat = seat_of(scenario, exit_.side, f"{field}.side")
            hexes = [hex_ for h, name in enumerate(exit_.hexes) for hex_ in hexes_of(grid, name, f"{field}.hexes[{h}]")]
            scenario.exits.append(Exit(seat, hexes, exit_.points))
    with faults:
        if spec.need is not None:
            scenario.need_seat = seat_of(scenario, spec.need.side, "victory.need.side")
            scenario.need = spec.need.points
    with faults:
        if spec.tie:
            scenario.tie = seat_of(scenario, spec.tie, "victory.tie")


def link_event(spec: EventSpec, scenario: Scenario, field: str) -> Paragraph:
    hex_ = hex_of(scenario.board.grid, spec.hex, f"{field}.hex")
    seat = seat_of(scenario, spec.side, f"{field}.side") if spec.side else GONE
    found = Paragraph(hex_, seat, spec.text)
    found.points = spec.points
    if spec.marker:
        found.marker = MARKER_NAMES.index(spec.marker)
    if spec.units and not spec.joins:
        raise WrongContent(f"{field}.joins", "say which side the units belong to")
    for word in spec.text.split():
        if word.startswith("@") and word[1:] not in catalogue(PACKAGE, ORIGINAL).entries:
            raise WrongContent(f"{field}.text", f"'{word}' stands for no text of the catalogues")
    return found


def open_scenario(name: str, options: Mapping[str, Any], dice: Dice) -> LnltState:
    """The state at set-up; options of the game override those of the scenario."""
    path = SHELF.path(name)
    spec = SHELF.read(path)
    occasion: dict[str, Arg] = {}
    if spec.drawn:
        spec, occasion = draw_battle(spec, of_battle(options), dice.state)
        options = {switch: value for switch, value in options.items() if switch not in of_battle(options)}
    edition_of_game(options)  # what is wrong with them is no fault of the file

    def link(faults: Faults) -> LnltState:
        scenario = link_scenario(spec, name, board_of(spec, path.parent), faults, options)
        scenario.occasion = occasion
        state = set_up(spec, scenario, dice, faults)[0]
        if not faults.found:
            check_apart(spec, state)
        return state

    return linked(path, link)


def board_of(spec: ScenarioSpec, folder: Path) -> Board:
    if bool(spec.map) == bool(spec.boards):
        raise WrongContent("map", "a scenario is played on one map, or on boards side by side")
    if not 0 <= spec.streams <= 5:
        raise WrongContent("streams", f"streams are of type 1 to 5, not {spec.streams}")
    inside = tuple(spec.inside)
    if spec.map and not spec.streams:
        return load_map(find_map(spec.map, folder), inside)
    return load_boards(spec.boards or [[PartSpec(spec.map)]], folder, spec.streams, inside)


def check_apart(spec: BattleSpec, state: LnltState) -> None:
    """A battle does not begin in Melee; drills may."""
    for i, unit in enumerate(spec.sides[1].units):
        if unit.hex and state.stacks[0][hex_of(state.board.grid, unit.hex, "")]:
            raise WrongContent(f"sides[1].units[{i}].hex", f"the enemy stands in {unit.hex} already")
