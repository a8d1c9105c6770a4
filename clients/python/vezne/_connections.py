"""HTTP/1.1 connections that are kept open between calls; safe for threads and forked processes."""

from __future__ import annotations

import http.client
import os
import ssl
import threading
import time
from typing import Dict, Iterator, List, Mapping, Optional, Tuple
from urllib.parse import urlsplit

#: Servers close idle connections. One that was idle for longer is not used again.
_LONGEST_IDLE = 4.0
_CHUNK = 65_536


class Connections:
    """The connections to one service. Certificates are always verified."""

    def __init__(self, base_url: str, ca_file: Optional[str]) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("https", "http") or not parts.hostname:
            raise ValueError("base_url must be an http or https address.")
        if parts.username is not None or parts.password is not None:
            raise ValueError("base_url must not have a user or password.")
        self._host = parts.hostname
        self._port = parts.port
        self._prefix = parts.path.rstrip("/")
        self._context: Optional[ssl.SSLContext] = None
        if parts.scheme == "https":
            self._context = ssl.create_default_context(cafile=ca_file)
        self._idle: List[Tuple[http.client.HTTPConnection, float]] = []
        self._process = os.getpid()
        self._lock = threading.Lock()

    def send(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Optional[bytes],
        timeout: float,
    ) -> Lease:
        deadline = time.monotonic() + timeout
        connection = self._take()
        if connection is not None:
            try:
                return self._exchange(connection, method, path, headers, body, deadline)
            except (ConnectionError, http.client.BadStatusLine):
                # The server closed the idle connection; it did not see this request, or it knows
                # its idempotency key.
                pass
        return self._exchange(self._open(timeout), method, path, headers, body, deadline)

    def _exchange(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Optional[bytes],
        deadline: float,
    ) -> Lease:
        try:
            limit(connection, deadline)
            connection.request(method, self._prefix + path, body=body, headers=dict(headers))
            limit(connection, deadline)
            response = connection.getresponse()
        except BaseException:
            connection.close()
            raise
        return Lease(self, connection, response, deadline)

    def _open(self, timeout: float) -> http.client.HTTPConnection:
        if self._context is None:
            return http.client.HTTPConnection(self._host, self._port, timeout=timeout)
        return http.client.HTTPSConnection(
            self._host, self._port, timeout=timeout, context=self._context
        )

    def _take(self) -> Optional[http.client.HTTPConnection]:
        with self._lock:
            if self._process != os.getpid():
                # The parent process goes on using these sockets.
                self._idle = []
                self._process = os.getpid()
            while self._idle:
                connection, since = self._idle.pop()
                if time.monotonic() - since < _LONGEST_IDLE:
                    return connection
                connection.close()
        return None

    def put(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            self._idle.append((connection, time.monotonic()))

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection, _ in idle:
            connection.close()


class Lease:
    """An answer and its connection, which can be used again once the body has been read."""

    def __init__(
        self,
        connections: Connections,
        connection: http.client.HTTPConnection,
        response: http.client.HTTPResponse,
        deadline: float,
    ) -> None:
        self._connections = connections
        self._connection = connection
        self._response = response
        self._deadline = deadline
        self.status = response.status
        self.headers: Dict[str, str] = {
            name.lower(): value for name, value in response.getheaders()
        }

    def read_all(self) -> bytes:
        parts: List[bytes] = []
        try:
            while True:
                limit(self._connection, self._deadline)
                part = self._read()
                if not part:
                    break
                parts.append(part)
        except BaseException:
            self.close()
            raise
        self._end()
        return b"".join(parts)

    def chunks(self, timeout: float) -> Iterator[bytes]:
        """The body at the reader's speed; each part may take up to the timeout."""
        try:
            while True:
                limit(self._connection, time.monotonic() + timeout)
                part = self._read()
                if not part:
                    break
                yield part
        except BaseException:
            self.close()
            raise
        self._end()

    def lines(self, timeout: float) -> Iterator[bytes]:
        try:
            while True:
                limit(self._connection, time.monotonic() + timeout)
                line = self._response.readline()
                if not line:
                    break
                yield line
        finally:
            self.close()

    def close(self) -> None:
        self._response.close()
        self._connection.close()

    def _read(self) -> bytes:
        # `read` would wait for the whole chunk, past the deadline.
        part = self._response.read1(_CHUNK)
        if not part and self._response.length:
            raise http.client.IncompleteRead(b"", self._response.length)
        return part

    def _end(self) -> None:
        # Before Python 3.12 an answer that was read to its end is not closed by that.
        self._response.close()
        if self._response.will_close:
            self._connection.close()
        else:
            self._connections.put(self._connection)


def limit(connection: http.client.HTTPConnection, deadline: float) -> None:
    """Lets the next wait of the socket end at the deadline."""
    rest = deadline - time.monotonic()
    if rest <= 0:
        raise TimeoutError
    if connection.sock is not None:
        connection.sock.settimeout(rest)
