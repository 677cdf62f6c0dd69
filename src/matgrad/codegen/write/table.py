"""How every operation of a program is written in every language: a row for each.

Operators declare theirs, which stand here too; the rows below are those of operations that programs
have beside operators. A hole is an argument or has a name (`python.named`); what takes more than a
template is a function.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from matgrad.codegen.plan.operations import DECLARED
from matgrad.codegen.plan.values import Value
from matgrad.codegen.write import families
from matgrad.codegen.write import writers as w
from matgrad.codegen.write.placing import banded, one_by_one, running, together
from matgrad.codegen.write.python import ARITHMETIC, Writer, no_code, size
from matgrad.codegen.write.writers import between, filled, is_beside, spread_arrays
from matgrad.ops.code import Either, Fold, chosen, code, of_matrix, told

_PYTHON = ("numpy", "torch", "array_api")
_SCRIPT = ("matlab", "julia")
_ALL = (*_PYTHON, *_SCRIPT)
_UFUNCS = ("add", "subtract", "multiply", "divide")  # of NumPy


def _has_axes(value: Value) -> bool:
    return bool(value.axes)


ROWS: dict[str, Mapping[str, Any]] = {
    **DECLARED,
    "number": dict.fromkeys(_ALL, ARITHMETIC["number"]),
    "size": {**dict.fromkeys(_PYTHON, size("//")), "matlab": size("/"), "julia": size("÷")},
    "add": {
        **dict.fromkeys(_PYTHON, ARITHMETIC["add"]),
        "torch": w.torch_add,
        "matlab": w.matlab_add,
        "julia": w.script_add(dotted=True),
    },
    **{
        name: {**dict.fromkeys(_PYTHON, ARITHMETIC[name]), **dict.fromkeys(_SCRIPT, script)}
        for name, script in (
            ("mul", w.script_mul),
            ("div", w.script_div),
            ("neg", w.script_neg),
            ("power", w.script_power),
        )
    },
    # ------------------------------------------------------------ products
    "matmul": {
        **dict.fromkeys(_PYTHON, w.matmul),
        "jax": w.matmul_turned,
        "matlab": w.script_matmul(".'", "{}.' * {}"),
        "julia": w.script_matmul("'", "{}' * {}"),
    },
    "outer": code(
        "xp.outer({0}, {1})",
        array_api="xp.linalg.outer({0}, {1})",
        matlab=w.times_row("*", ".'"),
        julia=w.times_row("*", "'"),
    ),
    "scale_rows": {
        **dict.fromkeys(_PYTHON, w.scale_rows),
        "torch": w.torch_scale_rows,
        **dict.fromkeys(_SCRIPT, between(".*")),
    },
    "scale_columns": {
        **dict.fromkeys(_PYTHON, w.scale_columns),
        "matlab": w.times_row(".*", ".'"),
        "julia": w.times_row(".*", "'"),
    },
    "vdot": code(
        numpy="np.vdot({0}, {1})",
        torch="torch.dot({0}.ravel(), {1}.ravel())",
        array_api="xp.sum({0} * {1})",
        matlab="sum(sum({0} .* {1}))",
        julia="dot({0}, {1})",
    ),
    "einsum": code(numpy=w.einsum, torch=w.torch_einsum),
    "outer_array": code(
        numpy=w.outer_array,
        jax=w.spread_product,
        torch=w.spread_product,
        array_api=w.xp_outer_array,
        matlab=w.script_outer_array(".'"),
        julia=w.script_outer_array("'"),
    ),
    "identity_blocks": code(
        "identity_blocks({0}, {1})",
        array_api="{0}[None, :, None, :] * xp.eye({1}, dtype={0}.dtype)[:, None, :, None]",
        matlab="reshape(kron({0}, eye({1})), {1}, {2}, {3}, {4})",
        julia="reshape(kron({0}, Matrix(1.0I, {1}, {1})), {1}, {2}, {3}, {4})",
    ),
    "pair_sums": code(numpy=w.pair_sums, torch=w.torch_pair_sums),
    "gram": code(torch="gram({0})"),
    "scaled_gram": code(numpy="gram({0}, {1})", torch="gram({0}, {1})"),
    "row_products": code(numpy="np.vecdot({0}, {1})"),
    "stacked": code(numpy="np.array(({all}))", torch="torch.stack(({all}))"),
    # What is spread over a matrix; it may be written over it, and has a name then.
    **{f"spread_{name}": code(numpy=f"unbuffered(np.{name}, {{0}}, {{1}})") for name in _UFUNCS},
    **{
        f"spread_{name}_into_{place}": code(
            numpy=f"unbuffered(np.{name}, {{0}}, {{1}}, out={{{place}}})"
        )
        for name in _UFUNCS
        for place in (0, 1)
    },
    "spread_arrays": code(numpy=spread_arrays("unbuffered(np.multiply, ")),
    "spread_pairs": code(numpy=spread_arrays("spread_pairs(")),
    # ------------------------------------------------------------ families of matrices
    "contract": {name: families.contraction(lib) for name, lib in families.LIBRARIES.items()},
    "aligned": {name: families.aligned(lib) for name, lib in families.LIBRARIES.items()},
    "spread_out": code("xp.broadcast_to({0}, {tuple})", torch="{0}.expand({sizes})"),
    "counted": code("xp.arange(1, {0} + 1{kind})", numpy="np.arange(1.0, {0} + 1{kind})"),
    "inverses": code("xp.linalg.inv({0})"),
    "logdets": code(numpy="logdets({0})", torch="torch.logdet({0})", array_api="logdet(xp, {0})"),
    # ------------------------------------------------------------ sums
    "sum_axis": code(
        numpy="np.sum({0}, axis={data})",
        torch="torch.sum({0}, {data})",
        array_api="xp.sum({0}, axis={data})",
        matlab=Either(told, "sum({0}, 2)", "sum({0}, 1).'"),
        julia="vec(sum({0}, dims={next}))",
    ),
    # Of rows, which stay as an axis, or of everything.
    "top": code(numpy=Either(_has_axes, "{0}.max(-1, keepdims=True)", "{0}.max()")),
    "total": code(numpy=Either(_has_axes, "{0}.sum(-1, keepdims=True)", "{0}.sum()")),
    "others": code(numpy="others({0})", torch="others({0})"),
    "all_but_two": code(numpy="all_but_two({0})", torch="all_but_two({0})"),
    "cumsum": code(
        numpy=running("np.cumsum({0}{along})", "np.cumsum({array}{turned}{along}){turned}"),
        jax=running("jax.lax.cumsum({0}, {1})", "jax.lax.cumsum({0}, {1}, reverse=True)"),
        torch=running(
            "torch.cumsum({0}, {1})",
            "torch.flip(torch.cumsum(torch.flip({0}, ({1},)), {1}), ({1},))",
        ),
        array_api=running(
            "xp.cumulative_sum({0}{along})",
            "xp.flip(xp.cumulative_sum(xp.flip({0}{along}){along}){along})",
        ),
        matlab=running("cumsum({0}, {2})", "flip(cumsum(flip({0}, {2}), {2}), {2})"),
        julia=running(
            "cumsum({0}, dims={2})", "reverse(cumsum(reverse({0}, dims={2}), dims={2}), dims={2})"
        ),
    ),
    # ------------------------------------------------------------ equations and factors
    "solve": {
        **code("xp.linalg.solve({0}, {1})"),
        **dict.fromkeys(_SCRIPT, between("\\")),
    },
    "solve_triangular": code(
        numpy=Either(
            told,
            "scipy.linalg.solve_triangular({0}, {1}, lower=True)",
            "scipy.linalg.solve_triangular({0}, {1})",
        ),
        torch=w.torch_equations(
            "torch.linalg.solve_triangular({0}, {1}, upper=True)",
            "torch.linalg.solve_triangular({0}, {1}, upper=False)",
        ),
        matlab=between("\\"),
        julia=w.julia_solve,
    ),
    "cholesky": code(
        "xp.linalg.cholesky({0})", matlab="chol({0}, 'lower')", julia="cholesky(Symmetric({0}))"
    ),
    "inverse_spd": code(
        numpy="inverse_spd({0})",
        torch="torch.cholesky_inverse({0}).T",  # of which LAPACK gives the columns
        array_api="xp.linalg.inv({0} @ {0}.T)",
        matlab="({0}.' \\ ({0} \\ eye(size({0}))))",
        julia="inv({0})",
    ),
    "solve_spd": code(
        numpy="scipy.linalg.cho_solve(({0}, True), {1})",
        torch=w.torch_equations("torch.cholesky_solve({1}, {0})"),
        array_api="xp.linalg.solve({0}.T, xp.linalg.solve({0}, {1}))",
        matlab="({0}.' \\ ({0} \\ {1}))",
        julia="({0} \\ {1})",
    ),
    "logdet_spd": code(
        "2 * xp.sum(xp.log(xp.diagonal({0})))",
        array_api="2 * xp.sum(xp.log(xp.linalg.diagonal({0})))",
        matlab="(2 * sum(log(diag({0}))))",
        julia="logdet({0})",
    ),
    "lu": code(
        numpy="lu({0})",
        jax="jax.scipy.linalg.lu_factor({0})",
        torch="torch.linalg.lu_factor({0})",
        matlab="lu_factors({0})",
        julia="lu({0})",
    ),
    "solve_lu": code(
        numpy=Either(told, "solve_lu({0}, {1}, transposed=True)", "solve_lu({0}, {1})"),
        jax=Either(
            told,
            "jax.scipy.linalg.lu_solve({0}, {1}, trans=1)",
            "jax.scipy.linalg.lu_solve({0}, {1})",
        ),
        torch=w.torch_equations(
            "torch.linalg.lu_solve(*{0}, {1})", "torch.linalg.lu_solve(*{0}, {1}, adjoint=True)"
        ),
        matlab=Either(told, "lu_solve({0}, {1}, true)", "lu_solve({0}, {1}, false)"),
        julia=w.julia_solve,
    ),
    "inverse_lu": code(
        numpy="inverse_lu({0})",
        jax="jax.scipy.linalg.lu_solve({0}, jnp.eye(len({0}[0]), dtype={0}[0].dtype))",
        torch="inverse_lu({0})",
        matlab="lu_solve({0}, eye(size({0}.L)), false)",
        julia="inv({0})",
    ),
    "det_lu": code(
        numpy="det_lu({0})",
        torch="det_lu({0})",
        matlab="(det({0}.P) * prod(diag({0}.U)))",
        julia="det({0})",
    ),
    "logdet_lu": code(
        numpy="logdet_lu({0})",
        torch="logdet_lu({0})",
        matlab="(log(det({0}.P) * prod(sign(diag({0}.U)))) + sum(log(abs(diag({0}.U)))))",
        julia="logdet({0})",
    ),
    # ------------------------------------------------------------ arrays made and taken apart
    "full": code(
        numpy=w.numpy_full,
        torch=filled("{new}ones({sizes})", "{new}zeros({sizes})", "{new}ones({sizes}) * {0}"),
        array_api=filled(
            "xp.ones({tuple}{kind})", "xp.zeros({tuple}{kind})", "xp.ones({tuple}{kind}) * {0}"
        ),
        matlab=w.matlab_full,
        julia=filled("ones({sizes})", "zeros({sizes})", "fill(float({0}), {sizes})"),
    ),
    "placed": code(
        numpy=together,
        jax=one_by_one("jnp.pad({code}, {pad})"),  # in the pass that uses it
        torch=one_by_one("torch.nn.functional.pad({code}, ({back}))"),
        array_api=one_by_one("padded(xp, {code}, {around})"),
        matlab=one_by_one("placed({code}, [{sizes}{one}], [{starts}{zero}])"),
        julia=one_by_one("placed({code}, ({sizes},), ({starts},))"),
    ),
    "diagonals": code(
        numpy=banded("({}, {})"),
        torch=banded("({}, {})"),
        array_api=banded("xp, ({}, {})"),
        matlab=banded("{}, {}", "{{{}}}"),
        julia=banded("({}, {})"),
    ),
    "add_diagonal": code(numpy=w.add_diagonal, torch="add_diagonal({0}, {1})"),
    "join": code(
        numpy=Either(is_beside, "np.concatenate(({all}), axis=1)", "np.concatenate(({all}))"),
        torch=Either(is_beside, "torch.cat(({all}), 1)", "torch.cat(({all}))"),
        array_api=Either(is_beside, "xp.concat(({all}), axis=1)", "xp.concat(({all}), axis=0)"),
        matlab=w.matlab_join,
        julia=Either(is_beside, "hcat({all})", "vcat({all})"),
    ),
    "block": code(
        numpy=w.rows_of("[{}]", "np.block([{}])"),
        torch=w.rows_of("torch.cat(({},), 1)", "torch.cat(({},))", vector="torch.atleast_2d({})"),
        array_api=w.rows_of(
            "xp.concat(({},), axis=1)", "xp.concat(({},))", vector="xp.reshape({}, (1, -1))"
        ),
        matlab=w.matlab_block,
        julia=w.julia_block,
    ),
    "entry": code(
        numpy=w.indexed(every=False),
        torch=w.indexed(every=False),
        array_api=w.indexed(every=True),
        matlab=w.counted_from_one("()", "end", ".'"),
        julia=w.counted_from_one("[]", "end", ""),
    ),
    "flatten": code(
        "{0}.ravel()",
        array_api="xp.reshape({0}, (-1,))",
        matlab="reshape({0}, [], 1)",
        julia="vec({0})",
    ),
    "as_vector": code(
        numpy="np.atleast_1d({0})",
        torch="{0}.reshape(-1)",
        array_api="xp.reshape({0}, (-1,))",
        matlab="{0}",
        julia="vcat({0})",
    ),
    "as_row": code("{0}[None, :]", matlab="{0}.'", julia="reshape({0}, 1, :)"),
    "as_column": code("{0}[:, None]", matlab="{0}", julia="reshape({0}, :, 1)"),
    "reshape": code(
        "xp.reshape({0}, {tuple})",  # 2 has no method
        torch=w.torch_reshape,
        matlab=w.matlab_reshape,
        julia=w.julia_reshape,
    ),
    # An array whose first axis runs fastest.
    "tensor": code(
        numpy="{0}.reshape(({sizes}), order='F')",
        torch=Either(
            of_matrix,
            "{0}.T.reshape({back}).permute({axes})",
            "{0}.reshape({back}).permute({axes})",
        ),
        array_api=w.xp_tensor,
        matlab="reshape({0}, {column})",
        julia="reshape({all})",
    ),
}


def code_of(op: str, *languages: str) -> Writer | str:
    """The code of an operation in the first language that has some; UnsupportedError if none."""
    found = chosen(ROWS.get(op, {}), languages)
    if found is None:
        raise no_code(op, languages[0])
    return found


def called(language: str) -> dict[str, None]:
    """The functions that templates of a language call, whose names no variable may have there."""
    found: dict[str, None] = {}
    waiting = [row[language] for row in reversed(ROWS.values()) if language in row]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Either):
            waiting += [each.yes, each.no]
        elif isinstance(each, str):
            found |= dict.fromkeys(_WORD.findall(each))
        elif isinstance(each, Fold):
            waiting.append(each.step)
    return found


_WORD = re.compile(r"(?<![\w.{])[A-Za-z_]\w*(?=\(|\.\(|\{dot\})")
