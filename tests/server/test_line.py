"""Who is served next, and who is told to come back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from matgrad.server.line import Costs, Job, Line
from tests.cases.bombs import LAYERS
from tests.server.service import Reply, Service


def job(text: str, client: str = "a", asked: float = 0.0, expected: float = 0.01) -> Job:
    loop = asyncio.new_event_loop()
    try:
        request = json.dumps({"input": text}).encode()
        return Job(client, "derive", request, loop.create_future(), asked, expected=expected)
    finally:
        loop.close()


def line(places: int = 2, share: int = 2, longest: float = 10.0) -> Line:
    costs = Costs()
    return Line(places, share, longest, lambda each: costs.turn(each, 0.0))


# ---------------------------------------------------------------- what a request will cost


def test_requests_that_differ_in_numbers_only_cost_the_same() -> None:
    costs = Costs()
    for _ in range(20):
        costs.learn(job("norm2(x)^2 + 17", client="a"), 1.5)
    assert costs.expected(job("norm2(x)^2 + 4.25", client="b")) == pytest.approx(1.5, rel=0.01)


def test_what_a_client_asked_before_says_more_than_what_others_did() -> None:
    costs = Costs()
    costs.learn(job("tr(A*X)", client="a"), 2.0)
    costs.learn(job("tr(B*X)", client="b"), 0.002)
    assert costs.expected(job("tr(C*X)", client="a")) > 10 * costs.expected(job("tr(C*X)", "b"))


@pytest.mark.parametrize(
    ("less", "more"),
    [("x'*x", "+".join(["x'*x"] * 100)), ("x'*A*x", "hessian of x'*A*x wrt x")],
    ids=["longer", "second derivative"],
)
def test_what_nothing_is_known_of_is_guessed_from(less: str, more: str) -> None:
    assert Costs().expected(job(less)) < Costs().expected(job(more))


def test_one_surprise_does_not_make_a_request_long() -> None:
    costs, usual = Costs(), job("x'*x")
    for seconds in (0.02, 0.02, 0.4):
        costs.learn(usual, seconds)
    assert costs.expected(usual) < 0.1


def test_what_a_client_has_used_fades() -> None:
    costs = Costs()
    costs.charge("a", 2.0, now=0.0)
    assert costs.used_by("a", now=0.0) == 2.0 > costs.used_by("a", now=1.0) > 0.5
    assert costs.used_by("a", now=10.0) < 0.001


# ---------------------------------------------------------------- the line


def test_requests_of_the_usual_length_go_in_the_order_in_which_they_came() -> None:
    waiting = line()
    jobs = [job(f"x'*x + {i}", asked=i, expected=0.05 - i / 100) for i in range(4)]
    for each in reversed(jobs):
        assert waiting.add(each) is None
    assert [waiting.next(lambda _: True) for _ in range(5)] == [*jobs, None]


def test_what_takes_longer_lets_others_go_first_for_a_while() -> None:
    waiting = line()
    heavy, soon, late = job("a", asked=0.0, expected=0.1), job("b", asked=0.4), job("c", asked=0.6)
    for each in (heavy, soon, late):
        waiting.add(each)
    assert [waiting.next(lambda _: True) for _ in range(3)] == [soon, heavy, late]


def test_a_client_who_has_used_much_goes_later() -> None:
    costs = Costs()
    costs.charge("a", 1.0, now=0.5)
    waiting = Line(2, 2, 10.0, lambda each: costs.turn(each, 0.5))
    greedy, other = job("x'*x", "a", asked=0.0), job("x'*x", "b", asked=0.5)
    waiting.add(greedy)
    waiting.add(other)
    assert waiting.next(lambda _: True) is other


def test_a_line_that_is_too_long_loses_the_last_of_who_has_most_in_it() -> None:
    waiting = line(longest=1.0)
    greedy = [job(f"tr(A*X)^{i}", "a", asked=i, expected=0.5) for i in range(4)]
    assert [waiting.add(each) for each in greedy] == [None] * 4
    assert waiting.add(job("x'*x", "b", asked=9.0)) is greedy[-1]
    assert waiting.wait("b") == pytest.approx((3 * 0.5 + 0.01) / 2)


def test_a_client_waits_for_its_own_share_of_the_places() -> None:
    waiting = line(places=4, share=2)
    waiting.add(job("tr(A*X)", "a", expected=1.0))
    assert (waiting.wait("a"), waiting.wait("b")) == (0.5, 0.25)


def test_the_only_one_who_waits_is_never_refused() -> None:
    assert line(longest=0.1).add(job("tr(A*X)", expected=5.0)) is None


def test_who_has_left_is_passed_over() -> None:
    waiting, gone = line(), job("x'*x")
    gone.answer.cancel()
    waiting.add(gone)
    assert waiting.next(lambda _: True) is None


# ---------------------------------------------------------------- the service


@pytest.fixture(scope="module")
def narrow() -> Iterator[Service]:
    """A service with one place for the long requests of each of two clients."""
    limits = "dict(rate=0, workers=2, slow=2, slow_share=1, seconds=1.0, line_seconds=0.5)"
    with Service(limits=limits) as running:
        yield running.ready()
        assert running.stop() == 0


def asked(service: Service, text: str, source: str = "127.0.0.2", **more: object) -> Reply:
    body = json.dumps({"input": text, **more}).encode()
    return service.send("POST", "/api/derive", body, {"content-type": "application/json"}, source)


def test_a_short_request_is_answered_while_many_long_ones_wait(narrow: Service) -> None:
    """Also one of the client who sent the long ones, of which some are told to come back."""
    with ThreadPoolExecutor(8) as senders:
        texts = [f"{LAYERS} + {i}" for i in range(8)]
        long = [senders.submit(asked, narrow, text, kind="hessian") for text in texts]
        for i, source in enumerate(("127.0.0.2", "127.0.0.3")):
            assert asked(narrow, f"{i}*norm2(A*x - b)^2", source).data["ok"]
        assert any(not each.done() for each in long)
    refused = [reply for each in long if (reply := each.result()).status != 200]
    assert refused and len(refused) < len(long)
    for reply in refused:
        error = reply.data["error"]
        assert (reply.status, error["code"]) == (503, "E_BUSY")
        assert reply.headers["retry-after"] == str(error["retry_after"])


def test_what_turns_out_to_be_long_goes_on_apart_or_begins_again(narrow: Service) -> None:
    texts = [f"norm2({f'{f}(W*' * 60}x{')' * 60})^2" for f in ("sin", "cos")]
    with ThreadPoolExecutor(2) as senders:
        replies = list(senders.map(lambda text: asked(narrow, text), texts))
    assert [(reply.status, reply.code) for reply in replies] == [(200, "E_LIMIT")] * 2
    assert narrow.number("matgrad_pool_stepped_back_total") == 1
    assert narrow.number("matgrad_pool_put_off_total") == 1


def test_the_long_requests_of_one_client_leave_places_to_others(narrow: Service) -> None:
    texts = [f"{LAYERS} + {i}" for i in (10, 11, 12)]
    with ThreadPoolExecutor(4) as senders:
        greedy = [senders.submit(asked, narrow, text, kind="hessian") for text in texts]
        seen = {narrow.number("matgrad_workers_slow")}
        while not all(each.done() for each in greedy):
            seen.add(narrow.number("matgrad_workers_slow"))
        assert max(seen) == 1
        other = senders.submit(asked, narrow, f"{LAYERS} + 13", "127.0.0.3", kind="hessian")
        assert other.result().status == 200
