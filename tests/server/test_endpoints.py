"""Each endpoint of the service, as the page uses it."""

from __future__ import annotations

import json
from importlib.resources import files

import numpy
import pytest

from matgrad.server.tasks.documents import FORMATS
from matgrad.verify.claim import RIGHT
from tests.server.service import Service

LEAST_SQUARES = "norm2(A*x - b)^2"


def test_preview_reads_shapes_and_suggests_what_to_ask(service: Service) -> None:
    found = service.ask("preview", LEAST_SQUARES).data
    assert found["ok"] and found["mode"] == "text"
    assert [(s["name"], s["shape"], s["inferred"]) for s in found["symbols"]] == [
        ("A", ["m", "n"], True), ("x", ["n"], True), ("b", ["m"], True),
    ]  # fmt: skip
    assert found["suggested"] == {"kind": "gradient", "wrt": ["x"]}
    assert r"\underset{\,\htmlClass{mg-shape}{m \times n}\,}{A}" in found["latex_shapes"]


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("x'*A*x", "text"),
        (r"x^\top A x", "latex"),
        ("x^T A x", "text"),
        ("$x^T A x$", "latex"),
        ("||Ax-b||^2", "text"),
        ("x'*A*x wrt x", "question"),
        ("r = A*x - b; gradient of r'*r wrt x", "text"),
        ("What is the gradient of $x^T A x$ with respect to $x$?", "question"),
        ("Find the derivative of ||Ax-b||^2 with respect to x", "question"),
        ("np.sum((X @ w - y)**2)", "text"),
        ("loss = np.sum((X @ w - y)**2)\ndw = X.T @ (X @ w - y)", "question"),
        ("Is it right?\n```\nl = np.sum((X @ w - y)**2)\ndw = X.T @ (X @ w)\n```", "question"),
    ],
)
def test_the_language_of_the_input_is_recognised(service: Service, text: str, mode: str) -> None:
    assert service.ask("preview", text).data["mode"] == mode


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("x*y'", {"x": ["m"], "y": ["n"]}),
        ("sin(x)", {"x": ["n"]}),
        ("a*x + b*y", {"a": [], "b": [], "x": [], "y": []}),
        ("c*x'*x", {"c": [], "x": ["n"]}),
    ],
)
def test_letters_are_vectors_where_they_can_be(
    service: Service, text: str, shapes: dict[str, list[str]]
) -> None:
    symbols = service.ask("preview", text).data["symbols"]
    assert {each["name"]: each["shape"] for each in symbols} == shapes


def test_preview_and_answer_tell_how_sure_the_reading_is(service: Service) -> None:
    words = "x is read as a number that is added to every entry of the matrix"
    text = "A: m x n; x: m; A + x"
    reading = {
        "status": "assumed",
        "guesses": [{"words": words, "alternative": "A: m x n; x: m", "place": [4, 5]}],
        "options": [{"text": text, "words": "A: m x n; x: m"}],
    }
    assert service.ask("preview", "A + x").data["reading"] == reading
    assert service.ask("derive", "A + x").data["reading"] == reading
    sure = {"status": "read", "guesses": [], "options": []}
    assert service.ask("derive", text).data["reading"] == sure


def test_preview_gives_the_problem_form(service: Service) -> None:
    form = service.ask("preview", "||Ax||^2").data["form"]
    assert form == "A: m x n; x: n\nf = norm2(A*x)^2\ngradient of f wrt x"
    assert service.ask("preview", form).data["form"] == form


def test_a_question_back_has_options(service: Service) -> None:
    options = service.ask("derive", "x: n; y: n; x*y").data["error"]["options"]
    assert [each["text"] for each in options] == ["x: n; y: n; x'*y", "x: n; y: n; x .* y"]
    assert all(service.ask("derive", each["text"]).data["ok"] for each in options)


@pytest.mark.parametrize("text", ["3", "pi", "x = 1", "I(3)"])
def test_a_constant_has_nothing_to_differentiate_by(service: Service, text: str) -> None:
    assert service.ask("preview", text).data["ok"]
    for endpoint in ("derive", "code", "evaluate", "graph"):
        assert service.ask(endpoint, text).code == "E_NAME"


def test_an_error_names_the_place_and_what_would_work(service: Service) -> None:
    found = service.ask("preview", "x*x", shapes={"x": ["n"]})
    assert found.status == 200 and found.code == "E_AMBIG"
    assert found.data["error"]["position"] == [0, 3] and "x'*x" in found.data["error"]["hint"]


def test_an_error_says_how_the_input_was_taken(service: Service) -> None:
    assert service.ask("preview", "A*(x").data["mode"] == "text"
    assert service.ask("preview", r"\frac{A").data["mode"] == "latex"


