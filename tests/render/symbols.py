"""Symbols that the tests of the printers write with."""

from matgrad.core.dims import dim
from matgrad.ops import differential_symbol, size, symbol

A = symbol("A", 1, "l")
B = symbol("B", "l", "m")
V = symbol("V", "m", "k")
r = symbol("r", "k")
y = symbol("y", "l")
X = symbol("X", "n", "n")
M = symbol("M", "m", "n")
b = symbol("b", "n")
x = symbol("x", "n")
a = symbol("a")
c = symbol("c")
lam = symbol("lam")
loss = symbol("loss")
W1 = symbol("W1", "n", "n")
yhat = symbol("yhat", "n")
dV = differential_symbol(V)
dx = differential_symbol(x)
n = size("n")
mn = size(dim("m") * dim("n"))
