"""Functions and formulas of other libraries → text or problems of ours.

trace       a function of Python is called with arrays whose entries are not known
jax         a function is handed to JAX first, which tells what it does
jax_arrays  arrays as JAX and NumPy see them
sympy_out   expressions → SymPy
sympy_in    expressions of SymPy, written in the language → problems
"""
