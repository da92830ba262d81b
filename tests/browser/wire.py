"""A line between browser and server that can be cut: bytes are passed on until then."""

from __future__ import annotations

import contextlib
import socket
import threading


class Wire:
    """Listens on a port of its own and passes everything on to `port`."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.up = True
        self.ends: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                if not self.up:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self.to))
                self.ends += [near, far]
                for here, there in ((near, far), (far, near)):
                    threading.Thread(target=self.pass_on, args=(here, there), daemon=True).start()

    def pass_on(self, here: socket.socket, there: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := here.recv(65536):
                there.sendall(data)
        for end in (here, there):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        self.up = False
        for end in self.ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.ends.clear()

    def mend(self) -> None:
        self.up = True

    def close(self) -> None:
        self.cut()
        self.listener.close()
