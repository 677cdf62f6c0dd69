"""Forward and backward passes as people write them, each a small NumPy program.

A header names a pass, its inputs with their sizes (`*` marks rows that are one-hot), and where
the loss lies behind, “given” the derivative of what. Above the dashes stands the forward pass,
below it the backward pass, all of whose lines dX = … are right.
"""

PASSES = """
== linear_mse: X 5x3, w 3, y 5
r = X @ w - y
loss = np.sum(r**2) / 2
--
dr = r
dw = X.T @ dr
dX = np.outer(dr, w)

== ridge: X 5x3, w 3, y 5, lam
e = X.dot(w) - y
loss = np.mean(e**2) + lam * np.sum(w**2)
--
de = 2 * e / len(y)
dw = X.T.dot(de) + 2 * lam * w

== logistic: X 5x3, w 3, b, y 5
z = X @ w + b
p = 1 / (1 + np.exp(-z))
loss = -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))
--
dz = (p - y) / len(y)
dw = X.T @ dz
db = dz.sum()

== two_layer_rows: X 5x3, W1 3x4, b1 4, W2 4x2, b2 2, Y 5x2
z1 = X @ W1 + b1
a1 = np.maximum(z1, 0)
z2 = a1 @ W2 + b2
loss = 0.5 * np.sum((z2 - Y)**2)
--
dz2 = z2 - Y
dW2 = a1.T @ dz2
db2 = dz2.sum(axis=0)
da1 = dz2 @ W2.T
dz1 = da1 * (z1 > 0)
dW1 = X.T @ dz1
db1 = dz1.sum(axis=0)

== two_layer_cols: X 3x5, W1 4x3, b1 4x1, W2 2x4, b2 2x1, Y 2x5
Z1 = np.dot(W1, X) + b1
A1 = np.tanh(Z1)
Z2 = np.dot(W2, A1) + b2
m = X.shape[1]
cost = np.sum((Z2 - Y)**2) / (2*m)
--
dZ2 = (Z2 - Y) / m
dW2 = np.dot(dZ2, A1.T)
db2 = np.sum(dZ2, axis=1, keepdims=True)
dA1 = np.dot(W2.T, dZ2)
dZ1 = dA1 * (1 - A1**2)
dW1 = np.dot(dZ1, X.T)
db1 = np.sum(dZ1, axis=1, keepdims=True)

== softmax_rows: X 5x3, W 3x2, Y 5x2*
s = X @ W
E = np.exp(s - s.max(axis=1, keepdims=True))
P = E / E.sum(axis=1, keepdims=True)
loss = -np.sum(Y * np.log(P)) / X.shape[0]
--
ds = (P - Y) / X.shape[0]
dW = X.T @ ds
dX = ds @ W.T

== single_vec: x 3, W 4x3, b 4, v 4, t
a = W @ x + b
h = np.tanh(a)
out = v @ h
loss = 0.5 * (out - t)**2
--
dout = out - t
dv = dout * h
dh = dout * v
da = dh * (1 - h**2)
dW = np.outer(da, x)
db = da
dx = W.T @ da

== affine_up: x 5x3, w 3x4, b 4; given dout of out
out = x @ w + b
--
dx = dout @ w.T
dw = x.T @ dout
db = dout.sum(axis=0)

== sigmoid_up: x 5x3; given dout of out
out = 1 / (1 + np.exp(-x))
--
dx = dout * out * (1 - out)

== softmax_up: z 3; given ds of s
e = np.exp(z)
s = e / np.sum(e)
--
dz = s * (ds - np.sum(ds * s))

== softmax_up_rows: Z 5x3; given dS of S
E = np.exp(Z)
S = E / np.sum(E, axis=1, keepdims=True)
--
dZ = S * (dS - np.sum(dS * S, axis=1, keepdims=True))

== layernorm: x 5x3, gamma 3, beta 3; given dout of out
mu = x.mean(axis=1, keepdims=True)
xc = x - mu
var = np.mean(xc**2, axis=1, keepdims=True)
std = np.sqrt(var + 1e-5)
xhat = xc / std
out = gamma * xhat + beta
--
dgamma = np.sum(dout * xhat, axis=0)
dbeta = np.sum(dout, axis=0)
dxhat = dout * gamma
centre = dxhat.mean(axis=1, keepdims=True)
dx = (dxhat - centre - xhat * np.mean(dxhat * xhat, axis=1, keepdims=True)) / std

== batchnorm: x 5x3, gamma 3, beta 3; given dout of out
mu = x.mean(axis=0)
var = x.var(axis=0)
std = np.sqrt(var + 1e-5)
xhat = (x - mu) / std
out = gamma * xhat + beta
--
dgamma = np.sum(dout * xhat, axis=0)
dbeta = np.sum(dout, axis=0)
dxhat = dout * gamma
dx = (dxhat - dxhat.mean(axis=0) - xhat * np.mean(dxhat * xhat, axis=0)) / std

== attention: Q 5x3, K 4x3, V 4x2; given dO of O
S = Q @ K.T / np.sqrt(Q.shape[1])
E = np.exp(S)
A = E / E.sum(axis=1, keepdims=True)
O = A @ V
--
dV = A.T @ dO
dA = dO @ V.T
dS = A * (dA - np.sum(dA * A, axis=1, keepdims=True))
dQ = dS @ K / np.sqrt(Q.shape[1])
dK = dS.T @ Q / np.sqrt(Q.shape[1])

== rnn_step: x 5x3, h_prev 5x4, Wx 3x4, Wh 4x4, b 4; given dh of h
a = x @ Wx + h_prev @ Wh + b
h = np.tanh(a)
--
da = dh * (1 - h**2)
dx = da @ Wx.T
dh_prev = da @ Wh.T
dWx = x.T @ da
dWh = h_prev.T @ da
db = da.sum(axis=0)

== rnn_cols: x 3x1, h_prev 4x1, Wxh 4x3, Whh 4x4, bh 4x1; given dh of h
h = np.tanh(np.dot(Wxh, x) + np.dot(Whh, h_prev) + bh)
--
dhraw = (1 - h * h) * dh
dbh = dhraw
dWxh = np.dot(dhraw, x.T)
dWhh = np.dot(dhraw, h_prev.T)
dh_prev = np.dot(Whh.T, dhraw)
dx = np.dot(Wxh.T, dhraw)

== lstm_cell: f 5x4, i 5x4, g 5x4, o 5x4, c_prev 5x4; given dh of h
c = f * c_prev + i * g
h = o * np.tanh(c)
--
do = dh * np.tanh(c)
dc = dh * o * (1 - np.tanh(c)**2)
df = dc * c_prev
di = dc * g
dg = dc * i
dc_prev = dc * f

== matfac: U 5x2, V 3x2, R 5x3, lam
E = R - U @ V.T
loss = np.sum(E**2) + lam * (np.sum(U**2) + np.sum(V**2))
--
dU = -2 * E @ V + 2 * lam * U
dV = -2 * E.T @ U + 2 * lam * V

== pca: X 5x3, W 3x2
Z = X @ W
R = Z @ W.T - X
loss = np.sum(R**2)
--
dR = 2 * R
dZ = dR @ W
dW = dR.T @ Z + X.T @ dZ

== gaussian_nll: mu 3, logvar 3, x 3
var = np.exp(logvar)
nll = 0.5 * np.sum(logvar + (x - mu)**2 / var)
--
dmu = (mu - x) / var
dlogvar = 0.5 * (1 - (x - mu)**2 / var)
dx = (x - mu) / var

== vae_kl: mu 3, logvar 3
kl = -0.5 * np.sum(1 + logvar - mu**2 - np.exp(logvar))
--
dmu = mu
dlogvar = 0.5 * (np.exp(logvar) - 1)

== reparam: mu 3, logvar 3, eps 3; given dz of z
z = mu + np.exp(0.5 * logvar) * eps
--
dmu = dz
dlogvar = 0.5 * dz * eps * np.exp(0.5 * logvar)

== cosine: a 3, b 3
na = np.linalg.norm(a)
nb = np.linalg.norm(b)
sim = np.dot(a, b) / (na * nb)
--
da = b / (na * nb) - sim * a / na**2
db = a / (na * nb) - sim * b / nb**2

== triplet: a 3, p 3, n 3
loss = np.sum((a - p)**2) - np.sum((a - n)**2) + 100.0
--
da = 2 * (n - p)
dp = 2 * (p - a)
dn = 2 * (a - n)

== poisson: X 5x3, beta 3, y 5
eta = X @ beta
mu = np.exp(eta)
nll = np.sum(mu - y * eta)
--
deta = mu - y
dbeta = X.T @ deta

== hinge: X 5x3, w 3, b, y 5
margin = 1.7 - y * (X @ w + b)
loss = np.sum(np.maximum(0, margin)) + 0.5 * np.dot(w, w)
--
active = (margin > 0)
dw = w - X.T @ (active * y)
db = -np.sum(active * y)

== hidden_bias_vec: x 3, W1 4x3, b1 4, W2 2x4, b2 2, t 2
h = 1/(1+np.exp(-(W1 @ x + b1)))
o = W2 @ h + b2
L = 0.5*np.sum((o - t)**2)
--
do = o - t
dW2 = np.outer(do, h)
db2 = do
dh = W2.T @ do
dpre = dh * h * (1 - h)
dW1 = np.outer(dpre, x)
db1 = dpre

== l2norm_rows: X 5x3; given dY of Y
n = np.sqrt(np.sum(X**2, axis=1, keepdims=True))
Y = X / n
--
dX = (dY - Y * np.sum(dY * Y, axis=1, keepdims=True)) / n

== mahal: x 3, mu 3, P 3x3
d = x - mu
q = d @ P @ d
--
dx = (P + P.T) @ d
dmu = -(P + P.T) @ d
dP = np.outer(d, d)

== logdet: A 3x3, B 3x3
f = np.linalg.slogdet(A)[1] + np.trace(B @ np.linalg.inv(A))
--
dA = np.linalg.inv(A).T - np.linalg.inv(A).T @ B.T @ np.linalg.inv(A).T
dB = np.linalg.inv(A).T

== gated: x 5x3, W 3x4, V 3x4; given dy of y
u = x @ W
g = 1 / (1 + np.exp(-(x @ V)))
y = u * g
--
du = dy * g
dgate = dy * u * g * (1 - g)
dW = x.T @ du
dV = x.T @ dgate
dx = du @ W.T + dgate @ V.T

== residual: x 5x3, W1 3x4, W2 4x3; given dout of out
h = np.maximum(0, x @ W1)
out = x + h @ W2
--
dW2 = h.T @ dout
dh = dout @ W2.T
dh = dh * (h > 0)
dW1 = x.T @ dh
dx = dout + dh @ W1.T

== sumsq_bilinear: A 5x3, B 3x2, C 5x2
E = A @ B - C
f = np.linalg.norm(E)**2
--
dA = 2 * E @ B.T
dB = 2 * A.T @ E
dC = -2 * E

== softplus: X 5x3, w 3
z = X @ w
loss = np.mean(np.log(1 + np.exp(z)))
--
dz = 1 / (1 + np.exp(-z)) / X.shape[0]
dw = X.T @ dz

== word2vec: u 3, v 3
s = 1 / (1 + np.exp(-np.dot(u, v)))
loss = -np.log(s)
--
du = (s - 1) * v
dv = (s - 1) * u

== mean_center: x 5
c = x - np.mean(x)
f = np.sum(c**3)
--
dc = 3 * c**2
dx = dc - np.mean(dc)

== elastic: X 5x3, w 3, y 5, a, b
r = y - X @ w
obj = r @ r / (2 * len(y)) + a * np.sum(np.abs(w)) + b / 2 * w @ w
--
dw = -X.T @ r / len(y) + a * np.sign(w) + b * w
"""
