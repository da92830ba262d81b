"""The documentation builds without a warning: every page, link and reference is there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parent.parent


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    run = subprocess.run(command, cwd=TOP, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    reference = (tmp_path / "site" / "api" / "system.html").read_text()
    assert "A piece of the rulebook being played" in reference

    pages = [page.read_text() for page in (tmp_path / "site").rglob("*.html")]
    fetched = [url for page in pages for url in re.findall(r'<(?:script|link|img)[^>]+"(https?://[^"]+)"', page)]
    assert not fetched, "a page of the site loads something from another host"
