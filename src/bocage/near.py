"""What to say about a name that nobody knows: what it may have been meant for, or what there is."""

from __future__ import annotations

from collections.abc import Iterable

MOST_LISTED = 12


def hint(name: str, known: Iterable[str], more: str = "") -> str:
    """In brackets, to end a message with: the nearest names, else all of them if they are few, else where to look."""
    from difflib import get_close_matches  # only where something is wrong

    names = list(known)
    by_small_letters = {one.lower(): one for one in names}
    close = get_close_matches(name.lower(), by_small_letters, n=3)
    if close:
        return f" (did you mean {' or '.join(by_small_letters[one] for one in close)}?)"
    if names and (len(names) <= MOST_LISTED or not more):
        return f" (there are: {', '.join(names)})"
    return f" ({more})" if more else ""
