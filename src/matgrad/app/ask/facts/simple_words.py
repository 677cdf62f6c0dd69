"""The prose of a question in the words that everything after this knows."""

from __future__ import annotations

import re

from matgrad.app.ask.facts.respectively import one_by_one, told_behind
from matgrad.app.ask.facts.scores import with_gradients
from matgrad.app.ask.facts.zeros_and_ones import binary
from matgrad.app.ask.text.adjectives import ANY_FACT
from matgrad.app.ask.text.marks import LIST, M
from matgrad.app.ask.text.words import RESPECT, SMOOTHLY, WANTED

_COLUMNS = re.compile(
    rf"(columns|rows) of (?:[a-z]+ ){{0,2}}({M}) (?:are|be|being) (?:mutually )?orthonormal", re.I
)
_WHOSE = re.compile(  # a matrix whose columns are orthonormal
    r"\bwhose (columns|rows) are (?:all )?(?:mutually )?orthonormal(?: vectors)?", re.I
)
_BUT_IS = re.compile(  # A is not symmetric, but B is
    rf"({M})\s+is\s+not\s+([^.;,?{M[0]}]{{1,60}}?)"
    rf"(?:,?\s+(?:but|while|whereas|and)|,)\s+({M})\s+is(\s*[.;,?]|$)",
    re.I,
)
_SO_IS = re.compile(  # A is symmetric and so is B; A is symmetric, as is B
    rf"({M})\s+(is|be|are)\s+([^.;,?{M[0]}]{{1,80}}?),?\s+(?:(?:and\s+)?so|as)\s+(?:is|are)\s+({LIST})",
    re.I,
)
_ASIDE = re.compile(  # the (symmetric) Hessian
    rf"\b(an?|the|our|some|with|any|where|for)\s+\(((?:(?:real|square|constant|fixed|and|,|{ANY_FACT})"
    rf"\s*){{1,4}})\)\s+(?=[a-z]|{M})",
    re.I,
)
_BRACKETED = re.compile(  # (the Rayleigh quotient, A symmetric)
    rf"\((?:the|an?|our|this|so-called)\s+(?:(?!not|if|when|unless|no)[a-z'’-]+\s*){{1,5}},\s*(?={M}\s)",
    re.I,
)
_WHY_NOT = re.compile(  # no reason why A should not be symmetric, so assume it is
    rf"\b(?:(?:there is|I see|we see)\s+)?no reason (?:why|that) ({M})"
    rf" (?:should|would|could|may|might) not be ([^.;,?{M[0]}]{{1,60}}?),?"
    r"\s+(?:so|and|hence|thus)\s+(?:(?:we|I|let us|let's|please)\s+)?(?:can\s+|may\s+|will\s+)?"
    r"(?:assume|suppose|take)\s+(?:that\s+)?(?:it|this|so)(?:\s+is)?\b",
    re.I,
)
_UNLIKE = re.compile(  # A, unlike B, is symmetric
    rf"({M})\s*,\s*(?:unlike|in contrast to|as opposed to|but not)\s+{M}\s*,\s+(is|are|be)\b", re.I
)
_BUT_NOT = re.compile(  # A is symmetric, unlike B; A is symmetric and so is not B
    rf"({M})\s+(is|are|be)\s+([^.;,?{M[0]}]{{1,80}}?),?\s+(?:unlike|in contrast to|as opposed to"
    rf"|but not|and so (?:is|are) not|and not)\s+({LIST})(?=\s*(?:[.;,?)]|$))",
    re.I,
)
_ANSWER = rf"\s+(?:just\s+|simply\s+|then\s+|given\s+by\s+|equal\s+to\s+|respectively,?\s+)*{M}"
_BY_ONE = re.compile(  # with respect to x, A symmetric; with respect to y, x fixed
    rf"(\b(?:with (?:respect|regard) to|wrt)\s+(?:[a-z]+\s+){{0,3}}?{M}(?:\s*,\s*{M}){{0,12}}?)"
    rf"\s*,\s*({M}(?:\s*(?:and|&)\s*{M})?\s+(?:(?:is|are)(?!{_ANSWER}|{WANTED})|being|held|kept"
    rf"|fixed|constants?|known|given|treated|(?:an?\s+)?(?:real\s+)?(?:scalars?|numbers?|vectors?|matri(?:x|ces)"
    rf"|{ANY_FACT}))\b)",
    re.I,
)
_ENTRIES = "(?:entries|components|elements)"
_DIAGONAL = r"(?:on |along )?(?:the |its |their )?(?:main )?diagonal(?: entries| elements)?"
_ZERO = (
    r"(?:zero|vanishing|null) diagonal(?: entries| elements)?\b(?! block)"
    rf"|(?:zeros|zeroes|0s|only zeros) {_DIAGONAL}\b"
)
_MEAN_ZERO = r"(?:has|have|are of) (?:zero mean|(?:mean|average) (?:zero|0))\b"
_TO_ZERO = rf"(?:(?:sum|add)s?(?: up)? to (?:zero|0)\b|{_MEAN_ZERO})"
_TO_ONE = r"(?: up)? to (?:one|1)\b"
_NUMBER = r"(?:(?:the|an?|some|one|single|scalar|real|parameter|number|variable|time)\s+)*"
_STORED = (  # what a matrix or a vector holds
    r"(?:rows|columns|data|samples|points|observations|labels|targets|inputs|features|constants"
    r"|coefficients|weights|biases|entries|members|vectors|values|measurements|responses"
    r"|examples|numbers)"
)
_COLLECTED = (
    r"(?:collected|stacked|stored|gathered|arranged|assembled|packed|grouped|combined|kept)"
)
_NOT_MOVING = "".join(  # the parameters are collected in θ, by which is differentiated
    f"(?<!{noun} )(?<!{noun} are )" for noun in ("parameters", "unknowns", "variables")
)
_SPELLED = tuple(  # other ways to say that something is symmetric
    (re.compile(pattern, re.I), words)
    for pattern, words in (
        (  # with the data rows in A and the targets in y: no variables
            rf"(\b(?:(?:with|where|having)\s+(?:(?!respect|regard)[a-z-]+\s+){{0,3}}?|and\s+the\s+)"
            rf"{_STORED}(?:\s+{M})?|{M}\s+(?:are|being)\s+(?:the\s+)?{_STORED})\s+(?:(?:are|all)\s+)*"
            rf"in\s+(?=(?:[a-z]+\s+){{0,3}}?{M})",
            r"\1 of ",
        ),
        (
            rf"{_NOT_MOVING}\b({_COLLECTED}(?:\s+(?:together|as\s+(?:rows|columns)))?)\s+in\s+"
            rf"(?=(?:[a-z]+\s+){{0,3}}?{M})",
            r"\1 into ",
        ),
        (rf"\bnot\s+({M})\s*,?\s+but\s+(?:rather\s+|instead\s+)?({M})", r"\2, not \1,"),
        (rf"({M})\s+(is|are|was|were)n['’]t\s+(?!(?:an?\s+|the\s+)?{M})", r"\1 \2 not "),
        (r"\b(?:has|having|with|of) rank[- ](one|1)\b", r"being rank-\1"),
        (
            rf"\b(?:all|each|the|whose)\s+(?:the\s+)?{_ENTRIES} of ({M}) (?:are|is) (?:all )?"
            r"(?:strictly )?(positive|nonnegative|non-negative)\b",
            r"\1 has \2 entries",
        ),
        (  # the rows of Y sum to one
            rf"\b(?:each |every |the |all )?rows? of (?:the (?:matrix )?)?({M}) sums? (?:up )?to "
            rf"(?=one|1|{M})",
            r"\1 has rows that sum to ",
        ),
        (
            rf"(?:\b(?:all |the )*{_ENTRIES} of )?({M}) (?:all )?(?:sum|add)s?{_TO_ONE}",
            r"\1 has entries that sum to one",
        ),
        (  # columns have mean zero
            rf"\b(?:each |every |the |all )*(row|column)s? of (?:the (?:matrix )?)?({M}) "
            rf"{_TO_ZERO}",
            r"\2 has \1s that sum to zero",
        ),
        (
            rf"(?:\b(?:all |the )*{_ENTRIES} of )?({M}) (?:all )?{_TO_ZERO}",
            r"\1 has entries that sum to zero",
        ),
        (
            rf"({M}) has {_ENTRIES} (?:that |which )?(?:sum|add)(?:ing)?{_TO_ONE}",
            r"\1 has entries that sum to one",
        ),
        (rf"\b(?:has|have) (?:an?\s+)?(?:all\s+)?(?:{_ZERO})", "is hollow"),
        (  # x is 1×n, b too
            rf"({M}) is ((?:an?\s+)?{M}(?:\s+(?:matrix|vector))?),\s*(?:and\s+)?({M}) "
            r"(?:too|likewise|as well)\b",
            r"\1 is \2 and \3 is \2",
        ),
        (  # symmetric with zeros on the diagonal
            rf",?\s+(?:and\s+)?(?:(?:with|having)\s+(?:an?\s+)?(?:all\s+)?(?:{_ZERO})"
            rf"|whose\s+(?:main\s+)?diagonal(?:\s+(?:entries|elements))?\s+(?:is|are)\s+(?:all\s+)?"
            r"(?:zeros?|0)\b)",
            " and hollow",
        ),
        (  # when A is not symmetric, …, and when it is, …
            rf"({M})(\s+(?:is\s+not|isn['’]t)\s+)({ANY_FACT})([^.?!]{{1,200}}?)\b(when|if|whenever)"
            r"\s+it\s+is(?=\s*,)",
            r"\1\2\3\4\5 \1 is \3",
        ),
        (r"\bnot depend(?:ing|ent) (?:up)?on\b", "independent of"),
        (  # X is symmetric, and we treat its entries on and above the diagonal as independent
            r"\s*,?\s*(?:\b(?:and|where|so)\s+)?\b(?:we\s+)?(?:treat|consider|regard|tak|view)(?:e|ing)?\s+"
            r"(?:only\s+)?(?:the|its)\s+(?:(?:distinct|independent|different|(?:upper|lower)"
            rf"(?:[- ]triang\w+)?)\s+)*{_ENTRIES}(?:\s+of\s+{M})?"
            r"(?:\s+(?:on|in)\s+(?:and\s+)?(?:the\s+)?(?:above|below|upper|lower)(?:\s+and\s+on)?\s+(?:the\s+|its\s+)?(?:main\s+)?"
            r"(?:diagonal|triang\w+))?\s+as\s+(?:the\s+)?(?:(?:only\s+)?(?:independent|free)\b)"
            r"(?:\s+(?:variables|ones|parameters|entries))?",
            "",
        ),
        (  # the sensitivity of y to changes in b
            rf"\bsensitivity\s+of\s+((?:[a-z]+\s+){{0,3}}?{M})\s+(?:to|{RESPECT})\s+"
            rf"(?:(?:small\s+)?(?:changes?|variations?)\s+(?:in|of)\s+)?(?=(?:[a-z]+\s+){{0,2}}?{M})",
            r"derivative of \1 with respect to ",
        ),
        (rf"\brate\s+of\s+change\s+of\s+(?=(?:[a-z]+\s+){{0,3}}?{M})", "derivative of "),
        (rf"\b({RESPECT})\s*:\s+(?={M})", r"\1 "),
        (r"(?<=\w) & (?=\w)", " and "),
        (r"\[", "("),
        (r"\]", ")"),
        (r"\bs\.\s?p\.\s?d\.(?=\s+(?-i:[A-Z]))", "SPD."),
        (r"\bs\.\s?p\.\s?d\.", "SPD"),
        (r"\b(?:s\.\s?)?p\.\s?s\.\s?d\.(?=\s+(?-i:[A-Z]))", "PSD."),
        (r"\b(?:s\.\s?)?p\.\s?s\.\s?d\.|\bSPSD\b", "PSD"),
        (r"\bp\.\s?d\.(?=\s+(?-i:[A-Z]))", "positive definite."),
        (r"\bp\.\s?d\.", "positive definite"),
        (  # with M symmetric: what is the gradient?
            rf"((?:{ANY_FACT})(?:\s+matri(?:x|ces))?)\s*:\s+"
            r"(?=(?:what|how|find|compute|calculate|derive|determine|differentiate|show)\b)",
            r"\1, ",
        ),
        (  # over K, P and R symmetric
            rf"\b((?:over|{RESPECT})\s+{M})\s*,\s*({M}\s+and\s+{M})\s+(?=(?:{ANY_FACT})\b)",
            r"\1, where \2 are ",
        ),
        (  # S the scale matrix (symmetric)
            rf"({M})\s*,?\s+(the|an?|our)\s+((?:[a-z-]+\s+){{0,3}}?matrix)\s+\(((?:{ANY_FACT}))\)",
            r"\1 is \2 \4 \3",
        ),
        (r"\bs[iy]mm?(?:etr|etir|ter|ert|itr|ater)i?[cx]\b(?<!symmetric)", "symmetric"),
        (r"\bort(?:h?a|o)gonal\b|\borthoganal\b", "orthogonal"),
        (r"\bdia(?:ganol|gonol|gnoal|ganal)\b", "diagonal"),
        (r"\b(non-?)?in(?:vertable|vertibel|versible)\b", r"\1invertible"),
        (r"\bpos+i?tive?[- ](semi-?)?defin[ia]te?\b", r"positive \1definite"),
        (r"\bco-?var(?:ience|iace|ianz)\b", "covariance"),
        (r"\bone[- ]?hot[- ]encod(?:ed|ing)(?: of)?\b", "one-hot"),
        (  # the one-hot label of sample i, of the i-th image
            r"(?<=\bone-hot )((?:label|target|vector|output)s?) (?:of|for) (?:the )?(?:[a-z]+ )?"
            rf"(?:{M}-?th [a-z]+|(?:sample|example|observation|point|item|image)s? {M})",
            r"\1",
        ),
        (rf"(?<={M[-1]}) \((?:with )?(?:a )?zero diagonal\)", " with zero diagonal"),
        (  # Y has one-hot rows; Y is one-hot in each row
            rf"({M}) (?:has one[- ]hot rows|is row-?wise one[- ]hot|is one[- ]hot (?:row-?wise"
            r"|(?:in|along|for) (?:each|every|its) rows?))(?=\s*(?:[.,;)]|$))",
            r"\1 has binary rows that sum to one",
        ),
        (  # each row of Y is one-hot
            rf"\b(?:each |every |the |all )?rows? of (?:the (?:matrix )?)?({M}) (?:is |are )?"
            r"(?:an? )?one[- ]hot(?: (?:vectors?|encoded))?(?=\s*(?:[.,;)]|$))",
            r"\1 has binary rows that sum to one",
        ),
        (
            rf"({M}) (is|are) ([^.;(){M[0]}]{{1,60}}) \((?:whose |its |the |all |and )*{_ENTRIES}"
            rf"(?: that)? sums?{_TO_ONE}\)",
            r"\1 \2 \3, and \1 has entries that sum to one",
        ),
        (  # a probability vector (nonnegative, sum to one)
            r"(?<=vector|bution) \((?:(?:non-?negative|positive|entries|which|that|and|,"
            rf"|sum(?:s|ming)?{_TO_ONE})\s*)+\)",
            "",
        ),
        (rf"\b(?:each|both|all) of (?:the matrices )?({LIST}) (?:is|are)\b", r"\1 are"),
        (rf"\b(?:each|both|all) of (?:the matrices )?({LIST}) (?=(?:{ANY_FACT})\b)", r"\1 all "),
        (  # A (symmetric, positive definite)
            rf"\(((?:real|square|{ANY_FACT})),\s*(?:and\s+)?((?:{ANY_FACT})(?: matrix)?)\)",
            r"(\1 and \2)",
        ),
        (  # an invertible matrix depending on the parameter t
            rf"\b(matri(?:x|ces)|vectors?|functions?)\s*,?\s+(?:(?:that|which)\s+)?(?:{SMOOTHLY}"
            rf"depend(?:s|ing|ent)?\s+{SMOOTHLY}(?:up)?on|(?:is|are)\s+(?:an?\s+)?(?:smooth|"
            rf"differentiable|continuous)\s+functions?\s+of)\s+{_NUMBER}{M}",
            r"\1",
        ),
        (r"\bpos\.?[- ](semi-?)?def\b", r"positive \1definite"),
        (r"\bsymm?\.? (?=positive)", "symmetric "),
        (r"\binverse of (?:an?|the|our|its) (covariance matrix)(?=\s*(?:[.,;)]|$))", r"inverse \1"),
        (
            rf"\b(?:the |all |where |with )*rows of ({M}) (?:are |being )?(?:all )?"
            r"(?:one-?hot|probability|distributions)(?: vectors| distributions| encoded)?\b",
            r"\1 has rows that sum to one",
        ),
        (
            r"((?:co-?variance|correlation|precision|gram|kernel|scatter|stiffness|mass|inertia) "
            rf"matri(?:x|ces)) (?:is|are|is denoted by|denoted by|denoted|called) ({M})",
            r"\1 \2",
        ),
        (  # the covariance is Σ
            rf"\b((?:the|its|our|whose)\s+(?:[a-z-]+\s+){{0,2}}?co-?variance) (?:is|being) ({M})"
            r"(?=\s*(?:[.,;:)]|$|(?:and|where|with)\b))",
            r"\1 matrix \2",
        ),
        (rf"\bsymm?\.(?=\s+(?:[a-z]|{M}))|\bsymm?\.?(?=\s*[),;])", "symmetric"),
        (r"\b(anti|skew-?)?symmetrical\b", r"\1symmetric"),
        (r"\b(?:equals|is equal to|is) its (?:own )?transpose\b", "is symmetric"),
        (rf"\b(?:the )?((?:skew-?|anti)?symmetr)y of ({M})", r"\2 is \1ic"),
        (rf"\b(?:the )?(invertib)ility of ({M})", r"\2 is \1le"),
        (rf"\b(?:the )?(orthogonal|diagonal)ity of ({M})", r"\2 is \1"),
        (rf"\b(?:the )?(positive (?:semi-?)?definite)ness of ({M})", r"\2 is \1"),
        (rf"\b(?:by|due to|using|from) ({M} is (?:{ANY_FACT}))", r", where \1,"),
    )
)


