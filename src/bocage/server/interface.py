"""The interface as OpenAPI tells it: what any address may answer besides what was asked for, and whose key it wants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from bocage.server.problems import ProblemBody

BEARER: Final = "seat"
ANYWHERE: Final = {
    400: "what was sent cannot be read, or asks for something impossible",
    401: "no game has this secret, or no name this token",
    403: "not this key's to do, or sent by another site's page",
    404: "there is no such thing",
    409: "the game is not where you think, or does not allow this now",
    413: "too much was sent",
    415: "send JSON",
    429: "too many requests from this address",
    503: "the games cannot be reached at the moment",
}
UPLOADED: Final = {422: "this save cannot be opened"}


def told_as(text: str) -> ResponseSpec:
    return ResponseSpec(ProblemBody, generate_examples=False, description=text)


def describe(handlers: Sequence[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """Every problem has one body, and every address of one game wants the secret of a seat."""
    for handler in handlers:
        path = next(iter(handler.paths))
        keyed = path.startswith("/game/") or path == "/game"
        known = ANYWHERE | (UPLOADED if path == "/games/upload" else {})
        handler.responses = dict(handler.responses or {}) | {status: told_as(text) for status, text in known.items()}
        if keyed:
            handler.security = [{BEARER: []}]
    return list(handlers)


def openapi() -> OpenAPIConfig:
    scheme = SecurityScheme(
        type="http", scheme="Bearer", description="the secret of a seat, of the table or of a spectator, from its link"
    )
    return OpenAPIConfig(
        title="Bocage", version="1", path="/api/schema", render_plugins=[JsonRenderPlugin()],
        components=Components(security_schemes={BEARER: scheme}),
    )  # fmt: skip
