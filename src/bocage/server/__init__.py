"""The server: games by HTTP and WebSocket, kept in a database, and the page that plays them."""

from bocage.server.app import Busy, create_app, serve
from bocage.server.storage import StorageError

__all__ = ["Busy", "StorageError", "create_app", "serve"]
