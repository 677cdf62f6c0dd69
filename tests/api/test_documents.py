"""Documents: the same derivation as HTML, LaTeX, PDF and in notebooks."""

import io
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import matgrad as mg
from matgrad.api.derivation import Derivation
from matgrad.ask.reply import ask
from matgrad.cli.commands import main
from matgrad.cli.output import Environment
from matgrad.errors import MatgradError, UnknownNameError
from matgrad.optional import available
from matgrad.render.html import Html
from matgrad.render.mathml import mathml
from matgrad.render.page import Chapter, Page
from matgrad.render.paper import Tex, Typst
from matgrad.render.typst import typst_math
from tests.cli.command import Terminal, run

FUNCTIONS = {
    "norm2(A*x - b)^2": "x", "sum(softplus(X*w))": "w", "x'*A*x/(x'*x)": "x", "-logdet(X)": "X",
}  # fmt: skip
derivations = pytest.mark.parametrize(
    "d", [mg.gradient(f, x, check=False) for f, x in FUNCTIONS.items()], ids=list(FUNCTIONS)
)


@derivations
def test_every_formula_of_a_page_is_wellformed_mathml(d: Derivation) -> None:
    page = d.html()
    formulas = re.findall(r"<math.*?</math>", page)
    assert len(formulas) > 5
    for formula in formulas:
        ElementTree.fromstring(formula)


@derivations
def test_a_page_needs_no_script_and_no_other_host(d: Derivation) -> None:
    page = d.html()
    assert not re.search(r"<script|https?:|src=|@import|url\(", page)


@derivations
def test_a_latex_document_has_matching_braces_and_ends(d: Derivation) -> None:
    source = d.tex()
    assert source.startswith(r"\documentclass")
    assert source.rstrip().endswith(r"\end{document}")
    unescaped = re.sub(r"\\[{}\\]", "", source)
    assert unescaped.count("{") == unescaped.count("}")


@pytest.mark.skipif(not available("typst"), reason="typst is not installed")
@derivations
def test_a_pdf_is_made(d: Derivation) -> None:
    assert d.pdf().startswith(b"%PDF")


def test_notebooks_get_every_form() -> None:
    bundle = mg.gradient("norm2(A*x - b)^2", "x")._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/markdown", "text/latex", "text/html"}
    assert "<math" in bundle["text/html"]


def test_scripts_and_fractions_in_mathml() -> None:
    assert mathml(r"\frac{\partial f}{\partial W_{1}} = 2 A^{\top}").startswith(
        "<math><mrow><mfrac><mrow>"
    )
    assert mathml(r"W_{1}^{\top}") == (
        '<math><msubsup><mi>W</mi><mn>1</mn><mi mathvariant="normal">⊤</mi></msubsup></math>'
    )


def test_special_signs_are_escaped() -> None:
    assert mathml(r"\text{a<b}") == "<math><mtext>a&lt;b</mtext></math>"
    assert typst_math("a/b # c") == r"a \/ b \# c"
    assert Typst().words('say "x" #now') == r'#"say \"x\" #now"'


def test_a_stranger_cannot_smuggle_commands_into_a_document() -> None:
    text = r"Is it correct that $\nabla_x x^TAx = \input{secret} \write18{x} 2Ax$?"
    source = ask(text).tex()
    assert r"\input" not in source
    assert r"\write" not in source


def test_a_report_holds_all_questions_with_their_code(tmp_path: Path) -> None:
    first, second = tmp_path / "first.md", tmp_path / "second.md"
    first.write_text("What is the gradient of $x^TAx$ with respect to $x$?", encoding="utf-8")
    second.write_text("gradient of $\\log\\det X$ with respect to $X$", encoding="utf-8")
    done = run("report", str(first), str(second), "--title", "Week 3")
    assert done.code == 0
    assert [done.out.count(word) for word in ("<h1>first</h1>", "<h1>second</h1>")] == [1, 1]
    assert done.out.count("def gradient") == 2


