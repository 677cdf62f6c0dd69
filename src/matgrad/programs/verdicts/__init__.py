"""Verdicts on the derivatives that programs compute by hand.

source   what the source tells before it is read: roles, columns, counts; the program as it is read
told     what arguments and comments tell
reading  forward passes, then backward passes, carried out with inputs for their parameters
claims   the derivatives that the program computes, and by what each of them is
check    verdicts on them, all of these together: `check_code`, and what callers hold
"""

from matgrad.programs.verdicts.check import CodeReport, CodeVerdict, check_code

__all__ = ["CodeReport", "CodeVerdict", "check_code"]
