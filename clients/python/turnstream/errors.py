"""What goes wrong, as exceptions with a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Mapping

if TYPE_CHECKING:
    from .answers import Refusal


class TurnstreamError(Exception):
    """The base of all errors of this package. `status` is that of the HTTP answer; 0: there was none."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


class Unreachable(TurnstreamError):
    """No `turnstream run` answers, or it cannot answer now, or too many requests came with one token. The call may succeed later; a
    turn keeps its turn_id, so that it can be sent again."""


class Refused(TurnstreamError):
    """The request is wrong; sending it again does not help."""


class NotPermitted(Refused):
    """The server wants a token, or the token does not permit the request: another scope, or another persona."""


class NotInMemory(TurnstreamError):
    """There is nothing with this id, or memory of that time is no longer kept, or a turn is not in memory in time."""


class RefusedTurn(Refused):
    """Turns that are not in order. `refusals` says for each which rule it breaks; the others were sent."""

    def __init__(self, message: str, status: int, refusals: List["Refusal"]) -> None:
        super().__init__(message, status)
        self.refusals = refusals


def error_of(status: int, problem: Mapping[str, Any]) -> TurnstreamError:
    detail = str(problem.get("detail", f"The server answered {status}."))
    if status in (404, 410, 504):
        return NotInMemory(detail, status)
    if status in (401, 403):
        return NotPermitted(detail, status)
    return Unreachable(detail, status) if status >= 500 or status == 429 else Refused(detail, status)
