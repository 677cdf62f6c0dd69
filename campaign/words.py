"""What inputs of parsers are made of; imports nothing, since fuzzers watch imports."""

# What formulas are made of besides operators, in text and in LaTeX.
WORDS = r"""
sum( tr( exp( log( norm2( inv( A*x x' .* ./ .^ : ^2 ^(-1) [1,2] [1:2,:] [:] ; = , ( ) [ ] + - * /
m x n m*n symmetric positive_definite function scalar vector pi e 1e9 1/2 0 -1 2.5 1e-400 A_1 x1
I(n) ones(m,n) zeros(3,2) e(1,n) D_f( hess_f( f''( adjoint_F( grad_x_f( ## % ' '' ^' ..* .' ~ @ & |
\frac{ \sqrt{ \sqrt[3]{ \left( \right) \left[ \right] \left. \|x\|_2^2 ^{\top} ^T ^{-1} ^\dagger
\operatorname{tr} \operatorname{ \sum_{i=1}^n \prod_j \begin{bmatrix} \end{bmatrix} & \\
\begin{cases} \end{cases} \log \det \exp \odot \otimes \circ \langle \rangle _{ij} _i _{ \mathbf{x}
\mathbb{R}^{n} \partial \nabla \nabla^2 \cdot \in \mathrm{d} \text{if} \quad \, \; \! { }
$ $$ \[ \] \( \) \{ \}
\newcommand{\a}{ \def\a#1{ #1 \a \lVert \rVert \mid \dots \cdots \ldots \infty \lambda \Sigma ^{ ^
""".split()