def test_a_report_shows_how_a_gradient_is_computed() -> None:
    parts = {"Network": mg.gradient("norm2(sin(W2*cos(W1*x)))^2", "x")}
    page = mg.report(parts)
    assert isinstance(page, str) and page.count("<svg") == 1
    others = {"H": mg.hessian("sum(exp(A*x))", "x"), "J": mg.jacobian("inv(X)*A*X", "X")}
    page = mg.report(others)
    assert (
        isinstance(page, str) and page.count("<svg") == 2
    )  # of the gradient, and of that of G : F


@pytest.mark.skipif(not available("typst"), reason="typst is not installed")
def test_a_report_with_a_picture_becomes_a_pdf() -> None:
    parts = {"Network": mg.gradient("norm2(sin(W2*cos(W1*x)))^2", "x")}
    page = mg.report(parts, "pdf")
    assert isinstance(page, bytes) and page.startswith(b"%PDF")


@pytest.mark.parametrize("options", [[], ["--chain", "W1", "--entries"], ["--seed", "1"]])
def test_a_network_is_printed_as_a_page(options: list[str]) -> None:
    page = run("network", "2,2,4", *options, "--format", "html").out
    assert page.startswith("<!doctype html>") and page.count("<math") > 5


def test_a_derivation_is_printed_as_a_page() -> None:
    assert run("gradient", "x'*A*x", "--wrt", "x", "--format", "html").out.startswith("<!doctype")


def test_a_report_in_markdown_has_a_heading_for_each_part_and_its_code() -> None:
    parts = {"First": mg.gradient("x'*A*x", "x"), "Second": mg.ask("Gradient of $a^Tx$ by $x$?")}
    lines = str(mg.report(parts, "markdown", "Week 3")).splitlines()
    assert [line for line in lines if line.startswith("#")][:3] == [
        "# Week 3",
        "## First",
        "## Second",
    ]
    assert lines.count("```python") == 2


def test_a_report_in_markdown_comes_from_the_command_line(tmp_path: Path) -> None:
    question = tmp_path / "first.md"
    question.write_text("What is the gradient of $x^TAx$ with respect to $x$?")
    done = run("report", str(question), "--format", "markdown")
    assert done.out.startswith("# Report\n\n## first\n")


@pytest.mark.parametrize(
    ("source", "wrt", "assume", "reason"),
    [
        ("x'*A*x", "x", {"A": "symmetric"}, "Aᵀ = A"),
        ("x'*inv(A)*x", "x", {"A": "symmetric"}, "A⁻ᵀ = A⁻¹"),
        ("normF(U*X)^2", "X", {"U": "orthogonal"}, "QᵀQ = I for orthogonal Q"),
        ("tr(X'*K*X*B)", "X", {"K": "skew"}, "Kᵀ = −K"),
    ],
)
def test_a_line_that_rests_on_an_assumption_says_so(
    source: str, wrt: str, assume: dict[str, str], reason: str
) -> None:
    assert reason in mg.gradient(source, wrt=wrt, assume=assume).text()


def test_symmetry_that_is_no_assumption_is_not_mentioned() -> None:
    assert "(AᵀA)ᵀ" not in mg.gradient("x'*A'*A*x", wrt="x").text()


QUESTION = "# Quadratic forms\n\nGradient of\n$x^TAx$ with respect to $x$?\n\n(A symmetric)"


@pytest.mark.parametrize(
    ("spelling", "title"),
    [
        ("html", "<header>Week 3</header>"),
        ("tex", r"{\LARGE\bfseries Week 3\par}"),
        ("markdown", "# Week 3\n"),
    ],
)
def test_a_report_shows_its_title_and_the_headings_of_questions(
    spelling: str, title: str, tmp_path: Path
) -> None:
    question = tmp_path / "q1.md"
    question.write_text(QUESTION)
    page = run("report", str(question), "--format", spelling, "--title", "Week 3").out
    assert page.count(title) == 1
    assert page.count("Quadratic forms") == 1 and "q1" not in page


def test_a_page_of_one_derivation_has_no_title_above_it() -> None:
    assert "<header>" not in mg.gradient("x'*A*x", "x").html()


