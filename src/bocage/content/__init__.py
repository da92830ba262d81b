"""Content files (rulebooks, counters, maps, scenarios, drills): YAML read into typed structs and checked.

Whatever is wrong with a file becomes one `ContentError` that names file, line and field of every fault.
"""

from bocage.content.faults import ContentError, Faults, WrongContent, together, unknown
from bocage.content.reading import (
    Document,
    content_hash,
    document,
    fault,
    load_yaml,
    loads_yaml,
    located,
    read_text,
    settle,
)
from bocage.content.shelf import Heading, Measured, Shelf, Words, text_of, untranslated

__all__ = [
    "ContentError",
    "Document",
    "Faults",
    "Heading",
    "Measured",
    "Shelf",
    "Words",
    "WrongContent",
    "content_hash",
    "document",
    "fault",
    "load_yaml",
    "loads_yaml",
    "located",
    "read_text",
    "settle",
    "text_of",
    "together",
    "unknown",
    "untranslated",
]
