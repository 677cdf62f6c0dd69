"""Functions that stand above generated C code that uses them, by how they are called."""

from __future__ import annotations

from matgrad.codegen.targets.c_factors import FACTORS
from matgrad.codegen.targets.c_functions import FUNCTIONS
from matgrad.codegen.targets.c_products import PRODUCTS
from matgrad.codegen.targets.c_rows import ROWS
from matgrad.codegen.targets.c_spectral import SPECTRAL

HELPERS = {
    "square(": "static inline double square(double x) { return x * x; }",
    # What is no number stays so.
    "larger(": """\
static inline double larger(double x, double y)
{
    return x > y || x != x ? x : y;
}""",
    "larger_0(": "static inline double larger_0(double x) { return x < 0 ? 0 : x; }",
    "smaller(": """\
static inline double smaller(double x, double y)
{
    return x < y || x != x ? x : y;
}""",
    "sign_of(": """\
static inline double sign_of(double x)
{
    return x != x ? x : (x > 0) - (x < 0);
}""",
    **PRODUCTS,
    **ROWS,
    **FACTORS,
    **SPECTRAL,
    **FUNCTIONS,
    "sigmoid(": """\
static inline double sigmoid(double x)
{
    const double e = exp(-fabs(x));
    return (x < 0 ? e : 1.0) / (1 + e);
}""",
    "softplus(": """\
static inline double softplus(double x)
{
    return (x > 0 ? x : 0.0) + log1p(exp(-fabs(x)));
}""",
}

# Declared here, so that no header is read; glibc has versions of them for whole vectors.
MATH = (
    "sin cos tan asin acos atan sinh cosh tanh exp log log1p erf erfc sqrt fabs floor nearbyint"
    " expm1 asinh"
).split()
VECTORS = frozenset("sin cos tan asin acos atan sinh cosh tanh exp log log1p erf erfc pow".split())