def test_code_stays_on_one_page_with_its_title() -> None:
    chapter = Chapter("One", mg.gradient("x'*x", "x").document(), "x = 1\n" * 3)
    assert "#block(breakable: false, raw(" in Typst().write("Report", [chapter])
    long = replace(chapter, code="x = 1\n" * 100)
    assert "breakable: false" not in Typst().write("Report", [long])


def test_names_that_are_inferred_are_printed_as_letters() -> None:
    text = mg.gradient("norm2(y - X*beta)^2; X: n×p", "beta").text()
    assert "inferred: y, β" in text


def test_an_argument_without_braces_is_one_digit() -> None:
    assert typst_math(r"\frac12 x") == "frac(1, 2) x"
    assert typst_math(r"\frac12x^23") == "frac(1, 2) attach(x, t: 2) 3"


def test_a_report_names_its_spellings() -> None:
    with pytest.raises(UnknownNameError, match="'docx'"):
        mg.report({"a": mg.gradient("x'*x", "x")}, "docx")


def test_markdown_holds_no_html_or_links_of_a_stranger() -> None:
    text = "Let $f(x)=x^TAx$, $@<img src=x>$, [a](javascript:x). What is $\\nabla f$?"
    page = mg.report({"<b>": ask(text)}, "markdown")
    assert isinstance(page, str)
    assert not re.search(r"(?<!\\)<[a-z]|(?<!\\)\[a\]\(", page)


@pytest.mark.parametrize(
    ("latex", "typst", "html"),
    [
        (r"\vec x", "arrow(x)", "<mo>→</mo>"),
        (r"\ddot{x}", "dot.double(x)", "<mo>¨</mo>"),
        (r"\binom{n}{k}", "binom(n, k)", 'linethickness="0"'),
        (r"\underset{x}{\min}", 'attach(limits(op("min")), b: x)', "<munder>"),
        (r"\underbrace{a+b}_{c}", "attach(underbrace(a + b), b: c)", "<munder>"),
        (r"A \succeq 0 \iff B", "A ⪰ 0 ⟺ B", "<mo>⟺</mo>"),
    ],
)
def test_accents_and_signs_of_a_stranger_are_set(latex: str, typst: str, html: str) -> None:
    assert typst_math(latex) == typst
    assert html in mathml(latex)


def test_tall_formulas_have_room_on_paper() -> None:
    line = Typst().line(Typst().math(r"\frac{a}{b}"))
    assert "leading: 0.2em" in line
    assert "leading: 1.1em" in Typst().line("words " + Typst().math(r"\frac{a}{b}"))


