"""Names of a program mean the same everywhere in an answer."""

from matgrad.app.ask import ask
from tests.ask.programs.programs import code

MIXTURE = """def nll(mu1, mu2, x, w):
    a = w * np.exp(-0.5 * (x - mu1)**2)
    b = (1 - w) * np.exp(-0.5 * (x - mu2)**2)
    return -np.sum(np.log(a + b))
def grad(mu1, mu2, x, w):
    a = w * np.exp(-0.5 * (x - mu1)**2)
    b = (1 - w) * np.exp(-0.5 * (x - mu2)**2)
    r = a / (a + b)
    dmu1 = -np.sum(r * (x - mu1))
    return dmu1"""


def test_a_part_gets_no_name_that_a_claim_uses() -> None:
    reply = ask(code(MIXTURE, "x is an array of n samples, mu1, mu2, w are floats. Right?"))
    assert [x.status for x in reply.claims] == ["right"]
    assert "\n  r = " not in reply.text("short")


def test_a_value_with_the_name_of_a_function_is_called_the_same_in_claims() -> None:
    reply = ask(
        "Say `cos = np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b))`. I believe the gradient"
        " wrt a is `b / (norm(a)*norm(b)) - cos * a / norm(a)**2`, can someone confirm?"
    )
    assert [x.status for x in reply.claims] == ["right"]
    assert "cos₁ a/‖a‖²" in reply.text("short")
