"""Values that no printed form, log or error report shows."""

from __future__ import annotations

MASK = "…"


class SecretText(str):
    """A text whose `repr` is masked, because error reports print local variables."""

    def __repr__(self) -> str:
        return repr(MASK)


class SecretBytes(bytes):
    """The body of a request, which may have a key or a card number."""

    def __repr__(self) -> str:
        return repr(MASK)
