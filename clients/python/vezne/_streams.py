"""Answers that are read piece by piece: exports and the stream of events."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import warnings
from typing import Any, Dict, Iterator, Mapping, Optional, Tuple, Union

from ._connections import Lease
from ._transport import Call, Transport, no_answer
from .errors import VezneError, unreadable
from .types import Event

_FILE_NAME = re.compile(r'filename="([^"]*)"')
#: The service sends a heartbeat every 15 seconds.
_SILENCE = 45.0
_PAUSE = 2.0


class Export:
    """A file that is still arriving. Read it once; an error means that it is incomplete."""

    file_name: str
    """The name that the service suggests."""
    content_type: str

    def __init__(self, lease: Lease, timeout: float) -> None:
        found = _FILE_NAME.search(lease.headers.get("content-disposition", ""))
        if found is None:
            lease.close()
            raise unreadable(lease.status, lease.headers.get("x-request-id"))
        self._lease = lease
        self._timeout = timeout
        self.file_name = found.group(1)
        self.content_type = lease.headers.get("content-type", "")

    def __iter__(self) -> Iterator[bytes]:
        try:
            yield from self._lease.chunks(self._timeout)
        except (OSError, http.client.HTTPException) as error:
            raise no_answer(error, self._timeout) from error

    def read(self) -> bytes:
        """The whole file."""
        return b"".join(self)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the file. If the export breaks, no file is left behind."""
        file = open(path, "wb")
        try:
            with file:
                for part in self:
                    file.write(part)
        except BaseException:
            os.unlink(path)
            raise

    def close(self) -> None:
        self._lease.close()

    def __enter__(self) -> Export:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def export_of(
    transport: Transport, call: Call, *, query: Mapping[str, Any], timeout: Optional[float]
) -> Export:
    silence = transport.timeout if timeout is None else timeout
    return Export(transport.open(call, query=query, timeout=silence), silence)


def events_of(transport: Transport, call: Call, *, query: Mapping[str, Any]) -> Iterator[Event]:
    """Yields events without an end. A connection that breaks is made again behind the last one.

    If the service was restored from a backup that lacks that event, the stream goes on behind the
    last event of the backup, with a warning. An error is raised once no connection could be made
    several times in a row.
    """
    asked: Dict[str, Any] = dict(query)
    failures = 0
    while True:
        try:
            with contextlib.closing(_frames(transport.open(call, query=asked))) as frames:
                for place, event in frames:
                    failures = 0
                    if event is not None:
                        yield event
                    if place is not None:
                        asked["after"] = place
        except VezneError as error:
            failures += 1
            if error.code == "event_not_in_feed" and failures <= transport.max_retries:
                warnings.warn(error.detail, stacklevel=2)
                asked["after"] = error.problem["after"]
                continue
            if not error.retryable or failures > transport.max_retries:
                raise
        transport.runtime.sleep(_PAUSE)


Frame = Tuple[Optional[str], Optional[Event]]


def _frames(lease: Lease) -> Iterator[Frame]:
    """Yields the id and the event of each frame of server-sent events, whose data is one line.

    The first frame has the id of the place at which the stream begins, and no event; a heartbeat
    has neither.
    """
    place: Optional[str] = None
    event: Optional[Event] = None
    try:
        for line in lease.lines(_SILENCE):
            text = line.rstrip(b"\r\n")
            if text.startswith(b"data:"):
                event = _event_of(text[5:].strip(), lease)
                place = event.id
            elif text.startswith(b"id:") and event is None:
                place = text[3:].strip().decode()
            elif text == b"":
                yield place, event
                place = event = None
    except (OSError, http.client.HTTPException) as error:
        raise no_answer(error, _SILENCE) from error
    finally:
        lease.close()


def _event_of(data: bytes, lease: Lease) -> Event:
    try:
        event = json.loads(data)
    except ValueError:
        event = None
    if not isinstance(event, dict) or not {"id", "type", "data"} <= event.keys():
        raise unreadable(lease.status, lease.headers.get("x-request-id"))
    return Event.build(event)
