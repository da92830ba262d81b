"""Content files (rulebooks, counters, maps, scenarios, drills): YAML read into typed structs and checked.

Whatever is wrong with a file becomes one `ContentError` that names file, line and field of every fault.
"""

from bocage.content.faults import ContentError, Faults, WrongContent, known, near_match, together, unknown
from bocage.content.reading import (
    Source,
    content_hash,
    convert,
    fault,
    linked,
    load_yaml,
    loads_yaml,
    located,
    read_text,
    settle,
    source,
)
from bocage.content.shelf import Basis, Heading, Listing, Measured, Shelf, Words, text_of, untranslated

__all__ = [
    "Basis", "ContentError", "Faults", "Heading", "Listing", "Measured", "Shelf", "Source", "Words", "WrongContent",
    "content_hash", "convert", "fault", "known", "linked", "load_yaml", "loads_yaml", "located", "near_match",
    "read_text", "settle", "source", "text_of", "together", "unknown", "untranslated",
]  # fmt: skip
