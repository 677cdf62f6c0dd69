"""Questions as people ask them, in our own words, with what the answer must be.

A question is answered if every variable has a gradient (or another derivative) equal to `results`.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Question:
    name: str
    text: str
    results: dict[str, str]
    kind: str = "gradient"
    shapes: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    claims: tuple[str, ...] = ()  # the verdicts that the text's claims must get
    slip: str = ""


QUESTIONS = (
    Question(
        "least squares",
        r"""Let $A\in\mathbb{R}^{m\times n}$ and $b\in\mathbb{R}^m$ be given, and consider
$$f(x) = \|Ax-b\|_2^2 .$$ How do I find the gradient of $f$ with respect to $x$?""",
        {"x": "2*A'*(A*x - b)"},
    ),
    Question(
        "ridge",
        r"""For ridge regression we minimise
\[ J(w) = \frac{1}{2}\|Xw - y\|^2 + \frac{\lambda}{2}\|w\|^2 \]
where $X\in\mathbb{R}^{N\times d}$ holds the data, $y \in \mathbb{R}^N$ and $\lambda$ is a scalar.
What is $\nabla_w J$?""",
        {"w": "X'*(X*w - y) + lambda*w"},
    ),
    Question(
        "quadratic form in plain text",
        "What is the derivative of x'Ax with respect to x, where A is a symmetric n×n matrix?",
        {"x": "2*A*x"},
    ),
    Question(
        "log determinant",
        r"""I would like to differentiate $\log\det(X)$ with respect to $X$. Here $X$ is an
invertible matrix. What is $\frac{\partial}{\partial X}\log\det(X)$?""",
        {"X": "inv(X)'"},
    ),
    Question(
        "trace of a product",
        r"Compute the gradient of $\operatorname{tr}(A X B X^T)$ w.r.t. the matrix $X$.",
        {"X": "A'*X*B' + A*X*B"},
    ),
    Question(
        "factorisation",
        r"""Suppose $T \in \mathbb{R}^{m\times n}$ and we look for $U\in\mathbb{R}^{m\times r}$,
$V\in\mathbb{R}^{n\times r}$ with $T\approx UV^T$. The loss is $L(U,V) = \|T - UV^\top\|_F^2$.
Please derive $\frac{\partial L}{\partial U}$ and $\frac{\partial L}{\partial V}$.""",
        {"U": "-2*(T - U*V')*V", "V": "-2*(T - U*V')'*U"},
    ),
    Question(
        "hessian of logistic regression",
        r"""In logistic regression with labels $y$ the loss is
$$\ell(w) = \mathbf{1}^T \log(1+\exp(Xw)) - y^T X w$$ with $X \in \mathbb{R}^{n \times p}$.
What is the Hessian $\nabla^2 \ell(w)$?""",
        {"w": "X'*Diag(sigmoid(X*w) .* (1 - sigmoid(X*w)))*X"},
        "hessian",
    ),
    Question(
        "layer with an unknown activation",
        r"""Let $W\in\mathbb{R}^{m\times n}$, $x\in\mathbb{R}^n$, $a \in \mathbb{R}^m$ and let
$\sigma$ be a differentiable function applied element-wise. I need
the gradient of $a^T\sigma(Wx)$ with
respect to $W$.""",
        {"W": "(a .* sigma'(W*x))*x'"},
    ),
    Question(
        "activation given by a formula",
        r"""Define $g(t) = \frac{1}{1+e^{-t}}$, acting on each component, and
$f(w) = \|g(Xw) - y\|_2^2$ for $X \in \mathbb{R}^{n\times d}$. Find the gradient of $f$.""",
        {"w": "2*X'*((sigmoid(X*w) - y) .* sigmoid(X*w) .* (1 - sigmoid(X*w)))"},
    ),
    Question(
        "the jacobian of a map",
        r"What is the Jacobian of $\sin(Ax)$ with respect to $x$ for a matrix $A$?",
        {"x": "Diag(cos(A*x))*A"},
        "jacobian",
    ),
    Question(
        "mahalanobis in markdown",
        """How can I differentiate the *Mahalanobis* term `(x - mu)'*inv(S)*(x - mu)` with
