"""Short links: what is acknowledged is there, whoever writes at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from matgrad.server.links import Full, Links


def test_many_may_write_at_once(tmp_path: Path) -> None:
    links = Links(tmp_path / "links.db")
    with ThreadPoolExecutor(8) as pool:
        names = list(pool.map(lambda i: links.put(f"state {i}"), range(200)))
    links.close()
    again = Links(tmp_path / "links.db")
    assert [again.get(name) for name in names] == [f"state {i}" for i in range(200)]
    assert again.is_sound()
    again.close()


def test_a_name_that_is_taken_is_not_given_again(tmp_path: Path) -> None:
    links = Links(tmp_path / "links.db")
    drawn = iter(["a", "a", "b"])
    assert [links.put(state, lambda: next(drawn)) for state in ("one", "two")] == ["a", "b"]
    assert (links.get("a"), links.get("b"), links.get("c")) == ("one", "two", None)
    links.close()


def test_what_cannot_be_stored_is_not_acknowledged(tmp_path: Path) -> None:
    links = Links(tmp_path / "links.db")
    links.base.execute("PRAGMA query_only = 1")
    with pytest.raises(Full):
        links.put("state")
    links.close()


def test_a_file_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    with pytest.raises(Full):
        Links(tmp_path / "no such folder" / "links.db")
    (tmp_path / "other").write_text("not a table of links", encoding="utf-8")
    with pytest.raises(Full):
        Links(tmp_path / "other")
