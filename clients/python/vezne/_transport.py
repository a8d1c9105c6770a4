"""Sends calls: connections that are kept, retries, timeouts and errors."""

from __future__ import annotations

import http.client
import json
import random
import socket
import ssl
import time
import uuid
from dataclasses import dataclass, replace
from typing import Any, Callable, Dict, Mapping, Optional, Type, TypeVar, Union
from urllib.parse import quote, urlencode

from ._connections import Connections, Lease
from ._records import NOT_GIVEN, Record
from ._secrets import SecretBytes, SecretText
from ._version import __version__
from .errors import NoAnswerError, VezneError, error_of, unreadable

R = TypeVar("R", bound=Record)
T = TypeVar("T")

_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 8.0
#: The longest wait that the service may ask for; if it asks for more, there is no retry.
_PATIENCE = 30.0


@dataclass(frozen=True)
class Call:
    """The facts of an operation that all its calls share."""

    method: str
    path: str
    key: str = "header"
    """Place of the key in a request: "header", "body" or "none"."""
    is_once: bool = False
    """True if the service executes the call once for each idempotency key."""
    is_styled: bool = False
    """True if the merchant's settings would change the shape of the answer."""


@dataclass(frozen=True)
class Settings:
    api_key: SecretText
    max_retries: int
    timeout: float


@dataclass(frozen=True)
class Runtime:
    """The clock and the chance, which tests replace."""

    now: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep
    random: Callable[[], float] = random.random
    new_key: Callable[[], str] = lambda: str(uuid.uuid4())


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    headers: Mapping[str, str]
    body: Optional[bytes]


class Transport:
    def __init__(self, connections: Connections, settings: Settings, runtime: Runtime) -> None:
        self._connections = connections
        self._settings = settings
        self.runtime = runtime

    @property
    def timeout(self) -> float:
        return self._settings.timeout

    @property
    def max_retries(self) -> int:
        return self._settings.max_retries

    def with_settings(self, *, timeout: Optional[float], max_retries: Optional[int]) -> Transport:
        settings = self._settings
        if timeout is not None:
            settings = replace(settings, timeout=timeout)
        if max_retries is not None:
            settings = replace(settings, max_retries=max_retries)
        return Transport(self._connections, settings, self.runtime)

    def close(self) -> None:
        self._connections.close()

    def ask(
        self,
        call: Call,
        record: Type[R],
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        nullable: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> R:
        """Sends a call, again where that is safe, and returns its answer.

        ``nullable`` has the fields of the body that are sent even if they are ``None``.
        """

        def read(lease: Lease) -> R:
            answer = _json_of(lease.read_all())
            if not isinstance(answer, dict) or not record.is_answer(answer):
                raise unreadable(lease.status, lease.headers.get("x-request-id"))
            return record.build(answer)

        fields = None
        if body is not None:
            fields = _given(body)
            for name, value in (nullable or {}).items():
                if value is not NOT_GIVEN:
                    fields[name] = value
        return self._send(self._request_of(call, query, fields, idempotency_key), timeout, read)

    def open(
        self, call: Call, *, query: Mapping[str, Any], timeout: Optional[float] = None
    ) -> Lease:
        """Returns the answer once its headers have arrived; the caller reads the body."""
        return self._send(self._request_of(call, query, None, None), timeout, lambda lease: lease)

    def ask_any(
        self,
        call: Call,
        *,
        query: Optional[Mapping[str, Any]],
        body: Optional[Mapping[str, Any]],
        idempotency_key: Optional[str],
        timeout: Optional[float],
    ) -> Any:
        """Sends a call that this version of the client does not know."""
        request = self._request_of(call, query, body, idempotency_key)
        return self._send(request, timeout, lambda lease: _json_of(lease.read_all()))

    def _request_of(
        self,
        call: Call,
        query: Optional[Mapping[str, Any]],
        body: Optional[Mapping[str, Any]],
        idempotency_key: Optional[str],
    ) -> Request:
        headers: Dict[str, str] = {
            "Accept": "*/*",
            "User-Agent": f"vezne-python/{__version__}",
        }
        content: Optional[bytes] = None
        if body is not None:
            key = {"merchant_api_key": self._settings.api_key} if call.key == "body" else {}
            content = SecretBytes(json.dumps({**key, **body}, default=_plain).encode())
            headers["Content-Type"] = "application/json"
        if call.key == "header":
            headers["Authorization"] = SecretText(f"Bearer {self._settings.api_key}")
        if call.is_styled:
            headers["Vezne-Response-Style"] = "flags"
        if call.is_once:
            headers["Idempotency-Key"] = _sendable(idempotency_key or self.runtime.new_key())
        asked = _query(query or {})
        path = f"{call.path}?{asked}" if asked else call.path
        return Request(call.method, path, headers, content)

    def _send(self, request: Request, timeout: Optional[float], take: Callable[[Lease], T]) -> T:
        patience = self._settings.timeout if timeout is None else timeout
        attempt = 0
        while True:
            try:
                return self._send_once(request, patience, take)
            except VezneError as error:
                error.idempotency_key = request.headers.get("Idempotency-Key")
                pause = _pause(error, attempt, self.runtime.random())
                if pause is None or attempt >= self._settings.max_retries:
                    raise
            attempt += 1
            self.runtime.sleep(pause)

    def _send_once(self, request: Request, timeout: float, take: Callable[[Lease], T]) -> T:
        try:
            lease = self._connections.send(
                request.method, request.path, request.headers, request.body, timeout
            )
            if 200 <= lease.status < 300:
                return take(lease)
            text = lease.read_all()
            raise error_of(lease.status, lease.headers, text, self.runtime.now())
        except (OSError, http.client.HTTPException) as error:
            raise no_answer(error, timeout) from error


def no_answer(error: Exception, timeout: float) -> NoAnswerError:
    if isinstance(error, (socket.timeout, TimeoutError)):
        return NoAnswerError("timed_out", f"No answer within {timeout:g} s.", retryable=True)
    if isinstance(error, ssl.SSLCertVerificationError):
        detail = "The server's certificate is not valid, or not by a known authority (ca_file)."
        return NoAnswerError("connection_failed", detail)
    detail = "The service could not be reached, or the connection broke."
    return NoAnswerError("connection_failed", detail, retryable=True)


def segment(value: Union[str, int]) -> str:
    """A part of a path. An empty part or a dot would make another path of it."""
    if value in ("", ".", ".."):
        raise ValueError("An id must not be empty.")
    return quote(str(value), safe="")


def _json_of(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _given(fields: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _query(fields: Mapping[str, Any]) -> str:
    texts = {True: "true", False: "false"}
    return urlencode(
        {
            name: texts[value] if isinstance(value, bool) else value
            for name, value in _given(fields).items()
        }
    )


def _plain(value: object) -> object:
    if isinstance(value, Record):
        return value.to_dict()
    raise TypeError(f"{type(value).__name__} can't be sent as JSON.")


def _sendable(key: str) -> str:
    if not 1 <= len(key) <= 255 or not all("!" <= one <= "~" for one in key):
        raise ValueError("idempotency_key must be 1 to 255 visible ASCII characters.")
    return key


def _pause(error: VezneError, attempt: int, chance: float) -> Optional[float]:
    """The wait before the next try, which grows and has a random part; None if there is none."""
    if not error.retryable:
        return None
    whole = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0**attempt)
    asked = error.retry_after or 0.0
    if asked > _PATIENCE:
        return None
    return whole * (0.5 + chance / 2) if asked == 0 else asked + chance * _FIRST_PAUSE
