"""Programs: what code on arrays computes, as expressions.

arrays      arrays whose entries are not known; what libraries compute with them are expressions
listings    programs that are pasted, parsed and never run
bridges     functions of Python that are called with such arrays, and formulas of SymPy
verdicts    a backward pass that is written by hand, judged line by line
"""
