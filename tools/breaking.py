"""Small changes that break a rule, and where they can be made.

A comparison, `and`/`or`, a `not`, a condition, a number, a returned constant, a statement left out; a number or a flag
in a data file. Each is one line that reads differently (`Break`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

from bocage.checks.broken import PACKAGE, Break, lines_of, names, spans

OPERATORS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
PRESENT: dict[type[ast.cmpop], tuple[str, str]] = {ast.Lt: ("<", ">="), ast.GtE: (">=", "<")}
NEAR = ("line", "function", "name", "class", "call")
"""Where a clause is cited: on the line, in the function, where a name that the function uses is declared, by the class
it belongs to, or by a function or procedure that the line calls: left out, that is not played either. In data: on the
line, or in the comment above it; a comment such as `# badge: lnlt.hid.13.1d` says which field of its line states the
clause."""
_ID = re.compile(r"[a-z]+(?:\.[A-Za-z0-9_-]+)+")
_DATUM = re.compile(r"(?<=[:,\[] )(-?\d+|true|false)(?=\s*[,}\]]|$)|(?<=\[)-?\d+(?=[,\]])")
_CALL = re.compile(r"([A-Za-z_][A-Za-z_.]*)\(")
_FIELD = r"(?<=\b{field}: )(?:\[[^\[\]]*\]|[^\s,\[\]{{}}]+)"
# What bots and players are told about a verb plays no rule.
TELLING = {"book", "words", "chances.py", "odds.py", "damage_odds.py", "foresight.py"}
BESIDE = TELLING | {"battles", "lessons.py", "invariants.py"}
"""Nor does what draws random battles, writes lessons or looks for faults of the engine."""
BOOKKEEPING = {
    "copy", "data", "__init__", "report", "tell", "subject",  # what is kept and told
    "forbid", "refuse", "forbid_unit", "forbid_verb",  # why a click is refused
    "odds", "hit_chance", "outline", "formation", "candidates", "sample",  # what is shown, and where bots look first
}  # fmt: skip
"""Functions by which a procedure is copied, tells what happens or explains itself."""
EVENTS = ("emit", "tell", "tell_of", "report", "announce")
_PLAIN = ("frozenset", "set", "tuple", "dict", "list", "range")  # what may be called a second time


class Change(NamedTuple):
    """A possible break."""

    one: Break
    path: Path
    line: int
    statement: int  # the first line of the statement it is in
    crude: bool  # tried last: much goes wrong (a statement left out, nobody taken for somebody), or little (a shape)
    cited: dict[str, str]  # clauses, and how near they are cited (NEAR)


Cut = tuple[int, int, int, str]
"""Line, columns (in bytes, as in `ast`) and new text."""


def is_played(change: Change) -> bool:
    """Whether a game goes on otherwise with it, and not only what is said about the game."""
    return not BESIDE & set(change.path.parts)


def cited(text: str, known: set[str]) -> frozenset[str]:
    return frozenset(_ID.findall(text)) & known


def changes(folder: Path, known: set[str]) -> list[Change]:
    """Every small change in the code and the data of a system, and in the geometry below it."""
    of_rules = [path for path in sorted(folder.rglob("*.py")) if "book" not in path.parts]  # a bot plays no rule
    paths = [*of_rules, *sorted((PACKAGE / "geometry").glob("*.py"))]
    declared = declarations(paths, known)
    playing = definitions(paths, known)
    found = [change for path in paths for change in in_code(path, known, declared, playing)]
    return found + [change for path in sorted((folder / "data").rglob("*.yaml")) for change in in_data(path, known)]


def declarations(paths: list[Path], known: set[str]) -> dict[str, frozenset[str]]:
    """Names of constants, verbs, bans and events and the clauses their declarations cite."""
    found: dict[str, frozenset[str]] = {}
    for path in paths:
        lines = lines_of(path)
        for node in ast.parse("\n".join(lines)).body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                clauses = cited("\n".join(lines[node.lineno - 1 : node.end_lineno]), known)
                for name in names(node) if clauses else ():
                    found[f"{dotted(path)}.{name}"] = clauses
    return found


def definitions(paths: list[Path], known: set[str]) -> dict[str, frozenset[str]]:
    """Functions, methods and procedures, and the clauses they cite."""
    found: dict[str, frozenset[str]] = {}
    for path in paths:
        for name, (first, last) in spans(path).items():
            found[f"{dotted(path)}.{name}"] = cited("\n".join(lines_of(path)[first - 1 : last]), known)
    return found


def called(line: str, within: str, from_elsewhere: dict[str, str], here: str) -> set[str]:
    """What a line calls, as it is defined."""
    found = set()
    for name in _CALL.findall(line):
        first, _, rest = name.partition(".")
        start = (
            f"{here}.{within.partition('.')[0]}" if first == "self" else from_elsewhere.get(first, f"{here}.{first}")
        )
        found.add(f"{start}.{rest}" if rest else start)
    return found


def dotted(path: Path) -> str:
    """How the module is imported."""
    return ".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts))


def imported(module: ast.Module) -> dict[str, str]:
    """Names that come from elsewhere, and where they are declared."""
    nodes = [node for node in module.body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name: f"{node.module}.{alias.name}" for node in nodes for alias in node.names}


def in_code(
    path: Path, known: set[str], declared: dict[str, frozenset[str]], playing: dict[str, frozenset[str]]
) -> Iterator[Change]:
    lines = lines_of(path)
    module = ast.parse("\n".join(lines))
    from_elsewhere = imported(module)
    for name, node, heading in parts(module, lines):
        inside = {"function": cited("\n".join(lines[node.lineno - 1 : node.end_lineno]), known)}
        inside["class"] = cited(heading, known)
        if isinstance(node, ast.FunctionDef) and not TELLING & set(path.parts):
            used = {name_of(inner, from_elsewhere, dotted(path)) for inner in ast.walk(node)}
            inside["name"] = frozenset[str]().union(*(declared[one] for one in used & declared.keys()))
        for inner, statement in rules_in(node, node):
            for line, start, end, new in changes_of(inner, lines):
                crude = isinstance(inner, ast.stmt | ast.BinOp) or is_about_nobody(inner)
                old = lines[line - 1]
                cut = (old.encode()[:start] + new.encode() + old.encode()[end:]).decode()
                file = str(path.relative_to(PACKAGE))
                one = Break(file, name, line - node.lineno, old.strip(), cut.strip())
                near = inside | {"line": cited(old, known)}
                if any(near.values()):
                    calls = called(old, name, from_elsewhere, dotted(path)) & playing.keys()
                    near["call"] = frozenset[str]().union(*(playing[one] for one in calls))
                yield Change(one, path, line, statement.lineno, crude, nearest(near))


def name_of(node: ast.AST, from_elsewhere: dict[str, str], here: str) -> str:
    """A name, or a constant of another module (`bans.FIRED_ALREADY`), and where it is declared."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr.isupper():
        return f"{from_elsewhere.get(node.value.id, here)}.{node.attr}"
    return from_elsewhere.get(node.id, f"{here}.{node.id}") if isinstance(node, ast.Name) else ""