def test_the_same_question_may_stand_in_a_report_several_times(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("What is the gradient of $x^TAx$ with respect to $x$?", encoding="utf-8")
    done = run("report", *[str(file)] * 4, "--format", "markdown")
    headings = [line for line in done.out.splitlines() if line.startswith("## ")]
    assert headings == ["## a", "## a (a)", "## a (a, 2)", "## a (a, 3)"]


def test_what_a_report_could_not_answer_is_told_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "empty.md"
    file.write_text("", encoding="utf-8")
    done = run("report", str(file), "--format", "markdown")
    assert (done.code, done.err.split(": ")[0]) == (2, "empty")


@pytest.mark.skipif(not available("typst"), reason="typst is not installed")
def test_a_pdf_is_not_written_to_a_terminal() -> None:
    out, err = Terminal(), Terminal()
    env = Environment(Terminal(), out, err, {"TERM": "dumb"})
    assert main(["gradient", "x'*x", "--wrt", "x", "--format", "pdf"], env) == 2
    assert (out.getvalue(), "hint: > answer.pdf" in err.getvalue()) == ("", True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_an_answer_that_cannot_be_written_is_told() -> None:
    err = io.StringIO()
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        env = Environment(io.StringIO(), full, err, {})
        assert main(["gradient", "x'*x", "--wrt", "x"], env) == 2
    assert err.getvalue().startswith("E_USAGE: the answer cannot be written: No space left")


def test_a_picture_that_would_be_too_small_on_paper_is_left_out() -> None:
    assert "image(" in Typst().picture('<svg width="1200" height="100"></svg>')
    assert not Typst().picture('<svg width="2000" height="100"></svg>')


WIDE = "norm2(A*tanh(B*x) - b)^2/(1 + norm2(a_long_name*x)^2)"


@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
def test_latex_compiles_without_a_warning(engine: str, tmp_path: Path) -> None:
    if shutil.which(engine) is None:
        pytest.skip(f"{engine} is not installed")
    if engine == "lualatex" and not _finds("luaotfload-main.lua"):
        pytest.skip("lualatex has no luaotfload")
    shapes = {"A": (3, 3), "B": (3, 3), "x": (3,), "b": (3,), "a_long_name": (3, 3)}
    d = mg.gradient(WIDE, "x", shapes, check=False)
    net = mg.backpropagate(mg.network([3, 5, 4]), check=False).chain("W1", entries=True)
    parts = {"“One” — first": d, "Entries": d.in_entries(), "W₁": net}
    (tmp_path / "t.tex").write_text(str(mg.report(parts, "tex")), encoding="utf-8")
    command = [engine, "-interaction=nonstopmode", "-halt-on-error", "t.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=120)
    log = (tmp_path / "t.log").read_text(encoding="utf-8", errors="replace")
    assert done.returncode == 0, log[-2000:]
    assert not re.findall(r"Overfull.*|Underfull.*|.*Warning.*|Missing character.*", log)


def _finds(name: str) -> bool:
    found = shutil.which("kpsewhich")
    return bool(found and subprocess.run([found, name], capture_output=True, check=False).stdout)


def test_latex_needs_no_package_beyond_the_recommended_ones() -> None:
    d = mg.gradient("x'*A*x", "x", check=False)
    used = re.findall(
        r"\\usepackage(?:\[[^\]]*\])?\{([^}]*)\}", d.tex().replace(r"{lmodern}", "{}")
    )
    names = {name for each in used for name in each.split(",") if name}
    there = {
        "iftex",
        "inputenc",
        "fontenc",
        "amsmath",
        "amssymb",
        "graphicx",
        "textcomp",
        "geometry",
    }
    assert names == there


def test_long_lines_of_code_are_broken_on_paper() -> None:
    code = (
        'def f(x):\n    """f = '
        + " + ".join(["x'*A*x"] * 40)
        + '\n    """\n    return '
        + "x + " * 60
    )
    printed = Tex().code(code + "x")
    assert max(map(len, printed.splitlines())) <= 147
    compile(printed[printed.index("def") : printed.index("\n\\end")], "", "exec")


@pytest.mark.parametrize("parts", [{"a": 3}, [1], None, mg.parse("x'*x")])
def test_a_report_of_something_else_is_refused_in_our_words(parts: Any) -> None:
    with pytest.raises(MatgradError, match=r"a report has titles|is no derivation"):
        mg.report(parts, "html")


LONG = " + ".join(rf"\|A_{{{i}}}x - b\|^2" for i in range(20))


def test_a_long_formula_among_words_is_broken_on_a_page() -> None:
    page = Html().math(LONG)
    assert page.startswith('<span class="long">')
    assert page.count("<wbr>") > 10
    assert ".long math { padding" in Html().whole("", "")


def test_a_line_and_its_reason_stay_on_one_page() -> None:
    assert "#together[" in Typst().equation("$f$", "$= x$", "why")
    assert "#together[" not in Typst().equation("$f$", "$= x$", "")


@pytest.mark.parametrize("page", [Typst(), Tex()])
def test_what_cannot_be_broken_is_made_as_small_as_the_line(page: Page) -> None:
    assert "fit" in page.math(r"\sin\left(" * 40 + "x" + r"\right)" * 40)


def test_a_control_character_is_left_out_of_latex() -> None:
    source = ask("Gradient of $x^Tx$ wrt x,\x07 and what is the g\x07vorp of it?").tex()
    assert "\x07" not in source
    assert r"\begin{document}" in source