def test_derive_gives_the_answer_with_its_forms_steps_and_code(service: Service) -> None:
    found = service.ask("derive", LEAST_SQUARES, code=["numpy", "julia"]).data
    assert found["ok"] and found["verdict"]["ok"]
    (answer,) = found["answers"]
    assert answer["result"] == "2*A'*(A*x - b)"
    assert answer["forms"]["cascade"] == "2*A'*r"
    assert found["definitions"][0]["value_latex"] == "A x - b"
    assert "np" in found["code"]["numpy"] and "function" in found["code"]["julia"]
    assert answer["steps"][-1]["rule"] and answer["code"] == found["code"]
    assert answer["verdict"]["ok"] and answer["assumptions"] == []


def test_lines_are_marked_where_a_step_changed_them(service: Service) -> None:
    found = service.ask("derive", LEAST_SQUARES).data
    (lines,) = [s["rows"] for s in found["sections"] if s["id"] == "lines"]
    first, second = lines[:2]
    assert r"\htmlClass{mg-old}{dr}" in first["right"]
    assert r"\htmlClass{mg-new}{" in second["right"] and second["left"] is None
    assert second["rule"] == "substitute" and second["why"]


@pytest.mark.parametrize("level", ["short", "normal", "full"])
def test_a_level_sends_no_more_than_it_shows(service: Service, level: str) -> None:
    allowed = {"short": {"short"}, "normal": {"short", "normal"}}.get(level)
    found = service.ask("derive", "tr(X'*A*X)", level=level).data
    levels = {row["level"] for section in found["sections"] for row in section["rows"]}
    assert allowed is None or levels <= allowed
    assert level in levels


@pytest.mark.parametrize("kind", ["gradient", "jacobian", "hessian", "differential"])
def test_every_kind_of_derivative_is_given(service: Service, kind: str) -> None:
    found = service.ask("derive", "x'*A*x", kind=kind, wrt=["x"]).data
    assert found["ok"] and found["kind"] == kind


def test_the_layout_and_the_structure_are_chosen(service: Service) -> None:
    found = service.ask("derive", "A*x", kind="jacobian", wrt=["x"], layout="denominator").data
    assert found["answers"][0]["arranged"]["text"] == "A'"
    request = {"assume": {"X": ["symmetric"]}, "wrt": ["X"]}
    forms = {
        structure: service.ask("derive", "tr(A*X)", structure=structure, **request).data
        for structure in ("projected", "free")
    }
    results = {name: data["answers"][0]["result"] for name, data in forms.items()}
    assert results["free"] == "A'" and results["projected"] != "A'"


def test_a_question_is_answered_and_its_claim_judged(service: Service) -> None:
    text = "What is the gradient of $x^T A x$ with respect to $x$? I think it is $2Ax$."
    found = service.ask("derive", text).data
    assert found["mode"] == "question" and found["understood"]
    assert found["answers"][0]["result"] == "(A + A')*x"
    assert found["claims"][0]["status"] == "wrong"


def test_the_derivatives_of_a_pasted_program_are_judged_line_by_line(service: Service) -> None:
    text = "loss = np.sum((X @ w - y)**2)\ndr = 2*(X @ w - y)\ndw = X.T @ (X @ w - y)"
    found = service.ask("derive", text).data
    assert found["answers"][0]["result"] == "2*X'*(X*w - y)"
    assert [each["status"] for each in found["claims"]] == ["wrong"]
    assert r"line\ 3:\ dw\ =" in found["claims"][0]["claim"]


def test_a_preview_says_what_of_a_question_is_not_used(service: Service) -> None:
    text = r"What is the gradient of $f(x)=\|Ax-b\|^2$ with respect to $x$? Also $\foo{x}$."
    found = service.ask("preview", text).data
    assert any("is not used" in row["words"] for row in found["understood"])


QUESTION = (
    r"Find the Jacobian of $A X B$ with respect to $X$, where $X \in \mathbb{R}^{3 \times 4}$."
)


def test_the_layout_of_the_answer_to_a_question_is_chosen(service: Service) -> None:
    found = service.ask("derive", QUESTION, layout="denominator", order="rows").data
    assert found["answers"][0]["arranged"]["text"] == "kron(A', B)"


def test_shapes_of_a_question_stay_where_another_one_is_chosen(service: Service) -> None:
    shapes = service.ask("derive", QUESTION, shapes={"B": ["4", "5"]}).data["shapes"]
    assert (shapes["X"], shapes["B"]) == ("3×4", "4×5")
    shapes = service.ask("derive", QUESTION, shapes={"B": ["6", "5"]}).data["shapes"]
    assert shapes["B"] == "6×5"  # what is chosen goes before what is read


