r"""What a piece of a formula leaves open however its shapes are, as x(2), sin^-1 x and A^1/2.

Each row of the table belongs to a place in the grammar: a sign, a name, a bracket behind a name,
two pieces side by side, what stands above or below. It looks at the stack and gives the question
to ask, or nothing. Below the table stands how far functions without brackets and sums reach.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matgrad.core.notation import SUM
from matgrad.core.reading import Guess
from matgrad.errors import (
    AmbiguousError,
    MatgradError,
    Option,
    ParseError,
    UnknownNameError,
    UnsupportedError,
)
from matgrad.syntax.choices import Choice
from matgrad.syntax.choices import Option as Way
from matgrad.syntax.stack import (
    APPLIED,
    BEGINS,
    COUNTS,
    DOT,
    EULER,
    GREEK_LETTERS,
    INDICES,
    INFIX,
    OVER_INDEX,
    SHUTS,
    SUMS,
    TRACES,
    TRANSPOSES,
    Frame,
    Stack,
)
from matgrad.syntax.tokens import Kind, Token
from matgrad.syntax.tree import EXPONENTIAL, Node

Place = tuple[int, int]
_OPTIMA = frozenset("min max argmin argmax minimize minimise maximize maximise".split())
_MAPS = ("phi", "psi", "varphi")  # letters that are functions before brackets, or numbers
_FUNCTIONS_TOO = ("beta", "gamma", "zeta")  # Greek letters whose names are those of functions
_EXPECTED = ("E", "V", "P")  # before square brackets: E[x], V[x]
_BEGINS = BEGINS | {"["}
CLOSED = (SHUTS - {"|⟯"}) | {"‖"}
_EXTENT = "where does the argument of this function end?"
_BRACKETS = "put it in brackets"


def either(question: str, place: Place, *ways: str, hint: str = "") -> AmbiguousError:
    """A question with what to write at its place."""
    return AmbiguousError(question, place, hint, [Option(way) for way in ways])


def ask(s: Stack, event: str, token: Token) -> None:
    """Ask the first question that is open here."""
    for row in ROWS.get(event, ()):
        if (error := row(s, token)) is not None:
            raise error


def is_count(node: Node) -> bool:
    """Is this a letter that counts something?"""
    return node.kind == "name" and node.text in COUNTS


def is_spaced(s: Stack, token: Token) -> bool:
    """Is there a space before this token, and none around the sign before the last piece?"""
    above, below = s.operands[-2:]
    return not s.latex and above.end + 1 == below.start and token.start > below.end


# ---------------------------------------------------------------- names


def _begins(s: Stack, token: Token) -> bool:
    """Does something follow this name, which is none that is known?"""
    following = s.next
    begins = following.kind in (Kind.NAME, Kind.NUMBER) or following.text in _BEGINS
    is_open = begins or (token.font == "up" and following.text == "_")
    known, text = s.known, token.text
    is_known = text in known.variables or known.is_call(text) or known.is_over(text)
    return is_open and not is_known


def _optimum(s: Stack, token: Token) -> MatgradError | None:
    """min_x f, whose function is f."""
    text, begin = token.text, s.next.start
    is_word = text.partition("_")[0] in _OPTIMA and (token.font != "up" or not s.latex)
    below = s.tokens[s.at + 1 + (s.tokens[s.at + 1].text == "{")] if s.is_next("_") else token
    is_over = below is not token and below.kind is Kind.NAME and below.text not in INDICES
    if not is_word or not (is_over or _begins(s, token)):
        return None
    if is_over:
        text, begin = f"{text}_{below.text}", s.tokens[s.end_of(s.at + 1)].start
    end = max((each.end for _, each, _, _ in s.ahead(s.at)), default=begin)
    message = f"{text} asks for the best value; the function itself is differentiated"
    return UnsupportedError(message, (token.start, end), s.quoted((begin, end)))


def _word(s: Stack, token: Token) -> MatgradError | None:
    r"""\operatorname{foo} x, dX and E[x], which are no products of names, in LaTeX."""
    text, following = token.text, s.next
    is_expected = text == "𝔼" or (s.is_next("[") and text in _EXPECTED)
    if not s.latex or not (text == "𝔼" or _begins(s, token)):
        return None
    is_beside = following.kind is Kind.NAME and following.start == token.end
    if token.font == "up":
        hint = "a name stands alone, in italics"
        return UnknownNameError(f"{text} is not a known function", token.position, hint)
    if text in ("d", "drm") and (is_beside or token.font == "rm"):
        place = token.start, following.end
        return UnsupportedError("a differential is not read here", place, "declare d")
    if is_expected:
        message = f"{text} is an expectation or a variance here, which is not read"
        return UnsupportedError(message, token.position)
    return None


def _derivative(s: Stack, token: Token) -> MatgradError | None:
    """d(x^2)/dx and grad_x f, which are no products of names."""
    text, of = token.text, s.tokens[s.at :]
    name, _, index = text.partition("_")
    place = token.start, s.next.end
    if name in ("grad", "nabla") and index and _begins(s, token):
        words = f"{text} asks for a derivative"
        return UnsupportedError(words, place, f"∇_{index}, or gradient of … wrt {index}")
    is_over = any(
        t.text == "/" and (u.text[0] == "d" and (len(u.text) > 1 or u.end == v.start))
        for t, u, v in zip(of, of[1:], of[2:], strict=False)
        if u.kind is Kind.NAME and (len(u.text) > 1 or v.kind is Kind.NAME)
    )
    is_sign = text == "d" and "d" not in s.known.variables and not s.is_next("/")
    if not s.latex and is_over and is_sign and _begins(s, token):
        return UnsupportedError("d(…)/dx is not read as a derivative", place, "d/dx (…)")
    return None


def _euler(s: Stack, token: Token) -> MatgradError | None:
    """e that is no base of a power, and transposed nowhere, in LaTeX."""
    is_bare = token.text == EULER and not token.font and EULER not in s.known.variables
    if not is_bare or not s.is_asking or not s.latex or s.is_next("^", "_", "("):
        return None
    behind = [s.tokens[at + 1 : at + 4] for at, t in enumerate(s.tokens) if t.text == EULER]
    texts = ["".join(each.text for each in part).lstrip("^{") for part in behind]
    message = "is e the number, or a variable?"
    is_vector = any(text.startswith(TRANSPOSES) for text in texts)
    hint = "declare e; e^1 is the number"
    return None if is_vector else AmbiguousError(message, token.position, hint)


def _function(s: Stack, token: Token) -> MatgradError | None:
    """f(x) of a value f, P(x) and J(θ), whose brackets hold a single thing, and φ(…)."""
    head, name, given, known = s.operands[-1], s.operands[-1].text, s.next, s.known
    end = s.end_of(s.at) if given.kind is not Kind.SIGN or given.text == "(" else s.at
    if s.latex and given.text == "(" and s.tokens[end].text == "_":
        end = s.end_of(end + 1)
    is_one = end > s.at and s.tokens[end].text == ")" and (s.latex or end == s.at + 1)
    is_tight, is_name = head.end == token.start, given.kind is Kind.NAME
    place, product = (head.start, s.tokens[s.at + 1].end), f"{name}*{given.text}"
    is_letter = name[0].isupper() and len(name) == 1 and is_name
    is_map = name in _FUNCTIONS_TOO and head.end - head.start == len(name) and not s.latex
    question = f"is {name} a function here, or a factor?"
    if name in known.values and is_one and is_tight and is_name:
        return either(f"is this the value {name}, or a product?", place, name, product)
    if name in known.variables or (s.latex and not s.is_asking):
        return None
    if s.latex and is_one:
        return AmbiguousError(question, place, f"{name} {given.text} is a product")
    if is_map:
        hint = f"{name}*(…) is the product; the function {name} is not read"
        return ParseError(question, head.position, hint)
    if name in _MAPS and s.is_asking:
        return either(question, head.position, f"function {name}")
    is_open = is_one and is_tight and is_letter
    ways = product, f"function {name}({given.text})"
    return either(question, place, *ways) if is_open else None


# ---------------------------------------------------------------- two pieces side by side


def _tower(s: Stack, token: Token) -> MatgradError | None:
    """x^2^3 in LaTeX, which sets no such power."""
    is_open = s.latex and s.is_below("^")
    message = "two powers stand above each other"
    return ParseError(message, token.position, "x^{2^3}") if is_open else None


def _sign(s: Stack, token: Token) -> MatgradError | None:
    """a × b, a ∗ b, f ∘ g and a ⋅ b ⋅ c of names, in LaTeX."""
    left, right, sign = s.operands[-1], s.next, token.text
    is_open = s.latex and s.is_asking and "number" not in (left.kind, right.kind.value)
    place, names = (left.start, right.end), {left.text, right.text}
    if is_open and sign == ".*" and names <= {*s.known.functions}:
        return UnsupportedError("a composition of functions is not read", place, "f(g(x))")
    if is_open and sign == DOT and s.is_below(DOT) and s.operands[-2].kind == left.kind == "name":
        message = "three factors and dots: which of them is the inner product?"
        return AmbiguousError(message, place, _BRACKETS)
    if not is_open or sign in (".*", DOT) or token.end - token.start == 1:
        return None
    what = "a cross product" if sign == "×" else "a convolution"
    return either(f"is this {what}, or a product?", place, hint=r"A B, or A \odot B")


def _root(s: Stack, token: Token) -> MatgradError | None:
    """x^1/2, which may be x^(1/2)."""
    power, below = s.operands[-1], s.next.text
    is_one = power.kind == "number" and power.text == "1" and not power.grouped
    if not is_one or not s.is_below("^") or s.next.kind is not Kind.NUMBER:
        return None
    base, place = s.quoted(s.operands[-2].position), (s.operands[-2].start, s.next.end)
    root = f"{base}^{{1/{below}}}" if s.latex else f"{base}^(1/{below})"
    if base[:1].isupper() and below == "2" and not s.latex:
        root = f"sqrtm({base})"
    return either("is this a root, or a fraction?", place, root, f"{base}/{below}")


def _number(s: Stack, token: Token) -> MatgradError | None:
    """x(2), x[2] and x2 in LaTeX, ||x||2: an index, or a factor?"""
    left, given, is_bracket = s.operands[-1], token, token.text in ("(", "[")
    closing = token
    if is_bracket:
        given, closing = (*s.tokens[s.at : s.at + 2], token)[:2]
        if closing.text not in (")", "]", ":"):
            return None
    if given.kind is not Kind.NUMBER or given.value.denominator != 1 or not given.value:
        return None
    is_name, text = left.kind == "name" and not left.grouped, s.quoted(left.position)
    is_fence = left.kind == "call" and s.tokens[s.at - 2].text in ("‖", "|")
    if s.latex:
        is_open, entry = is_name and token.text != "(" and s.is_asking, f"{text}_{{{given.text}}}"
    else:
        is_index = is_name and (is_bracket or left.text not in s.known.variables)
        is_open = token.start == left.end and (is_index or (is_fence and not is_bracket))
        entry = f"{text}_{given.text}" if is_fence else f"{text}[{given.text}]"
    place = left.start, s.tokens[s.at + 1].end if is_bracket else token.end
    product = f"{given.text} {text}" if s.latex else f"{given.text}*{text}"
    if is_open and is_bracket and closing.text == ":":
        return AmbiguousError("is this a part, or a product?", place, f"{text}[…] is a part")
    return either("is this an index, or a factor?", place, entry, product) if is_open else None


def _fraction(s: Stack, token: Token) -> MatgradError | None:
    """1/2n x and 1/||x|| x: what stands below the line?"""
    if not s.is_below("/"):
        return None
    above, below = s.operands[-2:]
    above = above.args[0] if above.kind == "prefix" else above
    letter = below.args[0] if below.is_infix("^") else below
    if above.kind != "number" or below.grouped or letter.text in COUNTS | GREEK_LETTERS:
        return None
    if below.kind != "number":
        end = s.end_of_product(s.at - 1) if is_spaced(s, token) else 0
    elif token.start == below.end and token.text in COUNTS | GREEK_LETTERS:
        is_raised = s.next.kind is Kind.RAISED or s.is_next("^")
        end = s.tokens[s.at + s.is_next("^")].end if is_raised else token.end
    else:
        return None
    question = "what stands below the line of the fraction?"
    return _extent(s, question, above.start, below.start, end) if end else None


def _exponent(s: Stack, token: Token) -> MatgradError | None:
    """e^2x."""
    left, before = s.operands[-1], s.tokens[s.at - 2]
    is_apart = s.latex or token.start != left.end or before.text in SHUTS
    if left.text != EXPONENTIAL or is_apart:
        return None
    end = s.end_of_product(s.at - 1, is_tight=True)
    question = "how far does the exponent reach?"
    return _extent(s, question, left.start, left.args[0].start, end)


def _blocks(s: Stack, token: Token) -> MatgradError | None:
    """[A b]."""
    left, bracket = s.operands[-1], s.bracket()
    is_grid = bracket is not None and bracket.form == "grid" and not s.latex
    if not is_grid or token.start == left.end or s.tokens[s.at - 2].text in INFIX:
        return None
    question, hint = "are these two blocks, or a product?", "put a comma or * between them"
    return either(question, (left.end, token.start), ", ", "*", hint=hint)


# ---------------------------------------------------------------- above and below


def _mark(s: Stack, token: Token) -> MatgradError | None:
    """A^*, x^T where T is a variable, and A_{ij}^{-1}."""
    base, text = s.operands[-1], token.text
    place, turned = (base.start, token.end), f"{s.quoted(base.position)}'"
    is_capital = base.kind == "name" and base.text[0].isupper()
    if text in ("*", "∗", "⋆") and is_capital:
        name = base.text
        return either(f"is this the transpose of {name}, or another name?", place, f"{name}'")
    if text == "T" and "T" in s.known.variables:
        return either("is T the transpose, or the variable?", place, turned)
    stem, _, index = base.text.partition("_")
    is_entry = is_capital and len(index) == 2 and {*index} <= {*INDICES}
    if text == "-1" and is_entry and s.is_asking and s.latex:
        hint = rf"{stem}^{{-1}}_{{{index}}}, or 1/{stem}_{{{index}}}"
        return either("is this an entry of the inverse?", place, hint=hint)
    return None


def _power(s: Stack, token: Token) -> MatgradError | None:
    """σ² x, where σ is a function."""
    name = token.text
    if name not in s.known.functions or s.is_next("("):
        return None
    hint = f"give one of the two another name than {name}"
    return AmbiguousError(f"is {name} a function here, or a number?", token.position, hint)


def _prime(s: Stack, token: Token) -> MatgradError | None:
    """11', which is no number transposed; x'' and π' in LaTeX."""
    top, is_latex = s.operands[-1], s.latex and s.is_asking
    place, is_short = (top.start, token.end), token.text != "^" or top.at[1] - top.at[0] == 1
    if top.kind == "number" and top.text == "11" and not top.grouped:
        question, hint = "is 11 a number, or twice a vector of ones?", r"\mathbf{1}\mathbf{1}^\top"
        return AmbiguousError(question, top.position, hint)
    if is_latex and top.kind == "postfix" and not top.grouped and is_short:
        question, hint = "is the first prime a part of the name?", "give it a name without primes"
        return AmbiguousError(question, place, hint)
    if is_latex and top.kind == "name" and top.text == "pi" and "pi" not in s.known.variables:
        return AmbiguousError("is this the number π, or a vector?", place, "declare pi")
    return None


def _entry(s: Stack, token: Token) -> MatgradError | None:
    """A^3_{ii} and X^{-1}_{11}, in LaTeX."""
    top, text = s.operands[-1], token.text
    is_power = top.is_infix("^") and not top.grouped and top.args[0].text[:1].isupper()
    if not is_power or not s.is_asking or not s.latex or len(text) != 2:
        return None
    is_twice = text[0] == text[1] and top.args[1].kind != "prefix"
    question = "is this an entry of the power, or a power of the entry?"
    is_open = is_twice or text.isdigit()
    return AmbiguousError(question, (top.start, token.end), _BRACKETS) if is_open else None


def _braces(s: Stack, token: Token) -> MatgradError | None:
    """{A + B}x, where the braces are not printed."""
    inside = s.operands[-1]
    if not inside.is_infix("+", "-") or inside.grouped:
        return None
    start = next(at for at, each in enumerate(s.tokens) if each is token)
    before, after = s.tokens[start - 1] if start else token, s.next
    is_argument = start and (before.text in [*"{/√^_"] or before.kind is Kind.NAME)
    is_beside = after.text in [*"^'_"] or after.kind in (Kind.NAME, Kind.NUMBER)
    is_held = before.text in ("-", "*", DOT)
    if is_argument or after.text == "/" or not (is_beside or is_held):
        return None
    message = "these braces are not printed: are they brackets?"
    return AmbiguousError(message, inside.position, "( … ) are brackets")


ROWS: dict[str, tuple[Callable[[Stack, Token], MatgradError | None], ...]] = {
    "name": (_derivative, _euler, _optimum, _word),
    "(": (_number, _function),
    "/": (_root,),
    "^": (_tower,),
    **dict.fromkeys((".*", "×", "*", DOT), (_sign,)),
    "beside": (_number, _fraction, _exponent, _blocks),
    "above": (_mark,),
    "below": (_entry,),
    "'": (_prime,),
    "power": (_power,),
    "}": (_braces,),
}


# ---------------------------------------------------------------- how far something reaches


def _extent(s: Stack, question: str, start: int, begin: int, end: int) -> AmbiguousError:
    """Does what begins there hold all up to the end, or only what was read before this token?"""
    middle = s.tokens[s.at - 2].end
    head, inside, rest = map(s.quoted, ((start, begin), (begin, middle), (middle, end)))
    is_product = s.tokens[s.at - 1].text not in INFIX
    other = f"{'' if s.latex else '*'}{rest.lstrip()}" if is_product else rest
    part = inside if head.endswith("/") else f"({inside})"
    head = head.rstrip() + " " * ("_" in head)  # sum_i (x_i y) has no arguments
    ways = f"{head}({inside}{rest})", f"{head}{part}{other}"
    return either(question, (start, end), *ways)


def is_closed(s: Stack, frame: Frame) -> bool:
    """Is the argument of a function without brackets a whole one, as in log det(S) x?"""
    is_call = frame.binds == APPLIED and s.operands[-1].kind == "call"
    return is_call and s.tokens[s.at - 2].text in CLOSED


def ends(s: Stack, frame: Frame, token: Token, *, is_beside: bool) -> bool:
    """Does the argument of a function without brackets end here, as in sin a/2 and det A det B?

    Ask in sin a/b and sum a * b; in log x y the product is the argument, which is a guess.
    """
    following, argument = token if is_beside else s.next, s.operands[-1]
    is_sum, is_minus = frame.form == "sum", frame.binds == SUM + 1  # exp -x²/2
    if frame.name in TRACES and (is_beside or token.text == "/"):
        return False
    if is_minus and not is_sum and not is_beside:
        return False
    is_call = following.kind is Kind.NAME and s.known.is_call(following.text)
    is_apart = is_sum and not s.has_index(s.at - is_beside, frame.letters)
    is_number, is_tight = argument.kind == "number", frame.binds == APPLIED
    if is_beside:
        begins = token.kind is Kind.SIGN and token.text in SUMS
        is_function = is_call and frame.name not in OVER_INDEX and not (is_number and is_tight)
        is_end = (
            is_apart and (is_call or (begins and frame.name != "sum")) if is_sum else is_function
        )
        is_bracket = token.text == "(" and argument.kind == "name" and is_tight
        is_long = argument.kind in ("number", "infix")
        is_open = is_apart or (not is_sum and (is_bracket or (begins and not is_long)))
    else:
        is_size = following.kind is Kind.NUMBER or following.text in COUNTS
        is_factor = is_number or is_call or is_apart
        is_end = token.text == DOT and is_factor
        if token.text == "/":
            is_end = is_size and (s.latex or frame.name not in ("det", "logdet"))
            is_end = is_end or s.is_next("(")
        is_whole = argument.kind == "call" and frame.name in OVER_INDEX  # sum log(p)/q
        is_long = token.text in ("+", "-") and argument.text != "1"
        is_open = not is_long and (is_apart or not (is_sum or is_whole))
        if token.text in ("*", ".*"):
            is_open = is_tight and frame.name in OVER_INDEX
    if is_open and not is_end:
        end = max(following.end, s.end_of_product(s.at - is_beside))
        raise _extent(s, _EXTENT, _head(s, frame), frame.begin, end)
    return is_end or (is_beside and is_tight and not _is_whole(s, frame, token))


def _head(s: Stack, frame: Frame) -> int:
    """Where the functions begin that wait for one argument, as log det."""
    last = next(at for at, each in enumerate(s.waiting) if each is frame)
    while last and s.waiting[last - 1].form == "apply":
        last -= 1
    return s.waiting[last].token.start


def _is_whole(s: Stack, frame: Frame, token: Token) -> bool:
    """Is the argument of log in log x y the product?"""
    first, choices = s.operands[-1], s.known.choices
    is_number = first.kind == "number" or first.text in GREEK_LETTERS
    is_sure = is_number or frame.name in OVER_INDEX or token.start == first.end
    if choices is None or s.latex or is_sure:
        return True
    question = f"how far does the argument of {frame.token.text} reach?"
    end = s.end_of_product(s.at - 1)
    asked = _extent(s, question, frame.token.start, frame.begin, end)
    (whole, other), place = (way.text for way in asked.ways), (frame.token.start, end)
    words = f"{s.quoted(place)} is read as "
    options = (
        Way("all", 0, "", Guess(words + whole, other, place), whole, is_doubtful=True),
        Way("first", 1, "", Guess(words + other, whole, place), other),
    )
    return choices.choose(Choice(f"argument at {place[0]}", options, question, place)) == "all"


def is_turned(s: Stack, mark: Token) -> bool:
    """Is x^t the transpose of x, rather than a power?"""
    base, choices = s.operands[-1], s.known.choices
    is_letter = base.kind == "name" and base.text not in {EULER, *GREEK_LETTERS}
    if mark.text != "t" or choices is None or s.latex or not is_letter:
        return False
    others = zip(s.tokens[1:], s.tokens, strict=False)
    is_variable = any(one.text == "t" and before.text != "^" for one, before in others)
    if is_variable or s.tokens[0].text == "t" or "t" in s.known.variables:
        return False
    guess = Guess(f"{base.text}^t is read as the transpose of {base.text}", "t: scalar")
    turned = Way("turned", 0, "", guess, f"{base.text}'", is_doubtful=True)
    options = turned, Way("power", 1, hint="t: scalar")
    question, place = f"is {base.text}^t the transpose, or a power?", (base.start, mark.end)
    return choices.choose(Choice("t above", options, question, place)) == "turned"


def ask_of_inverse(s: Stack, frame: Frame, right: Node) -> None:
    """Ask about sin^-1 x, which is one over the sine, or its inverse function."""
    power, name = frame.power, frame.token.text
    minus = power.args[0] if power is not None and power.kind == "prefix" else power
    if minus is None or (minus.text, minus is power) not in (("1", False), ("-1", True)):
        return
    given = s.quoted(right.position)
    given = given if right.grouped else f"({given})"
    inverse = {"log": "exp", "ln": "exp", "exp": "log"}.get(name, f"a{name}")
    if s.latex:
        inverse = inverse.replace("a", "arc", inverse == f"a{name}")
    sign = "\\" if s.latex else ""
    question, place = f"is this one over {name}, or its inverse function?", frame.token.start
    ways = f"{sign}{inverse}{given}", f"1/{sign}{name}{given}"
    raise either(question, (place, right.end), *ways)


def last_term(s: Stack, token: Token, indices: Sequence[str]) -> int:
    """Where the last term begins in which these indices stand: the sum reaches so far."""
    terms = [(0, False)]  # where each begins, and whether it has an index
    before, rebound = token, -1  # how deep a sum stands that binds the index anew
    for at, each, sign, depth in s.ahead(s.at):
        if sign in (",", "=") and not depth:
            break
        is_operand = before.kind is not Kind.SIGN or before.text in SHUTS or before.text == "'"
        if sign in ("+", "-") and not depth and is_operand:
            terms.append((each.start, False))
            rebound = -1
        rebound = -1 if depth < rebound else rebound
        if rebound < 0 and _binds(s, at, indices):
            rebound = depth
        if rebound < 0 and s.holds(at, indices):
            terms[-1] = (terms[-1][0], True)
        before = each
    last = max((number for number, (_, held) in enumerate(terms) if held), default=0)
    if not last:
        return 0
    end = terms[last + 1][0] if last + 1 < len(terms) else before.end
    question = "which terms belong to this sum?"
    if not all(held for _, held in terms[: last + 1]):
        body = s.next.start, end
        raise either(question, body, f"({s.quoted(body).strip()})")
    if s.top is not None and s.top.form == "apply":
        raise AmbiguousError(question, (token.start, terms[last][0]), "put them in brackets")
    return terms[last][0]


def _binds(s: Stack, at: int, indices: Sequence[str]) -> bool:
    """Does another sum over one of these indices begin here?"""
    token = s.tokens[at]
    name, _, index = token.text.partition("_")
    if token.text not in SUMS and (token.kind is not Kind.NAME or name not in OVER_INDEX):
        return False
    if index:
        return bool({*index} & {*indices})
    after = s.end_of(at + 2) if s.tokens[at + 1].text == "^" else at + 1
    below = [each.text for each in s.tokens[after : after + 4]]
    is_below = below[:1] == ["_"] or below[0] in indices
    return is_below and any(letter in indices for text in below for letter in text)
