"""What a browser has to fetch before the first game."""

from __future__ import annotations

from pathlib import Path

import bocage

WEB = Path(bocage.__file__).parent / "web"
MOST = 700_000  # bytes


def test_the_page_is_light() -> None:
    served = [path for path in WEB.iterdir() if path.suffix in (".js", ".css", ".html", ".svg")]
    assert len(served) > 50
    assert sum(path.stat().st_size for path in served) <= MOST