@pytest.mark.parametrize("claim", ["(A + A')*x", r"(A + A^\top) x", "A*x + A'*x"])
def test_a_right_claim_is_right_however_it_is_written(service: Service, claim: str) -> None:
    assert service.ask("check", "x'*A*x", wrt=["x"], claim=claim).data["status"] == RIGHT


def test_a_wrong_claim_comes_with_numbers_and_the_slip(service: Service) -> None:
    found = service.ask("check", "x'*A*x", wrt=["x"], claim="2*A*x").data
    assert not found["right"] and "symmetric" in found["slip"]
    assert found["counterexample"]["claimed"] != found["counterexample"]["true"]


@pytest.mark.parametrize(
    ("claim", "variable"),
    [("x*x'", "A"), ("(A + A')*x", "x"), ("df/dA = 2*x*x'", "A"), ("3*x", "x")],
)
def test_a_claim_is_about_the_variable_that_it_fits(
    service: Service, claim: str, variable: str
) -> None:
    found = service.ask("check", "x'*A*x", wrt=["x", "A"], claim=claim).data
    assert found["wrt"] == variable and found["right"] == ("+" in claim or claim == "x*x'")


def test_an_error_in_a_claim_says_that_it_is_there(service: Service) -> None:
    found = service.ask("check", "x'*A*x", wrt=["x"], claim="2*A*(x")
    assert found.code == "E_PARSE" and found.data["error"]["field"] == "claim"


def test_evaluate_agrees_with_arithmetic(service: Service) -> None:
    values = {"A": [[1, 2], [3, 4]], "x": [1, 1], "b": [0, 0]}
    found = service.ask("evaluate", LEAST_SQUARES, values=values).data
    assert found["value"] == 58 and found["derivatives"]["x"] == [48, 68]


def test_evaluate_draws_what_is_not_given_and_repeats_itself(service: Service) -> None:
    request = {"sizes": {"m": 4, "n": 2}, "seed": 3}
    one, two = (service.ask("evaluate", LEAST_SQUARES, **request).data for _ in range(2))
    assert one == two and len(one["inputs"]["A"]) == 4 and len(one["derivatives"]["x"]) == 2


def test_evaluate_has_small_sizes_only(service: Service) -> None:
    assert service.ask("evaluate", "x'*A*x", sizes={"n": 100000}).code == "E_LIMIT"


def test_evaluate_refuses_a_singular_matrix(service: Service) -> None:
    found = service.ask("evaluate", "a'*inv(X)*b", wrt=["X"], values={"X": [[1, 1], [1, 1]]})
    assert found.code == "E_DOMAIN" and "ingular" in found.data["error"]["message"]


def test_evaluate_finds_a_point_at_which_the_function_is_defined(service: Service) -> None:
    found = service.ask("evaluate", "log(det(X'*X))", wrt=["X"]).data
    assert found["sizes"]["m"] >= found["sizes"]["n"] and abs(found["value"]) < 20
    wide = service.ask("evaluate", "log(det(X'*X))", wrt=["X"], sizes={"m": 2, "n": 3})
    assert wide.code == "E_DOMAIN"  # in floating point this is a number near -36


@pytest.mark.parametrize("order", ["columns", "rows"])
@pytest.mark.parametrize("layout", ["numerator", "denominator"])
def test_evaluate_gives_a_jacobian_as_it_is_printed(
    service: Service, order: str, layout: str
) -> None:
    A, B = [[1, 2, 0], [3, 5, 1]], [[2, 1], [0, 3], [1, 1], [4, 7]]
    values = {"A": A, "X": [[1] * 4] * 3, "B": B}
    request = {"kind": "jacobian", "wrt": ["X"], "order": order, "layout": layout}
    found = service.ask("evaluate", "A*X*B", values=values, **request).data
    left, right = (numpy.transpose(B), A) if order == "columns" else (A, numpy.transpose(B))
    J = numpy.kron(left, right)
    assert found["derivatives"]["X"] == (J if layout == "numerator" else J.T).tolist()


def test_evaluate_gives_a_hessian_by_a_matrix_as_a_matrix(service: Service) -> None:
    values = {"X": [[2, 0], [0, 1]]}
    found = service.ask("evaluate", "tr(X*X')", kind="hessian", values=values).data
    assert found["derivatives"]["X"] == (2 * numpy.eye(4)).tolist()


def test_evaluate_writes_what_is_not_finite_as_a_word(service: Service) -> None:
    found = service.ask("evaluate", "1/c", values={"c": 0.0}, shapes={"c": []}).data
    assert found["value"] == "inf"


def test_the_graph_is_a_picture_with_steps_and_without_styles(service: Service) -> None:
    found = service.ask("graph", "norm2(sin(W*x))^2", wrt=["x"]).data
    assert found["svg"].startswith("<svg") and 'data-step="1"' in found["svg"]
    assert found["steps"] == 2 * found["forward"] and found["width"] > 0
    assert " style=" not in found["svg"] and "<style" not in found["svg"]


