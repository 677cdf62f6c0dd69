"""The table of forms: what sentences around formulas say. Each row is tested by its own examples.

In a pattern a small word stands for itself, a word in capitals for a class of the lexicon, D for
words of derivatives, and a single capital for a formula: V names, F a function, C any formula, S a
size, P a derivative such as ∂f/∂x, M a minimisation. `a|b` is either, `[a]` may be missing, `~`
stands for up to three words and `*` for up to eight; `^` begins a clause, `^^` a sentence,
and `$` ends a clause.
"""

from __future__ import annotations

from typing import NamedTuple


class Form(NamedTuple):
    """One row: the pattern, what it does, texts that have it, and texts that must not."""

    pattern: str
    act: str
    examples: tuple[str, ...]
    counters: tuple[str, ...] = ()


ASK, CLAIM, DECLARE, ASSUME, SUPPOSE = "ask", "claim", "declare", "assume", "suppose"
DENY, DEPEND, DENOTE, RETRACT, BIND, ALL = "deny", "depend", "denote", "retract", "bind", "all"
COPY, DEFINE, ELEMENTWISE, ASKED_ALL, DIFFERENTIAL = (
    "copy", "define", "elementwise", "asked all", "differential"
)  # fmt: skip
MATRIX_FUNCTION, NOUN, DIAGONALS = "matrix function", "noun", "diagonals"

