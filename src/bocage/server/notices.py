"""Calling players back who have left: by a webhook of the host (a club's channel) and by mail, where they are set up.

The page's own badge needs neither. Who looks at the game is not called, and nobody twice for one decision.
"""

from __future__ import annotations

import asyncio
import json
import logging
import smtplib
import ssl
import urllib.request
from collections.abc import Mapping
from email.message import EmailMessage
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import msgspec

from bocage.server.people import mails_of
from bocage.server.room import Room
from bocage.server.storage import Storage

logger = logging.getLogger("bocage.server")

SECONDS: Final = 10.0  # for a webhook or a mail server to answer
GRACE: Final = 20.0  # seconds for who only reloads the page


class Channels(msgspec.Struct, frozen=True):
    """How players are called back, from the environment (see docs/hosting.md)."""

    webhook: str = ""
    smtp: str = ""  # smtp://user:password@host:port, or smtps:// for TLS from the start
    sender: str = ""
    address: str = ""  # of this server, as players reach it
    grace: float = GRACE


def channels_of(environment: Mapping[str, str]) -> Channels:
    webhook, smtp, sender, address = (
        environment.get(f"BOCAGE_{name}", "") for name in ("WEBHOOK", "SMTP", "MAIL_FROM", "ADDRESS")
    )
    return Channels(webhook, smtp, sender, address)


class Notices:
    def __init__(self, channels: Channels, storage: Storage) -> None:
        self.channels = channels
        self.storage = storage
        self.called: dict[tuple[str, int], int] = {}  # by game and seat: since which number the decision stood
        self.tasks: set[asyncio.Task[None]] = set()

    @property
    def sends_mail(self) -> bool:
        return bool(self.channels.smtp)

    def consider(self, room: Room) -> None:
        """Something has changed: whoever has to decide now and is not here is called."""
        if not self.channels.webhook and not self.channels.smtp:
            return
        for seat, (_, since) in room.asked.items():
            name = room.company.names[seat] if seat in room.humans else None
            if name and self.called.get((room.id, seat)) != since:
                self.called[room.id, seat] = since
                task = asyncio.create_task(self.call(room, seat, name, since))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

    async def call(self, room: Room, seat: int, name: str, since: int) -> None:
        await asyncio.sleep(self.channels.grace)
        here = any(viewer.seat == seat for viewer in room.viewers)
        asked = room.asked.get(seat)
        if here or room.lost or asked is None or asked[1] != since:
            return
        text = f"{name}: it is your move in {room.game.scenario} (Bocage). C'est à vous de jouer."
        notice = {"text": text, "content": text, "player": name, "game": room.id, "address": self.channels.address}
        try:
            if self.channels.webhook:
                await asyncio.to_thread(post_to, self.channels.webhook, notice)
            if self.channels.smtp:
                await asyncio.to_thread(self.mail, name, f"{text}\n\n{self.channels.address}\n")
        except (OSError, smtplib.SMTPException, ValueError) as error:
            logger.warning("a notice could not be sent: %s", error)

    def mail(self, name: str, text: str) -> None:
        to = mails_of(self.storage, [name]).get(name)
        if to is None:
            return
        message = EmailMessage()
        message["Subject"] = "Bocage: your move · à vous de jouer"
        message["From"], message["To"] = self.channels.sender, to
        message.set_content(text)
        with connect(self.channels.smtp) as server:
            server.send_message(message)

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()


def connect(address: str) -> smtplib.SMTP:
    """To a mail server, with TLS where it can."""
    parts = urlsplit(address)
    host = parts.hostname or "localhost"
    if parts.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, parts.port or 465, timeout=SECONDS)
    else:
        server = smtplib.SMTP(host, parts.port or 25, timeout=SECONDS)
        server.ehlo()
        if server.has_extn("starttls"):
            server.starttls(context=ssl.create_default_context())
    if parts.username:
        server.login(unquote(parts.username), unquote(parts.password or ""))
    return server


def post_to(address: str, notice: dict[str, Any]) -> None:
    """As chat programs take it: Slack and Mattermost read `text`, Discord `content`."""
    if urlsplit(address).scheme not in ("http", "https"):
        raise ValueError("a webhook is an address that begins with http")
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(address, json.dumps(notice).encode(), headers)
    with urllib.request.urlopen(request, timeout=SECONDS):
        pass