def nearest(places: dict[str, frozenset[str]]) -> dict[str, str]:
    return {clause: near for near in reversed(NEAR) for clause in sorted(places.get(near, ()))}


def parts(module: ast.Module, lines: list[str]) -> Iterator[tuple[str, ast.stmt, str]]:
    """Functions, methods and plain tables, with the docstring of the class."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node, ""
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner, ast.get_docstring(node) or ""
        elif names(node) and is_plain(node):
            yield names(node)[0], node, lines[node.lineno - 2] if lines[node.lineno - 2].startswith("#") else ""


def is_plain(node: ast.stmt) -> bool:
    """Nothing that must happen only once, such as the declaration of a verb."""
    calls = [inner.func for inner in ast.walk(node) if isinstance(inner, ast.Call)]
    return all(isinstance(call, ast.Name) and call.id in _PLAIN for call in calls)


def in_data(path: Path, known: set[str]) -> Iterator[Change]:
    """Numbers and flags of the lines that cite a clause, or that follow a comment which does; and fields that do."""
    heading: frozenset[str] = frozenset()
    for number, line in enumerate(lines_of(path), 1):
        datum, _, comment = line.partition("#")
        if not datum.strip():
            heading = heading | cited(comment, known) if comment else frozenset()
            continue
        fields = cited_fields(datum, comment, known)
        here = cited(line, known).difference(*fields.values())
        listed = [(*value, datum[: value[0]].count("[") > datum[: value[0]].count("]"), "") for value in numbers(datum)]
        stated = [(*value, False, field) for field in fields for value in values(path, datum, field)]
        for start, end, new, crude, field in (listed if here or heading else []) + stated:
            cut = line[:start] + new + line[end:]
            one = Break(str(path.relative_to(PACKAGE)), "", 0, line.strip(), cut.strip())
            near = {"line": fields[field]} if field else {"line": here, "function": heading}
            yield Change(one, path, number, number, crude, nearest(near))


def cited_fields(datum: str, comment: str, known: set[str]) -> dict[str, frozenset[str]]:
    """By field: `# morale: lnlt.hid.13.2g; traits: lnlt.hid.13.2l`."""
    said = {field.strip(): cited(ids, known) for field, _, ids in (part.partition(":") for part in comment.split(";"))}
    return {field: ids for field, ids in said.items() if ids and field.isidentifier() and f"{field}: " in datum}


def numbers(text: str) -> list[tuple[int, int, str]]:
    """Where numbers and flags stand, and what they are turned into."""
    turned = {"true": "false", "false": "true"}
    return [(m.start(), m.end(), turned.get(m[0]) or str(int(m[0]) + 1)) for m in _DATUM.finditer(text)]


def values(path: Path, datum: str, field: str) -> Iterator[tuple[int, int, str]]:
    """The same for what a field has."""
    pattern = re.compile(_FIELD.format(field=field))
    for found in pattern.finditer(datum):
        start, end = found.span()
        inside = [number for number in numbers(datum) if start <= number[0] < end]
        yield from inside or ((start, end, new) for new in instead(path, pattern, found[0]))


def instead(path: Path, field: re.Pattern[str], old: str) -> list[str]:
    """Something for nothing; a list without one of its words; the word that the field has elsewhere."""
    if old == "null":
        return ["1"]
    if old.startswith("["):
        words = old[1:-1].split(", ")
        return [f"[{', '.join(other for other in words if other != word)}]" for word in words]
    data = (line.partition("#")[0] for file in (path, *sorted(path.parent.glob("*.yaml"))) for line in lines_of(file))
    return list(islice((found[0] for datum in data for found in field.finditer(datum) if found[0] != old), 1))


def rules_in(node: ast.AST, statement: ast.stmt) -> Iterator[tuple[ast.AST, ast.stmt]]:
    """Everything below, with the statement it is in, but for bookkeeping."""
    if not is_bookkeeping(node):
        statement = node if isinstance(node, ast.stmt) else statement
        yield node, statement
        inside = ast.iter_child_nodes(about_turn(node) or node)
        for inner in islice(inside, 1) if is_presence(node) else inside:
            if not is_nobody(inner) or is_modifier(node):
                yield from rules_in(inner, statement)


def is_bookkeeping(node: ast.AST) -> bool:
    """How far a procedure has come (`self.step == 1`), a place in a mask (`1 << 5`), how choices are numbered
    (`option >= FIRE`), what an event tells and by which clause, how a refusal is worded, which odds are told, what is
    remembered, what is left out of a call, whether the lines of a sum are kept for the page, whether two lists are
    checked to be of one length, which words a file may use and which dice the game has: no rule says so."""
    if isinstance(node, ast.If | ast.IfExp):
        asked = node.test.values if isinstance(node.test, ast.BoolOp) else [node.test]
        if any(isinstance(one, ast.Attribute) and one.attr == "recording" for one in asked):
            return True
    if isinstance(node, ast.If):
        return not node.orelse and all(isinstance(one, ast.Expr) and is_bookkeeping(one) for one in node.body)
    if isinstance(node, ast.IfExp):
        return is_ban(node.body) and is_ban(node.orelse)
    if isinstance(node, ast.Expr):
        call = node.value.func if isinstance(node.value, ast.Call) else node.value
        return (call.attr if isinstance(call, ast.Attribute) else name_in(call)) in (*EVENTS, "stale", "refuse_unknown")
    if isinstance(node, ast.Call):
        return is_call_of(node, "roll", "insert") or name_in(node.func) == "Tally"
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    if isinstance(node, ast.arguments | ast.Assert):
        return True
    if isinstance(node, ast.FunctionDef):
        return node.name in BOOKKEEPING or explains(node) or foretells(node) or refuses(node)
    if isinstance(node, ast.Compare):
        left = node.left
        if isinstance(left, ast.Name):
            return left.id == "option"
        return isinstance(left, ast.Attribute) and left.attr in ("step", "recording")
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        return any(is_kept(target) for target in (node.targets if isinstance(node, ast.Assign) else [node.target]))
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.LShift) and is_number(node.left, 1)
    return False


def is_kept(target: ast.expr) -> bool:
    """Where a procedure stands, what its events will tell, and where the numbers of a counter come from."""
    if isinstance(target, ast.Attribute):
        return target.attr in ("step", "basis")
    return name_in(target.value if isinstance(target, ast.Subscript) else target) in ("args", "rule")


def explains(node: ast.FunctionDef) -> bool:
    """Why something that was tried is not offered; what is offered does not come from here."""
    taken = [argument.annotation for argument in node.args.args]
    return any(isinstance(one, ast.Name) and one.id in ("Tried", "Wish", "Attempt") for one in taken)


def refuses(node: ast.FunctionDef) -> bool:
    """It forbids in any case (`-> Ban`, not `-> Ban | None`) and only says which ban it is."""
    return name_in(node.returns or node) == "Ban"


def foretells(node: ast.FunctionDef) -> bool:
    """The odds that a player is told, or an event: what is played does not come from here either."""
    said = [node.returns, *(argument.annotation for argument in node.args.args)]
    parts = [inner for one in said if one is not None for inner in ast.walk(one)]
    return name_in(node.returns or node) == "Event" or any(name_in(part) == "Forecast" for part in parts)


def name_in(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def is_call_of(node: ast.Call, *names: str) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr in names


def is_ban(node: ast.AST) -> bool:
    """`bans.IS_SHAKEN`: of two of them, either refuses."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "bans"


