"""Characters of pages and documents that stand for those of a keyboard: ⊤, ½, 𝐱, <sup>T</sup>."""

from __future__ import annotations

import re
import unicodedata

from matgrad.app.ask.text.arrows import with_arrows
from matgrad.app.ask.text.axes import with_axes
from matgrad.app.ask.text.orders import with_orders
from matgrad.app.ask.text.remarks import MARKED, with_line_ends, with_remarks
from matgrad.app.ask.text.words import DERIVATIVE, RESPECT

_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")  # a terminal obeys some of them
_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")
_STYLED = re.compile(
    "[\U0001d400-\U0001d7ffℒℋℱℰℳℬℛ]"
)  # bold, italic and other letters of mathematics
_ANGLES = re.compile(r"<([A-Za-z(][^<>=,\s$]{0,20}),\s*([^<>=,\s$]{1,20})>")  # <a, x>
_PAIRED = re.compile(r"⟨\s*([^⟨⟩=,$\n]{1,40}?)\s*,\s*([^⟨⟩=,$\n]{1,40}?)\s*⟩")  # ⟨ x, Ax ⟩
_TRANSPOSED = re.compile(r"(?<=[\w)\]‖|'⁻])(?:⊤|<sup>\s*(?:T|⊤|⊺)\s*</sup>|⊺)")
_RAISED = re.compile(r"<sup>\s*([\w+-]{1,9})\s*</sup>", re.I)
_LOWERED = re.compile(r"<sub>\s*([\w,]{1,9})\s*</sub>", re.I)
HALVES = {
    **{"½": (1, 2), "⅓": (1, 3), "¼": (1, 4), "¾": (3, 4), "⅔": (2, 3), "⅕": (1, 5), "⅖": (2, 5)},
    **{"⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8)},
    **{"⅞": (7, 8), "⅐": (1, 7), "⅑": (1, 9), "⅒": (1, 10)},
}
_HALF = re.compile(rf"(?P<whole>(?<![\w.])\d+)?(?P<sign>[{''.join(HALVES)}])")  # ½, 3½
_SMALL = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵐᵏˡᵈᵖʳˢᵗᴺᴹᴷ", "0123456789nmkldprstNMK", strict=True))
_MATRICES = re.compile(rf"ℝ([{''.join(_SMALL)}]+)ˣ([{''.join(_SMALL)}]+)")  # ℝⁿˣᵐ
_MINUS = re.compile(
    "[\N{MINUS SIGN}\N{FIGURE DASH}\N{SMALL HYPHEN-MINUS}\N{FULLWIDTH HYPHEN-MINUS}]"
)
# i think, i'm: a person, not an index
_MYSELF = re.compile(
    r"(?<![\w$\\^_{(=+*/-])i(?=\s+(?:think|thought|get|got|am|was|have|had|know|want|need|believe"
    r"|guess|found|find|tried|try|can|cannot|could|would|should|do|did|don|suspect|expect|expected"
    r"|obtain|obtained|calculated|computed|derived|suppose|see|understand|wonder|just|also|keep|say|said|reckon|assume|propose|write|wrote)\b"
    r"|['\N{RIGHT SINGLE QUOTATION MARK}](?:m|ve|d|ll)\b)"
)


_BOTH = re.compile(r"(?<![\w,])([A-ZΑ-Ω]), ?([A-ZΑ-Ω])\s*([≻≽⪰])\s*0")  # X,S ≻ 0
# y . log(p); the full stop before \] or \tag is none, nor is the one before a word
_DOT = re.compile(
    r"(?<=[\w)\]'}]) \. (?=\(|(?!a [a-z]{2})[a-z](?![a-z])|(?:log|ln|exp|sin|cos|tan|tanh|sqrt|sum"
    r"|softmax|sigmoid|relu|norm|inv|diag|tr|trace|abs|mean|max|min|sign|dot|lam|[a-z]{3,7}(?=\())\b"
    r"|(?:alpha|beta|gamma|delta|lambda|mu|nu|sigma|theta|tau|phi|psi|omega|eta|rho|pi|xi)\b|\\(?!end|tag|label|q?quad|notag|nonumber|hfill|text|mbox)[A-Za-z])"
)
_ONE_HOT = re.compile(r"\bone[ -]?hot(?:[ -]encoded)?(?![\w(-])")
_PLACED = re.compile(  # onehot(y), one_hot(k, K): the vector with a one at that place
    r"(?<![\w\\])(?:[A-Za-z]+\.)*one[_-]?hot\(\s*([A-Za-z])\s*(?:,\s*\w{1,12}(?:\s*=\s*\w{1,9})?\s*)?\)",
    re.I,
)
_POINT = re.compile(r"(?:(?<=[=+*-] )|(?<=\())([a-z])\.([a-z])(?![\w.])")  # f(x) = a.x + b
_ANONYMOUS = re.compile(r"\b([A-Za-z]\w?)\s*=\s*@\s*\(\s*(\w+)\s*\)\s*")  # f = @(x) x'*x
# log(det(X)) : inv(X) is no product: the first is a number
_NUMBER_THEN = re.compile(
    r"(\b(?:log|ln|det|logdet|tr|trace|norm\w?|sum|mean)\((?:[^():]|\([^():]*\)){1,80}\)) : "
)


_LIBRARY = re.compile(  # torch.mean(
    r"(?<![\w.\\])(?:numpy|np|jnp|torch|tf|tf\.math)\.(?:linalg\.)?(?=(?:mean|sum|log|exp|sqrt|abs"
    r"|sin|cos|tanh|trace|norm|det|inv|dot|outer|maximum|minimum|sigmoid|relu)\()"
)
# … of $f$ - my book says $2Ax$: a dash, no minus
_DASH = re.compile(
    r"(?<=[$)?]) -(?= (?:(?:my|the|our|his|her|this|a) )?[a-z]{3,} "
    r"(?:says?|said|claims?|gives?|gets?|got|has|states?|writes?|wrote|told)\b"
    r"| I (?:get|got|have|think|found|believe|expect|guess)\b)"
)
_WRITTEN = re.compile(  # the 2x2 matrix [a b; c d], whose entries say how large it is
    r"\b(?:an?|the) \d+ ?(?:x|×|by|-by-) ?\d+ (?:[a-z]+ )?matrix (?=\[|\$?\s*\\begin)"
)
_ENTRY = r"-?\w+(?:\.\d+)?"
_ROWS = rf"{_ENTRY}(?: {_ENTRY})+"
_GRID = re.compile(rf"\[ ?({_ROWS}(?:\s*;\s*{_ROWS})+) ?\]")  # [a b; c d], with spaces alone
_ENTROPY = re.compile(r"(?<![\w\\{])(binary[_ -]?)?cross[_ -]?entropy(?=\()")
_QUOTIENT = r"(?:d|∂)[A-Za-z]+/(?:d|∂)\w+"
_UPSTREAM = r"(?:the )?(?:(?:upstream|incoming) )?(?:gradient |derivative )?"


def _signs(found: re.Match[str]) -> str:
    dollar = "" if found[4] else "$"
    return rf"{found[1]}{dollar}{found[2]} \in \{{-1, 1\}}{dollar}{found[4]}"


def _unspaced(found: re.Match[str]) -> str:
    return f"{found[1]}({found[2].replace(' ', '')})"


_TYPED_NABLA = r"(?<![\w\\$`])(?:[Gg]rad(?:ient)?|nabla)_\{?([A-Za-zα-ω]\w*)\}?"
_TYPED = tuple(  # what is typed so, and how it is read
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"(?<=[\w)\]'}]) +(?=\?(?:\s|$))", ""),  # lambda I ?
        # A sym; A sym. pos. def.
        (r"(?:(?<=\b[A-Za-z] )|(?<=\$ ))symm?(?:\.(?=\s+[a-z])|(?=[.,;:)?]|\s|$))", "symmetric"),
        (  # a name of a distribution, no letter of a formula
            r"(?:\bStudent(?:['’]?s)?[ -]+)?(?:(?<=[a-z][ -])t|\$t\$)[ -](?=distribut)",
            "Student ",
        ),
        (r"\bI['’]d\b", "I would"),  # no transpose
        (r"\bI['’]ve\b", "I have"),
        (r"\bI['’]ll\b", "I will"),
        (r"(?<![\w\\{.])ce(?=\()", "CE"),
        (r"(?<![\w\\{.])bce(?=\()", "BCE"),
        (r"\bnorm\(\s*([^(),]{1,40})\s*,\s*([12])\s*\)", r"norm\2(\1)"),
        (r"\bnorm\(\s*([^(),]{1,40})\s*,\s*['\"]fro['\"]\s*\)", r"normF(\1)"),
        (r"\bgrad(?:ient)? (wrt|w\.r\.t\.|with respect to) (\w{1,8}) = ", r"gradient \1 \2 is "),
        (r"\b([1-4])-?[dD](?= (?:array|tensor|vector|matri))", r"\1-dimensional"),
        (r"(?<![\w$\\])([A-Z]) is an? 0 ?/ ?1 (?=masks?\b|matri|vector)", r"\1 is a binary "),
        (
            r"\b(an?) (?:0 ?[-/–] ?1|zero-one)[- ](?=masks?\b|matri|vector|array|valued)",
            r"\1 binary ",
        ),
        (r"\b0['’]?s (and|or|&) 1['’]?s\b", r"zeros \1 ones"),
        (r"\b1['’]?s (and|or|&) 0['’]?s\b", r"ones \1 zeros"),
        (
            r"\b(?:entries|values|elements) (?:are )?(?:all )?(?:in|from) \{ ?0, ?1 ?\}",
            "zeros and ones",
        ),
        (
            r"\b(?:[Ee]ach|[Ee]very) (?:entry|element|component) of (\$[^$]{1,20}\$|[A-Za-z]\w*)"
            r" is (?:either )?(?:0|zero) or (?:1|one)\b",
            r"the entries of \1 are either zero or one",
        ),
        # M is 0/1: no quotient
        (r"\b(is|are|being) (?:all |either )?(?:a )?0 ?/ ?1\b(?! ?[\w*(^/+-])", r"\1 binary"),
        # is the gradient wrt w -2X'r, is dL/dw -2X'r: no difference
        (
            rf"\b([Ii]s (?:the )?{DERIVATIVE} {RESPECT} [A-Za-z]\w?|[Ii]s {_QUOTIENT}) (?=-[\w(])",
            r"\1 equal to ",
        ),
        (r"(?<![\w\\$])[Gg]rad(?:ient)?:(?=\s)", "gradient:"),
        (r"(?<![\w\\$])[Gg]rad(?= of\b)", "gradient"),
        # differentiate twice x^3, differentiate x^3 twice
        (r"\b[Dd]ifferentiate twice (?=\S)", "Find the second derivative of "),
        (
            r"\b[Dd]ifferentiate (?!twice)((?:(?!\b(?:and|then|where|with|wrt)\b)[^.?!;\n]){1,80}?)"
            r" twice(?=\s*(?:[.,?!;]|$|(?:wrt|with|by|in|and|to|at)\b))",
            r"Find the second derivative of \1",
        ),
        (  # d/dx of x'Ax = 2Ax, yes?
            r"(?<![\w/$])[d∂]/[d∂]([A-Za-z]\w?) of "
            r"((?:(?!\b(?:where|with|if|when|and|for|which|at)\b)[^=?!\n$]){1,80}?)"
            r" ?(?:=|(?<= )is(?= )) ?(?=\S)",
            r"the derivative of \2 with respect to \1 is ",
        ),
        (r"\b(Student|Candidate|Pupil|Person) ([A-Z])(?=:\s)", r"\1\2"),  # no factor A
        # grad_w loss = …; grad_x f, nabla_theta J(theta)
        (rf"{_TYPED_NABLA} (loss|cost|error|energy) ?= ", r"the gradient of \2 wrt \1 is "),
        (rf"{_TYPED_NABLA} (loss|cost|error|energy)\b", r"the gradient of \2 wrt \1"),
        (
            rf"{_TYPED_NABLA} (?=[A-Zb-hj-zα-ωℓ](?:\([^()]*\))?"
            r"(?:\s*(?:[=,.;:?!)]|$)|\s(?:a |I )?[a-z]{2}|\s[A-Z][a-z]{2}))",
            r"∇_\1 ",
        ),
        # G is the upstream gradient dL/dY; dL/dY (N x k)
        (rf"(?<![\w$])([A-Za-zδ]) (?:is|denotes) {_UPSTREAM}({_QUOTIENT})", r"\2 = \1"),
        # **w.r.t. $V$:** …, at the beginning of a line
        (r"(?m)^([ \t]*(?:(?:[-*+•]|\d+[.)])[ \t]+)?)\*\*([^*\n]{1,80}?)\*\*", r"\1\2"),
        (r"(?<![\w$\\])((?:grad|nabla)_[A-Za-z]\d?):(?=\s)", r"\1 ="),  # grad_W: …
        # the Hessian is 3I, and no word
        (
            r"(\b(?:[hH]essian|[jJ]acobian)(?: (?:is|be|equals) | ?= ?)|\b(?:get|got|gives) )"
            r"(\d+)I"
            r"(?=\s*(?:[.,;?!)]|$|for\b|as\b|and\b|but\b))",
            r"\1\2*I",
        ),
        # y is +-1, +/-1: one of the two
        (r"(?<=[\s{=])\+\s?/?\s?-\s?1(?!\w|\.\d)", "±1"),
        # y in {-1, +1}, with labels y = ±1
        (
            r"(?<![\w$\\])([A-Za-z](?:_[a-z])?) (?:in|∈) \{\s*([-+]?[01])\s*,\s*\+?1\s*\}",
            r"$\1 \\in \\{\2, 1\\}$",
        ),
        (
            r"(\b(?:with|where|labels?) \$?)([a-z](?:_[a-z])?)( ?= ?)(?:\\pm|±) ?1(\$?)(?!\w|\.\d)",
            _signs,
        ),
        (rf"({_QUOTIENT}) \(\s*\w+\s*(?:x|×|by)\s*\w+\s*\)", r"\1"),
        (  # NLL(μ, s) = …
            r"(?<![\w\\$`])([A-Za-z]{2,10})\(([A-Za-zα-ω]\w{0,3}(?:, ?[A-Za-zα-ω]\w{0,3}){1,4})\)"
            r"(?= ?:?=(?!=))",
            _unspaced,
        ),
    )
)
# the gradient of x'Ax wrt x = 2Ax? is a claim; not: wrt z = Wx, what is …, wrt w = (a, b)
_CLAIMED = re.compile(
    rf"(?P<wrt>\b{RESPECT} )(?P<x>[A-Za-z]\w{{0,7}}) ?={{1,2}} ?"
    r"(?=(?P<value>(?:[^.?!\n=$]|\.(?=[\dT*^/]))+)(?P<end>[.?!\n]|$))"
)
_ASKED = re.compile(
    r"\b(?:what|which|how|find|compute|calculate|determine|derive|differentiate|need|want)\b", re.I
)
_REMAINDER = re.compile(r"(?<=[\w)])\s+\(mod\s+(\w{1,9})\)")  # x^2 (mod 3)


