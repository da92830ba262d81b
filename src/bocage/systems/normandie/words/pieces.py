"""Pieces as a player may see them: counters with their badges and the lines of their cards."""

from __future__ import annotations

from bocage.kernel import Text
from bocage.kernel.views import Badge, Piece, Row
from bocage.systems.normandie.model.flags import NO_TOKEN, is_bluff, is_special
from bocage.systems.normandie.model.tables import CROSS, HEAVY, NO_WATCH, UNLIMITED, WATCH_ON, Weapon
from bocage.systems.normandie.state import CREW, FIELD, HULL, PRIMARY, TRACK, NormandieState, Unit, name_of
from bocage.systems.normandie.words.naming import hides


def build_piece(state: NormandieState, unit: Unit, seat: int) -> Piece:
    hidden = hides(unit, seat)
    name = Text("unit.concealed") if hidden else Text("name", {"unit": name_of(unit)})
    kind = "concealed" if hidden else unit.counter.kind
    found = Piece(unit.id, name, unit.seat, unit.counter.nation, kind, state.place_name(unit))
    found.badges = badges(state, unit, seat)
    found.flipped = hidden or unit.side == 1
    if not hidden:
        found.values = [str(unit.face.movement)] + [printed(bonus) for bonus in unit.counter.bonuses[unit.side]]
        found.corner = str(unit.face.defense)
        found.width = unit.counter.size
        found.facing = unit.facing if unit.status == FIELD else -1
        found.group = unit.carrier
        found.turned = Text("card.reverse") if unit.side == 1 else None
        found.rows = rows(unit)
        found.basis = unit.counter.basis if unit.counter.basis == "estimate" else ""
    return found


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
    if is_bluff(unit.token):
        return Badge("bluff", Text("badge.bluff"))
    if is_special(unit.token):
        return Badge("special", Text("badge.special"))
    return Badge("order", Text("badge.order", {"n": unit.token}))


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
        Row(Text("card.movement"), str(face.movement)),
        Row(Text("card.bonus"), bonuses),
        Row(Text("card.defense"), str(face.defense)),
        Row(Text("card.hit" if face.hit else "card.last"), ""),
    ]
    if face.stars:
        found.append(Row(Text("card.orders"), str(face.stars)))
    if face.assault:
        found.append(Row(Text("card.assault"), f"+{face.assault_value}" if face.assault_value else ""))
    if face.scout:
        found.append(Row(Text("card.scout"), str(face.scout)))
    if face.ambush:
        found.append(Row(Text("card.ambush"), ""))
    return found + ability_rows(unit)


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
    if face.transport:
        found.append(Row(Text("card.transport"), str(face.transport)))
    if face.watch != NO_WATCH:
        found.append(Row(Text("card.watch" if face.watch == WATCH_ON else "card.watch-off"), ""))
    found.extend(Row(Text(f"card.{name}"), "") for name in FACE_ROWS if getattr(face, name))
    return found


def weapon_rows(weapon: Weapon) -> list[Row]:
    found: list[Row] = []
    if weapon.range < UNLIMITED:
        found.append(Row(Text("card.range"), str(weapon.range)))
    if weapon.reach < UNLIMITED:
        found.append(Row(Text("card.reach"), str(weapon.reach)))
    if weapon.on_the_move >= 0:
        found.append(Row(Text("card.on-the-move"), f"-{weapon.on_the_move}" if weapon.on_the_move else ""))
    if weapon.destruction:
        found.append(Row(Text("card.destruction"), str(weapon.destruction)))
    if weapon.pattern:
        found.append(Row(Text("card.indirect" if weapon.indirect else "card.howitzer"), ""))
    for slot in ("suppressive", "gunner", "perforating", "dual", "arc", "frightening", "hawkeye", "sniper"):
        if getattr(weapon, slot):
            found.append(Row(Text(f"card.{slot}"), ""))
    return found