@pytest.mark.parametrize(
    ("kind", "begins"),
    [("latex", b"\\documentclass"), ("markdown", b"$$"), ("pdf", b"%PDF"),
     ("html", b"<!doctype html>"), ("notebook", b"{")],
)  # fmt: skip
def test_documents_are_files_to_keep(service: Service, kind: str, begins: bytes) -> None:
    found = service.ask("document", LEAST_SQUARES, format=kind)
    assert found.status == 200 and found.body.startswith(begins)
    assert "attachment; filename=" in found.headers["content-disposition"]


def test_a_notebook_holds_the_derivation_and_code_that_runs(service: Service) -> None:
    found = json.loads(service.ask("document", LEAST_SQUARES, format="notebook").body)
    kinds = [cell["cell_type"] for cell in found["cells"]]
    assert found["nbformat"] == 4 and "markdown" in kinds and kinds[-1] == "code"


def test_code_is_written_for_every_language_of_the_page(service: Service) -> None:
    targets = [each["id"] for each in service.get("/api/config").data["targets"]]
    for target in targets:
        found = service.ask("code", LEAST_SQUARES, target=target).data
        assert found["ok"] and found["source"], target


def test_every_example_is_answered_and_verified(service: Service) -> None:
    offered = service.get("/api/examples").data["examples"]
    text = (files("matgrad") / "page" / "examples.json").read_text(encoding="utf-8")
    assert [each["title"] for each in offered] == [each["title"] for each in json.loads(text)]
    for each in offered:
        fields = ("mode", "shapes", "assume", "kind", "wrt")
        found = service.ask("derive", each["input"], **{name: each[name] for name in fields})
        assert found.data["ok"], (each["title"], found.data["error"])


def test_the_description_of_the_api_is_served(service: Service) -> None:
    paths = service.get("/openapi.json").data["paths"]
    assert {"/api/derive", "/api/check", "/healthz"} <= set(paths)
    assert b"/api/derive" in service.get("/docs").body


JSON, TEXT = {"content-type": "Application/JSON; charset=utf-8"}, {"content-type": "text/plain"}
SENT = {  # how it is sent, and what comes back
    "an answer": ("POST", "/api/derive", b'{"input": "x"}', JSON, 200),
    "a fault of the input": ("POST", "/api/document", b'{"input": "x*"}', JSON, 200),
    "not an object": ("POST", "/api/check", b"[]", JSON, 400),
    "a field of another type": ("POST", "/api/evaluate", b'{"input": "x", "seed": 1.5}', JSON, 400),
    "a state that is no text": ("POST", "/api/links", b'{"state": 1}', JSON, 400),
    "too long": ("POST", "/api/derive", b" " * 200_000, JSON, 413),
    "not JSON": ("POST", "/api/links", b"{}", TEXT, 415),
    "no such link": ("GET", "/api/links/{name}", None, {}, 404),
    "health": ("GET", "/healthz", None, {}, 200),
    "what is offered": ("GET", "/api/config", None, {}, 200),
    **{
        f"a file: {name}": (
            "POST", "/api/document", f'{{"input": "x", "format": "{name}"}}'.encode(), JSON, 200,
        )
        for name in FORMATS
    },
}  # fmt: skip


@pytest.mark.parametrize("name", SENT)
def test_what_comes_back_is_described(service: Service, name: str) -> None:
    method, path, body, headers, status = SENT[name]
    described = service.get("/openapi.json").data["paths"][path][method.lower()]["responses"]
    assert "422" not in described
    found = service.send(method, path, body, headers)
    assert found.status == status
    kind = found.headers["content-type"].partition(";")[0]
    assert kind in described[str(status)]["content"]


def test_who_is_refused_is_told_when_to_come_back(service: Service) -> None:
    paths = service.get("/openapi.json").data["paths"]
    for methods in paths.values():
        for operation in methods.values():
            refusals = {"429", "503"} & {*operation["responses"]}
            assert "429" in refusals
            assert all("Retry-After" in operation["responses"][r]["headers"] for r in refusals)


def test_a_whole_number_may_be_written_with_a_point(service: Service) -> None:
    found = service.ask("evaluate", "x'*x", sizes={"n": 2.0}, seed=3.0)
    assert found.status == 200
    assert service.ask("evaluate", "x'*x", sizes={"n": 2.5}).code == "E_REQUEST"


def test_a_method_that_is_not_known_says_which_ones_are(service: Service) -> None:
    found = service.post("/api/config", b"")
    assert (found.status, found.headers["allow"]) == (405, "GET")