def keyed(text: str) -> str:
    """The text with the characters that everything after this knows."""
    text = _GRID.sub(_gridded, _WRITTEN.sub("", with_remarks(with_line_ends(with_orders(text)))))
    text = with_arrows(_REMAINDER.sub(r" mod \1", _CONTROL.sub(" ", text)))
    text = with_axes(text) if "sum" in text else text
    text = _ENTROPY.sub(lambda found: "BCE" if found[1] else "CE", _LIBRARY.sub("", text))
    for typed, instead in _TYPED:
        text = typed.sub(instead, text)
    text = _CLAIMED.sub(_claim, text)
    text = _ANONYMOUS.sub(_called, _DOT.sub(" · ", _DASH.sub(" —", text)))
    text = with_subscripts(
        _POINT.sub(r"\1·\2", _ONE_HOT.sub("one-hot", _PLACED.sub(r"e_\1", text)))
    )
    if not text.isascii():
        text = _SPACES.sub(" ", _UNSEEN.sub("", text))
        text = _MINUS.sub("-", text)
        text = _STYLED.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
        text = _MATRICES.sub(_sizes, text)
        text = _BOTH.sub(r"\1 \3 0, \2 \3 0", text.replace("\N{DIVISION SIGN}", "/"))
        text = text.replace("\N{PRIME}", "'").replace("\N{DOUBLE PRIME}", "''")
    text = _NUMBER_THEN.sub(r"\1: ", _MYSELF.sub("I", text))
    text = _PAIRED.sub(r"⟨\1,\2⟩", _ANGLES.sub(r"⟨\1,\2⟩", text))
    text = _TRANSPOSED.sub("ᵀ", text)
    return _LOWERED.sub(r"_{\1}", _RAISED.sub(r"^{\1}", text))


