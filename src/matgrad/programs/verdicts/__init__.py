"""Verdicts on the derivatives that programs compute by hand.

source      what the source tells before it is read: names, columns, counts, order
rewritten   the program without what computes nothing, with names for what has none
roles       which value is the function, and which routines compute derivatives
told        what arguments and comments tell
reading     forward passes, then backward passes, carried out with inputs for their parameters
claims      the derivatives that the program computes, and by what each of them is
judge       verdicts on the derivatives
report      what callers hold
check       all of these together: `check_code`
"""

from matgrad.programs.verdicts.check import check_code
from matgrad.programs.verdicts.report import CodeReport, CodeVerdict

__all__ = ["CodeReport", "CodeVerdict", "check_code"]
