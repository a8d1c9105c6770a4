"""The base of all answers."""

from __future__ import annotations

import copy
import keyword
from typing import Any, ClassVar, Dict, FrozenSet, Mapping, Tuple, Type, TypeVar

from ._secrets import MASK

R = TypeVar("R", bound="Record")


class Record:
    """An answer of the service, or a part of one, that can't be changed.

    A field that the service left out is ``None``. Fields of newer versions of the service are
    attributes as well, and ``to_dict()`` returns the answer as it arrived.
    """

    _required: ClassVar[Tuple[str, ...]] = ()
    _nested: ClassVar[Mapping[str, Type[Record]]] = {}
    _mapped: ClassVar[Mapping[str, Type[Record]]] = {}
    _secrets: ClassVar[FrozenSet[str]] = frozenset()
    _json: Dict[str, Any]

    def __init__(self, json: Mapping[str, Any]) -> None:
        self.__dict__["_json"] = dict(json)
        for name, value in json.items():
            attribute = f"{name}_" if keyword.iskeyword(name) else name
            if not attribute.startswith("_") and not hasattr(Record, attribute):
                self.__dict__[attribute] = self._read(name, value)

    @classmethod
    def build(cls: Type[R], json: Mapping[str, Any]) -> R:
        return cls(json)

    @classmethod
    def is_answer(cls, json: Mapping[str, Any]) -> bool:
        """False for the answer of another program, which has none of the fields."""
        return not cls._required or any(name in json for name in cls._required)

    def to_dict(self) -> Dict[str, Any]:
        """A copy of the JSON object, with fields that this version of the client does not know."""
        return copy.deepcopy(self._json)

    def _read(self, name: str, value: Any) -> Any:
        nested = self._nested.get(name)
        if nested is not None:
            if isinstance(value, list):
                return [nested.build(one) if isinstance(one, dict) else one for one in value]
            return nested.build(value) if isinstance(value, dict) else value
        mapped = self._mapped.get(name)
        if mapped is not None and isinstance(value, dict):
            return {key: mapped.build(one) for key, one in value.items()}
        return value

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} can't be changed.")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} can't be changed.")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Record) and other._json == self._json

    def __repr__(self) -> str:
        shown = (
            f"{name}={MASK if name in self._secrets else repr(value)}"
            for name, value in self.__dict__.items()
            if not name.startswith("_")
        )
        return f"{type(self).__name__}({', '.join(shown)})"


class NotGiven:
    """The default of parameters to which ``None`` has a meaning of its own: JSON's ``null``."""

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()
