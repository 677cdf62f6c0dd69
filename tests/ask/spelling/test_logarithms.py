"""A function whose logarithm is given is not confused with it."""

from matgrad.app.ask import ask

GIVEN = r"Let $\log p(x)=x^TAx$."


def test_the_function_itself_is_the_exponential() -> None:
    reply = ask(f"{GIVEN} What is the gradient of $p$?")
    assert str(reply.results["x"]) == "exp(x'*A*x)*(A + A')*x"


def test_the_logarithm_is_what_is_given() -> None:
    reply = ask(rf"{GIVEN} What is the gradient of $\log p$?")
    assert str(reply.results["x"]) == "(A + A')*x"
