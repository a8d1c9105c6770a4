"""The two signature checks: of webhooks, and of the address to which a customer returns."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union
from urllib.parse import parse_qsl, urlsplit

from .errors import SignatureError
from .types import Event

_PREFIX = "whsec_"
#: More than a sender's number of keys; limits the work that a header can cause.
_MOST_SIGNATURES = 16

HeaderValue = Union[str, Sequence[str]]


def verify_webhook(
    headers: Mapping[str, Any],
    body: Union[bytes, str],
    secrets: Union[str, Iterable[str]],
    *,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> Event:
    """Returns the event of a webhook after a check of its signature (Standard Webhooks, ``v1``).

    :param headers: the request's headers, of any framework, or the environment of WSGI.
    :param body: the body as it arrived, not parsed and written again.
    :param secrets: your webhook secret, or several while one is being replaced.
    :param tolerance_seconds: the largest age of a delivery; retries are signed anew.
    :param now: the present time in seconds since 1970, for tests.
    :raises SignatureError: ``signature_missing``, ``signature_invalid``,
        ``timestamp_out_of_tolerance`` or ``unreadable_answer``.
    :raises ValueError: for a missing or malformed secret.
    """
    several = isinstance(secrets, Iterable) and not isinstance(secrets, str)
    keys = [_key_of(one) for one in (secrets if several else [secrets])]
    found = {_header_name(name): _first(value) for name, value in headers.items()}
    event_id = found.get("webhook-id")
    timestamp = found.get("webhook-timestamp")
    signatures = found.get("webhook-signature")
    if event_id is None or timestamp is None or signatures is None:
        detail = "webhook-id, webhook-timestamp and webhook-signature are needed."
        raise SignatureError("signature_missing", detail)
    _check_time(timestamp, tolerance_seconds, time.time() if now is None else now)
    content = body.encode() if isinstance(body, str) else bytes(body)
    text = f"{event_id}.{timestamp}.".encode() + content
    if not _is_signed(text, signatures, keys):
        detail = "No signature is one of these secrets over this body."
        raise SignatureError("signature_invalid", detail)
    event = _object_of(content)
    if event is None or not all(name in event for name in ("type", "timestamp", "data")):
        raise SignatureError("unreadable_answer", "The body is signed, but it is no event.")
    return Event.build({"id": event_id, **event})


def _check_time(timestamp: str, tolerance: float, now: float) -> None:
    is_number = timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12
    if not is_number or abs(int(now) - int(timestamp)) > tolerance:
        detail = "webhook-timestamp is not that of the present."
        raise SignatureError("timestamp_out_of_tolerance", detail)


def _is_signed(text: bytes, header: str, keys: Sequence[bytes]) -> bool:
    given: List[bytes] = []
    for one in header.split(" ")[:_MOST_SIGNATURES]:
        signature = _decoded(one[3:]) if one.startswith("v1,") else None
        if signature is not None:
            given.append(signature)
    is_signed = False
    for key in keys:
        expected = hmac.new(key, text, hashlib.sha256).digest()
        for signature in given:
            is_signed = hmac.compare_digest(expected, signature) or is_signed
    return is_signed


def _key_of(secret: Any) -> bytes:
    text = _secret_text(secret)
    key = _decoded(text[len(_PREFIX) :] if text.startswith(_PREFIX) else text)
    if not key:
        raise _malformed()
    return key


def _secret_text(secret: Any) -> str:
    """Refuses a secret that is missing, such as an environment variable that is not set."""
    if not isinstance(secret, str) or not secret:
        raise _malformed()
    return secret


def _malformed() -> ValueError:
    return ValueError(f"A webhook secret is {_PREFIX} followed by base64.")


def _decoded(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _header_name(name: str) -> str:
    plain = name.lower().replace("_", "-")
    return plain[5:] if plain.startswith("http-") else plain


def _first(value: Any) -> Optional[str]:
    one = value[0] if isinstance(value, (list, tuple)) and value else value
    return one if isinstance(one, str) else None


@dataclass(frozen=True)
class Redirect:
    """The signed parameters of a return URL."""

    status: str
    """``success`` or ``failed``."""
    session_id: str
    order_id: Optional[str] = None
    """The payment; ``None`` if there was none, or if the session expired."""
    code: Optional[str] = None
    """The reason of a failure."""
    metadata: Optional[Dict[str, Any]] = None
    """The session's metadata; ``None`` if it would have made the address too long."""


Pairs = Sequence[Tuple[str, str]]

# The parameters that the service always adds, and the one that it may add.
_ADDED = {
    "success": (("order_id", "status", "session_id"), "metadata"),
    "failed": (("status", "session_id", "code"), "order_id"),
}


def verify_redirect(
    source: Union[str, Mapping[str, Any]],
    secret: Union[str, Iterable[str]],
) -> Redirect:
    """Returns the signed parameters of the address to which a customer returned.

    :param source: the address, its query, or the parsed query of a framework.
    :param secret: your webhook secret, whole, with its ``whsec_``, or several while one is
        being replaced.
    :raises SignatureError: ``signature_missing`` or ``signature_invalid``.
    :raises ValueError: for a missing secret.
    """
    # The merchant's own address may have parameters of these names. The service's stand behind.
    fields = dict(_pairs_of(source))
    added = _ADDED.get(fields.get("status", ""))
    signature = fields.get("signature")
    if added is None or signature is None:
        detail = "The address has no status and signature of the service."
        raise SignatureError("signature_missing", detail)
    always, perhaps = added
    several = isinstance(secret, Iterable) and not isinstance(secret, str)
    keys = [_secret_text(one).encode() for one in (secret if several else [secret])]
    for names in ((*always, perhaps), always):
        signed = {name: fields[name] for name in sorted(names) if name in fields}
        text = _signed_text(signed)
        for key in keys:
            expected = hmac.new(key, text, hashlib.sha256).hexdigest()
            if hmac.compare_digest(expected.encode(), signature.lower().encode()):
                return _read(signed)
    detail = "The signature of the address is not that of the service."
    raise SignatureError("signature_invalid", detail)


def _pairs_of(source: Union[str, Mapping[str, Any]]) -> Pairs:
    if isinstance(source, str):
        query = urlsplit(source).query if "?" in source else source.split("#", 1)[0]
        return parse_qsl(query, keep_blank_values=True)
    getlist = getattr(source, "getlist", None)
    pairs: List[Tuple[str, str]] = []
    for name in source:
        values = getlist(name) if callable(getlist) else source[name]
        for value in values if isinstance(values, (list, tuple)) else [values]:
            pairs.append((name, str(value)))
    return pairs


def _signed_text(signed: Mapping[str, str]) -> bytes:
    """A label, and a line for each parameter with the UTF-8 bytes of its value in hex."""
    lines = [f"{name}={value.encode().hex()}" for name, value in signed.items()]
    return "\n".join(["vezne-redirect", *lines]).encode()


def _read(signed: Mapping[str, str]) -> Redirect:
    metadata = signed.get("metadata")
    return Redirect(
        status=signed["status"],
        session_id=signed.get("session_id", ""),
        order_id=signed.get("order_id"),
        code=signed.get("code"),
        metadata=None if metadata is None else _object_of(metadata.encode()),
    )


def _object_of(text: bytes) -> Optional[Dict[str, Any]]:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
