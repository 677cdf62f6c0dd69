"""Source code in lines that fit on paper."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

QUOTES = '"""'


def narrowed(source: str, told: int, most: int) -> str:
    r"""The code with docstrings of at most `told` letters a line, and lines of at most `most`.

    >>> print(narrowed("y = aaa + bbb + ccc", 9, 12))
    y = aaa + \
        bbb + \
        ccc
    """
    return "\n".join(_lines(source, told, most))


def _lines(source: str, told: int, most: int) -> Iterator[str]:
    is_told = False
    for line in source.splitlines():
        is_inside = is_told or line.lstrip().startswith(QUOTES)
        is_told ^= line.count(QUOTES) % 2 == 1
        if len(line) <= (told if is_inside else most):
            yield line
            continue
        after = " " * (len(line) - len(line.lstrip()) + 4)
        room = told if is_inside else most - 2
        parts = wrap(line, room, subsequent_indent=after, break_long_words=False,
                     break_on_hyphens=False, drop_whitespace=True)  # fmt: skip
        # a statement goes on behind a backslash; what is quoted or remarked stays in its line
        is_broken = is_inside or not any(sign in line for sign in "#'\"")
        yield from [line] if not is_broken else parts if is_inside else _continued(parts)


def _continued(parts: list[str]) -> Iterator[str]:
    yield from (f"{part} \\" for part in parts[:-1])
    yield parts[-1]
