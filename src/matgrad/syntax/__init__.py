"""Text in: from what people type to typed expressions."""

from matgrad.syntax.declarations import plain_name
from matgrad.syntax.formula import (
    Meaning,
    near_formulas,
    parse_expression,
    parse_latex_expression,
    parse_plain_expression,
    place_of,
    read_formula,
    tokens_in,
)
from matgrad.syntax.latex.statements import is_latex
from matgrad.syntax.limits import Limits
from matgrad.syntax.members import member_of
from matgrad.syntax.options import declared_before, otherwise
from matgrad.syntax.problem import Named, parse_latex, parse_problem, parse_together
from matgrad.syntax.repairs import Repair
from matgrad.syntax.scope import check_declared

__all__ = [
    "Limits",
    "Meaning",
    "Named",
    "Repair",
    "check_declared",
    "declared_before",
    "is_latex",
    "member_of",
    "near_formulas",
    "otherwise",
    "parse_expression",
    "parse_latex",
    "parse_latex_expression",
    "parse_plain_expression",
    "parse_problem",
    "parse_together",
    "place_of",
    "plain_name",
    "read_formula",
    "tokens_in",
]