def is_about_nobody(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare) and is_number(node.comparators[0], None)


def is_nobody(node: ast.AST) -> bool:
    """`-1` is nobody, nowhere or nothing, unless it modifies a roll."""
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and is_number(node.operand, 1)


def is_modifier(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and is_call_of(node, "add")


def is_presence(node: ast.AST) -> bool:
    """Whether something is in a mask (`mask >> hex_ & 1`), whether there is anybody (`hex_ >= 0`), whether a number is
    that of a hex (`hex_ < board.hexes`)."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitAnd) and is_number(node.right, 1)
    if not isinstance(node, ast.Compare) or type(node.ops[0]) not in PRESENT:
        return False
    limit = node.comparators[0]
    return is_number(limit, 0) or (isinstance(limit, ast.Attribute) and limit.attr == "hexes")


def about_turn(node: ast.AST) -> ast.BinOp | None:
    """The sum in `(facing + 4) % 8` or `(heading + 3) % 6`: half a turn either way faces back."""
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.BinOp)):
        return None
    halves = ((4, 8), (3, 6))  # of squares and of hexes
    turns = any(is_number(node.left.right, half) and is_number(node.right, whole) for half, whole in halves)
    return node.left if turns else None


def is_number(node: ast.AST, number: int | None) -> bool:
    return isinstance(node, ast.Constant) and node.value == number


def changes_of(node: ast.AST, lines: list[str]) -> list[Cut]:
    if isinstance(node, ast.BoolOp):
        pair = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        cuts = [between(left, right, lines, pair) for left, right in pairwise(node.values)]
        return [cut for cut in (*cuts, *map(negated, filter(is_flag, node.values))) if cut is not None]
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        sides = pairwise([node.left, *node.comparators])
        ends = [between(*pair, lines, OPERATORS.get(type(op))) for pair, op in zip(sides, node.ops, strict=True)]
        return [cut for cut in ends if cut is not None]
    cut = change_of(node, lines)
    return [] if cut is None else [cut]


def change_of(node: ast.AST, lines: list[str]) -> Cut | None:
    if isinstance(node, ast.BinOp) and is_presence(node):
        return node.right.lineno, node.right.col_offset, node.right.col_offset + 1, "1 ^ 1"
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        pairs = PRESENT if is_presence(node) else OPERATORS
        return between(node.left, node.comparators[0], lines, pairs.get(type(node.ops[0])))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.lineno, node.col_offset, node.col_offset + len("not "), ""
    if isinstance(node, ast.Constant):
        return constant(node)
    if isinstance(node, ast.If | ast.IfExp):
        return condition(node.test)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "bool":
        return negated(node.args[0]) if is_flag(node.args[0]) else None
    if isinstance(node, ast.Expr | ast.AugAssign | ast.Assign):
        return left_out(node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        return between(node.left, node.right, lines, ("+", "-") if isinstance(node.op, ast.Add) else ("-", "+"))
    return None


def constant(node: ast.Constant) -> Cut | None:
    if type(node.value) is bool:
        return node.lineno, node.col_offset, node.end_col_offset or 0, str(not node.value)
    if type(node.value) is int:
        return node.lineno, node.col_offset, node.end_col_offset or 0, str(node.value + 1)
    return None


def condition(test: ast.expr) -> Cut | None:
    """What is only asked for is turned round; comparisons are changed by themselves."""
    if (
        isinstance(test, ast.Name | ast.Attribute)
        or is_flag(test)
        or (
            isinstance(test, ast.Call)
            and isinstance(test.func, ast.Name | ast.Attribute)
            and test.lineno == test.end_lineno
        )
    ):
        return negated(test)
    return None


def is_flag(node: ast.expr) -> bool:
    """Whether a piece has a marker or a trait (`unit.flags & SHAKEN`)."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd) and not is_presence(node)


def negated(node: ast.expr) -> Cut:
    return node.lineno, node.col_offset, node.col_offset, "not "


def left_out(node: ast.Expr | ast.AugAssign | ast.Assign) -> Cut | None:
    """A call, a sum, or what becomes of a piece or the state, that stands on a line of its own."""
    if node.lineno != node.end_lineno or (isinstance(node, ast.Expr) and not isinstance(node.value, ast.Call)):
        return None
    if isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Attribute | ast.Subscript):
        return None
    above = "super()" in ast.unparse(node)  # it must go on naming its class to take the place of the old code
    return node.lineno, node.col_offset, node.end_col_offset or 0, "__class__" if above else "pass"


def between(left: ast.expr, right: ast.expr, lines: list[str], pair: tuple[str, str] | None) -> Cut | None:
    if pair is None or left.end_lineno != right.lineno or left.end_col_offset is None:
        return None
    gap = lines[right.lineno - 1].encode()[left.end_col_offset : right.col_offset].decode()
    if pair[0] not in gap:
        return None
    return right.lineno, left.end_col_offset, right.col_offset, gap.replace(*pair)
