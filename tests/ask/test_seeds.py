"""The questions that this project began with, as they are and cut before the answer."""

from pathlib import Path

import pytest

from matgrad.app.ask import ask

SEEDS = Path(__file__).parents[2].parent / "shared" / "seeds"
pytestmark = pytest.mark.skipif(not SEEDS.is_dir(), reason="the texts are not part of the project")


def text_of(number: str) -> str:
    return next((path.read_text(encoding="utf-8") for path in SEEDS.glob(f"{number}*")), "")


def cut_before_answer(text: str) -> str:
    """Without the answer, which begins with its abbreviations."""
    return text[: text.find("\\def")].rstrip("$ ")


COMPOSITION, LECTURE, CASCADE = map(text_of, ("000", "001", "002"))


def statuses(text: str) -> dict[str, str]:
    return {claim.latex.partition(" =")[0]: claim.status for claim in ask(text).claims}


@pytest.mark.parametrize("text", [COMPOSITION, cut_before_answer(COMPOSITION)])
def test_the_composition_is_answered(text: str) -> None:
    reply = ask(text)
    assert {name: str(x) for name, x in reply.results.items()} == {
        "V": "2*B'*(A' .* (B*V*relu(W*z)))*relu(W*z)'",
        "W": "2*(step(W*z) .* (V'*B'*(A' .* (B*V*relu(W*z)))))*z'",
    }
    assert (
        "k×d is read as the shape of W, which is not declared otherwise"
        in reply.to_json()["understood"]
    )


@pytest.mark.parametrize("text", [CASCADE, cut_before_answer(CASCADE)])
def test_the_cascade_is_answered(text: str) -> None:
    assert str(ask(text).results["x"]) == (
        "-2*W1'*(sin(W1*x) .* (W2'*(cos(W2*cos(W1*x)) .* sin(W2*cos(W1*x)))))"
    )


def test_all_formulas_of_the_first_answer_are_confirmed() -> None:
    found = statuses(COMPOSITION)
    assert set(found.values()) == {"right"}
    assert {r"\frac {\partial f}{\partial V}", r"\frac {\partial f}{\partial W}", "df"} <= set(
        found
    )


def test_all_formulas_of_the_second_answer_are_confirmed() -> None:
    found = statuses(CASCADE)
    assert found.pop(r"\nabla L(x)") == "not checked"  # it has a placeholder in it
    assert set(found.values()) == {"right"}
    assert {"dL", r"\frac {\partial L}{\partial x}"} <= set(found)


def test_of_the_lecture_it_is_said_what_could_be_read_and_what_not() -> None:
    reply = ask(LECTURE)
    understood = reply.to_json()["understood"]
    assert {"read: z = W⁽¹⁾x+b⁽¹⁾", "read: h = σ(z)"} <= set(understood)
    assert reply.questions == ["What is f? Write it as an equation, such as f = …"]
    found = {claim.latex: claim.words for claim in reply.claims}
    assert found[r"\nabla _{{b}^{(1)}}f_{\mathrm {CE}} = g"] == "f_CE is not given by an equation"
