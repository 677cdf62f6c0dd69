r"""The question in documents: displays, what cannot be set, and that nothing is left out."""

import json

import matgrad as mg
from matgrad.app.ask import ask
from matgrad.app.ask.answer.question import question_rows
from matgrad.render.document import Bold, Verbatim

BROKEN = r"""Let $f(x)=x^Tx$. I get
$$\frac{\partial f}{\partial x} = \hat{x}
= [2x_1 & 2x_2 \end{bmatrix}$$ What is the gradient of $f$?"""


def test_what_cannot_be_set_is_shown_as_it_was_typed() -> None:
    rows = question_rows(BROKEN)
    assert rows[1].display is not None
    assert rows[2].words == (Verbatim(r"= [2x_1 & 2x_2 \end{bmatrix}"),)


def test_what_cannot_be_set_is_code_in_every_document() -> None:
    parts = {"a": ask(BROKEN)}
    assert r"<code>= [2x_1 &amp; 2x_2 \end{bmatrix}</code>" in str(mg.report(parts, "html"))
    assert r"`= [2x_1 & 2x_2 \end{bmatrix}`" in str(mg.report(parts, "markdown"))
    assert r"{\ttfamily = [2x\_1 \&" in str(mg.report(parts, "tex"))
    assert r"= [2x_1 & 2x_2 \end{bmatrix}" in str(mg.report(parts, "text"))
    assert mg.report(parts, "pdf")


def test_a_claim_that_cannot_be_set_is_shown_as_it_was_typed() -> None:
    text = r"Then $$\nabla f = 2x = [2x_1 & 2x_2 \end{bmatrix}$$ is what I get."
    page = ask(text).tex()
    assert r"\text{ 2x" not in page
    assert r"\ttfamily" in page


def test_lines_of_a_display_are_aligned_at_their_signs() -> None:
    rows = question_rows("$$\\frac{a}{b} = c\n= d$$")
    assert [row.display and row.display[0].latex for row in rows] == [r"\frac{a}{b}", ""]
    assert [row.display and row.display[1].latex for row in rows] == ["= c", "= d"]


def test_what_stands_in_a_column_of_its_own_keeps_apart() -> None:
    (row,) = question_rows(r"\begin{align} a &= A^T && \{\text{a column}\} \end{align}")
    assert row.display
    assert row.display[1].latex == r"= A^T \quad \{\text{a column}\}"


def test_two_exponents_are_set_as_one() -> None:
    (row,) = question_rows(r"$$g = f'(z^{(1)}^{\top})$$")
    assert row.display
    assert row.display[1].latex == r"= f'(z^{(1) \top})"


def test_bold_words_are_bold_and_bullets_are_alike() -> None:
    rows = question_rows("We have\n- from **z**\n* to \\mathbf{h} .")
    assert [row.words[0] for row in rows] == ["We have", "• from ", "• to "]
    assert rows[1].words[1] == Bold("z")
    assert rows[2].words[2] == "."


def test_formulas_on_lines_of_their_own_stay_there() -> None:
    assert len(question_rows("where\n\n$a = b$\n $c = d$\n$e = f$")) == 4


SEVERAL = r"""Let $f(x) = \|Ax\|_2^2$. We use
\begin{align} P:Q &= Q:P \\ P:Q &= P^T:Q^T \\ S:(PQ) &= (SQ^T):P \end{align}
What is the gradient of $f$ with respect to $x$?"""


def test_all_identities_of_a_display_are_listed() -> None:
    assert [each.replace(" ", "") for each in ask(SEVERAL).unused] == [
        "P:Q=Q:P",
        "P:Q=P^T:Q^T",
        "S:(PQ)=(SQ^T):P",
    ]


def test_what_a_function_is_at_a_moved_point_is_listed() -> None:
    text = r"""Let $f(x) = x^TAx$. We can write
\begin{align} f(x+\Delta x) &= (x+\Delta x)^TA(x+\Delta x) \\
&= f(x) + x^TA\Delta x + \mathcal{O}(\|\Delta x\|^2). \end{align} What is the gradient of $f$?"""
    (left,) = ask(text).unused
    assert left.startswith(r"f(x+\Delta x)")


def test_a_chain_that_is_carried_on_later_is_told_once() -> None:
    parts = r"\frac{\partial f}{\partial y}\frac{\partial y}{\partial x}"
    chain = rf"\frac{{\partial f}}{{\partial x}} = {parts}"
    text = rf"First $${chain} = [a & b \end{{bmatrix}}$$ and then $${chain} = gA = [a & b]$$"
    assert len(ask(text).claims) == 1


def test_a_report_may_be_text() -> None:
    page = str(mg.report({"First": ask(SEVERAL)}, "text", "Week 3"))
    assert page.startswith("Week 3\n======\n\nFirst\n-----\n\nQuestion\n")
    assert "2Aᵀ" in page
    assert "\nCode\n  import numpy" in page


def test_a_report_may_be_json() -> None:
    parts = {"First": ask(SEVERAL), "Second": mg.gradient("x'*x", "x")}
    data = json.loads(mg.report(parts, "json", "Week 3"))
    assert data["title"] == "Week 3"
    assert [each["title"] for each in data["chapters"]] == ["First", "Second"]
    assert [each["answers"][0]["wrt"] for each in data["chapters"]] == ["x", "x"]


def test_a_size_that_is_called_ell_is_shown_so() -> None:
    text = r"Let $A\in\mathbb{R}^{\ell\times n}$ and $f(x)=\|Ax\|^2$. What is $\nabla f$?"
    assert "A: ℓ×n" in ask(text).text()
    assert r"\ell \times n" in ask(text).tex()


def test_a_size_that_is_called_l_is_shown_so() -> None:
    text = r"Let $A\in\mathbb{R}^{l\times n}$ and $f(x)=\|Ax\|^2$. What is $\nabla f$?"
    assert "A: l×n" in ask(text).text()


def test_differentials_keep_apart_in_claims() -> None:
    text = r"Let $f(X)=a^TXb$. Then $df = a^T\,dX\,b$. What is the gradient by $X$?"
    assert r"a^T\, dX\, b" in ask(text).latex()
