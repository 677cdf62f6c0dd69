"""Matrices that are definite by how they are made are factored by Cholesky, without being told."""

from typing import Any

import numpy as np
import pytest

import matgrad as mg

K = {"K": ["positive_definite"]}
DEFINITE = [
    ("logdet(K + s*eye(n)) + y'*inv(K + s*eye(n))*y", "y", {**K, "s": ["positive"]}),
    ("logdet(K + s^2*eye(n)) + y'*inv(K + s^2*eye(n))*y", "s", K),
    ("logdet(K + exp(s)*eye(n))", "s", K),
    ("y'*inv(A'*A + 0.1*eye(n))*y", "y", {}),
    ("y'*inv(A'*A + s^2*eye(n))*y", "s", {}),
    ("y'*inv(B'*B)*y", "y", {}),
    ("y'*inv(A'*Diag(exp(d))*A + K)*y", "y", K),
    ("y'*inv(Diag(softplus(y)) + A'*A)*y", "y", {}),
    ("y'*inv(A'*K*A + 3*K)*y", "A", K),
    ("y'*inv(K .* K + eye(n))*y", "y", K),
    ("S = s^2*K + eye(n)\nlogdet(S) + y'*inv(S)*y", "s", K),
    ("det(K + s^2*eye(n))*norm2(y)", "y", K),
]
SHAPES = {"K": ("n", "n"), "A": ("n", "n"), "B": ("m", "n"), "y": "n", "d": "n", "s": "scalar"}
OTHERS = [
    ("y'*inv(K - eye(n))*y", "y", K),
    ("y'*inv(K + s*eye(n))*y", "y", K),
    ("y'*inv(A + A')*y", "y", {}),
    ("det(A'*A)*norm2(y)", "y", {}),
]


def derived(text, by, assume) -> Any:
    shapes: Any = {name: shape for name, shape in SHAPES.items() if name in text}
    return mg.gradient(text, by, shapes, assume, check=False)


@pytest.mark.parametrize(("text", "by", "assume"), DEFINITE)
def test_definite_matrices_are_factored_by_cholesky(text, by, assume):
    d = derived(text, by, assume)
    f = d.compile()
    assert "cholesky(" in f.source
    rng = np.random.default_rng(3)
    sizes = {"K": (4, 4), "A": (4, 4), "B": (6, 4), "y": (4,), "d": (4,), "s": ()}
    given = {name: rng.uniform(0.5, 1.5, sizes[name]) for name in f.inputs}
    if "K" in given:
        given["K"] = given["K"] @ given["K"].T + np.eye(4)
    wanted = d.compile(skip="cholesky")(**given)
    np.testing.assert_allclose(f(**given), wanted, rtol=1e-8)


@pytest.mark.parametrize(("text", "by", "assume"), OTHERS)
def test_others_are_not(text, by, assume):
    assert "cholesky(" not in derived(text, by, assume).compile().source


def test_a_map_has_definite_matrices_too():
    d = mg.hessian("y'*inv(K + s^2*eye(n))*y", "y", assume=K, check=False)
    assert "cholesky(" in d.compile_map().source


def test_parts_that_are_said_to_be_definite_make_others_so():
    text = "C = A + A'\nS = C + s^2*eye(n)\nlogdet(S) + y'*inv(S)*y"
    d = derived(text, "y", {})
    assert "cholesky(" not in d.compile().source
    assert "cholesky(" in d.compile(definite=["C"]).source
