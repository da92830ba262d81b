"""What all records of the data files have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from bocage.content import Basis as Basis

DATA = Path(__file__).parent.parent / "data"
Nation = Literal["us", "de"]


class Record(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Every record says where its values come from."""

    basis: Basis  # where its values come from
    basis_fields: dict[str, Basis] = {}  # and those of single fields


def copy_values(record: msgspec.Struct, made: object, *names: str) -> None:
    """What a record and the object made of it call by the same name."""
    for name in names:
        setattr(made, name, getattr(record, name))
