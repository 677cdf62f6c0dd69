"""What a reply offers: status, problem, answers, claims, questions; facts about whole texts."""

import time

import pytest

import matgrad as mg
from matgrad.ask.blocks import pieces
from matgrad.ask.reply import Reply, ask

READ = {
    "Find the gradient of $\\|Ax-b\\|^2$ with respect to $x$.": {"x": "2*A'*(A*x - b)"},
    "Let f(w) = ||Xw - y||^2. What is the gradient?": {"w": "2*X'*(X*w - y)"},
    "Let $S$ be symmetric. What is the derivative of $v^TSv$ w.r.t. $v$?": {"v": "2*S*v"},
    "gradient of log det (X'X) wrt X": {"X": "2*X*inv(X'*X)"},
    "$r = Ax$ and $f = r^Tr$. Find $\\partial f/\\partial x$.": {"x": "2*A'*A*x"},
    "What is the gradient of np.sum((X @ w - y)**2) with respect to w?": {"w": "2*X'*(X*w - y)"},
    "Let $f(x)=\\|x\\|^2$. Find the gradient of $f(Ax)$ with respect to $x$.": {"x": "2*A'*A*x"},
    "Let $f(x)=\\|x\\|^2$. Minimise $f(Ax-b)$ over $x$.": {"x": "2*A'*(A*x - b)"},
    "Let $f(x)=\\|x\\|^2$. Find the gradient of $f(2x)$ with respect to $x$.": {"x": "8*x"},
    "Let $f(x,y)=x^TAy$. Find the gradient of $f(x,x)$ by $x$.": {"x": "(A + A')*x"},
    "Let $f(x,y)=x^TAy$. Find the gradient of $f(y,x)$ by $x$.": {"x": "A'*y"},
    "Let $f(x)=x^TMx$ and $u=Bx$. Find the gradient of $f(u)$ by $x$.": {"x": "B'*(M + M')*B*x"},
    "Let $C(t)$ be a square matrix that depends on $t$. Find the derivative of $u^TC^{-1}(t)u$ "
    "with respect to $t$.": {"t": "-u'*inv(C(t))*C'(t)*inv(C(t))*u"},
}


@pytest.mark.parametrize("text", READ)
def test_these_texts_have_one_meaning(text: str):
    reply = ask(text)
    assert reply.status == "read"
    assert {name: str(x) for name, x in reply.results.items()} == READ[text]


def test_what_an_argument_does_is_asked_where_no_parameter_is_named():
    assert ask("Let $f=x^Tx$. Find the gradient of $f(Ax)$ with respect to $x$.").questions


@pytest.mark.parametrize("word", ["asymmetric", "nonsymmetric", "bidiagonal", "noninvertible"])
def test_a_prefix_makes_another_word(word: str):
    reply = ask(f"Let $A$ be {word}. Find the gradient of $x^TAx$ with respect to $x$.")
    assert str(reply.results["x"]) == "(A + A')*x"
    assert reply.status == "assumed"


def test_a_property_that_is_spelt_right_is_told():
    reply = ask("Let $A$ be symetric. Find the gradient of $x^TAx$ with respect to $x$.")
    assert str(reply.results["x"]) == "2*A*x"
    assert "“symetric” is read as symmetric" in [guess.words for guess in reply.guesses]


def claims(text: str) -> list[str]:
    return [claim.status for claim in ask(text).claims]


def test_a_claim_is_judged():
    assert claims("Let $f(x)=u^Tx$. I get $\\nabla f=2u$.") == ["wrong"]


def test_what_is_only_supposed_is_no_claim():
    text = "What does the gradient of $x^TAx$ with respect to $x$ become if $A$ is symmetric?"
    assert claims(text) == []
    assert str(ask(text).results["x"]) == "2*A*x"


def test_a_claim_about_a_call_is_judged_with_its_argument():
    text = "Let $f(x)=\\|x\\|^2$. The gradient of $f(Ax)$ with respect to $x$ is $2x$."
    assert claims(text) == ["wrong"]


def test_a_supposition_holds_for_its_claim_alone():
    text = "Let $f(x)=x^TMx$. If $M$ is symmetric the gradient is $2Mx$, in general it is $2M^Tx$."
    assert claims(text) == ["right", "wrong"]


def test_a_differential_is_judged():
    assert claims("Let $f(X)=\\operatorname{tr}(BX)$, so $df = \\operatorname{tr}(B\\,dX)$.") == [
        "right"
    ]


CASCADE = r"""
Find the gradients of $L(P,Q) = c^T\exp(P\tanh(Qu))$ with respect to $P$ and $Q$, where $c$ and $u$
are vectors. $\def\B#1{\left(#1\right)}$ Use vectors
$$\eqalign{ s &= Qu &\quad\implies\quad &ds = dQ\,u \\ t &= \tanh(s) \\ v &= Pt \\ e &= \exp(v) \\
 k &= c^T &&\{ {\rm a\:row} \} \\ L &= c:e \\ }$$
and a diagonal matrix for each vector (denoted by the same uppercase letter). Then
$$\eqalign{ dL &= c:\B{e\odot dv} \\ &= Ec:\B{dP\,t + P\,dt} \\ &= Ect^T:dP + P^TEc:dt }$$
and $\frac{\partial L}{\partial P} = \B{Ec}t^T$. Note that $A:B = B:A$ and $A:BC = B^TA:C$.
"""


