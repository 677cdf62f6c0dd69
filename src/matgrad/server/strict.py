"""JSON as a stranger sends it: one object, every key once, numbers that exist."""

from __future__ import annotations

import json
from math import isinf
from typing import Any, cast

DIGITS = 40


class Malformed(ValueError):
    """The text is not the JSON that is expected."""


def _number(digits: str) -> int:
    if len(digits) > DIGITS:
        raise Malformed(f"a number has more than {DIGITS} digits")
    return int(digits)


def _decimal(digits: str) -> float:
    value = float(digits)
    if isinf(value):
        raise Malformed("a number is too large")
    return value


def _constant(name: str) -> Any:
    raise Malformed(f"{name} is not a number of JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Malformed("a key is given twice")
    return found


_DECODER = json.JSONDecoder(
    object_pairs_hook=_once,
    parse_int=_number,
    parse_float=_decimal,
    parse_constant=_constant,
)


def loads(body: bytes) -> dict[str, Any]:
    """The object in a request.

    >>> loads(b'{"a": 1}')
    {'a': 1}
    """
    try:
        found: Any = _DECODER.decode(body.decode())
        json.dumps(found, ensure_ascii=False).encode()  # half a character cannot be encoded
    except UnicodeError:
        raise Malformed("the request is not UTF-8") from None
    except RecursionError:
        raise Malformed("the request is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise Malformed(f"the request is not JSON: character {error.pos + 1}") from None
    if not isinstance(found, dict):
        raise Malformed("the request is not an object of JSON")
    return cast("dict[str, Any]", found)
