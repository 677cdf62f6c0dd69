"""Two forms of a Greek letter, φ and ϕ, are two names wherever they are typed."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(("wrt", "answer"), [("ϕ", "A'*phi"), ("φ", "A*varphi")])
def test_two_forms_of_a_letter_are_two_variables(wrt, answer):
    d = mg.gradient("φ'*A*ϕ", wrt)
    assert str(d.result) == answer
    assert d.text().startswith("f = φᵀA varphi\n")
    assert r"\phi^\top A \varphi" in d.latex().replace("{", "").replace("}", "")


def test_a_claim_about_the_other_form_is_about_the_other_variable():
    assert mg.check("φ'*ϕ", "ϕ", "φ").status == "right"
    assert mg.check("φ'*ϕ", "ϕ", "ϕ").status == "wrong"


@pytest.mark.parametrize("sign", "ϵϕϑϱ")
def test_another_form_is_a_number_as_the_letter_is(sign):
    assert mg.parse(f"sum({sign}*x)").symbols["x"].shape.is_column


@pytest.mark.parametrize(("text", "answers"), [
    ("Find the gradient of φᵀAϕ with respect to ϕ, where φ, ϕ are vectors", {"varphi": "A'*phi"}),
    ("gradient of φ'*ϕ wrt ϕ", {"varphi": "phi"}),
    ("gradient of ϕ'*A*ϕ wrt ϕ", {"varphi": "(A + A')*varphi"}),
    ("Let f(ϑ) = ‖Xϑ − y‖². What is the gradient with respect to ϑ?",
     {"vartheta": "2*X'*(X*vartheta - y)"}),
    ("Let f(ϑ) = ‖Xϑ − y‖². What is the gradient with respect to θ?", {}),
])  # fmt: skip
def test_a_question_keeps_the_form_of_a_letter(text, answers):
    assert {name: str(G) for name, G in mg.ask(text).results.items()} == answers