FORMS: tuple[Form, ...] = (
    Form("let|where|with V is|be [the|a|an] D [matrix]", NOUN, ("Let $H$ be the Hessian.",)),
    # -------------------------------------------------------------- claims
    Form("D * of|for ~ F ~ WRT ~ V ~ SAY ~ C", CLAIM,
         ("The gradient of $x^TBx$ with respect to $x$ is $2Bx$.",
          "I think the derivative of u'Mv wrt M equals uv'."),
         ("What is the gradient of $x^TBx$ with respect to $x$?",)),
    Form("D WRT ~ V of|for ~ F ~ SAY ~ C", CLAIM,
         ("The derivative with respect to $X$ of $\\det X$ is $\\det X$.",)),
    Form("D * of|for ~ F SAY ~ C", CLAIM,
         ("The gradient of $\\|x\\|^2$ is $2x$.", "the derivative of $u^Tx$ is simply $u$"),
         ("The gradient of $\\|x\\|^2$ with respect to $x$?",)),
    Form("D * WRT ~ V ~ SAY ~ C", CLAIM,
         ("The gradient with respect to $w$ is $2w$.", "its derivative wrt u should be v"),
         ("Find the gradient with respect to $w$ where $w$ is a vector.",)),
    Form("D ~ SAY|as|: ~ C $", CLAIM,
         ("The gradient is $2x$.", "My Hessian: 2M", "They state the gradient as 2x."),
         ("The gradient of $x^Tx$ is wanted.",)),
    Form("C [is|as|be|equals] the|my|its|a D [of] [F]", CLAIM,
         ("Is $2Sx$ the gradient?", "I get $Ax$ as the derivative."),
         ("Is $x$ a vector? The gradient of $x^Tx$ is wanted.",)),
    Form("ASSERT|SAY [that|up] [the|with|getting] [is|be|:] C", CLAIM,
         ("Find the gradient of $u^Tx$. I get $u$.", "The answer is $2x$."),
         ("Find $\\nabla f$.",)),
    Form("C or [is|to|it|rather|must] C", CLAIM, ("Is the gradient $2x$ or $x$?",)),
    Form("have|get|got|found|obtain|and [the|first|my] D C", CLAIM,
         ("I have first derivative $2x$ and second derivative $3I$.",
          "the gradient is $2Qx$ and the Hessian $Q$"), ("the Hessian of $Q$",)),
    Form("ASSERT ~ is|be|equal|simply|just|: [the|simply|just|indeed] C", CLAIM,
         ("I believe this should be $2x$.", "I think that it is $2x$."),
         ("What is $x$?",)),
    Form("is|was ~ D C", CLAIM, ("Is the gradient $2x$ or $x$?",)),
    Form("is|are it [simply|just|the|equal|really] C", CLAIM,
         ("Find the gradient of $u^Tx$. Is it $u^T$?",)),
    Form("it's ~ C", CLAIM, ("the gradient of $u^Tx$? it's $u$, right?",)),
    # -------------------------------------------------------------- questions
    Form("D * of|for ~ F ~ WRT ~ V", ASK,
         ("What is the gradient of $f$ with respect to $x$?", "derivative of $x^TAx$ wrt $x$",
          "Hessian of the loss function $\\|Ax\\|^2$ w.r.t. the vector $x$"),
         ("The gradient of $f$ is zero.",)),
    Form("D WRT ~ V of|for|: ~ F", ASK,
         ("the derivative with respect to $X$ of $\\operatorname{tr}(AX)$",),
         ("the derivative with respect to $X$",)),
    Form("D * of|for|: ~ P", ASK,
         ("the value of the derivative $\\partial f/\\partial x$: find the derivative of "
          "$\\frac{\\partial f}{\\partial x}$",)),
    Form("D P [WRT] [~] [V]", ASK,
         ("How can I find the gradient $\\nabla g$ with respect to $B$?",)),
    Form("P WRT ~ V", ASK,
         ("I need $\\nabla F$ with respect to $u$.",), ("I need $\\nabla F$.",)),
    Form("P for V", ASK, ("I need $\\nabla F$ for $u$.",), ("Find $\\nabla F$ for fixed $u$.",)),
    Form("FIND P", ASK, ("Find $\\nabla f$.", "What is $\\frac{\\partial f}{\\partial x}$?")),
    Form("D * WRT ~ V", ASK,
         ("Let $f = x^Tx$. What is the derivative with respect to $x$?",),
         ("the derivative of $f$",)),
    Form("D of|for ~ F", ASK,
         ("Find the gradient of $f(x) = x^TAx$.", "gradient of the function $x^Tx$"),
         ("Find the gradient.",)),
    Form("D * of|for|: F", ASK, ("I would like the derivative of the quantity below: $x^TCx$",)),
    Form("D E", ASK, ("gradient $f(x) = x^Tx$",), ("gradient of $x^Tx$",)),
    Form("it|this|that ~ WRT ~ V", ASK, ("$f = u^Tv$. Need it wrt $u$.",)),
    Form("^ D $", ASK, ("Let $f(x) = x^Tx$. Gradient?",), ("The gradient of $x^Tx$?",)),
    Form("FIND [is] V", DIFFERENTIAL,
         ("Let $F(X) = X^{-1}$. Find $dF$.", "Let g(s,t) = s*t^3. What is g_tt?")),
    Form(",|and its D", ASK, ("Find $\\nabla f$ and its Hessian.",)),
    Form("DIFF * F ~ WRT|by ~ V", ASK,
         ("Differentiate $x^TAx$ with respect to $x$.", "differentiate tr(AX) by X"),
         ("Find $x$.",)),
    Form("DIFF * WRT ~ V ~ of|: ~ F", ASK,
         ("differentiate with respect to $x$ the square of $x^TAx$",), ()),
    Form("DIFF * WRT ~ V", ASK, ("I want to differentiate with respect to $x$.",)),
    Form("DIFF ~ F", ASK, ("How do I differentiate $\\|Ax\\|^2$?",), ("Differentiate it.",)),
    Form("MIN over|WRT ~ V", ASK, ("I want to maximise over $x$.",)),
    Form("MIN * F ~ over|WRT|by|for|in|as ~ V", ASK,
         ("We minimise $\\|Ax-b\\|^2$ over $x$.", "minimize x'Qx with respect to x"),
         ("The minimum is zero.",)),
    Form("V that|which ~ MIN ~ F", ASK, ("Find the vector $c$ that minimises $\\|Bc\\|^2$.",)),
    Form("MIN * F", ASK, ("I want to minimise $w^TSw$.",)),
    Form("M", ASK, ("$\\min_x \\|Ax-b\\|^2$",), ("$\\min(a, b)$",)),
    Form("FIND ~ D", ASK, ("Let $f(x) = x^Tx$. Find the gradient.", "What is the Hessian?")),
    Form("F ~ WRT ~ V", ASK, ("the partials of the function: $x^TAx$ with respect to $x$",)),
    # -------------------------------------------------------------- what is not so
    Form("V [is|are|be] NOT [a|an] ADJ [KIND]", DENY,
         ("Here $A$ is not symmetric.", "B need not be a symmetric matrix",
          "where A isn't symmetric"),
         ("$A$ is symmetric.",)),
    Form("not ADJ [KIND] V", DENY, ("for not symmetric $A$",)),
    Form("not|neither ~ KIND is|are ADJ", DENY, ("Neither matrix is symmetric.",)),
    Form("KIND is|are not ADJ", DENY, ("The matrices are not symmetric.",)),
    Form("V is|are not FUNCTION-OF|DEPENDS [of|on] V", BIND, ("$y$ is not a function of $t$.",)),
    Form("V is|are|does|do not DEPENDS [on] V", BIND, ("the vector $y$ does not depend on $t$",)),
    # -------------------------------------------------------------- what is supposed
    Form("IF ~ V is|are|be|were|was [both|also|a|an|either] ADJ [KIND]", SUPPOSE,
         ("If $A$ is symmetric, the gradient is $2Ax$.", "when B is orthogonal"),
         ("$A$ is symmetric.",)),
    Form("for [all|any|every|a] ADJ [KIND|KIND,] V", SUPPOSE,
         ("For symmetric $A$ the gradient is $2Ax$.", "for a symmetric matrix S"),
         ("with symmetric $A$",)),
    Form("IF|assumed|assumes FACT", SUPPOSE, ("If $A^T = A$, the gradient is $2Ax$.",)),
    Form("^^ with ADJ [KIND] V", SUPPOSE, ("With symmetric $A$ the gradient is $2Ax$.",),
         ("$f(x) = x^TSx$ with symmetric $S$",)),
    Form("^^ with FACT", SUPPOSE, ("With $A = A^T$ the Hessian is $2A$.",)),
    Form("first|now suppose|assume [that] V is|be ADJ", SUPPOSE,
         ("Now suppose that $A$ is skew-symmetric.",), ("I doubt that $A$ is symmetric.",)),
    # -------------------------------------------------------------- what is so
    Form("ASSUME|LET|KNOW [that] [both] V [is|are|to|be|as] [be] "
         "[both|all|also|a|an|the|real|some] ADJ [KIND] $",
         ASSUME,
         ("Assume that $A$ is symmetric.", "Let $S$ be a positive definite matrix.",
          "since W is diagonal, this is easy", "with $Q$ orthogonal"),
         ("I wish $A$ was symmetric.", "I doubt that $A$ is symmetric.")),
    Form("^ [the] [KIND] V is|are [both|all|also|a|an|the|real|some] ADJ [KIND] $", ASSUME,
         ("$A$ is symmetric.", "Let $x$ be a vector; the matrix $B$ is a symmetric matrix."),
         ("We have to prove that $A$ is symmetric.", "$A$ was symmetric in the last lecture.",
          "Would it help if $A$ were symmetric?")),
    Form("^ V ADJ $", ASSUME,
         ("minimise $x^TQx$, $Q$ positive definite.",), ("Is $A$ symmetric?",)),
    Form("V [,] a|an|the ADJ [KIND] $", ASSUME, ("with labels $y$ a one-hot vector",)),
    Form("V is|are ART ADJ KIND ( ADJ )", ASSUME, ("$S$ is the covariance matrix (symmetric)",)),
    Form("V is|are S and ADJ", ASSUME, ("$A$ is 3x3 and symmetric.",)),
    Form("V is|are|be ADJ to V", BIND, ("Let $u$ be orthogonal to $v$.",)),
    Form("V ( ADJ [KIND] )", ASSUME, ("for $A$ (symmetric) and $x$ (a vector)",)),
    Form("with|of|where|and|, ADJ [KIND] V", ASSUME,
         ("$f(x) = x^TSx$ with symmetric $S$", "and a vector, with positive definite matrix M")),
    Form("and V ADJ $", ASSUME, ("with $x$ a vector and $Q$ symmetric.",)),
    Form("ADJ KIND V", ASSUME, ("Let the symmetric matrix $C$ be given.",)),
    Form("all|every|both [the|of] [these|our|involved] KIND [involved|here|below] is|are "
         "[assumed|taken|all] [to] [be] ADJ", ALL,
         ("Here all matrices are assumed symmetric.",), ("All rotation matrices are orthogonal.",)),
    Form("for ADJ KIND $", ASKED_ALL, ("What is the gradient of $x^TAx$ for symmetric matrices?",)),
    Form("ASSUME [throughout] [that] [the|all] KIND [is|are|to] [be] ADJ", ALL,
         ("Assume all matrices to be symmetric.",), ("I found this for symmetric matrices.",)),
    Form("and so is|are V", COPY, ("$A$ is symmetric, and so is $B$.",)),
    Form("^^ so is|are V $", COPY, ("$A$ is symmetric. So is $B$.",)),
    Form("but V is|are $", COPY, ("$A$ is not symmetric but $B$ is.",)),
    # -------------------------------------------------------------- shapes
    Form("V is|are|be|being [both] [a|an|the] [ADJ] S [ADJ] [KIND]", DECLARE,
         ("$A$ is an $n\\times n$ matrix.", "Let B be a 3 x 4 matrix.", "with X being m x n"),
         ("$x$ is a vector.",)),
    Form("V is|are|be [a|an|the] [ADJ] KIND of-size|of-length S", DECLARE,
         ("$x$ is a vector of length $n$", "Let X be a matrix of size n x d.")),
    Form("V of-size|of-length S", DECLARE, ("with $M$ of size $m \\times n$", "x of length n")),
    Form("KIND V of-size|of-length S", DECLARE, ("a matrix A of size m x n",)),
    Form("KIND of-size|of-length S", BIND, ("a vector of length $n$",)),
    Form("[a|an|the] [ADJ] S [ADJ] KIND V", DECLARE,
         ("Given an $m\\times n$ matrix $A$", "and the 3x3 matrices A, B"), ("a matrix $A$",)),
    Form("V ( S )", DECLARE, ("with design matrix X (n by p) and", "$W$ ($m\\times n$)")),
    Form("S - dimensional [ADJ] KIND V", DECLARE, ("an $n$-dimensional vector $x$",)),
    Form("V is|are|be [a|an] S - dimensional [ADJ] [KIND]", DECLARE,
         ("where $x$ is an $n$-dimensional vector",)),
    Form("V is|are|be [both] [a|an|the|some] [given|fixed|constant|real|positive] [ADJ] KIND "
         "[KIND]", DECLARE,
         ("where $x$ is a vector", "Let $c$ be a scalar.", "if $A$ and $B$ are matrices"),
         ("$x$ is not a vector.",)),
    Form("V [,] a|an|some KIND", DECLARE, ("with $A$ a matrix and $b$ a vector.",)),
    Form("V KIND $", DECLARE, ("with $A$, $b$ vectors.",)),
    Form("KIND V", DECLARE,
         ("for the vector $x$ and the matrices $A$, $B$",), ("the vector of $x$",)),
    # -------------------------------------------------------------- dependence
    Form("C is|are INVERTIBLE", BIND, ("where $X^TX$ is non-singular",), ("$A$ is symmetric.",)),
    Form("V * DEPENDS [on|of|by] * V", DEPEND,
         ("where the matrix $C$ depends on $t$", "$A$ is a function of $x$"), ("$A$ and $x$",)),
    Form("entry|entries|element|elements of|in V * DEPENDS [on|of] ~ V", DEPEND,
         ("each entry in $A$ is a function of $t$",)),
    Form("V ~ KIND|function function-of|DEPENDS|function [of] V", DEPEND,
         ("Let $A$ be some matrix function of $x$.",)),
    # -------------------------------------------------------------- names of operations
    Form("^ V is|be|denotes|denote C", DEFINE, ("the gradient, where $f$ is $x^TAx$",),
         ("The gradient of $f$ is $2x$.",)),
    Form("matrix exponential|logarithm", MATRIX_FUNCTION,
         ("where $e^X$ is the matrix exponential",)),
    Form("[all] [operations|powers|square|everything] [are] [is] [taken|applied|meant] "
         "elementwise", ELEMENTWISE,
         ("where all operations are elementwise", "$f(x)=x^3$ elementwise"), ()),
    Form("V is|be|denotes|denote [the|a|an] [elementwise] OPNAME", DENOTE,
         ("where $\\sigma$ is the logistic function", "Here $\\phi$ denotes the softmax."),
         ("$A$ is symmetric.",)),
    Form("diagonal KIND for|of each|every|all|the KIND * [(] * uppercase|capital letter|letters",
         DIAGONALS,
         ("use a diagonal matrix for each vector (denoted by the same uppercase letter)",),
         ("a diagonal matrix for each vector",)),
    Form("uppercase|capital letters denote|are|for ~ diagonal KIND", DIAGONALS,
         ("where capital letters denote the diagonal matrices of the vectors",),
         ("capital letters denote matrices",)),
    Form("elementwise ~ V", DENOTE, ("with an arbitrary elementwise $\\phi$",)),
    Form("V is|are|being [applied] elementwise", DENOTE, ("where $\\phi$ is applied elementwise",)),
    Form("OPNAME [function|activation|nonlinearity] V", DENOTE,
         ("the sigmoid function $\\sigma$",)),
    Form("V is|be [a|an|some] ~ function ~ elementwise", DENOTE,
         ("let $\\sigma$ be a differentiable function applied element-wise",)),
    Form("denotes|denote|means|stands|represents * PRODUCT", BIND,
         ("$\\circ$ denotes the Hadamard product",)),
    Form("PRODUCT product|products|norm|multiplication", BIND,
         ("using the Frobenius inner product",)),
    # -------------------------------------------------------------- retractions
    Form("actually|rather|sorry|meant ~ WRT ~ V", RETRACT,
         ("Find the gradient of $x^Ty$ with respect to $x$, actually with respect to $y$.",)),
)  # fmt: skip
