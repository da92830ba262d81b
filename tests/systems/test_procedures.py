"""Procedures are copied and checked by the kernel, which needs to know all they hold."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

import bocage
from bocage.kernel.state import Procedure, list_arguments, list_fields


def procedures() -> list[type[Procedure[Any]]]:
    for module in walk_packages(bocage.__path__, "bocage."):
        if ".systems." in module.name and ".rules." in module.name:
            import_module(module.name)
    return sorted(subclasses(Procedure), key=lambda kind: f"{kind.__module__}.{kind.__name__}")


def subclasses(kind: type[Procedure[Any]]) -> Iterator[type[Procedure[Any]]]:
    for one in kind.__subclasses__():
        if one.__module__.startswith("bocage.systems."):
            yield one
        yield from subclasses(one)


@pytest.mark.parametrize("kind", procedures(), ids=lambda kind: kind.__name__)
def test_a_procedure_names_its_arguments_after_its_fields(kind: type[Procedure[Any]]) -> None:
    given, rest = list_arguments(kind)
    assert set(given) <= set(list_fields(kind))
    assert "step" in rest


def test_there_are_procedures_of_every_system() -> None:
    assert {kind.__module__.split(".")[2] for kind in procedures()} == {"lnlt", "normandie", "disposable"}
