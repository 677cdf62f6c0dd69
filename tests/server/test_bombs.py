"""The records B of hostile.jsonl against the running service."""

from __future__ import annotations

import random

import pytest

from tests.cases.bombs import BOMBS, LAYERS, variable
from tests.server.service import Service


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_defused_by_the_service(service: Service, name: str) -> None:
    text, codes = BOMBS[name]
    found = service.ask("derive", text, wrt=[variable(text)])
    assert found.status == 200 or (found.status, found.code) == (413, "E_LIMIT")
    assert (found.code or None) in codes


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_defused_before_it_is_typed_to_the_end(service: Service, name: str) -> None:
    text, _ = BOMBS[name]
    assert service.ask("preview", text).code in ("", "E_LIMIT", "E_PARSE", "E_UNSUP")


def test_a_megabyte_of_noise_is_too_long(service: Service) -> None:
    assert service.post("/api/derive", random.Random(1).randbytes(1_000_000)).status == 413


def test_the_hessian_of_a_deep_network_ends_in_time(service: Service) -> None:
    found = service.ask("derive", LAYERS, kind="hessian", wrt=["x"])
    assert found.code in ("", "E_LIMIT")
    assert service.ask("derive", "x'*x").data["ok"]


def test_sizes_to_try_are_small(service: Service) -> None:
    assert service.ask("evaluate", "x'*A*x", sizes={"n": 100_000}).code == "E_LIMIT"


def test_a_claim_has_the_same_limits(service: Service) -> None:
    found = service.ask("check", "x'*x", wrt=["x"], claim="+".join(["x"] * 5000))
    assert found.code == "E_LIMIT"
