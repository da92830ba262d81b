"""What each side is after, in words: the points that win, what gives points, and when a side has lost."""

from __future__ import annotations

from bocage.kernel import Arg, Text
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.tables import Exit
from bocage.systems.lnlt.rules.plans import public_score
from bocage.systems.lnlt.state import LnltState


def aim(state: LnltState, viewer: int) -> list[Text]:
    """Who wins by points; nothing where no points are to be had, as in the lessons."""
    scenario = state.scenario
    if not gives_points(state):
        return []
    if scenario.need_seat != GONE:
        seat = scenario.need_seat
        args: dict[str, Arg] = {"need": scenario.need, "own": public_score(state, seat, viewer)}
        return [
            Text("status.need", {**args, "side": state.scenario.titles[seat], "other": state.scenario.titles[1 - seat]})
        ]
    if scenario.tie != GONE:
        return [Text("status.more-points-tie", {"side": state.scenario.titles[scenario.tie]})]
    return [Text("status.more-points")]


def ways(state: LnltState) -> list[Text]:
    """What gives points besides the marked hexes, and how a side loses at once."""
    scenario = state.scenario
    if not gives_points(state):
        return []
    lines = [Text("status.objectives")] if scenario.objectives else []
    if scenario.casualty_points:
        points = scenario.casualty_points
        key = "status.losses" if points == smaller(points) else "status.losses-by-size"
        lines.append(Text(key, {"points": points, "small": smaller(points)}))
    lines += [leaving(state, exit_) for exit_ in scenario.exits]
    lines.append(Text("status.last-man" if scenario.last_man else "status.alone"))
    return lines + [Text("status.left-map", {"side": state.scenario.titles[exit_.seat]}) for exit_ in scenario.exits]


def leaving(state: LnltState, exit_: Exit) -> Text:
    names = state.board.grid.names
    args: dict[str, Arg] = {
        "side": state.scenario.titles[exit_.seat],
        "hexes": ", ".join(names[hex_] for hex_ in exit_.hexes),
    }
    return Text("status.exits", {**args, "points": exit_.points, "small": smaller(exit_.points)})


def gives_points(state: LnltState) -> bool:
    scenario = state.scenario
    return bool(scenario.objectives or scenario.casualty_points or scenario.exits or scenario.need_seat != GONE)


def smaller(points: int) -> int:
    """Anything smaller than a squad is worth half, rounded up."""
    return (points + 1) // 2
