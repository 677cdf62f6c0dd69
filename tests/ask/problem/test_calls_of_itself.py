"""A function that is made of something with its own name, as in P(K) = (I - KH)P(I - KH)^T."""

from matgrad import ask

INSIDE = r"(I-KH)P(I-KH)^T+KRK^T"
BEFORE = rf"The posterior covariance is $P(K)={INSIDE}$, with $P$ and $R$ symmetric. "


def test_the_one_inside_is_a_matrix() -> None:
    reply = ask(
        BEFORE
        + rf"Let $f(K)=\operatorname{{tr}}({INSIDE})$. What is $\partial f/\partial K$? I get "
        "$-2PH^T+2K(HPH^T+R)$."
    )
    assert [claim.status for claim in reply.claims] == ["right"]


def test_which_of_both_is_meant_is_asked() -> None:
    reply = ask(BEFORE + r"Let $f(K)=\operatorname{tr}(P(K))$. What is $\partial f/\partial K$?")
    assert not reply.results
    assert reply.questions[0].startswith("P stands on both sides of P(K) = …")