respect to `mu`, when `S` is symmetric positive definite?""",
        {"mu": "-2*inv(S)*(x - mu)"},
    ),
    Question(
        "two layers, backpropagation",
        r"""My network is given by $z = W^{(1)}x + b^{(1)}$, $h = \operatorname{relu}(z)$,
$\hat{y} = \operatorname{softmax}(W^{(2)}h + b^{(2)})$ with the cross-entropy loss
$f = -\sum_k y_k\log\hat{y}_k$, where $y$ is one-hot. How does backpropagation compute the gradients
with respect to all the parameters?""",
        {
            "W__1": "((W__2'*(softmax(W__2*relu(W__1*x+b__1)+b__2)-y)) .* step(W__1*x+b__1))*x'",
            "b__1": "(W__2'*(softmax(W__2*relu(W__1*x+b__1)+b__2)-y)) .* step(W__1*x+b__1)",
            "W__2": "(softmax(W__2*relu(W__1*x+b__1)+b__2)-y)*relu(W__1*x+b__1)'",
            "b__2": "softmax(W__2*relu(W__1*x+b__1)+b__2)-y",
        },
    ),
    Question(
        "the same network in plain words",
        """Take a neural network with z = W⁽¹⁾x + b⁽¹⁾, then h = relu(z), and the prediction
ŷ = W⁽²⁾h + b⁽²⁾. The loss is f = norm2(ŷ - y)^2. What are the gradients of f with respect to
W⁽¹⁾, b⁽¹⁾, W⁽²⁾ and b⁽²⁾?""",
        {
            "W__1": "2*((W__2'*(W__2*relu(W__1*x+b__1)+b__2-y)) .* step(W__1*x+b__1))*x'",
            "b__2": "2*(W__2*relu(W__1*x+b__1)+b__2-y)",
        },
    ),
    Question(
        "the lecture's network in LaTeX, with two of its gradients",
        r"""First we compute $\mathbf{z} = \mathbf{W}^{(1)}\mathbf{x} + \mathbf{b}^{(1)}$, the
hidden layer of the network is $\mathbf{h} = \sigma(\mathbf{z})$ where $\sigma$ is the ReLU,
applied component-wise, and $\hat{\mathbf{y}} = \operatorname{softmax}(\mathbf{W}^{(2)}\mathbf{h} +
\mathbf{b}^{(2)})$. The loss is $f_{\mathrm{CE}} = -\mathbf{y}^\top \log \hat{\mathbf{y}}$ and
$\mathbf{y}$ is one-hot. Where does $$\nabla_{\mathbf{W}^{(2)}} f_{\mathrm{CE}} =
(\hat{\mathbf{y}} - \mathbf{y}) \mathbf{h}^{\top}$$ come from, and what are
$\nabla_{\mathbf{W}^{(1)}} f_{\mathrm{CE}}$ and $\nabla_{\mathbf{b}^{(1)}} f_{\mathrm{CE}}$?""",
        {
            "W__1": "((W__2'*(softmax(W__2*relu(W__1*x+b__1)+b__2)-y)) .* step(W__1*x+b__1))*x'",
            "b__1": "(W__2'*(softmax(W__2*relu(W__1*x+b__1)+b__2)-y)) .* step(W__1*x+b__1)",
        },
        claims=("right",),
    ),
    Question(
        "a network line by line, without LaTeX",
        """I want to implement backprop by hand. Forward pass:

    z = W1 x + b1
    h = tanh(z)
    yhat = W2 h + b2
    f = 1/2*norm2(yhat - y)^2

