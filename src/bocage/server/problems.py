"""What a client may be told went wrong: always JSON with a stable `error` code and a message in plain words."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap
from sqlalchemy.exc import SQLAlchemyError

logger = logging.getLogger("bocage.server")


class Problem(Exception):
    """Refused; nothing was changed."""

    def __init__(self, status: int, error: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
        self.message = message


class ProblemBody(msgspec.Struct):
    error: str
    message: str


CODES = {400: "bad-request", 401: "no-key", 404: "not-found", 405: "not-allowed", 413: "too-large"}


def reply(status: int, error: str, message: str) -> Response[ProblemBody]:
    return Response(ProblemBody(error, message), status_code=status, media_type=MediaType.JSON)


def on_problem(_: Request[Any, Any, Any], problem: Problem) -> Response[ProblemBody]:
    return reply(problem.status, problem.error, problem.message)


def on_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[ProblemBody]:
    message = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        faults = [f"{item.get('key', 'body')}: {item.get('message')}" for item in error.extra if isinstance(item, dict)]
        message = "; ".join(faults) or message
    return reply(error.status_code, CODES.get(error.status_code, "refused"), message)


def on_recursion(request: Request[Any, Any, Any], error: RecursionError) -> Response[ProblemBody]:
    """What a client sent is nested too deeply to be read; anywhere else it is a failure like any other."""
    if "deserializing" in str(error):
        return reply(400, "bad-request", "the body is nested too deeply")
    return on_failure(request, error)


def on_store(_: Request[Any, Any, Any], error: SQLAlchemyError) -> Response[ProblemBody]:
    """The database does not answer, or its disk is full: nothing was changed."""
    logger.error("the store failed: %s", error)
    return reply(503, "store-away", "the games cannot be reached at the moment; try again")


def on_failure(_: Request[Any, Any, Any], error: Exception) -> Response[ProblemBody]:
    logger.error("a request failed", exc_info=error)
    return reply(500, "failed", "the server failed at this; the game is unchanged")


HANDLERS: ExceptionHandlersMap = {
    Problem: on_problem,
    HTTPException: on_http,
    SQLAlchemyError: on_store,
    RecursionError: on_recursion,
    Exception: on_failure,
}
