"""What to say about a name that nobody knows: what it may have been meant for, or what there is."""

from __future__ import annotations

from collections.abc import Iterable

MOST_LISTED = 12


def nearest(name: str, names: Iterable[str], most: int = 1) -> list[str]:
    """Those of these names that a misspelt one is near to, the nearest first; capitals make no difference."""
    from difflib import get_close_matches  # only where something is wrong

    by_small_letters = {one.lower(): one for one in names}
    return [by_small_letters[one] for one in get_close_matches(name.lower(), by_small_letters, most)]


def hint(name: str, known: Iterable[str], more: str = "") -> str:
    """In brackets, to end a message with: the nearest names, else all of them if they are few, else where to look."""
    names = list(known)
    close = nearest(name, names, 3)
    if close:
        return f" (did you mean {' or '.join(close)}?)"
    if names and (len(names) <= MOST_LISTED or not more):
        return f" (there are: {', '.join(names)})"
    return f" ({more})" if more else ""
