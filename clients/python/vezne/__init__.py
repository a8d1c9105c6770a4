"""Vezne, a self-hosted checkout and payment service."""

from . import errors, types
from ._client import AdminClient, Client
from ._records import NOT_GIVEN, NotGiven
from ._signatures import Redirect, verify_redirect, verify_webhook
from ._streams import Export
from ._version import __version__
from .errors import (
    AuthenticationError,
    ConflictError,
    FieldError,
    NoAnswerError,
    NotFoundError,
    RateLimitError,
    RequestError,
    ServerError,
    SignatureError,
    VezneError,
)
from .types import Event, PaymentEvent, RefundEvent, SessionEvent

__all__ = [
    "NOT_GIVEN",
    "AdminClient",
    "AuthenticationError",
    "Client",
    "ConflictError",
    "Event",
    "Export",
    "FieldError",
    "NoAnswerError",
    "NotFoundError",
    "NotGiven",
    "PaymentEvent",
    "RateLimitError",
    "Redirect",
    "RefundEvent",
    "RequestError",
    "ServerError",
    "SessionEvent",
    "SignatureError",
    "VezneError",
    "__version__",
    "errors",
    "types",
    "verify_redirect",
    "verify_webhook",
]
