"""The two clients: of a merchant, and of the company that runs the service."""

from __future__ import annotations

import os
from typing import Any, Mapping, Optional, Type, TypeVar

from ._connections import Connections
from ._merchant_api import MerchantApi
from ._operator_api import OperatorApi
from ._secrets import SecretText
from ._transport import Call, Runtime, Settings, Transport

C = TypeVar("C", bound="_Base")


class _Base:
    """The common part of both clients. A client may be shared among threads."""

    _transport: Transport

    def __init__(
        self,
        api_key: str,
        base_url: Optional[str] = None,
        *,
        timeout: float = 60.0,
        max_retries: int = 3,
        ca_file: Optional[str] = None,
    ) -> None:
        """
        :param api_key: the key, which decides between test and live.
        :param base_url: the address of the service; by default the variable ``VEZNE_URL``.
        :param timeout: the seconds of one try; banks may answer slowly.
        :param max_retries: the number of times that a call is sent again.
        :param ca_file: the certificates of a private authority (PEM).
        """
        # Code without types passes on a variable that is not set.
        key = SecretText(api_key.strip() if isinstance(api_key, str) else "")
        if not key or not all("!" <= one <= "~" for one in key):
            raise ValueError("api_key must be a key alone: visible ASCII characters, no blanks.")
        address = base_url or os.environ.get("VEZNE_URL")
        if not address:
            raise ValueError("base_url is missing, and so is the environment variable VEZNE_URL.")
        connections = Connections(address, ca_file)
        self._connect(Transport(connections, Settings(key, max_retries, timeout), Runtime()))

    def _connect(self, transport: Transport) -> None:
        self._transport = transport
        self._bind(transport)

    def _bind(self, transport: Transport) -> None:
        raise NotImplementedError

    def with_options(
        self: C, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> C:
        """A client with other limits, which uses the same connections."""
        transport = self._transport.with_settings(timeout=timeout, max_retries=max_retries)
        return _connected(type(self), transport)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Sends a call that this version of the client does not know; returns the JSON value."""
        verb = method.upper()
        return self._transport.ask_any(
            Call(verb, path, is_once=verb == "POST"),
            query=query,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def close(self) -> None:
        """Closes the idle connections. The client may be used again."""
        self._transport.close()

    def __enter__(self: C) -> C:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Client(MerchantApi, _Base):
    """The interface for merchants. Keep it on your server: it holds your API key."""


class AdminClient(OperatorApi, _Base):
    """The administration interface, by an operator key and at the service's admin address."""


def _connected(kind: Type[C], transport: Transport) -> C:
    client = kind.__new__(kind)
    client._connect(transport)
    return client