Please give me the gradients with respect to all parameters.""",
        {
            "W1": "((W2'*(W2*tanh(W1*x+b1)+b2-y)) .* (1 - tanh(W1*x+b1).^2))*x'",
            "b1": "(W2'*(W2*tanh(W1*x+b1)+b2-y)) .* (1 - tanh(W1*x+b1).^2)",
            "W2": "(W2*tanh(W1*x+b1)+b2-y)*tanh(W1*x+b1)'",
            "b2": "W2*tanh(W1*x+b1)+b2-y",
        },
    ),
    Question(
        "a network and the chain rule for it",
        r"""Forward propagation computes $z = W^{(1)}x + b^{(1)}$, $h = \max(z, 0)$ and
$\hat y = W^{(2)} h + b^{(2)}$; the loss is $f = \frac12\|\hat y - y\|^2$. By the chain rule
$$\frac{\partial f}{\partial W^{(1)}} = \frac{\partial f}{\partial \hat{y}} \frac{\partial
\hat{y}}{\partial h} \frac{\partial h}{\partial z} \frac{\partial z}{\partial W^{(1)}}$$
Is that right, and what are the gradients for every weight and bias?""",
        {"b__2": "W__2*relu(W__1*x+b__1)+b__2-y"},
        claims=("right",),
    ),
    Question(
        "determinant with bars",
        r"""Suppose $\Sigma$ is symmetric positive definite. What is the derivative of
$\log|\Sigma|$ wrt $\Sigma$?""",
        {"Sigma": "inv(Sigma)"},
    ),
    Question(
        "a shape that contradicts itself",
        r"""Let $A \in \mathbb{R}^{m\times n}$, $x\in\mathbb{R}^n$, and let the weights
$A\in\mathbb{R}^{m\times m}$ be fixed. Find the gradient of $(Ax)^T C (Ax)$ with respect to $x$.""",
        {"x": "A'*(C + C')*A*x"},
    ),
    Question(
        "a right claim",
        r"Is it correct that $\nabla_X \operatorname{tr}(X^TAX) = (A + A^T)X$ for square $A$?",
        {"X": "(A + A')*X"},
        claims=("right",),
    ),
    Question(
        "claim: the transpose is missing",
        r"""For $f(x) = \|Ax - b\|^2$ with $A\in\mathbb{R}^{n\times n}$ I get
$\nabla f(x) = 2A(Ax-b)$. Is that right?""",
        {"x": "2*A'*(A*x - b)"},
        claims=("wrong",),
        slip="symmetric",
    ),
    Question(
        "claim: not symmetric",
        r"""A textbook says that the gradient of $x^TAx$ with respect to $x$ is $2Ax$. Is it true
for every $A \in \mathbb{R}^{n\times n}$?""",
        {"x": "(A + A')*x"},
        claims=("wrong",),
        slip="symmetric",
    ),
    Question(
        "claim: factor two",
        r"""Let $L(W) = \|WX - Y\|_F^2$. My derivation gives
$\frac{\partial L}{\partial W} = (WX-Y)X^T$.
Where is the mistake?""",
        {"W": "2*(W*X - Y)*X'"},
        claims=("wrong",),
        slip="1/2",
    ),
    Question(
        "claim: the second step is wrong",
        r"""With $r = Ax-b$ and $f(x) = r^Tr$ I compute
\begin{align*} df &= 2r^T dr \\ &= 2r^T A^T dx \end{align*}
for a square matrix $A \in \mathbb{R}^{n \times n}$. Is this correct, and what is $\nabla_x f$?""",
        {"x": "2*A'*(A*x - b)"},
        claims=("wrong",),
        slip="step 2",
    ),
    Question(
        "claim: the sign",
        r"""Consider $\phi(X) = \operatorname{tr}(X^{-1}A)$ for invertible $X$. Then
$$\frac{\partial\phi}{\partial X} = X^{-T}A^TX^{-T}.$$ Is this derivative correct?""",
        {"X": "-(inv(X))'*A'*(inv(X))'"},
        claims=("wrong",),
        slip="sign",
    ),
    Question(
        "claim in plain text",
        "Let f(x) = x'Ax - 2b'x where A is a symmetric n×n matrix. Is the gradient of f equal to "
        "Ax - b?",
        {"x": "2*A*x - 2*b"},
        claims=("wrong",),
        slip="1/2",
    ),
)  # fmt: skip
