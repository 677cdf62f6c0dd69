# Functions below generated Julia code that calls them.

#: onehot(
"A one in one place of an array like A, zeros elsewhere."
function onehot(place, A)
    Z = zeros(float(eltype(A)), size(A))
    Z[place] = 1
    return Z
end

#: onehot_rows(
"A one at the first largest entry of each row, zeros elsewhere."
function onehot_rows(X)
    Z = zeros(float(eltype(X)), size(X))
    Z[argmax(X, dims=2)] .= 1
    return Z
end

#: softmax_rows(
function softmax_rows(X)
    E = exp.(X .- maximum(X, dims=2))
    return E ./ sum(E, dims=2)
end

#: logsumexp_rows(
function logsumexp_rows(X)
    largest = maximum(X, dims=2)
    return vec(log.(sum(exp.(X .- largest), dims=2)) .+ largest)
end

#: layernorm(
function layernorm(x, c)
    centred = x .- sum(x) / length(x)
    return centred ./ sqrt(sum(abs2, centred) / length(x) + c)
end

#: adjugate(
"The transposed matrix of cofactors, also where A is singular."
function adjugate(A)
    U, s, V = svd(A)
    others = [prod(s[1:end .!= i]) for i in eachindex(s)]
    return det(U) * det(V) * (V .* others') * U'
end

#: commutation(
"K vec(A) = vec(A') for m x n matrices A."
commutation(m, n) = Matrix(1.0I, m * n, m * n)[vec(reshape(1:m * n, m, n)'), :]

#: duplication(
"D vech(S) = vec(S) for symmetric n x n matrices S."
function duplication(n)
    pairs = [(i, j) for j in 1:n for i in j:n]
    D = zeros(n * n, length(pairs))
    for (k, (i, j)) in enumerate(pairs)
        D[(j - 1) * n + i, k] = D[(i - 1) * n + j, k] = 1
    end
    return D
end

#: places(
"The places of an m x n matrix, columns below each other."
places(m, n) = [(i, j) for j in 1:n for i in 1:m]

#: elimination(
"L vec(A) = vech(A), the entries on and below the diagonal."
elimination(n) = Matrix(1.0I, n * n, n * n)[vec([i >= j for i in 1:n, j in 1:n]), :]

#: toeplitz(
"The matrix with first column c and, after its first entry, first row r."
toeplitz(c, r) = [i >= j ? c[i - j + 1] : r[j - i + 1] for i in eachindex(c), j in eachindex(r)]

#: lower_sums(
"The sums along the main diagonal and those below it."
lower_sums(A) = [sum(diag(A, -s)) for s in 0:size(A, 1) - 1]

#: upper_sums(
"A zero, then the sums along the diagonals above the main one."
upper_sums(A) = [s > 0 ? sum(diag(A, s)) : zero(eltype(A)) for s in 0:size(A, 2) - 1]

#: conv(
"The full convolution of two vectors."
function conv(x, y)
    z = zeros(length(x) + length(y) - 1)
    for i in eachindex(x), j in eachindex(y)
        z[i + j - 1] += x[i] * y[j]
    end
    return z
end

#: correlate(
"The inner products of y with the parts of g that it fits."
correlate(g, y) = [dot(g[k:k + length(y) - 1], y) for k in 1:length(g) - length(y) + 1]

#: selection(
"E v = vec(Diag(v)) for vectors v of length n."
selection(n) = float.((1:n * n) .== (1:n + 1:n * n)')

#: corner(
"A derivative of a function of matrices: the upper right block of f([X E; 0 X])."
function corner(f, X, directions...)
    n = size(X, 1)
    for E in directions
        X = [X kron(Matrix(1.0I, size(X, 1) ÷ n, size(X, 1) ÷ n), E); zero(X) X]
    end
    return real(f(X))[1:n, end - n + 1:end]
end

#: polar(
function polar(X)
    U, _, V = svd(X)
    return U * V'
end

#: top_singular(
function top_singular(X)
    U, _, V = svd(X)
    return U[:, 1] * V[:, 1]'
end

#: eigvecs_sym(
function eigvecs_sym(S)
    V = eigvecs(Symmetric((S + S') / 2))
    return V * Diagonal([sign(v[argmax(abs.(v))]) for v in eachcol(V)])
end

#: eigproj_max(
function eigproj_max(S)
    v = eigvecs(Symmetric((S + S') / 2))[:, end]
    return v * v'
end

#: eigres_max(
function eigres_max(S)
    w, V = eigen(Symmetric((S + S') / 2))
    return V[:, 1:end-1] * Diagonal(1 ./ (w[end] .- w[1:end-1])) * V[:, 1:end-1]'
end

#: placed(
"A from a place on, with zeros around it."
function placed(A, sizes, starts)
    B = zeros(eltype(A), sizes)
    B[(s .+ (1:k) for (s, k) in zip(starts, size(A)))...] = A
    return B
end

#: banded(
"A matrix of zeros with vectors on diagonals, each from a row and a column on."
function banded(sizes, parts...)
    B = zeros(sizes)
    for (part, row, column) in parts, i in eachindex(part)
        B[row + i, column + i] += part[i]
    end
    return B
end
