"""Small changes of a YAML file that leave its comments and its layout as they are, wherever that can be."""

from __future__ import annotations

import copy
from typing import Any

import yaml

from bocage.kernel.variation import Edit, Steps


def data_of(source: str) -> Any:
    return yaml.load(source, Loader=yaml.CSafeLoader)


def edited(source: str, edit: Edit) -> str:
    """The text with the change in it. Written anew, without its comments, only where the place cannot be changed as
    text: what the text then says is always compared with what it should."""
    wanted = changed(data_of(source), edit)
    try:
        text = in_place(source, edit)
        if text is not None and data_of(text) == wanted:
            return text
    except yaml.YAMLError:
        pass
    return yaml.safe_dump(wanted, sort_keys=False, allow_unicode=True, width=120)


def changed(data: Any, edit: Edit) -> Any:
    made = copy.deepcopy(data)
    holder, last = value_at(made, edit.at[:-1]), edit.at[-1]
    if edit.kind == "set":
        holder[last] = edit.value
    elif edit.kind == "drop":
        del holder[last]
    else:
        holder.insert(int(last) + 1, edit.value)
    return made


def value_at(data: Any, at: Steps) -> Any:
    for step in at:
        data = data[step]
    return data


def in_place(source: str, edit: Edit) -> str | None:
    """None where the text does not lend itself to it."""
    root = yaml.compose(source, Loader=yaml.SafeLoader)  # the C loader counts bytes, not characters
    if edit.kind == "set":
        node = node_at(root, edit.at)
        if node is not None:
            return source[: node.start_mark.index] + flow(edit.value) + source[end_of(node, source) :]
        top = isinstance(root, yaml.MappingNode) and len(edit.at) == 1
        return with_field(source, root, str(edit.at[0]), edit.value) if top else None
    items = node_at(root, edit.at[:-1])
    if not isinstance(items, yaml.SequenceNode):
        return None
    place = in_brackets if items.flow_style else in_lines
    return place(source, items.value, int(edit.at[-1]), edit)


def in_brackets(source: str, items: list[yaml.Node], at: int, edit: Edit) -> str:
    """A list such as [a, b]."""
    item = items[at]
    if edit.kind == "add":
        return source[: item.end_mark.index] + f", {flow(edit.value)}" + source[item.end_mark.index :]
    if at:
        return source[: items[at - 1].end_mark.index] + source[item.end_mark.index :]
    end = items[1].start_mark.index if len(items) > 1 else item.end_mark.index
    return source[: item.start_mark.index] + source[end:]


def in_lines(source: str, items: list[yaml.Node], at: int, edit: Edit) -> str:
    """A list with an item on each line."""
    mark = items[at].start_mark
    lines = source.splitlines(keepends=True)
    if edit.kind == "drop":
        del lines[mark.line]
    else:
        lines.insert(mark.line + 1, f"{lines[mark.line][: mark.column]}{flow(edit.value)}\n")
    return "".join(lines)


def with_field(source: str, root: yaml.MappingNode, name: str, value: Any) -> str:
    """A field the file did not have: before `sides`, or else at the end."""
    line = f"{name}: {flow(value)}\n"
    sides = next((key for key, _ in root.value if key.value == "sides"), None)
    if sides is None or root.flow_style:
        return source.rstrip("\n") + "\n" + line
    return source[: sides.start_mark.index] + line + source[sides.start_mark.index :]


def end_of(node: yaml.Node, source: str) -> int:
    """Where its last word ends. PyYAML lets a mapping or a list in lines end where the next thing begins, and a
    comment between them is not its own."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return end_of(last[1] if isinstance(last, tuple) else last, source)
    text = source[node.start_mark.index : node.end_mark.index]
    return int(node.start_mark.index) + len(text.rstrip())


def node_at(node: yaml.Node | None, at: Steps) -> yaml.Node | None:
    for step in at:
        if isinstance(node, yaml.SequenceNode):
            node = node.value[int(step)]
        elif isinstance(node, yaml.MappingNode):
            node = next((value for key, value in node.value if key.value == step), None)
        else:
            return None
    return node


def flow(value: Any) -> str:
    """On one line."""
    made = yaml.safe_dump(value, sort_keys=False, allow_unicode=True, default_flow_style=True, width=100_000)
    return made.removesuffix("\n").removesuffix("\n...")
