"""Arrays of NumPy, PyTorch and JAX whose entries are expressions.

tables      what libraries call which function
array       the array: its axes and the expression of its entries; arrays of numbers, parts
functions   entry by entry and along axes: comparisons, np.where, sums, norms, losses
matrices    parts, joined arrays, products, einsum, linear algebra
"""
