"""Words that leave a fact as it is, wherever they stand in its sentence."""

from __future__ import annotations

KNOWN = frozenset(
    """
    a an the and or of to in on for by with wrt respect regard from at as is are be it its this
    that what which how do does can could may should would i we you me my our am want need like
    have has try trying find compute calculate derive determine evaluate differentiate
    differentiating minimise minimize maximise maximize minimising minimizing show give get take
    taking write let consider given define suppose assume where when if then so please equal
    equals gradient gradients derivative derivatives hessian hessians jacobian differential
    partial second first function functions objective loss losses cost costs criterion criteria
    quadratic form forms expression term terms equation equations formula following matrix
    matrices vector vectors scalar scalars variable variables model network layer layers hidden
    input output regression squares least weighted likelihood log-likelihood distance error
    errors norm trace determinant logarithm log inverse entropy cross-entropy cross energy
    lagrangian cholesky factor factors update updates
    factorisation factorization generalised generalized smooth
    differentiable denote denotes penalty regulariser regularizer covariance
    quotient kernel gaussian density distribution squared frobenius
    euclidean sum product problem question here now also there correct true right wrong entry
    entries element elements component components column columns row rows size dimension
    dimensions length real square symmetric definite positive invertible diagonal orthogonal
    applied elementwise component-wise element-wise entrywise us single sample samples
    eigenvector eigenvalue eigenvalues eigenvectors satisfy satisfies satisfying such over under
    subject computed computes gives both all data weights uses using two three multipliers
    lagrange arbitrary general fixed constant vice versa obtain step steps rank full simplex
    unit last equality holds commute hinge mask neural net perceptron here's what's what’s it's
    i'm i'd let's expect answer simplify simplifies simpler easier reduces logistic sigmoid relu
    tanh softmax softplus activation nonlinearity independent potential kinetic hamiltonian
    action functional utility reward risk return returns portfolio variance mean mahalanobis
    rayleigh ridge tikhonov kalman filter control optimal lqr lyapunov newton newton's method
    descent algorithm optimisation optimization programming convex linear nonlinear statistics
    probability machine learning theory physics mechanics estimation estimator maximum minimum
    prior posterior bayesian system dynamics design response observation measurement state
    vanish vanishes stationary critical minimiser minimizer maximiser maximizer point points
    scale scaling weight weighting shape dispersion location regularisation regularization
    being pseudoinverse bilinear row-wise rowwise column-wise columnwise implement implements
    implementing implemented classifier classification numpy pytorch torch jax python code script
    sharpe ratio logit logits score scores class classes label labels target targets
    probabilities predictions activations features inputs outputs responses temperature
    """.split()
)
