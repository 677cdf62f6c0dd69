"""A chain of which a step could not be read is not called right."""

from matgrad.app.ask import ask


def test_a_step_that_could_not_be_read_leaves_the_chain_undecided() -> None:
    text = r"Let $E=e^Te$. I get $dE=2e^Tde=2e^TX\,dw$. Is that right?"
    (claim,) = ask(text).claims
    assert claim.status == "undecided"
    assert "step 2 could not be read" in claim.words


def test_a_hessian_may_be_typed_by_its_short_name() -> None:
    reply = ask(r"Let $f(x)=\frac12x^TAx$ with $A$ symmetric. Then Hess f = A. Correct?")
    assert [claim.status for claim in reply.claims] == ["right"]
    wrong = ask(r"Let $f(x)=x^TAx$ with $A$ symmetric. Then Hess f = A. Correct?")
    assert [claim.status for claim in wrong.claims] == ["wrong"]
