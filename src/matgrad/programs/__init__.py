"""Programs: what code on arrays computes, as expressions.

arrays      arrays whose entries are not known; what libraries compute with them are expressions
listings    programs that are pasted, parsed and never run
bridges     functions of Python that are called with such arrays, and formulas of SymPy
verdicts    a backward pass that is written by hand, judged line by line
"""

import re
from typing import Any

from matgrad.core.steps import Problem
from matgrad.optional import part

_MAY_BE_CODE = re.compile(
    r"@|\*\*|[-+*/]=|[\w)\]](?:\.[A-Za-z]|\s*\[)|[(,]\s*\w+\s*=[^=]"
    r"|\b(?:lambda|def|import|return)\b|\bfor\b.*\bin\b"
)


def is_code(text: str) -> bool:
    """Is a text a program? What reads programs is loaded where it may be one."""
    may_be = _MAY_BE_CODE.search(text) is not None
    return may_be and part("matgrad.programs.listings.script").is_code(text)


def problem_of_code(*given: Any) -> Problem:
    """The function that a program computes."""
    return part("matgrad.programs.listings.reading").problem_of_code(*given)
