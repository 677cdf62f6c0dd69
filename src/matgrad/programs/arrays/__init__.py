"""Arrays of NumPy, PyTorch and JAX whose entries are expressions.

array       the array: its axes and the expression of its entries
tables      what libraries call which function
numbers     arrays of numbers → expressions
functions   entry by entry, and along axes
conditions  comparisons, where, masks
matrices    parts, joined arrays, products, linear algebra
sums        einsum
torch       activations, losses, and what PyTorch computes otherwise
"""
