"""Serve the toy systems: `python toy_server.py DATABASE [PORT]`. The browser tests run this in a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

from bocage import registry
from bocage.server import serve

sys.path.insert(0, str(Path(__file__).parent.parent))

if __name__ == "__main__":
    from server.fake import toy_box

    registry.system, registry.systems = toy_box(registry.system)  # type: ignore[assignment]
    serve("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0, sys.argv[1])
