"""What all records of the data files have in common."""

from __future__ import annotations

from typing import Literal

import msgspec

from bocage.content import Basis as Basis

Nation = Literal["us", "de"]


class Record(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Every record says where its values come from."""

    basis: Basis  # where its values come from
    basis_fields: dict[str, Basis] = {}  # and those of single fields