def _claim(found: re.Match[str]) -> str:
    """A value behind the variable: of that itself, or in a question that asks for nothing else."""
    sentence = re.split(r"[.?!]\s|\n", found.string[: found.start()])[-1]
    is_own = re.search(rf"(?<![a-z]){found['x']}(?![a-z(])", found["value"]) is not None
    is_list = re.match(r"[(\[][^()]*,", found["value"]) is not None
    is_asked = found["end"] == "?" and re.search(DERIVATIVE, sentence, re.I)
    if is_list or _ASKED.search(sentence) or not (is_own or is_asked):
        return found[0]
    return f"{found['wrt']}{found['x']} is "


# A letter with its index in one word, as Vmax or Km; next to a sign it is no word of a sentence.
_INDEXED = re.compile(
    r"(?<![\w\\{_$^'])(?:(?<=[*/+(])|(?=\w+ ?[*/+)]))([A-Z])(max|min|eq|tot|ref|m|d|i)(?![\w({$])"
)


def with_subscripts(text: str) -> str:
    """The text with V_{max} for Vmax, where this word stands in a formula."""
    typed = MARKED.sub(" ", text)  # in LaTeX, Td is a product
    words = {found[0] for found in _INDEXED.finditer(typed)} - {"Id", "Hi", "Am", "Ed", "Om"}
    for word in words:
        if re.search(rf"(?<![A-Za-z\\])(?:{word[0]}|{word[1:]})(?![A-Za-z])", typed):
            continue  # d stands alone elsewhere: Ad is a product
        text = re.sub(
            rf"(?<![A-Za-z\\])(d|∂)?{word}(?![A-Za-z(])", rf"\g<1>{word[0]}_{{{word[1:]}}}", text
        )
    return text


def _gridded(found: re.Match[str]) -> str:
    rows = (", ".join(row.split()) for row in found[1].split(";"))
    return f"[{'; '.join(rows)}]"


def _called(found: re.Match[str]) -> str:
    return f"{found[1]}({found[2]}) = "


def _sizes(found: re.Match[str]) -> str:
    rows, columns = ("".join(_SMALL[sign] for sign in part) for part in found.groups())
    return f"ℝ^{{{rows}×{columns}}}"


def with_fractions(text: str, pattern: str) -> str:
    """The text with a fraction in the place of ½ and the like; 3½ is one number.

    >>> with_fractions("3½x", "({}/{})")
    '(7/2)x'
    """

    def fraction(found: re.Match[str]) -> str:
        top, bottom = HALVES[found["sign"]]
        return pattern.format(top + int(found["whole"] or 0) * bottom, bottom)

    return _HALF.sub(fraction, text)
