"""MATLAB and Octave: how each operation on matrices is written."""

from __future__ import annotations

from matgrad.codegen.helpers import helpers
from matgrad.codegen.lines import Text
from matgrad.codegen.program import Program
from matgrad.codegen.targets import placing, script
from matgrad.codegen.targets.python import ATOM, MUL, Writer, Written, atom, wrap
from matgrad.codegen.values import Value
from matgrad.core.dims import ONE
from matgrad.errors import UnsupportedError


def _sizes(parts: list[Text]) -> str:
    sizes = [part.code for part in parts]
    return ", ".join(sizes if len(sizes) > 1 else [*sizes, "1"])


def _full(program: Program, value: Value, parts: list[Text]) -> Written:
    constant, *lengths = parts
    named = {"1": "ones", "0": "zeros"}.get(constant.code)
    if named:
        return f"{named}({_sizes(lengths)})", ATOM
    return f"{wrap(constant)} * ones({_sizes(lengths)})", MUL


def _reduced(name: str) -> Writer:
    """A reduction, which MATLAB does column by column."""

    def write_reduced(program: Program, value: Value, parts: list[Text]) -> Written:
        once = f"{name}({parts[0].code})"
        return (f"{name}({once})" if value.args[0].is_matrix else once), ATOM

    return write_reduced


def _sum_axis(program: Program, value: Value, parts: list[Text]) -> Written:
    return (f"sum({parts[0].code}, 2)" if value.data else f"sum({parts[0].code}, 1).'"), ATOM


def _tensor(program: Program, value: Value, parts: list[Text]) -> Written:
    array, *lengths = parts
    return f"reshape({array.code}, {_sizes(lengths)})", ATOM


def _reshape(program: Program, value: Value, parts: list[Text]) -> Written:
    """Rows first: only what needs no other order of the entries."""
    if len(value.axes) > 2:
        raise UnsupportedError("an array with more than two axes has no matlab code here")
    return f"reshape({parts[0].code}, {_sizes(parts[1:]).replace('-1, 1', '[], 1')})", ATOM


def _units(program: Program, value: Value, parts: list[Text]) -> Written:
    size, start, stop = (part.code for part in parts)
    return f"double((1:{size}).' == ({start} + 1:{stop}))", ATOM


def _join(program: Program, value: Value, parts: list[Text]) -> Written:
    sign = ", " if value.data and value.args[0].is_matrix else "; "
    return f"[{sign.join(part.code for part in parts)}]", ATOM


def _block(program: Program, value: Value, parts: list[Text]) -> Written:
    rest = iter(part.code for part in parts)
    rows = [", ".join(next(rest) for _ in range(length)) for length in value.data]
    return f"[{'; '.join(rows)}]", ATOM


def _frechet(name: str) -> Writer:
    return lambda program, value, parts: (
        f"corner(@{name}, {', '.join(part.code for part in parts)})",
        ATOM,
    )


_PLAIN_SUM = script.add(dotted=False)
_KEEPS_ZEROS = frozenset({"mul", "div", "neg", "inv", "transpose"})


def _add(program: Program, value: Value, parts: list[Text]) -> Written:
    """A sum; Octave adds no row or column to what it stores as a diagonal only."""
    if any(ONE in arg.axes for arg in value.args if arg.is_matrix):
        pairs = zip(value.args, parts, strict=True)
        parts = [Text(f"full({p.code})", ATOM) if _is_diagonal(arg) else p for arg, p in pairs]
    return _PLAIN_SUM(program, value, parts)


def _is_diagonal(value: Value) -> bool:
    while value.op in _KEEPS_ZEROS:
        value = next((arg for arg in value.args if arg.axes), value.args[0])
        if value.is_scalar:
            return False
    return value.op in ("eye", "Diag")