def _but_not(found: re.Match[str]) -> str:
    words = found[3].removeprefix("not ") if found[3].startswith("not ") else f"not {found[3]}"
    return f"{found[1]} {found[2]} {found[3]} and {found[4]} is {words}"


def _joined(found: re.Match[str]) -> str:
    return " " if found[0].count("\n") > 1 else found[0]


_QUOTED = re.compile(  # my notes say: “for symmetric A, it is …”.
    rf"(?<=[:,]\s)[\"“«](?=[a-z{M[0]}])([^\"“”«»]*[\w{M[-1]})])[\"”»](?=[.?!](?:\s|$))", re.I
)


def flowing(marked: str) -> str:
    """Without the line breaks inside of paragraphs and the full stops inside of abbreviations."""
    marked = with_gradients(_QUOTED.sub(r"\1", marked))
    marked = re.sub(
        r"\b(w\.\s?r\.\s?t|i\.e|e\.g|resp|cf|vs|s\.t)\.",
        lambda m: re.sub(r"[.\s]", "", m[1]),
        marked,
    )
    marked = re.sub(r"\bw\.\s?l\.\s?o\.\s?g\.", "wlog", marked, flags=re.I)
    marked = re.sub(r"\b(eqs?|eqns?|sec|fig|thm|ch|pp?)\.(?=\s*\(?\d)", r"\1", marked, flags=re.I)
    marked = _ASIDE.sub(
        r"\1 \2 ", _BRACKETED.sub("(", _WHY_NOT.sub(r"assume that \1 is \2", marked))
    )
    for pattern, words in _SPELLED:
        marked = pattern.sub(words, marked)
    marked = binary(marked)
    marked = one_by_one(told_behind(marked))
    marked = _COLUMNS.sub(r"\2 has orthonormal \1", marked)
    marked = re.sub(rf"({M})\s*,?\s+with\s+(?=orthonormal)", r"\1 has ", marked)
    marked = _WHOSE.sub(r"with orthonormal \1", marked)
    marked = _SO_IS.sub(r"\1 \2 \3 and \4 \2 \3", marked)
    marked = _BUT_IS.sub(r"\1 is not \2 and \3 is \2\4", marked)
    marked = _UNLIKE.sub(r"\1 \2", marked)
    marked = _BUT_NOT.sub(_but_not, marked)
    marked = _BY_ONE.sub(r"\1, where \2", marked)
    # A formula below a sentence without a full stop belongs to it.
    marked = re.sub(rf"(?<=[^.?!\s])\s++`*+\s?(?={M})", _joined, marked)
    return re.sub(r"[ \t]*\n(?!\s*\n)[ \t]*", " ", marked)
