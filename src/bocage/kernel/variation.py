"""Small changes of a scenario that a system knows to make, as changes of its file."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from bocage.kernel.views import Text

Steps = tuple[str | int, ...]  # the way to a value: fields of mappings, places in lists


class Edit(msgspec.Struct):
    """`set` a value, `drop` an item of a list, or `add` one after it."""

    kind: Literal["set", "drop", "add"]
    at: Steps
    value: Any = None


class Variation(msgspec.Struct):
    """`name` says the change in the shortest way ("turns +1", "us without us8.rifle"), `label` in words."""

    name: str
    label: Text
    edit: Edit
