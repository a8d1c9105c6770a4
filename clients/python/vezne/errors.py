"""The errors of calls. None of them has a key, a card number or the body of a request."""

from __future__ import annotations

import email.utils
import json
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Tuple, Type

__all__ = [
    "AuthenticationError",
    "ConflictError",
    "FieldError",
    "NoAnswerError",
    "NotFoundError",
    "RateLimitError",
    "RequestError",
    "ServerError",
    "SignatureError",
    "VezneError",
]


@dataclass(frozen=True)
class FieldError:
    """A field with an error; the message is the rest of a sentence that begins with the field."""

    field: str
    message: str


class VezneError(Exception):
    """The base of all errors of this package."""

    code: str
    """The code on which to base decisions, such as ``refund_exceeds_amount``; it never changes."""
    detail: str
    """An explanation for people."""
    status: Optional[int]
    """The HTTP status; ``None`` if there was no answer."""
    errors: List[FieldError]
    """The fields with errors, if any."""
    request_id: Optional[str]
    """Finds the call in the service's log."""
    retryable: bool
    """True if the same call may succeed later."""
    retry_after: Optional[float]
    """The seconds that the service asks to wait."""
    problem: Dict[str, Any]
    """All members of the answer, such as ``order_id``."""
    idempotency_key: Optional[str]
    """The call's key: another call with it has the result of this one, if this one arrived."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        status: Optional[int] = None,
        errors: Optional[List[FieldError]] = None,
        request_id: Optional[str] = None,
        retryable: bool = False,
        retry_after: Optional[float] = None,
        problem: Optional[Dict[str, Any]] = None,
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.status = status
        self.errors = errors or []
        self.request_id = request_id
        self.retryable = retryable
        self.retry_after = retry_after
        self.problem = problem or {}
        self.idempotency_key = None


class RequestError(VezneError):
    """The request is wrong (4xx)."""


class NotFoundError(RequestError):
    """The request names a record that does not exist (404)."""


class AuthenticationError(VezneError):
    """The key is missing or invalid (401), or does not have the right that the call needs (403)."""


class ConflictError(VezneError):
    """The session, payment or refund is in a state that does not allow the call (409)."""


class RateLimitError(VezneError):
    """Too many calls (429); ``retry_after`` says when to go on."""


class ServerError(VezneError):
    """The service or a proxy in front of it failed, or the answer is not the service's."""


class NoAnswerError(VezneError):
    """No answer arrived (``connection_failed``, ``timed_out``); the call may have been executed."""


class SignatureError(VezneError):
    """A webhook or a return URL without a valid, recent signature."""


_CLASSES: Mapping[int, Type[VezneError]] = {
    401: AuthenticationError,
    403: AuthenticationError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}

#: Problems without a code: those of session creation, and those of proxies.
_CODES: Mapping[int, str] = {
    400: "validation_failed",
    401: "invalid_api_key",
    404: "not_found",
    413: "body_too_large",
    415: "unsupported_media_type",
    429: "rate_limited",
    500: "internal_error",
}

#: Limits, restarts, and proxies without a service behind them.
_PASSING: Tuple[int, ...] = (429, 502, 503, 504)


def unreadable(status: int, request_id: Optional[str] = None) -> ServerError:
    detail = "The answer is not one of this service; is base_url right?"
    return ServerError("unreadable_answer", detail, status=status, request_id=request_id)


def error_of(status: int, headers: Mapping[str, str], text: bytes, now: float) -> VezneError:
    """The error of an answer, which is a problem document (RFC 9457) or has a ``detail`` only."""
    problem = _object_of(text)
    code = problem.get("code")
    detail = problem.get("detail")
    code = code if isinstance(code, str) else _CODES.get(status, "unreadable_answer")
    kind = _CLASSES.get(status, RequestError if status < 500 else ServerError)
    return kind(
        code,
        detail if isinstance(detail, str) else f"The service answered {status}.",
        status=status,
        errors=_field_errors(problem.get("errors")),
        request_id=headers.get("x-request-id"),
        retryable=status in _PASSING or code == "idempotency_key_in_use",
        retry_after=_seconds(headers.get("retry-after"), now),
        problem=problem,
    )


def _object_of(text: bytes) -> Dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _field_errors(errors: object) -> List[FieldError]:
    if not isinstance(errors, list):
        return []
    return [
        FieldError(str(one["field"]), str(one.get("message", "")))
        for one in errors
        if isinstance(one, dict) and "field" in one
    ]


def _seconds(header: Optional[str], now: float) -> Optional[float]:
    """The header is a number of seconds or a date (RFC 9110, 10.2.3)."""
    if header is None:
        return None
    if header.isascii() and header.isdigit() and len(header) < 10:
        return float(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - now)
    except (TypeError, ValueError):
        return None
