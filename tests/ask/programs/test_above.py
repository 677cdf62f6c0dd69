"""The shape of a derivative from above is that of what it is the derivative by."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

NORM = """mu = x.mean(axis=0)
var = x.var(axis=0)
std = np.sqrt(var + eps)
xhat = (x - mu) / std
out = gamma * xhat + beta
{0}
dgamma = np.sum(dout * xhat, axis=0)
dbeta = np.sum(dout, axis=0)
dxhat = dout * gamma
dx = (dxhat - np.sum(dxhat, axis=0) - xhat * np.sum(dxhat * xhat, axis=0)) / std"""
ROUTINES = """def forward(x, gamma, beta):
    mu = x.mean(axis=0)
    {0} gamma * (x - mu) + beta{1}
def backward({2}, x, gamma):
    N, D = {2}.shape
    dbeta = {2}.sum(axis=0)
    dgamma = ({2} * (x - x.mean(axis=0))).sum(axis=0)
    return dgamma, dbeta"""


@pytest.mark.parametrize(
    "said", ["# backward, dout is (N, D)", "# dout: (N, D)", "N, D = dout.shape", "# dout is 8 x 3"]
)
def test_a_shape_that_is_told_of_what_comes_from_above_is_used(said: str) -> None:
    reply = ask(code(NORM.format(said), "One of these fails."))
    assert verdicts(reply) == "rrrw"


def test_a_factor_is_missing_in_a_term_that_is_too_long_to_quote() -> None:
    *_, claim = ask(code(NORM.format("# dout is (N, D)"), "One of these fails.")).claims
    assert claim.words == "the factor 1/N is missing in one of the terms"


@pytest.mark.parametrize(
    "names", [("out =", "\n    return out", "dout"), ("return", "", "dout"),
              ("return", "", "grad_output"), ("y =", "\n    return y", "dy")]
)  # fmt: skip
def test_so_is_a_shape_that_a_backward_pass_unpacks(names: tuple[str, str, str]) -> None:
    assert verdicts(ask(code(ROUTINES.format(*names), "Is it right?"))) == "rr"
