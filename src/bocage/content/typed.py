"""Every place where data does not have the shape of a type; msgspec itself stops at the first one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

from bocage.content.faults import near_match
from bocage.near import nearest

Step = str | int  # a field or key, or the index of an item

# "Expected `int`, got `str` - at `$.units[0].fp`", or "… - at `key` in `$.units`"
_MSGSPEC_ERROR = re.compile(r"(?P<text>.*?)(?: - at (?:`key` in )?`\$(?P<path>.*)`)?", re.DOTALL)


class Misfit(NamedTuple):
    steps: tuple[Step, ...]
    message: str


def misfits(data: Any, type_: Any, at: tuple[Step, ...] = ()) -> Iterator[Misfit]:
    """Everything wrong, in the order of the data."""
    if get_origin(type_) is Annotated:  # a limit of the whole is seen by `convert` once all parts are right
        parts = list(misfits(data, get_args(type_)[0], at))
        yield from parts or misfit_alone(data, type_, at)
    elif get_origin(type_) in (Union, UnionType):
        fitting = [one for one in get_args(type_) if takes(one, data)]
        yield from misfits(data, fitting[0], at) if len(fitting) == 1 else misfit_alone(data, type_, at)
    elif isinstance(data, dict) and is_struct(type_):
        yield from misfits_of_struct(data, type_, at)
    elif isinstance(data, dict) and get_origin(type_) is dict:
        key_type, value_type = get_args(type_)
        for key, value in data.items():
            step = key if isinstance(key, int) else str(key)
            yield from misfit_alone(key, key_type, (*at, step))
            yield from misfits(value, value_type, (*at, step))
    elif isinstance(data, list) and get_origin(type_) in (list, tuple):
        yield from misfits_of_list(data, type_, at)
    else:
        yield from misfit_alone(data, type_, at)


def is_struct(type_: Any) -> bool:
    return isinstance(type_, type) and issubclass(type_, msgspec.Struct)


def takes(type_: Any, data: Any) -> bool:
    """Whether data of this kind is meant for this member of a union."""
    if isinstance(data, dict):
        return is_struct(type_) or get_origin(type_) is dict
    if isinstance(data, list):
        return get_origin(type_) in (list, tuple)
    return (
        not is_struct(type_) and get_origin(type_) not in (dict, list, tuple) and (type_ is NoneType) == (data is None)
    )


def misfits_of_struct(data: dict[Any, Any], type_: type[msgspec.Struct], at: tuple[Step, ...]) -> Iterator[Misfit]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(type_)}
    lacking = [name for name in fields if name not in data]
    for key, value in data.items():
        if key in fields:
            yield from misfits(value, fields[key].type, (*at, key))
        elif type_.__struct_config__.forbid_unknown_fields:
            yield Misfit((*at, str(key)), f"unknown field{near_match(str(key), lacking)}")
            lacking = [name for name in lacking if name not in nearest(str(key), lacking)]  # misspelt, not missing
    for name in lacking:
        if fields[name].required:
            yield Misfit(at, f"object missing required field `{name}`")


def misfits_of_list(data: list[Any], type_: Any, at: tuple[Step, ...]) -> Iterator[Misfit]:
    types = get_args(type_)
    if get_origin(type_) is tuple and types[-1] is not Ellipsis:
        if len(types) != len(data):
            yield from misfit_alone(data, type_, at)
            return
    else:
        types = (types[0],) * len(data)
    for index, (item, item_type) in enumerate(zip(data, types, strict=True)):
        yield from misfits(item, item_type, (*at, index))


def misfit_alone(data: Any, type_: Any, at: tuple[Step, ...]) -> Iterator[Misfit]:
    """A value that has no parts, or cannot be told apart into them."""
    try:
        msgspec.convert(data, type_)
    except msgspec.ValidationError as error:
        message, _ = split(error)
        names = [name for name in get_args(type_) if isinstance(name, str)] if get_origin(type_) is Literal else []
        if names and isinstance(data, str):
            message = f"'{data}' is unknown" + (near_match(data, names) or f": it must be one of {', '.join(names)}")
        yield Misfit(at, message)


def split(error: msgspec.ValidationError) -> tuple[str, str]:
    """What msgspec says, and where."""
    parts = _MSGSPEC_ERROR.fullmatch(str(error))
    assert parts is not None
    return parts["text"][:1].lower() + parts["text"][1:], parts["path"] or ""
