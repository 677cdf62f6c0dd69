"""Asking, in a real browser: typing, clicking, links, errors, giving up."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.resources import files

import pytest
from playwright.sync_api import Route, expect

from tests.page.conftest import Visit, by_service

KNOWN = {
    "norm2(A*x - b)^2": r"2 A^{\top} \left(A x - b\right)",
    "x'*A*x": r"\left(A + A^{\top}\right) x",
    r"\|Ax-b\|_2^2 + \lambda\|x\|_2^2": r"2 \left(A^{\top} \left(A x - b\right) + \lambda x\right)",
}


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_every_example_is_answered(new_visit: Callable[..., Visit], size: str):
    visit = new_visit(size)
    visit.open()
    text = (files("matgrad") / "page" / "examples.json").read_text(encoding="utf-8")
    examples = json.loads(text)
    assert len(examples) >= 12
    for example in examples:
        if size == "desktop":
            visit.type(example["input"])
        else:
            visit.page.locator(".top-actions >> text=Examples").click()
            visit.page.locator("dialog[open] .card", has_text=example["title"]).first.click()
        visit.answered(example["input"])
        assert all(visit.latex())
        assert visit.page.locator(".katex-error").count() == 0
        wide = visit.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{example['title']} is wider than the screen"


@pytest.mark.parametrize("text", KNOWN)
def test_answer_appears_while_typing(visit: Visit, text: str):
    visit.open()
    visit.page.locator("#text").press_sequentially(text, delay=5)
    visit.answered(text)
    visit.shows(KNOWN[text])


def test_the_newest_text_wins(visit: Visit):
    """The answer to half of a text comes while the rest is typed."""
    visit.open()
    for delay in (20, 45, 60):
        visit.type("")
        visit.page.locator("#text").press_sequentially("det()")
        visit.page.locator("#text").press("ArrowLeft")
        visit.page.wait_for_timeout(delay)
        visit.page.locator("#text").press_sequentially("X")
        visit.answered("det(X)")


def test_a_whole_question_is_read_and_its_claim_judged(visit: Visit):
    visit.open()
    visit.type("What is the gradient of $x^T A x$ with respect to $x$? I think it is $2Ax$.")
    visit.answered()
    visit.shows(KNOWN["x'*A*x"])
    expect(visit.page.locator("#mode")).to_contain_text("question")
    expect(visit.page.locator(".claims .badge")).to_contain_text("Wrong")


def test_shapes_stand_under_every_symbol(visit: Visit):
    visit.open(f="x'*A*x")
    visit.answered()
    shown = visit.page.locator(".function annotation").first.text_content() or ""
    assert shown.count(r"\underset") == 3
    visit.page.get_by_role("button", name="Hide shapes").click()
    expect(visit.page.locator(".function annotation").first).not_to_contain_text(r"\underset")


def test_an_assumption_is_a_click(visit: Visit):
    visit.open(f="x'*A*x", wrt="x")
    visit.answered()
    visit.page.locator("[data-name=A]").click()
    visit.page.get_by_role("button", name="symmetric", exact=True).click()
    visit.shows("2 A x")
    expect(visit.page.locator(".chip .facts")).to_have_text("symmetric")
    visit.page.get_by_role("button", name="As inferred").click()
    visit.shows(KNOWN["x'*A*x"])


def test_a_size_is_changed_in_place(visit: Visit):
    visit.open(f="norm2(A*x - b)^2", wrt="x")
    visit.answered()
    visit.page.locator("[data-name=x]").click()
    visit.page.get_by_label("length of x").fill("3")
    visit.page.get_by_label("length of x").press("Enter")
    expect(visit.page.locator("[data-name=A] annotation").last).to_contain_text(r"\times 3")


def test_a_shape_that_does_not_fit_is_said_and_taken_back(visit: Visit):
    visit.open(f="logdet(X)")
    visit.answered()
    visit.page.locator("[data-name=X]").click()
    visit.page.get_by_role("radio", name="vector").click()
    expect(visit.page.locator("#trouble .message")).to_be_visible()
    expect(visit.page.get_by_role("radio", name="vector")).to_have_attribute("aria-checked", "true")
    visit.page.get_by_role("button", name="As inferred").click()
    visit.answered()


def test_variable_is_chosen_by_a_click_and_several_with_ctrl(visit: Visit):
    visit.open(f="norm2(A*x - b)^2", wrt="x")
    visit.answered()
    visit.page.get_by_label("differentiate by A").click()
    visit.shows(r"2 \left(A x - b\right) x^{\top}")
    visit.page.get_by_label("differentiate by x").click(modifiers=["Control"])
    expect(visit.page.locator(".answer")).to_have_count(2)


def test_kind_and_layout(visit: Visit):
    visit.open(f="sin(A*x)", wrt="x")
    visit.answered()
    expect(visit.page.get_by_role("heading", name="Jacobian", level=2)).to_be_visible()
    visit.page.get_by_role("radio", name="Columns are outputs").click()
    expect(visit.page.locator(".arranged")).to_contain_text("denominator layout")
    visit.page.get_by_role("radio", name="Differential").click()
    expect(visit.page.get_by_role("heading", name="Differential", level=2)).to_be_visible()
    expect(visit.page.get_by_role("radio", name="Gradient")).to_have_attribute(
        "aria-disabled", "true"
    )


def test_link_holds_the_whole_state(new_visit: Callable[..., Visit]):
    first = new_visit()
    first.open(f="x'*A*x", wrt="x")
    first.answered()
    first.page.locator("[data-name=A]").click()
    first.page.get_by_role("button", name="symmetric", exact=True).click()
    first.page.get_by_role("tab", name="Code").click()
    first.shows("2 A x")
    first.page.get_by_text("Share").click()
    first.page.get_by_role("button", name="Copy link").click()
    expect(first.page.get_by_text("Copied: it opens")).to_be_visible()
    link = first.page.evaluate("navigator.clipboard.readText()")
    second = new_visit("phone")
    second.open(link.partition("#")[2])
    second.answered()
    second.shows("2 A x")
    expect(second.page.get_by_role("tab", name="Code")).to_have_attribute("aria-selected", "true")


@by_service
def test_short_link(new_visit: Callable[..., Visit]):
    first = new_visit()
    first.open(f="logdet(X)", wrt="X")
    first.answered()
    first.page.get_by_text("Share").click()
    first.page.get_by_role("button", name="Copy short link").click()
    expect(first.page.get_by_text("Copied: it opens")).to_be_visible()
    link = first.page.evaluate("navigator.clipboard.readText()")
    assert len(link.partition("#")[2]) < 20
    second = new_visit()
    second.open(link.partition("#")[2])
    second.answered("logdet(X)")


def test_a_link_with_words_that_are_not_known_is_answered(visit: Visit):
    visit.open(f="x'*x", target="cobol", tab="code", **{"assume.x": "blue"})
    visit.answered()
    expect(visit.page.locator("pre.source")).to_contain_text("import numpy")


@by_service
def test_a_short_link_that_is_not_known_is_said(visit: Visit):
    def missing(route: Route) -> None:
        fault = {"code": "E_LINKS", "message": "there is no such link", "position": None}
        route.fulfill(json={"ok": False, "error": {**fault, "hint": None}})

    visit.page.route("**/api/links/*", missing)
    visit.open("s=nowhere")
    expect(visit.page.locator("#trouble")).to_contain_text("there is no such link")
    visit.type("x'*x")
    visit.answered()
    expect(visit.page.locator("#trouble")).to_be_empty()


def test_back_leads_to_what_was_there_before(visit: Visit):
    visit.open()
    for title in ("Least squares", "Quadratic form"):
        visit.page.locator(".top-actions >> text=Examples").click()
        visit.page.locator("dialog[open] .card", has_text=title).click()
        visit.answered()
    visit.page.go_back()
    visit.answered("||Ax - b||^2")
    visit.shows(KNOWN["norm2(A*x - b)^2"])


def test_error_shows_its_place_and_goes_away(visit: Visit):
    visit.open()
    visit.type("tr(A*B) + (C*x")
    expect(visit.page.locator("#trouble .message")).to_contain_text("this ( is never closed")
    expect(visit.page.locator("#trouble .caret")).to_have_text("tr(A*B) + (C*x\n          ^")
    expect(visit.page.locator("#backdrop mark")).to_have_text("(")
    expect(visit.page.locator("#text")).to_have_attribute("aria-invalid", "true")
    visit.type("tr(A*B)")
    visit.answered()
    expect(visit.page.locator("#text")).to_have_attribute("aria-invalid", "false")


def test_what_was_read_before_is_dimmed_beside_an_error(visit: Visit):
    visit.open(f="What is the gradient of $x^T A x$ with respect to $x$?")
    visit.answered()
    expect(visit.page.locator("#mode")).to_have_text("read as a question")
    visit.type("norm2(A*x")
    expect(visit.page.locator("#sheet")).to_have_class(re.compile("of-old-text"))
    expect(visit.page.locator("#mode")).to_have_text("")


def test_hint_stands_with_the_error(visit: Visit):
    visit.open(f="tr(A*B) + x'*C*sine(x)")
    expect(visit.page.locator("#trouble .hint")).to_contain_text("sin")


def test_ambiguous_text_is_settled_by_a_click(visit: Visit):
    visit.open(f="x: n; y: n; x*y")
    visit.page.get_by_role("button", name="the inner product").click()
    visit.answered("x: n; y: n; x'*y")
    visit.page.go_back()
    expect(visit.page.locator("#text")).to_have_value("x: n; y: n; x*y")


def test_a_guess_is_said_in_amber_and_taken_back_by_a_click(visit: Visit):
    visit.open(f="A + x")
    visit.answered()
    said = visit.page.locator("#reading")
    expect(said).to_contain_text("Assumed: x is read as a number that is added to every entry")
    said.get_by_role("button", name="A: m x n; x: m").click()
    visit.answered("A: m x n; x: m; A + x")
    expect(said).to_be_hidden()


def test_the_problem_as_read_can_be_changed_and_asked(visit: Visit):
    visit.open(f="||Ax - b||^2")
    visit.answered()
    visit.page.locator(".as-read summary").click()
    form = visit.page.get_by_label("the problem as it was read")
    expect(form).to_have_value("A: m x n; x: n; b: m\nf = norm2(A*x - b)^2\ngradient of f wrt x")
    form.fill("A: n x n symmetric; x: n\nf = x'*A*x\nhessian of f wrt x")
    visit.page.get_by_role("button", name="Ask this instead").click()
    visit.answered("A: n x n symmetric; x: n\nf = x'*A*x\nhessian of f wrt x")
    visit.shows("2 A")


def test_text_of_the_user_stays_text(visit: Visit):
    visit.open()
    visit.type("<img src=x onerror=alert(1)>")
    expect(visit.page.locator("#trouble .message")).to_be_visible()
    visit.type("f = x'*x # <script>alert(1)</script>")
    visit.answered()
    assert visit.page.locator("img, main script").count() == 0


def never(_: Route) -> None:
    """A service that takes its time."""


@by_service
def test_slow_derivation_shows_it_and_can_be_given_up(visit: Visit):
    visit.open(f="x'*B*x")
    visit.answered()
    top = visit.page.locator(".tabs").bounding_box()
    visit.page.route("**/api/derive", never)
    visit.type("x'*A*x")
    expect(visit.page.get_by_text("Deriving…")).to_be_visible()
    expect(visit.page.locator("#sheet")).to_have_class("sheet stale")
    assert visit.page.locator(".tabs").bounding_box() == top, "the page jumped"
    visit.page.keyboard.press("Escape")
    expect(visit.page.get_by_text("Cancelled.")).to_be_visible()
    visit.page.unroute("**/api/derive")
    visit.page.get_by_role("button", name="Ask again").click()
    visit.answered()
    visit.shows(KNOWN["x'*A*x"])


@by_service
def test_busy_service_is_asked_again(visit: Visit):
    visit.open()
    trouble = {"code": "E_BUSY", "message": "busy", "position": None, "hint": None}
    busy = json.dumps({"ok": False, "error": trouble})
    answers = [busy]

    def answer(route: Route) -> None:
        if answers:
            route.fulfill(body=answers.pop(), content_type="application/json")
        else:
            route.continue_()

    visit.page.route("**/api/derive", answer)
    visit.type("x'*A*x")
    visit.answered()
    assert not answers


def test_keyboard_alone(visit: Visit):
    visit.open()
    press = visit.page.keyboard.press
    visit.page.locator("body").click(position={"x": 5, "y": 500})
    press("/")
    visit.page.keyboard.type("x'*A*x")
    visit.answered()
    press("Alt+h")
    visit.shows(r"A + A^{\top}")
    press("Alt+g")
    visit.shows(KNOWN["x'*A*x"])
    press("Alt+3")
    expect(visit.page.get_by_role("tab", name="Code")).to_have_attribute("aria-selected", "true")
    press("Alt+c")
    expect(visit.page.locator("#announcer")).to_have_text("LaTeX copied")
    assert KNOWN["x'*A*x"] in visit.page.evaluate("navigator.clipboard.readText()")
    press("Alt+v")
    visit.shows(r"x x^{\top}")
    press("Tab")
    press("Escape")
    visit.page.locator(".result h2").click()
    press("?")
    expect(visit.page.get_by_role("dialog", name="Keyboard")).to_be_visible()
