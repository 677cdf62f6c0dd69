"""Questions about programs get verdicts on their lines, and the derivatives they ask for."""

import pytest

import matgrad as mg

LOSS = "```python\nr = X @ w - y\nloss = r @ r\n```\n"
SPOILT = LOSS.replace("loss = r @ r", "loss = r @ r\ndw = X.T @ r")


def test_the_right_derivative_stands_beside_the_verdict() -> None:
    reply = mg.ask(f"Where is the slip?\n\n{SPOILT}")
    (found,) = reply.claims
    assert found.claim == "line 3: dw = X.T @ r"
    assert (found.status, found.words.partition(";")[0]) == (
        "wrong",
        "the claim is 1/2 times the right answer",
    )
    assert str(reply.results["w"]) == "2*X'*(X*w - y)"


@pytest.mark.parametrize(
    "words", ["What is the gradient with respect to w?", "What is the gradient by $w$?"]
)
def test_the_question_names_the_variable(words: str) -> None:
    assert [*mg.ask(f"{LOSS}\n{words}").results] == ["w"]


def test_without_a_variable_it_is_asked_for() -> None:
    (question,) = mg.ask(f"{LOSS}\nWhat is the gradient?").questions
    assert question == "by which variable of the program? It has X, w, y"


def test_pieces_of_a_program_are_read_together() -> None:
    reply = mg.ask(f"Forward:\n\n{LOSS}\nBackward:\n\n```python\ndw = 2 * X.T @ r\n```\nRight?")
    assert [claim.status for claim in reply.claims] == ["right"]


def test_the_words_around_a_program_are_a_comment_on_it() -> None:
    program = "```python\nf = 0.5 * x @ A @ x - b @ x\ndx = A @ x - b\n```\n"
    assert [x.status for x in mg.ask(f"{program}A is symmetric. Is dx right?").claims] == ["right"]
    assert [x.status for x in mg.ask(f"{program}Is dx right?").claims] == ["wrong"]


def test_a_class_goes_on_behind_a_blank_line() -> None:
    text = """class Loss:
    def forward(self, logits, y):
        # y: (n, k) one-hot
        self.p, self.y = softmax(logits, axis=1), y
        return -np.sum(y * np.log(self.p)) / len(y)

    def backward(self):
        return (self.p - self.y) / len(self.y)

Is this backward correct?"""
    assert [x.status for x in mg.ask(text).claims] == ["right"]


def test_what_is_said_before_a_name_is_read() -> None:
    program = "```python\nr = M * (X @ W)\nloss = r.sum()**2 + np.sum(r**2)\n"
    spelt = f"{program}dW = X.T @ (2 * r.sum() * M + 2 * r)\n```\nThe binary mask M is given."
    assert [x.status for x in mg.ask(f"{spelt} Is dW right?").claims] == ["right"]


def test_what_words_beside_a_program_claim_is_judged() -> None:
    program = "```python\nloss = ((X @ w - y)**2).mean()\n```\n"
    words = "What is the gradient with respect to w? I get ${}$."
    for claim, status in ((r"\frac{2}{n}X^T(Xw - y)", "right"), ("X^T(Xw - y)", "wrong")):
        assert [c.status for c in mg.ask(program + words.format(claim)).claims] == [status]


def test_what_is_not_read_in_a_program_is_said_with_what_to_write() -> None:
    loop = "for i in range(len(X)):\n    dW += np.outer(X[i], d[i])\n"
    reply = mg.ask(f"Is this right?\n```python\n{loop}```\n")
    assert "a loop over samples" in reply.questions[0]
    assert "X.T @ d" in reply.options[0]
