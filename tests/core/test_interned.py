"""The table of the one object for each key."""

from __future__ import annotations

from matgrad.core.interned import Interned, nothing


class Thing:
    """Something that can be referred to weakly."""


def test_what_nobody_holds_is_forgotten() -> None:
    table: Interned[str, Thing] = Interned()
    thing = table.keep("a", Thing())
    assert table.get("a", nothing)() is thing
    del thing
    assert "a" not in table


def test_what_took_the_place_of_another_stays() -> None:
    table: Interned[str, Thing] = Interned()
    first = table.keep("a", Thing())
    second = table.keep("a", Thing())
    del first
    assert table.get("a", nothing)() is second
