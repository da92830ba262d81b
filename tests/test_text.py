"""Words that go with a number."""

from __future__ import annotations

import pytest

from bocage.text import Catalogue, MissingText

ENTRIES = {"shot": "{n} {n|hit|hits} on {unit}{men|| and others}"}


@pytest.mark.parametrize(
    ("language", "n", "said"),
    [
        ("en", 0, "0 hits on Bob"),
        ("en", 1, "1 hit on Bob"),
        ("en", 2, "2 hits on Bob"),
        ("fr", 0, "0 hit on Bob"),
        ("fr", 1, "1 hit on Bob"),
        ("fr", 2, "2 hits on Bob"),
    ],
)
def test_a_word_goes_with_its_number(language: str, n: int, said: str) -> None:
    assert Catalogue(ENTRIES, language).say("shot", {"n": n, "unit": "Bob", "men": 1}) == said


def test_more_than_one() -> None:
    assert Catalogue(ENTRIES, "en").say("shot", {"n": 1, "unit": "Bob", "men": 3}) == "1 hit on Bob and others"


def test_a_number_that_is_not_given_is_missed() -> None:
    with pytest.raises(MissingText, match="'shot' wants an argument"):
        Catalogue(ENTRIES, "en").say("shot", {"unit": "Bob", "men": 1})


def test_keys_in_a_list_are_looked_up() -> None:
    words = Catalogue({"deeds": "{deeds}.", "move": "bouger", "fire": "tirer", "or": "ou"}, "fr")
    assert words.say("deeds", {"deeds": "@move, @fire @or @move"}) == "bouger, tirer ou bouger."


def test_a_number_below_nought_has_a_true_minus() -> None:
    assert Catalogue({"cover": "Cover {tm}"}, "en").say("cover", {"tm": -2}) == "Cover −2"
