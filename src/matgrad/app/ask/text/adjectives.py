"""The words for what may be assumed of a matrix or a vector."""

from __future__ import annotations

import re

from matgrad.app.ask.text.marks import M

_GRAPH = r"(?:[\w-]+ ){0,4}?(?<!\bdirected )(?:graph|network)"
# Of a diagonal that is a noun: with a positive diagonal.
_HOW = "zero vanishing unit positive negative nonnegative non-negative nonzero non-zero constant"
ITS = rf"(?:{_HOW.replace(' ', '|')}) "
_NO_NOUN = "".join(rf"(?<!\b{x} )" for x in ["the", "its", "their", "whose", "main", *_HOW.split()])
DIAGONAL = (
    r"\bdiagonal(?=\s+(?:[a-z-]+\s+)?(?:matri|weight|scaling|covariance|precision))"
    rf"|(?<=\bthe )diagonal(?=\s+{M[0]})"
    rf"|{_NO_NOUN}(?<!off-)(?<!off )\bdiagonal\b(?!\s+(?:of|entr|element|block|is\b|are\b))"
)
FACTS = (
    (r"skew[- ]?(?:symmetric|hermitian)|antisymmetric|\bskew\b(?!-|\s+(?:symm|herm))", "skew"),
    (r"(?<!skew-)(?<!skew )(?<!anti)\bsymm?(?:etric|\b)|\bsemi-?definite|\bPSD\b", "symmetric"),
    (r"positive[- ]definite|\bs?pd\b"
     r"|\bdiagonal (?:[a-z]+ )?matri\w+ with (?:an? )?(?:strictly )?positive "
     r"(?:(?:diagonal )?(?:entries|elements)|diagonal\b)",
     "positive_definite"),
    (rf"{DIAGONAL}|\bdegree matri", "diagonal"),
    (r"\borthogonal projection|\borthogonal projector|\bhat matri|\bcentering matri", "symmetric"),
    (r"\bdiagonal (?:matri\w+ )?(?:of|with) (?:\w+ )?signs\b|\bdiagonal signs? matri"
     r"|\bsignature matri", "orthogonal"),
    (r"\bsignature matri", "diagonal"),
    (r"\b(?:permutation|rotation|reflection|unitary) matri|\bunitary\b|\bhouseholder\b",
     "orthogonal"),
    (r"\blower[- ]triangular", "lower_triangular"),
    (r"\bupper[- ]triangular", "upper_triangular"),
    (r"\bToeplitz\b|\bcirculant\b", "toeplitz"),
    (r"\b(?:on|in) the (?:probability |unit )?simplex"
     r"|\bprobability (?:vector|distribution)|\bstochastic vector"
     r"|\btarget distribution\b", "simplex"),
    (r"\brows that sum to (?:one|1)\b", "simplex_rows"),
    (r"\binvertible|non-?singular", "invertible"),
    (r"\bfull[- ]column[- ]rank", "full_column_rank"),
    (r"\bfull[- ]row[- ]rank", "full_row_rank"),
    (r"\bone[- ]?hot\b", "onehot"),
    (r"\bunit vector|\bnormali[sz]ed to (?:unit|length one|length 1|norm one|norm 1)\b"
     r"(?: (?:length|norm))?", "unit"),
    (r"\bpositive (?:scalar|number|real|constant)", "positive"),
    (r"(?<!cross-)(?<!cross )\b(?:co-?variance|correlation|precision|gram|kernel|scatter"
     r"|stiffness|mass|(?:moment of )?inertia|fisher|(?:fisher )?information|var-?cov) "
     r"(?:\(\w+\) |or \w+ )?matri"
     r"|\bgramian\b|\bhermitian\b"
     r"|\bhouseholder\b|\b(?:reflection|distance) matri|\bself-?adjoint\b"
     r"|\b(?:metric|inertia) tensor\b"
     r"|\b(?:is|be|denotes?) (?:the|its|a) (?:\w+ )?hessian\b",
     "symmetric"),
    (r"(?<!\bdirected )\bgraph laplacian\b(?! (?:of|for) (?:an? |the )?directed)"
     rf"|\blaplacian (?:matrix )?(?:of|for) (?:an?|the|some|our) {_GRAPH}"
     r"|\blaplacian matrix\b(?! (?:of|for)\b)"
     r"|\badjacency matrix (?:of|for) (?:an?|the|some) (?:[\w-]+ )?undirected", "symmetric"),
)  # fmt: skip
NOUNS = (  # of which the letter has to say that they are matrices
    (r"\b(?:rotation|permutation|reflection)\b(?! (?:angle|axis|speed|group|of))"
     r"|(?<!semi-)(?<!semi )\borthogonal\b(?! (?:proj|to\b|vector|design|array|bas|set|iter))"
     r"|\borthonormal\b(?! (?:columns?|rows?|bas|set|vectors|frame|system))", "orthogonal"),
    (r"(?<!cross-)(?<!cross )\b(?:co-?variance|correlation)s?\b(?! matri)"
     r"|\breflection\b(?! (?:angle|axis|group))"
     r"|\b(?:hessian|laplacian|precision)(?: matri(?:x|ces))?\s*\Z", "symmetric"),
)  # fmt: skip
ANY_FACT = "|".join(f"(?:{pattern})" for pattern, _ in (*FACTS, NOUNS[0]))
_DESCRIBES = re.compile(  # symmetric and positive definite; not: symmetric matrix
    r"(?:(?:real|square|also|and|is|being|,|semi-?definite"
    rf"|{ANY_FACT})\s*)+(?:[.,;:?!)\]]|\s*$)",
    re.I,
)


def is_described(words: str) -> bool:
    """Do properties alone follow a name, up to the end of a clause?"""
    return _DESCRIBES.match(words) is not None
