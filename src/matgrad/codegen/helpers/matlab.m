% Functions below generated MATLAB and Octave code that calls them.

%: onehot(
function Z = onehot(places)
  % a one in the first of these places, zeros elsewhere
  Z = zeros(size(places));
  Z(find(places, 1)) = 1;
end

%: onehot_rows(
function Z = onehot_rows(X)
  % a one at the first largest entry of each row, zeros elsewhere
  [~, places] = max(X, [], 2);
  Z = double(places == 1:size(X, 2));
end

%: softmax_rows(
function P = softmax_rows(X)
  E = exp(full(X) - max(X, [], 2));
  P = E ./ sum(E, 2);
end

%: logsumexp_rows(
function y = logsumexp_rows(X)
  largest = max(X, [], 2);
  y = log(sum(exp(full(X) - largest), 2)) + largest;
end

%: lu_factors(
function F = lu_factors(A)
  % the factors of P A = L U
  [F.L, F.U, F.P] = lu(A);
end

%: lu_solve(
function X = lu_solve(F, B, transposed)
  % the solution of A X = B, or of A.' X = B
  if transposed
    X = F.P.' * (F.L.' \ (F.U.' \ B));
  else
    X = F.U \ (F.L \ (F.P * B));
  end
end

%: adjugate(
function B = adjugate(A)
  % the transposed matrix of cofactors, also where A is singular
  [U, S, V] = svd(A);
  s = diag(S).';
  others = prod(s .* (1 - eye(numel(s))) + eye(numel(s)), 2);
  B = det(U) * det(V) * (V .* others.') * U.';
end

%: commutation(
function K = commutation(m, n)
  % K vec(A) = vec(A.') for m x n matrices A
  K = eye(m * n);
  K = K(reshape(reshape(1:m * n, m, n).', [], 1), :);
end

%: duplication(
function D = duplication(n)
  % D vech(S) = vec(S) for symmetric n x n matrices S
  places = zeros(n);
  places(tril(true(n))) = 1:n * (n + 1) / 2;
  places = places + tril(places, -1).';
  D = double(reshape(places, [], 1) == 1:n * (n + 1) / 2);
end

%: diagonals(
function T = diagonals(m, n, sign, offsets)
  % which diagonal each entry of an m x n matrix is on, columns below each other
  T = double(sign * reshape((0:m - 1).' - (0:n - 1), [], 1) == offsets);
end

%: elimination(
function L = elimination(n)
  % L vec(A) = vech(A), the entries on and below the diagonal
  L = eye(n * n);
  L = L(reshape(tril(true(n)), [], 1), :);
end

%: toeplitz_of(
function T = toeplitz_of(c, r)
  % first column c and, after its first entry, first row r
  r(1) = c(1);
  T = toeplitz(c, r);
end

%: lower_sums(
function s = lower_sums(A)
  % sums along the main diagonal and those below it
  [i, j] = ndgrid(1:size(A, 1), 1:size(A, 2));
  s = accumarray([1; max(i(:) - j(:), 0) + 1], [0; A(:) .* (i(:) >= j(:))], [size(A, 1), 1]);
end

%: upper_sums(
function s = upper_sums(A)
  % a zero, then the sums along the diagonals above the main one
  [i, j] = ndgrid(1:size(A, 1), 1:size(A, 2));
  s = accumarray([1; max(j(:) - i(:), 0) + 1], [0; A(:) .* (j(:) > i(:))], [size(A, 2), 1]);
end

%: selection(
function E = selection(n)
  % E v = vec(Diag(v)) for vectors v of length n
  E = double((1:n * n).' == 1:n + 1:n * n);
end

%: corner(
function L = corner(f, X, varargin)
  % a derivative of a function of matrices: the upper right block of f([X E; 0 X])
  n = size(X, 1);
  for k = 1:numel(varargin)
    E = kron(eye(size(X, 1) / n), varargin{k});
    X = [X, E; zeros(size(X)), X];
  end
  L = real(f(X));
  L = L(1:n, end - n + 1:end);
end

%: polar(
function P = polar(X)
  [U, ~, V] = svd(X, 'econ');
  P = U * V.';
end

%: top_singular(
function P = top_singular(X)
  [U, ~, V] = svd(X, 'econ');
  P = U(:, 1) * V(:, 1).';
end

%: eigvecs_sym(
function V = eigvecs_sym(S)
  % unit eigenvectors as columns; the largest entry of each is positive
  [V, w] = eig((S + S.') / 2);
  [~, order] = sort(diag(w));
  V = V(:, order);
  [~, k] = max(abs(V));
  n = size(V, 1);
  V = V .* sign(V(k + n * (0:n - 1)));
end

%: eigproj_max(
function P = eigproj_max(S)
  [V, w] = eig((S + S.') / 2);
  [~, k] = max(diag(w));
  P = V(:, k) * V(:, k).';
end

%: eigres_max(
function R = eigres_max(S)
  [V, w] = eig((S + S.') / 2);
  [largest, k] = max(diag(w));
  kept = setdiff(1:numel(diag(w)), k);
  w = diag(w);
  R = V(:, kept) * ((1 ./ (largest - w(kept, 1))) .* V(:, kept).');
end

%: placed(
function B = placed(A, sizes, starts)
  % A from a place on, with zeros around it
  B = zeros(sizes);
  B(starts(1) + (1:size(A, 1)), starts(2) + (1:size(A, 2))) = A;
end

%: banded(
function B = banded(m, n, varargin)
  % a matrix of zeros with vectors on diagonals, each from a row and a column on
  B = zeros(m, n);
  for k = 1:numel(varargin)
    [part, row, column] = varargin{k}{:};
    i = (1:numel(part)).';
    places = (row + i) + (column + i - 1) * m;
    B(places) = B(places) + part;
  end
end
