"""What words make of formulas: “the trace of”, “half of”, “plus”, as tables."""

from __future__ import annotations

_ENTRIES = r"(?:all )?(?:the )?(?:entries|elements|components|coordinates)"
_EUCLIDEAN = r"(?:(?:euclidean|l2|ℓ2|2|two|usual)[- ])?"
_SQUARED = (
    rf"(?:squared {_EUCLIDEAN}(?:norm|length)|{_EUCLIDEAN}norm[- ]squared"
    rf"|square of the {_EUCLIDEAN}norm)"
)
_LOG = r"(?:natural )?(?:log(?:arithm)?|ln)"
PARTS = (  # of a formula
    (r"(?:one[- ])?third", 1, 3),
    (r"two[- ]thirds", 2, 3),
    (r"(?:one[- ])?(?:quarter|fourth)", 1, 4),
    (r"three[- ](?:quarters|fourths)", 3, 4),
    (r"(?:one[- ])?fifth", 1, 5),
    (r"(?:one[- ])?tenth", 1, 10),
)
NUMBERS: dict[str, int] = {
    "one": 1,
    **{"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9},
    **{"ten": 10, "twenty": 20, "fifty": 50},
}
# Words before “of” and a formula, and the formula that they make of it; the longer ones first.
OF = (
    (_SQUARED, r"\left\|{}\right\|^2"),
    (r"(?:squared|square of the) frobenius norm", r"\left\|{}\right\|_F^2"),
    (r"frobenius norm", r"\left\|{}\right\|_F"),
    (r"nuclear norm", r"\left\|{}\right\|_*"),
    (r"(?:spectral|operator) norm", r"\left\|{}\right\|_2"),
    (r"(?:infinity|maximum|max|sup)[- ]norm", r"\left\|{}\right\|_\infty"),
    (r"absolute value", r"\left|{}\right|"),
    (r"(?:hyperbolic tangent|tanh)", r"\tanh\left({}\right)"),
    (r"row-?\s?wise softmax", r"\operatorname{{softmax\_rows}}\left({}\right)"),
    (r"softmax", r"\operatorname{{softmax}}\left({}\right)"),
    (r"(?:arithmetic )?(?:mean|average)", r"\operatorname{{mean}}\left({}\right)"),
    (r"variance", r"\operatorname{{var}}\left({}\right)"),
    (r"standard deviation", r"\sqrt{{\operatorname{{var}}\left({}\right)}}"),
    (r"sigmoid", r"\operatorname{{sigmoid}}\left({}\right)"),
    (r"(?:1|one|l1|ℓ1)[- ]norm", r"\left\|{}\right\|_1"),
    (rf"{_EUCLIDEAN}(?:norm|length)", r"\left\|{}\right\|"),
    (rf"(?:log[- ]?det(?:erminant)?|{_LOG} of the determinant)", r"\log\det\left({}\right)"),
    (_LOG, r"\log\left({}\right)"),
    (r"trace", r"\operatorname{{tr}}\left({}\right)"),
    (r"(?<!jacobian\s)(?<!hessian\s)determinant", r"\det\left({}\right)"),
    (r"(?:matrix )?inverse", r"\left({}\right)^{{-1}}"),
    (r"transpose", r"\left({}\right)^{{\top}}"),
    (r"(?:square root|sqrt)", r"\sqrt{{{}}}"),
    (r"(?:square|second power)", r"\left({}\right)^2"),
    (r"(?:cube|third power)", r"\left({}\right)^3"),
    (r"fourth power", r"\left({}\right)^4"),
    (r"reciprocal", r"\frac{{1}}{{{}}}"),
    (r"(?:exponential|exp)", r"\exp\left({}\right)"),
    (r"(?:sine|sin)", r"\sin\left({}\right)"),
    (r"(?:cosine|cos)", r"\cos\left({}\right)"),
    (r"(?:negative|opposite)", r"-\left({}\right)"),
    (
        rf"(?:mean|average) of (?:the )?(?:squares of|squared) {_ENTRIES}",
        r"\operatorname{{mean}}\left(\left({0}\right)\odot\left({0}\right)\right)",
    ),
    (
        rf"sum of (?:the )?(?:squares(?: of {_ENTRIES})?|squared {_ENTRIES})",
        r"\left\|{}\right\|_F^2",
    ),
    (rf"sum of (?:the )?absolute values(?: of {_ENTRIES})?", r"\left\|{}\right\|_1"),
    (
        r"sum of the (?:main )?diagonal(?: (?:entries|elements))?",
        r"\operatorname{{tr}}\left({}\right)",
    ),
    (rf"sum of {_ENTRIES}", r"\operatorname{{sum}}\left({}\right)"),
    (r"(?:one[- ])?half", r"\frac{{1}}{{2}}\left({}\right)"),
    *(
        (words, rf"\frac{{{{{top}}}}}{{{{{bottom}}}}}\left({{}}\right)")
        for words, top, bottom in PARTS
    ),
)
# Words right before a formula.
BEFORE = (
    (r"(?:twice|two times|double)", r"2\left({}\right)"),
    (r"(?:thrice|three times|triple)", r"3\left({}\right)"),
    (r"(?:one[- ])?half(?: times)?", r"\frac{{1}}{{2}}\left({}\right)"),
    (r"(?:minus|negative|neg)", r"-\left({}\right)"),
    (r"reciprocal", r"\frac{{1}}{{{}}}"),
)
BETWEEN = {
    "plus": r"{}+{}",
    "minus": r"{}-\left({}\right)",
    "added to": r"{}+{}",
    "times": r"\left({}\right)\left({}\right)",
    "multiplied by": r"\left({}\right)\left({}\right)",
    "scaled by": r"\left({}\right)\left({}\right)",
    "to which I add": r"{}+{}",
    "to which we add": r"{}+{}",
    "divided by": r"\frac{{{}}}{{{}}}",
    "over": r"\frac{{{}}}{{{}}}",
}
SUMS = (
    "plus",
    "minus",
    "added to",
    "to which I add",
    "to which we add",
)  # of those; they bind less than products
PAIRS = {
    "sum": r"\left({}\right)+\left({}\right)",
    "difference": r"\left({}\right)-\left({}\right)",
    "product": r"\left({}\right)\left({}\right)",
    "quotient": r"\frac{{{}}}{{{}}}",
    "ratio": r"\frac{{{}}}{{{}}}",
    "average": r"\frac{{1}}{{2}}\left({}+{}\right)",
    "inner product": r"\left({}\right)^{{\top}}\left({}\right)",
    "dot product": r"\left({}\right)^{{\top}}\left({}\right)",
    "distance": r"\left\|{}-\left({}\right)\right\|",
    "euclidean distance": r"\left\|{}-\left({}\right)\right\|",
    "squared distance": r"\left\|{}-\left({}\right)\right\|^2",
    "squared euclidean distance": r"\left\|{}-\left({}\right)\right\|^2",
    "mean squared error": (
        r"\operatorname{{mean}}\left(\left({0}-\left({1}\right)\right)"
        r"\odot\left({0}-\left({1}\right)\right)\right)"
    ),
    "cosine of the angle": (
        r"\frac{{\left({0}\right)^{{\top}}\left({1}\right)}}"
        r"{{\left\|{0}\right\|\left\|{1}\right\|}}"
    ),
    "maximum": r"\max\left({},{}\right)",
    "minimum": r"\min\left({},{}\right)",
}
POWERS = {"squared": "2", "cubed": "3", "second": "2", "third": "3", "fourth": "4", "fifth": "5",
          "two": "2", "three": "3", "four": "4", "five": "5", "one half": r"\frac{1}{2}",
          "minus one": "-1"}  # fmt: skip
