"""Functions and formulas of other libraries → text or problems of ours.

trace      a function of Python is called with arrays whose entries are not known, or read
sympy_out  expressions → SymPy
sympy_in   expressions of SymPy, written in the language → problems
"""
