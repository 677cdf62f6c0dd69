"""Reading the answer, in a real browser: forms, steps, graph, code, numbers, claims, files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit, by_service

NETWORK = "norm2(sin(W2*cos(W1*x)))^2"
AXE = Path(__file__).with_name("axe.min.js").read_text(encoding="utf-8")


def test_forms_are_switched(visit: Visit):
    visit.open(f=NETWORK, wrt="x")
    visit.answered()
    shown = set(visit.latex())
    for form in ("Written out", "Diagonal matrices", "Chain of Jacobians", "Short names"):
        visit.page.get_by_role("radio", name=form).click()
        expect(visit.page.get_by_role("radio", name=form)).to_have_attribute("aria-checked", "true")
        shown |= set(visit.latex())
    assert len(shown) == 4


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_long_answer_scrolls_in_its_place(new_visit: Callable[..., Visit], size: str):
    visit = new_visit(size)
    formula = "norm2(tanh(W4*tanh(W3*tanh(W2*tanh(W1*x)))) - y)^2"
    visit.open(f=formula, wrt="W1,W4", form="closed")
    visit.answered()
    expect(visit.page.locator(".answer .wide").first).to_have_attribute("tabindex", "0")
    assert visit.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    right = visit.page.locator("#sheet").bounding_box()
    assert right is not None
    for box in (each.bounding_box() for each in visit.page.locator(".answer .wide").all()):
        assert box is not None
        assert box["x"] + box["width"] <= right["x"] + right["width"]


@pytest.mark.parametrize(("size", "are_cut"), [("desktop", False), ("phone", True)])
def test_no_line_ends_where_it_does_not(new_visit: Callable[..., Visit], size: str, are_cut: bool):
    visit = new_visit(size)
    visit.open(f="-y'*log(softmax(W2*tanh(W1*x)))", wrt="W1,W2")
    visit.answered()
    visit.page.evaluate("() => document.fonts.ready.then(() => true)")  # widths change with fonts
    wide = visit.page.locator(".line > .formula").evaluate_all(
        "lines => lines.filter((line) => line.scrollWidth > line.clientWidth + 2).length"
    )
    assert (wide > 0) == are_cut
    expect(visit.page.locator(".line > .goes-further")).to_have_count(wide)


def test_verdict_says_what_was_checked(visit: Visit):
    visit.open(f=NETWORK, wrt="x")
    visit.answered()
    visit.page.locator("summary", has_text="Checked").click()
    expect(visit.page.locator(".verdict li").first).to_contain_text("exact")


def test_conditions_stand_with_the_answer(visit: Visit):
    visit.open(f="logdet(X)", wrt="X")
    visit.answered()
    expect(visit.page.locator(".condition")).to_contain_text("> 0")


def test_detail_goes_from_three_lines_to_every_step(visit: Visit):
    visit.open(f=NETWORK, wrt="x")
    visit.answered()
    counts: list[int] = []
    for level in ("In short", "Line by line", "Every step"):
        radio = visit.page.get_by_role("radio", name=level)
        radio.click()
        expect(radio).to_be_checked()
        counts.append(visit.page.locator(".steps .formula:visible").count())
    assert counts[0] < counts[1] < counts[2]


def test_a_line_says_why_and_lights_up_what_it_changed(visit: Visit):
    visit.open(f=NETWORK, wrt="x")
    visit.answered()
    line = visit.page.locator(".of-lines .line").nth(2)
    expect(line.locator(".more")).to_be_hidden()
    line.get_by_role("button", name="why?").click()
    expect(line.locator(".more")).to_contain_text("move across")
    line.hover()
    colour = "e => getComputedStyle(e).color"
    new = line.locator(".mg-new").first
    assert new.evaluate(colour) != line.evaluate(colour)
    visit.page.locator(".tabs").hover()
    assert new.evaluate(colour) == line.evaluate(colour)


def test_graph_is_played_forward_and_backward(visit: Visit):
    visit.open(f=NETWORK, wrt="x", tab="graph")
    parts = visit.page.locator(".canvas svg [data-step]")
    expect(parts.first).to_be_visible()
    assert visit.page.locator(".canvas .faint").count() == 0
    slider = visit.page.get_by_label("Step of the computation")
    slider.focus()
    slider.press("Home")
    assert visit.page.locator(".canvas .faint").count() == parts.count()
    slider.press("ArrowRight")
    expect(visit.page.locator(".graph output")).to_have_text("forward, step 1 of 5")


def test_a_function_that_is_no_number_has_a_graph_too(visit: Visit):
    visit.open(f="A*sin(B*x)", wrt="x", tab="graph")
    expect(visit.page.locator(".canvas svg [data-step]").first).to_be_visible()
    expect(visit.page.locator(".graph")).to_contain_text("for any G")


def test_code_is_copied_in_every_language(visit: Visit):
    visit.open(f="norm2(A*x - b)^2", wrt="x", tab="code")
    visit.answered()
    for language, sign in (
        ("NumPy", "import numpy as np"), ("JAX", "jax"), ("PyTorch", "torch"),
        ("MATLAB", "function"), ("Julia", "function"),
    ):  # fmt: skip
        visit.page.get_by_role("radio", name=language, exact=True).click()
        expect(visit.page.locator(".source")).to_contain_text(sign)
        visit.page.get_by_role("button", name="Copy code").click()
        expect(visit.page.get_by_role("button", name="Copied")).to_be_visible()
        copied = visit.page.evaluate("navigator.clipboard.readText()")
        assert copied == visit.page.locator(".source").text_content()


def test_code_may_return_the_value_as_well(visit: Visit):
    visit.open(f="norm2(A*x - b)^2", wrt="x", tab="code")
    visit.answered()
    visit.page.get_by_role("radio", name="Value and gradient").click()
    expect(visit.page.locator(".source")).to_contain_text("def value_and_grad")


@by_service
def test_code_is_saved_with_a_test(visit: Visit):
    visit.open(f="norm2(A*x - b)^2", wrt="x", tab="code")
    visit.answered()
    with visit.page.expect_download() as waiting:
        visit.page.get_by_role("button", name="Save with a test").click()
    assert "difference quotient" in waiting.value.path().read_text(encoding="utf-8")


@by_service
def test_formula_is_tried_with_numbers(visit: Visit):
    visit.open(f="x'*A*x", wrt="x", tab="numbers")
    found = visit.page.get_by_role("group", name="derivative by x in numbers")
    expect(found.locator("td")).to_have_count(2)
    visit.page.get_by_label("size n").fill("3")
    visit.page.get_by_label("size n").press("Enter")
    expect(found.locator("td")).to_have_count(3)
    before = found.text_content()
    entry = visit.page.get_by_label("A, row 1, column 1")
    entry.fill("5")
    entry.press("Enter")
    expect(found).not_to_have_text(before or "")


@by_service
def test_a_large_matrix_of_numbers_scrolls_in_its_place(new_visit: Callable[..., Visit]):
    visit = new_visit("phone")
    visit.open(f="A*X*B", wrt="X", kind="jacobian", tab="numbers")
    visit.answered()
    found = visit.page.get_by_role("group", name="derivative by X in numbers")
    expect(found.locator("td")).to_have_count(15 * 8)
    assert visit.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_claim_is_judged_with_a_counterexample(visit: Visit):
    visit.open(f="x'*A*x", wrt="x", tab="check")
    visit.page.get_by_label("Is my formula right?").fill("2*A*x")
    visit.page.get_by_role("button", name="Check", exact=True).click()
    expect(visit.page.locator(".judgement .badge")).to_contain_text("Wrong")
    expect(visit.page.locator(".judgement")).to_contain_text("right if A is symmetric")
    expect(visit.page.get_by_role("group", name="claimed")).to_be_visible()
    visit.page.get_by_label("Is my formula right?").fill("(A + A')*x")
    visit.page.get_by_role("button", name="Check", exact=True).click()
    expect(visit.page.locator(".judgement .badge")).to_contain_text("Right")
    visit.page.get_by_label("Is my formula right?").fill("(A + ")
    visit.page.get_by_role("button", name="Check", exact=True).click()
    expect(visit.page.locator(".judgement .caret")).to_contain_text("^")


@pytest.mark.parametrize(
    ("name", "begin"),
    [
        ("LaTeX", b"\\documentclass"),
        ("Notebook", b"{"),
        pytest.param("PDF", b"%PDF", marks=by_service),
    ],
)
def test_derivation_is_downloaded(visit: Visit, name: str, begin: bytes):
    visit.open(f="x'*A*x", wrt="x")
    visit.answered()
    visit.page.locator("summary", has_text="Download").click()
    with visit.page.expect_download() as waiting:
        visit.page.get_by_role("button", name=name, exact=True).click()
    assert waiting.value.path().read_bytes().startswith(begin)


def test_functions_are_inserted(visit: Visit):
    visit.open()
    visit.page.get_by_role("button", name="Functions").click()
    visit.page.get_by_role("button", name="logdet(").or_(
        visit.page.get_by_role("button", name="det(A)")
    ).first.click()
    visit.page.keyboard.type("X")
    visit.answered("det(X)")


def test_colours_are_chosen_and_kept(visit: Visit):
    visit.open()
    for wanted in ("Light", "Dark"):
        visit.page.get_by_role("button", name="Colours").click()
        expect(visit.page.get_by_role("button", name="Colours")).to_have_text(wanted)
    visit.page.reload()
    expect(visit.page.locator("html")).to_have_attribute("data-theme", "dark")


# ---------------------------------------------------------------- for everyone


def serious(visit: Visit, part: str = "html") -> list[str]:
    """What axe finds, if it is serious or worse."""
    if not visit.page.evaluate("'axe' in window"):
        visit.page.evaluate(f"{AXE}\n;0")
    run = "part => axe.run(part, {resultTypes: ['violations']}).then(r => r.violations)"
    found = visit.page.evaluate(run, part)
    return [
        json.dumps({"rule": each["id"], "nodes": [n["html"][:200] for n in each["nodes"]][:3]})
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(("size", "dark"), [("desktop", False), ("phone", True)])
def test_axe_finds_nothing_serious(new_visit: Callable[..., Visit], size: str, dark: bool):
    visit = new_visit(size, dark)
    visit.open()
    assert not serious(visit), "the empty page"
    visit.type("norm2(A*x - b)^2 + logdet(")
    expect(visit.page.locator("#trouble .message")).to_be_visible()
    assert not serious(visit), "an error"
    visit.type(NETWORK)
    visit.answered()
    for tab in ("Derivation", "Graph", "Code", "Numbers", "Check"):
        visit.page.get_by_role("tab", name=tab).click()
        expect(visit.page.locator("#panel .note", has_text="…")).to_have_count(0)
        assert not serious(visit, "#panel"), tab
    visit.page.locator("[data-name=x]").click()
    assert not serious(visit), "an answer, with a variable opened"