def test_a_whole_derivation_is_judged_with_its_own_names_and_abbreviations():
    reply = ask(CASCADE)
    assert [claim.status for claim in reply.claims] == ["right", "right"]
    assert reply.claims[1].claim == r"\left(Ec\right)t^T"
    assert len(reply.derivations) == 1


def test_equations_that_always_hold_are_no_guesses():
    words = " ".join(guess.words for guess in ask(CASCADE).guesses)
    assert ":" not in words.replace("not used:", "")
    assert "A:B" in " ".join(g.words for g in ask(CASCADE.replace("A:B = B:A", "A:B = 2")).guesses)


# A network with one hidden layer, as lectures write it.
NETWORKS = {
    "A 3-layer network has z = W1 x + b1, h = sigma(z), yhat = W2 h + b2 and the loss "
    "f = ||yhat - y||^2. What are the gradients with respect to W1, b1, W2 and b2?": 4,
    r"We have $\mathbf{z} = \mathbf{W}^{(1)}\mathbf{x} + \mathbf{b}^{(1)}$, "
    r"$\mathbf{h}=\sigma(\mathbf{z})$, "
    r"$\hat{\mathbf{y}} = \mathbf{W}^{(2)}\mathbf{h} + \mathbf{b}^{(2)}$ "
    r"with the squared error $f = \frac12\|\hat{\mathbf{y}} - \mathbf{y}\|^2$. "
    r"Find $\frac{\partial f}{\partial \mathbf{W}^{(1)}}$ and "
    r"$\frac{\partial f}{\partial \mathbf{b}^{(2)}}$.": 2,
    r"Let $z = W_1 x + b_1$, $h = \mathrm{relu}(z)$ and $\hat y = W_2 h + b_2$. The loss is the "
    r"squared error $L = \|\hat y - y\|^2$. Compute the gradient of $L$ with respect to $W_1$.": 1,
    r"Forward propagation: $z = Wx + b$, $h = \tanh(z)$, $\hat{y} = v^T h$. Loss "
    r"$J = (\hat{y}-y)^2$. Derive the backward propagation, that is $\partial J/\partial W$, "
    r"$\partial J/\partial b$, $\partial J/\partial v$.": 3,
    "A network computes h = tanh(W1*x + b1) and yhat = softmax(W2*h + b2). With the loss "
    "f = -y'*log(yhat), find df/dW1, df/db1, df/dW2, df/db2.": 4,
}


@pytest.mark.parametrize("text", NETWORKS)
def test_a_network_in_words_has_one_meaning(text: str):
    reply = ask(text)
    assert reply.status == "read" and reply.ok
    assert len(reply.results) == NETWORKS[text]


def test_what_is_wrong_under_doubt_is_undecided():
    assert claims("Let $P$ be a projector and $f(x)=x^TPx$. Is $\\nabla f=2x$?") == ["undecided"]


def test_nothing_falls_through_to_another_function():
    reply = ask("Let $h = Ux$ and $q = Vh$. What is $\\frac{\\partial L}{\\partial U}$?")
    assert reply.status == "unclear"
    assert "L" in reply.questions[0]


def test_the_status_comes_first():
    assert (
        ask("Find the gradient of $x^Tx$ by $x$.").text().splitlines()[1].strip().startswith("read")
    )


def test_a_reply_is_data():
    data = ask("Find the gradient of $x^Tx$ with respect to $x$.").to_json()
    assert (data["status"], data["questions"]) == ("read", [])


def test_the_package_is_the_function():
    assert isinstance(mg.ask("Find the gradient of $x^Tx$ with respect to $x$."), Reply)


def test_the_article_is_no_name():
    texts = [
        p.text
        for p in pieces("A matrix A and a vector a; I - A is a matrix, I think.")
        if p.is_formula
    ]
    assert texts == ["A", "a", "I - A"]


def test_time_grows_with_the_length():
    start = time.perf_counter()
    ask("The matrix $A$ is large, we think, and $B$ is not. " * 1200)
    assert time.perf_counter() - start < 30


def test_what_stands_behind_but_is_no_variable():
    reply = ask("Find the gradient of $x^TMx$ with respect to anything but $M$.")
    assert reply.questions == ["by which variable?"]


def test_a_claim_may_be_typed_behind_its_formula():
    reply = ask("Is the gradient of x^T A x 2Ax?")
    assert str(reply.results["x"]) == "(A + A')*x"
    assert [(c.claim, c.status) for c in reply.claims] == [("2Ax", "wrong")]


def test_the_meaning_of_a_sign_of_a_product_is_read_only_where_it_is_ours():
    text = r"Let $f(X)=\|A\circ X\|_F^2$, where $\circ$ is the {}. Find $\nabla_X f$."
    assert ask(text.replace("{}", "Hadamard product")).status == "read"
    assert ask(text.replace("{}", "composition")).status == "assumed"
