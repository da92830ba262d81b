"""Pieces as a player may see them: counters with their badges and the lines of their cards."""

from __future__ import annotations

from bocage.kernel import Text
from bocage.kernel.views import Badge, Piece, Row, Sheet
from bocage.systems.normandie.model.flags import NO_TOKEN, is_bluff, is_special
from bocage.systems.normandie.model.tables import CROSS, HEAVY, NO_WATCH, UNLIMITED, WATCH_ON, Counter, Weapon
from bocage.systems.normandie.state import CREW, FIELD, HULL, PRIMARY, TRACK, NormandieState, Unit, hides, name_of


def build_piece(state: NormandieState, unit: Unit, seat: int) -> Piece:
    hidden = hides(unit, seat)
    name = Text("unit.concealed") if hidden else Text("name", {"unit": name_of(unit)})
    kind = "concealed" if hidden else unit.counter.kind
    found = Piece(unit.id, name, unit.seat, unit.counter.nation, kind, state.place_name(unit))
    found.badges = badges(state, unit, seat)
    found.flipped = hidden or unit.side == 1
    if not hidden:
        print_on(found, unit)
        found.facing = unit.facing if unit.status == FIELD else -1
        found.group = unit.carrier
        found.turned = Text("card.reverse") if unit.side == 1 else None
        found.rows = rows(unit)
        found.basis = unit.counter.basis if unit.counter.basis == "estimate" else ""
    return found


def print_on(found: Piece, unit: Unit) -> None:
    """What is printed on the side that is up."""
    found.values = [str(unit.face.movement)] + [printed(bonus) for bonus in unit.counter.bonuses[unit.side]]
    found.corner = str(unit.face.defense)
    found.width = unit.counter.size
    found.model = unit.counter.id


def sheet(name: str, counter: Counter, number: int) -> Sheet:
    """The card of a unit as it takes the field."""
    unit = Unit(0, 0, counter, 0)
    face = Piece(0, Text(f"unit.{name}"), 0, counter.nation, counter.kind)
    print_on(face, unit)
    return Sheet(face.name, rows(unit), number, [face])


def printed(bonus: int) -> str:
    return "✕" if bonus == CROSS else f"+{bonus}"


def badges(state: NormandieState, unit: Unit, seat: int) -> list[Badge]:
    found: list[Badge] = []
    token = token_badge(state, unit, seat)
    if token is not None:
        found.append(token)
    if unit.suppressed:
        found.append(Badge("suppressed", Text("badge.suppressed", {"n": unit.suppressed})))
    if unit.activated or unit.acted:
        found.append(Badge("activated", Text("badge.activated")))
    if state.documents_unit == unit.id:
        found.append(Badge("documents", Text("marker.documents")))
    if unit.face.concealed:
        found.append(Badge("concealed", Text("badge.concealed")))
    return found + damage_badges(unit)


def token_badge(state: NormandieState, unit: Unit, seat: int) -> Badge | None:
    """The other side sees that a token lies there, once it does, but not which (hon.open.order.hidden.1)."""
    if unit.token == NO_TOKEN:
        return None
    own = seat >= 0 and state.scenario.camps[seat] == unit.camp
    if not own and not unit.shown:
        return Badge("order-hidden", Text("badge.hidden")) if state.tokens_down else None
    return name_token(unit.token)


def name_token(token: int) -> Badge:
    """As its owner sees it."""
    if is_bluff(token):
        return Badge("bluff", Text("badge.bluff"))
    if is_special(token):
        return Badge("special", Text("badge.special"))
    return Badge("order", Text("badge.order", {"n": token}))


def damage_badges(unit: Unit) -> list[Badge]:
    found = []
    for bit, name in ((CREW, "crew"), (TRACK, "track"), (HULL, "hull"), (PRIMARY, "primary")):
        if unit.damage & bit:
            found.append(Badge(f"damage-{name}", Text(f"location.{name}")))
    if unit.bombs:
        found.append(Badge("bomb", Text("badge.bomb", {"n": len(unit.bombs)})))
    return found


def rows(unit: Unit) -> list[Row]:
    """The unit card: the side that is up, then the abilities."""
    face = unit.face
    bonuses = " / ".join(printed(bonus) for bonus in unit.counter.bonuses[unit.side])
    found = [
        ("movement", str(face.movement), True), ("bonus", bonuses, True), ("defense", str(face.defense), True),
        ("hit" if face.hit else "last", "", True), ("orders", str(face.stars), face.stars > 0),
        ("assault", f"+{face.assault_value}" if face.assault_value else "", face.assault),
        ("scout", str(face.scout), face.scout > 0), ("ambush", "", face.ambush),
    ]  # fmt: skip
    return list_rows(found) + ability_rows(unit)


FACE_ROWS = (
    "tripod", "amphibious", "spotter", "barrage", "terrifying", "substitute", "waves", "aaa", "autonomous", "personal",
    "detonate",
)  # fmt: skip


def ability_rows(unit: Unit) -> list[Row]:
    """Lines of the unit card: armour, weapons and abilities of the side that is up."""
    face = unit.face
    found: list[Row] = []
    if unit.counter.rank == HEAVY:
        found.append(Row(Text("card.armour"), " / ".join(str(value) for value in face.armour)))
    for number, weapon in enumerate(face.weapons):
        if number:
            bonuses = " / ".join(printed(bonus) for bonus in weapon.bonus)
            found.append(Row(Text("card.weapon", {"n": number + 1}), bonuses))
        found.extend(weapon_rows(weapon))
    watch = ("watch" if face.watch == WATCH_ON else "watch-off", "", face.watch != NO_WATCH)
    others = [(name, "", bool(getattr(face, name))) for name in FACE_ROWS]
    return found + list_rows([("transport", str(face.transport), face.transport > 0), watch, *others])


def weapon_rows(weapon: Weapon) -> list[Row]:
    found = [
        ("range", str(weapon.range), weapon.range < UNLIMITED),
        ("reach", str(weapon.reach), weapon.reach < UNLIMITED),
        ("on-the-move", f"-{weapon.on_the_move}" if weapon.on_the_move else "", weapon.on_the_move >= 0),
        ("destruction", str(weapon.destruction), weapon.destruction > 0),
        ("indirect" if weapon.indirect else "howitzer", "", weapon.pattern > 0),
    ]
    slots = ("suppressive", "gunner", "perforating", "dual", "arc", "frightening", "hawkeye", "sniper")
    return list_rows(found + [(slot, "", getattr(weapon, slot)) for slot in slots])


def list_rows(found: list[tuple[str, str, bool]]) -> list[Row]:
    """Of what the counter has, each with its value."""
    return [Row(Text(f"card.{name}"), value) for name, value, there in found if there]
