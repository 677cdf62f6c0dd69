"""The operators, each declared once; one family a file.

Importing this package fills the catalogue: every module in this folder is loaded, and its operators
can be taken from here. Those that other rooms use stand below by name, for tools that check types.
"""

from pkgutil import iter_modules

from matgrad.core.expr import Op
from matgrad.ops.blocks import below, beside, part, part_op, spans, units, units_op
from matgrad.ops.decompositions import chol, pinv, trilhalf
from matgrad.ops.elementwise import (
    RECTIFIED,
    WHOLE,
    absolute,
    acos,
    asin,
    atan,
    cos,
    cosh,
    divide,
    erf,
    exp,
    floor,
    gelu,
    log,
    ndtr,
    power,
    power_op,
    relu,
    rounding,
    sigmoid,
    sign,
    silu,
    sin,
    sinh,
    softplus,
    sqrt,
    square,
    step,
    tan,
    tanh,
)
from matgrad.ops.families import member, sum_op, sum_over
from matgrad.ops.integer_power import frechet_power, integer_power
from matgrad.ops.inverse import (
    adj,
    det,
    inv,
    logdet,
    matrix_power,
    matrix_power_op,
    to_the_power,
)
from matgrad.ops.kronecker import (
    commutation,
    commutation_op,
    diagonal_selection,
    duplication,
    duplication_op,
    elimination,
    elimination_op,
    kron,
    kron_left,
    kron_right,
    selection_op,
    unvec,
    unvec_op,
    vec,
)
from matgrad.ops.leaves import (
    constant,
    constant_op,
    differential_symbol,
    eye,
    eye_op,
    number,
    number_op,
    ones,
    ones_op,
    size,
    size_op,
    symbol,
    symbol_op,
    unit,
    unit_op,
    zeros,
    zeros_of,
    zeros_op,
)
from matgrad.ops.linear import (
    add,
    frobenius,
    hadamard,
    matmul,
    scale,
    transpose,
)
from matgrad.ops.matrix_functions import (
    expm,
    frechet_expm,
    frechet_logm,
    logm,
    sqrtm,
    sylvester,
)
from matgrad.ops.named import (
    NAMED,
    directed,
    functions_of,
    named,
    named_hessian,
    named_map_op,
    weighted,
)
from matgrad.ops.norms import norm1, norm2, normF
from matgrad.ops.pairwise import maximum, minimum, unspecified, unspecified_op
from matgrad.ops.reductions import (
    layernorm,
    layernorm_eps,
    max_entry,
    max_rows,
    min_entry,
    onehot_max,
    onehot_min,
    onehot_rows,
    prod,
    prod_rows,
    var,
)
from matgrad.ops.signatures import (
    Data,
    Derivative,
    Form,
    Function,
    Label,
    Weighted,
    derived_shape,
    labels,
)
from matgrad.ops.softmax import logsumexp, logsumexp_rows, softmax, softmax_rows
from matgrad.ops.spectral import (
    eigmax,
    eigproj_max,
    eigres_max,
    eigvals_sym,
    eigvecs_sym,
    normnuc,
    normspec,
    polar,
    top_singular,
)
from matgrad.ops.structure import (
    diag,
    diag_matrix,
    entry,
    entry_op,
    mean,
    total,
    trace,
)
from matgrad.ops.sugar import as_expr, entrywise, filled, minus, multiply, plus, total_sum
from matgrad.ops.toeplitz import (
    conv,
    correlate,
    lower_sums,
    toeplitz,
    toeplitz_columns,
    toeplitz_part,
    toeplitz_rows,
    upper_sums,
)
from matgrad.ops.triangles import tril, triu
from matgrad.optional import part as loaded

__all__ = [
    "NAMED", "RECTIFIED", "WHOLE", "Data", "Derivative", "Form", "Function", "Label", "Weighted",
    "absolute", "acos", "add", "adj",
    "as_expr", "asin", "atan", "below", "beside", "chol", "commutation", "commutation_op",
    "constant", "constant_op", "conv", "correlate", "cos", "cosh", "derived_shape", "det",
    "diag", "diag_matrix", "diagonal_selection", "differential_symbol", "directed", "divide",
    "duplication", "duplication_op", "eigmax", "eigproj_max", "eigres_max", "eigvals_sym",
    "eigvecs_sym", "elimination", "elimination_op", "entry", "entry_op", "entrywise", "erf",
    "exp", "expm", "eye", "eye_op", "filled", "floor", "frechet_expm", "frechet_logm",
    "frechet_power", "frobenius", "functions_of", "gelu", "hadamard", "integer_power", "inv",
    "kron", "kron_left", "kron_right", "labels", "layernorm", "layernorm_eps", "log", "logdet",
    "logm", "logsumexp", "logsumexp_rows", "lower_sums", "matmul", "matrix_power",
    "matrix_power_op", "max_entry", "max_rows", "maximum", "mean", "member", "min_entry",
    "minimum", "minus",
    "multiply", "named", "named_hessian", "named_map_op", "ndtr", "norm1", "norm2",
    "normF", "normnuc",
    "normspec", "number", "number_op", "onehot_max", "onehot_min", "onehot_rows", "ones",
    "ones_op", "part", "part_op", "pinv", "plus", "polar", "power", "power_op", "prod",
    "prod_rows", "relu", "rounding",
    "scale", "selection_op", "sigmoid", "sign", "silu", "sin", "sinh", "size", "size_op",
    "softmax", "softmax_rows", "softplus", "spans", "sqrt", "sqrtm", "square", "step",
    "sum_op", "sum_over", "sylvester", "symbol", "symbol_op", "tan", "tanh", "to_the_power",
    "toeplitz",
    "toeplitz_columns", "toeplitz_part", "toeplitz_rows", "top_singular", "total", "total_sum",
    "trace", "transpose", "tril", "trilhalf", "triu", "unit", "unit_op", "units", "units_op",
    "unspecified", "unspecified_op", "unvec", "unvec_op", "upper_sums", "var", "vec", "weighted",
    "zeros",
    "zeros_of", "zeros_op",
]  # fmt: skip

for _module in iter_modules(__path__, "matgrad.ops."):
    _found = vars(loaded(_module.name))
    globals().update({name: op for name, op in _found.items() if isinstance(op, Op)})
