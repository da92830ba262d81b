"""JSON Schemas of content files, for editors; descriptions are the docstrings and comments of the structs."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from typing import Any, get_args

import msgspec

from bocage.content.typed import is_struct


def schema(type_: type[msgspec.Struct], title: str) -> str:
    """The text of the schema file of one kind of file."""
    made = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(type_), "title": title}
    for struct in structs_of(type_):
        definition = made["$defs"][struct.__name__]
        if "description" in definition:
            definition["description"] = " ".join(definition["description"].split())
        for field, comment in comments(struct).items():
            described = definition["properties"].get(field)
            if described is not None:
                definition["properties"][field] = {**described, "description": comment}
    return json.dumps(made, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def structs_of(type_: Any) -> list[type[msgspec.Struct]]:
    """A struct and all that its fields are made of."""
    found: list[type[msgspec.Struct]] = []
    pending = [type_]
    while pending:
        one = pending.pop()
        if is_struct(one) and one not in found:
            found.append(one)
            pending += [field.type for field in msgspec.structs.fields(one)]
        else:
            pending += [part for part in get_args(one) if not isinstance(part, str | int)]
    return found


def comments(struct: type[msgspec.Struct]) -> dict[str, str]:
    """What stands behind the fields in the source, or in the lines before them; by the name a file uses."""
    told: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if not (is_struct(base) and base is not msgspec.Struct):
            continue
        source = textwrap.dedent(inspect.getsource(base))
        lines = source.splitlines()
        body = ast.parse(source).body[0]
        assert isinstance(body, ast.ClassDef)
        for line in body.body:
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.end_lineno is not None:
                _, mark, comment = lines[line.end_lineno - 1].partition("  # ")
                if mark and comment != "fmt: skip":
                    told[line.target.id] = comment
    names = {field.name: field.encode_name for field in msgspec.structs.fields(struct)}
    return {names[name]: comment for name, comment in told.items()}
