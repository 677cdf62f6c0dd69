"""Arrays of NumPy, PyTorch and JAX whose entries are expressions.

array       the array: its axes and the expression of its entries
tables      what each library calls which function
numbers     arrays of numbers → expressions
signs       differences and signs
changes     entries that are set
functions   entrywise functions, sums along axes
conditions  comparisons, where, masks
matrices    parts, joined arrays, products, linear algebra
sums        einsum
torch       what only PyTorch has
more        what is seldom used
"""
