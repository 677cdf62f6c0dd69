r"""Jacobians that a text writes out entry by entry, as slides do."""

import pytest

from matgrad.app.ask import ask

LAYER = r"Let $z = W^{(1)}x + b^{(1)}$. "
ROWS = "it is right if vec takes the entries row by row"


@pytest.mark.parametrize(
    ("rows", "status", "words"),
    [
        (r"x_1 & x_2 & 0 & 0 \\ 0 & 0 & x_1 & x_2", "right up to layout", ROWS),
        (r"x_1 & 0 & x_2 & 0 \\ 0 & x_1 & 0 & x_2", "right", ""),
        (r"x_1 & x_2 & 0 & 0 \\ 0 & 0 & x_2 & x_1", "wrong", ""),
    ],
)
def test_the_jacobian_of_a_layer_by_its_weights(rows: str, status: str, words: str) -> None:
    matrix = rf"\begin{{bmatrix}} {rows} \end{{bmatrix}}"
    text = LAYER + rf"Then $\frac{{\partial z}}{{\partial W^{{(1)}}}} = {matrix}$."
    (claim,) = ask(text).claims
    assert (claim.status, claim.words) == (status, words)
    assert (claim.report is not None and claim.report.counterexample is not None) == (
        status == "wrong"
    )


def test_a_function_that_is_written_out_itself() -> None:
    text = r"""In the network $h = \begin{bmatrix} \operatorname{relu}(\mathbf{z}_1) \\
\operatorname{relu}(\mathbf{z}_2) \end{bmatrix}$, so $\frac{\partial h}{\partial \mathbf{z}} =
\begin{bmatrix} \frac{\partial h_1}{\partial z_1} & \frac{\partial h_1}{\partial z_2} \\
\frac{\partial h_2}{\partial z_1} & \frac{\partial h_2}{\partial z_2} \end{bmatrix} =
\begin{bmatrix} \operatorname{relu}'(\mathbf{z}_1) & 0 \\ 0 & \operatorname{relu}'(\mathbf{z}_2)
\end{bmatrix}$. What is $\nabla_{W} f$?"""
    (claim,) = ask(text).claims
    assert claim.status == "right"