SYMMETRIC = "({0} + {0}.') / 2"
TABLE: dict[str, Writer | str] = {
    **script.COMMON,
    **{name: f"{name}({{0}})" for name in (
        "sin cos tan asin acos atan sinh cosh tanh exp log sqrt abs sign floor round erf log1p"
        " expm1 asinh erfc"
        " inv det expm logm sqrtm pinv diag").split()},
    "add": _add,
    "constant": lambda program, value, parts: ("pi" if value.data == "pi" else "exp(1)", ATOM),
    "square": "({0} .^ 2)",
    "step": "double({0} > 0)",
    "relu": "max({0}, 0)",
    "sigmoid": "(1 ./ (1 + exp(-{0})))",
    "softplus": "(max({0}, 0) + log1p(exp(-abs({0}))))",
    "Phi": "(0.5 * erfc(-{0} / sqrt(2)))",
    "max": "max({0}, {1})",
    "min": "min({0}, {1})",
    "sum": _reduced("sum"),
    "mean": _reduced("mean"),
    "prod": _reduced("prod"),
    "max_entry": _reduced("max"),
    "min_entry": _reduced("min"),
    "var": "var(reshape({0}, [], 1), 1)",
    "onehot_max": "onehot({0} == max(reshape({0}, [], 1)))",
    "onehot_min": "onehot({0} == min(reshape({0}, [], 1)))",
    "onehot_rows": "onehot_rows({0})",
    "max_rows": "max({0}, [], 2)",
    "prod_rows": "prod({0}, 2)",
    "layernorm": "(({0} - mean({0})) / std({0}, 1))",
    "layernorm_eps": "(({0} - mean({0})) / sqrt(var({0}, 1) + {1}))",
    "softmax": "reshape(softmax_rows(reshape({0}, 1, [])), size({0}))",
    "softmax_rows": "softmax_rows({0})",
    "logsumexp": "logsumexp_rows(reshape({0}, 1, []))",
    "logsumexp_rows": "logsumexp_rows({0})",
    "sum_axis": _sum_axis,
    "tr": "trace({0})",
    "norm1": "sum(abs(reshape({0}, [], 1)))",
    "vdot": "sum(sum({0} .* {1}))",
    "norm2": "norm({0}, 'fro')",
    "normF": "norm({0}, 'fro')",
    "normspec": "norm({0})",
    "normnuc": "sum(svd({0}))",
    "Diag": "diag({0})",
    "logdet": "(log(sign(det({0}))) + sum(log(abs(diag(lu({0}))))))",
    "adj": "adjugate({0})",
    "frechet_expm": _frechet("expm"),
    "frechet_logm": _frechet("logm"),
    "sylvester": "sylvester({0}, {1}, {2})",
    "chol": f"chol({SYMMETRIC}, 'lower')",
    "tril": "tril({0})",
    "triu": "triu({0})",
    "trilhalf": "((tril({0}) + tril({0}, -1)) / 2)",
    "polar": "polar({0})",
    "top_singular": "top_singular({0})",
    "eigvals_sym": f"eig({SYMMETRIC})",
    "eigmax": f"max(eig({SYMMETRIC}))",
    "eigvecs_sym": "eigvecs_sym({0})",
    "eigproj_max": "eigproj_max({0})",
    "eigres_max": "eigres_max({0})",
    "cholesky": "chol({0}, 'lower')",
    "inverse_spd": "({0}.' \\ ({0} \\ eye(size({0}))))",
    "solve_spd": "({0}.' \\ ({0} \\ {1}))",
    "lu": "lu_factors({0})",
    "solve_lu": lambda program, value, parts: (
        f"lu_solve({parts[0].code}, {parts[1].code}, {'true' if value.data else 'false'})", ATOM),
    "inverse_lu": "lu_solve({0}, eye(size({0}.L)), false)",
    "det_lu": "(det({0}.P) * prod(diag({0}.U)))",
    "logdet_lu": "(log(det({0}.P) * prod(sign(diag({0}.U)))) + sum(log(abs(diag({0}.U)))))",
    "solve_triangular": script.between("\\"),
    "logdet_spd": "(2 * sum(log(diag({0}))))",
    "identity_blocks": "reshape(kron({0}, eye({1})), {1}, {2}, {3}, {4})",
    "outer_array": script.outer_array(".'"),
    "matmul": script.matmul(".'", "{}.' * {}"),
    "outer": lambda program, value, parts: (f"{wrap(parts[0])} * {atom(parts[1])}.'", MUL),
    "scale_rows": script.between(".*"),
    "scale_columns": lambda program, value, parts: (
        f"{wrap(parts[0])} .* {atom(parts[1])}.'", MUL),
    "transpose": "{0}.'",
    "kron": "kron({0}, {1})",
    "vec": "reshape({0}, [], 1)",
    "unvec": "reshape({0}, {1}, {2})",
    "commutation": "commutation({0}, {1})",
    "duplication": "duplication({0})",
    "toeplitz_columns": "diagonals({0}, {1}, 1, 0:{0} - 1)",
    "toeplitz_rows": "diagonals({0}, {1}, -1, [Inf, 1:{1} - 1])",
    "diagonal_selection": "selection({0})",
    "eye": "eye({0})",
    "full": _full,
    "unit": lambda program, value, parts: (
        f"double((1:{parts[0].code}).' == {value.data})", ATOM),
    "toeplitz": "toeplitz_of({0}, {1})",
    "lower_sums": "lower_sums({0})",
    "upper_sums": "upper_sums({0})",
    "conv": "conv({0}, {1})",
    "correlate": "conv({0}, flipud({1}), 'valid')",
    "elimination": "elimination({0})",
    "units": _units,
    "placed": placing.one_by_one(placing.script_pad),
    "diagonals": placing.octave_banded,
    "cumsum": placing.CUMSUM["matlab"],
    "join": _join,
    "block": _block,
    "flatten": "reshape({0}, [], 1)",
    "as_vector": "{0}",
    "as_row": "{0}.'",
    "as_column": "{0}",
    "tensor": _tensor,
    "reshape": _reshape,
    "entry": script.entry("()", "end", ".'"),
}  # fmt: skip


def _function(program: Program, said: list[str], lines: list[str], codes: list[str]) -> str:
    names = script.outputs(program)
    left = names[0] if len(names) == 1 else f"[{', '.join(names)}]"
    body = [f"% {line}" for line in said] + lines
    body += [f"{name} = {code};" for name, code in zip(names, codes, strict=True)]
    head = f"function {left} = {program.name}({script.parameters(program)})"
    return "\n".join([head, *(f"  {line}" for line in body), "end"])


LANGUAGE = script.Language(
    name="matlab",
    table=TABLE,
    line=lambda code, axes: f"{code};" + (f"  % {axes}" if axes else ""),
    reserved=frozenset(
        "i j e pi eps inf nan end function for while if else elseif switch case otherwise break"
        " do until return global persistent try catch parfor ans sin cos tan asin acos atan sinh"
        " cosh tanh exp log sqrt sign floor erf erfc log1p expm1 asinh inv det expm logm sqrtm pinv"
        " diag trace"
        " norm svd eig lu chol tril triu kron reshape ones zeros eye double mean prod var std"
        " lu_factors lu_solve gamma beta mode flip cumsum size numel div real imag sylvester"
        " accumarray diagonals find flipud full ndgrid setdiff sort toeplitz_of".split()
    ),
    function=_function,
    size=lambda name, axis: f"size({name}, {axis})",
    missing=frozenset({"einsum", "kron_left", "kron_right"}),
    helpers=helpers("matlab.m"),
)  # fmt: skip


def source(program: Program) -> str:
    """A program as a function of MATLAB and Octave."""
    return script.write(LANGUAGE, program)
