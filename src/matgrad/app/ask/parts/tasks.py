"""Which parts of a text are tasks of their own, and what they ask for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.app.ask.parts.marks import CALLED, Part, Parts
from matgrad.app.ask.text.adjectives import ANY_FACT
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.partials import arguments_in, has_partial
from matgrad.app.ask.text.words import DERIVATIVE, ESTIMATE, RESPECT

NOUN = (
    rf"\b(?:{DERIVATIVE}s?\b|differentials?\b|partials?\b|differentiat\w*|second derivatives?\b"
    r"|back-?prop\w*|grad\b|laplacians?\b)"
)
VERB = (
    r"(?:find|compute|calculate|derive|determine|differentiate|show|prove|verify|check|give|evaluate"
    r"|obtain|state|work out|write(?: down)?|take|get|repeat|do|deduce|conclude|infer|confirm)"
)
SAME = re.compile(
    rf"\b(?:(?:please\s+)?{VERB}\s+)?(?:(?:the\s+)?same(?:\s+(?:thing|question|task|derivatives?))?"
    r"|repeat(?:\s+(?:this|it|that|the (?:same|exercise|computation|calculation)))?|likewise"
    r"|similarly|analogously|again|ditto|(?:what|how)\s+about)\b(?:\s+(?:again|now))?"
    r"(?:\s+(?P<link>for|with|of)\b(?!\s+respect))?"
    rf"|^\W*(?:(?:and|now|then|also)\s+)*(?={RESPECT}\s)",  # And with respect to ⟦3⟧?
    re.I,
)
_RESULT = (
    r"(?:(?:the|your|my|our)\s+(?:answers?|results?|expressions?|formulas?)\s+"
    r"(?:of|in|from|to|for)\s+)?"
)
_TURNS = (
    r"(?:\s+(?:then\s+)?(?:be\s+)?(?:becomes?|looks?(?:\s+like)?|simplif(?:y|ied)(?:\s+to)?"
    r"|reduces?(?:\s+to)?|changes?|read))?"
)
_ASKED = r"\b(?:(?:what|how)\s+(?:does|do|would|will|can)|what\s+(?:happens\s+to|is)|simplify)\s+"
_IF = r"(?=\s*(?:if|when|for|in\s+case|assuming|provided)\b)"
_IT = rf"(?:it|this|that|(?:the|your|my|our)\s+(?:answer|result|expression|formula|{DERIVATIVE}))"
BECOMES = re.compile(  # what does (a) become if …, how does the answer to (a) change if …
    rf"{_ASKED}{_RESULT}(?:(?:{CALLED})\s*)?\((?P<n>\d{{1,2}}|[a-h]|i{{1,3}}|iv|v)\){_TURNS}{_IF}",
    re.I,
)
_BECOMES = re.compile(  # what does it become if …, what happens if …, and if …
    rf"(?:{_ASKED}{_IT}{_TURNS}|\bwhat\s+happens|^\W*(?:(?:and|but|now|what)\s+)+)"
    rf"(?=\s*(?:(?:if|when|in\s+case|assuming|for\s+(?:an?\s+|the\s+)?(?:{ANY_FACT}))\b"
    rf"|for\s+(?:[A-Za-z]\s*=|(?P<set>{M}))))",
    re.I,
)
_SET = re.compile(r"\W*(?:\\[A-Za-z]+|[A-Za-z])\W{0,3}=")  # $M = I$, no function
_ASKS = re.compile(rf"\?|\b(?:what|how|want|need|{VERB})\b", re.I)
_PHRASE = re.compile(
    rf"^\W*(?:and\s+|then\s+|also\s+)?(?:the|its|an?|all)?\s*(?:[a-z-]+\s+){{0,2}}?{NOUN}", re.I
)
_SIGN = re.compile(
    r"\\nabla|∇|\\Delta\s+[a-z]\b|\\partial|∂|\\[dt]?frac\s*\{\s*(?:d|\\mathrm\s*\{?\s*d)|\\dot\b|\bd[A-Za-z]\s*/\s*d[A-Za-z]"
    r"|[A-Za-z]\s*'+\s*\(|\bd\s*/\s*d[A-Za-z]|(?:\\operatorname|\\mathrm|\\text)\s*\{(?:grad|Hess)\}"
)
_STEPS = re.compile(
    r"\b(?:steps?|derivations?|proofs?|attempts?|each line|lines|as follows|approach|choices?"
    r"|options?|which (?:one|of)|candidates?|answers?|formulas?|claims?|statements?"
    r"|reasons?)\b[^.?!]*$",
    re.I,
)
# (a) ⟦1⟧: ⟦3⟧; the derivative that is given for a function
PAIR = re.compile(rf"({M})\s*(?::|[–—]|->|→)\s*({M})[\s.,;?]*(?:and\s*)?")
_SHOWS = r"\b(?:show|prove|verify|check|deduce|conclude|infer|confirm)\s+"
# show that the minimiser is ⟦1⟧, that ⟦S⟧ is minimised by ⟦1⟧, that ⟦\hat x = …⟧
_REACHED = (
    r"(?:(?:is|are)\s+(?:(?:mini|maxi)mi[sz]ed|(?:mini|maxi)mal|stationary|smallest|largest|zero)"
    r"|vanish(?:es)?|(?:has|attains|takes)\s+(?:its|an?)\s+(?:[a-z]+\s+)?(?:mini|maxi)mum)"
    r"\s+(?:exactly\s+|only\s+)?(?:by|at|for|when|where|if)\s+(?:[a-z]+\s+){0,2}?"
)
_OPTIMUM = re.compile(
    rf"{_SHOWS}[^.?!]*\b(?:(?:mini|maxi|opti)mi[sz]er|(?:stationary|critical)\s+point"
    rf"|arg\s?(?:min|max)|optimal\s+[a-z]+|{ESTIMATE})\b"
    rf"[^.?!]*?\bis\b[^.?!]*?{M}|{_SHOWS}[^.?!]*\b{_REACHED}{M}",
    re.I,
)
_SHOWN = re.compile(rf"{_SHOWS}(?:that\s+)?({M})", re.I)
_HAT = re.compile(
    r"\W*\\(?:wide)?hat\b[^=]*=|\W*\\?\w+\s*[_^]\s*\{?\s*(?:\*|\\star|\\ast)\s*\}?\s*="
)
# What another part may want besides derivatives, and what it may assume for that.
_WANTS = re.compile(
    rf"\?|(?:^|[.!?,;:]\s+|\b(?:and|then)\s+)\W*(?:{VERB}|explain|discuss|use|minimi[sz]e|maximi[sz]e"
    r"|solve|sketch|plot|decide|argue)\b",
    re.I,
)
_ASSUMES = re.compile(
    r"\b(?:let|suppose|assum(?:e|ing)|if|when|now|given|provided|for|with)\b", re.I
)
# if ⟦1⟧ is symmetric, is it ⟦3⟧? The derivative of an earlier part
_IT_IS = re.compile(
    r"(?P<ask>\b(?:is|does|would)\s+)?\b(?P<it>it|this|the\s+(?:answer|result))\s+"
    r"(?=(?(ask)(?:(?:then|still|really|just|always|now|equals?|be|to|become)\s+){0,3}"
    rf"|(?:then\s+)?(?:is|becomes|equals|simplifies\s+to|reduces\s+to)\s+){M})",
    re.I,
)
_IT_AT = re.compile(  # evaluate it at ⟦1⟧, at the point (1, 2)
    r"\b(?:evaluate|compute|calculate|find|give|determine|what\s+is)\s+"
    r"(?P<it>it|this|that|the\s+(?:answer|result))\s+(?:at|for)\s+"
    rf"(?={M}|\(|[a-z]\w?\s*=|(?:the\s+)?(?:point|origin)\b)",
    re.I,
)
_OF_IT = re.compile(rf"\b(?:it|this|(?:the|my|your)\s+(?:answer|result))\b[^.?!]*{M}", re.I)
_OF_ARGUMENTS = re.compile(r"[\s$`]*(?:\\?[A-Za-z]\w*(?:_\{?\w+\}?)?\s*\([^=]*\)|[yz])\s*:?=")
_ANSWERED = re.compile(
    rf"\s*({M})[\s.,;:]*(?:I|we)\s+(?:get|got|found|obtain(?:ed)?)\s*:?\s*{M}", re.I
)
_END = re.compile(r"(?<=[.?!])\s+|\n\s*\n")


def are_tasks(parts: Parts) -> bool:
    """Do at least two of the parts want a derivative, or give one to be judged?"""
    lead = _END.split(parts.before.rstrip())[-1]
    is_apart = parts.parts[0].is_apart
    if all(PAIR.fullmatch(each.words.strip()) for each in parts.parts):
        return speaks_of_derivatives(parts, lead)
    phrases = sum(_PHRASE.search(each.words) is not None for each in parts.parts)
    if _STEPS.search(lead) and not is_apart and phrases < 2:
        return False
    tasks = [is_task(parts, each) for each in parts.parts]
    return sum(tasks) > 1 or (any(tasks) and _are_apart(parts, tasks))


def _is_answered(parts: Parts, words: str) -> bool:
    """Does a part give a function and its derivative: ⟦f(x) = …⟧. I get ⟦3⟧?"""
    found = _ANSWERED.match(words)
    formula = parts.formulas[next(numbers(found[1]))] if found else ""
    return _OF_ARGUMENTS.match(formula) is not None


def _are_apart(parts: Parts, tasks: Sequence[bool]) -> bool:
    """Is what the other parts want no derivative, under an assumption that is theirs alone?"""
    others = [each.words for each, task in zip(parts.parts, tasks, strict=True) if not task]
    has_own = any(map(_ASSUMES.search, others)) and not any(map(_OF_IT.search, others))
    return has_own and all(map(_WANTS.search, others))


def is_task(parts: Parts, part: Part) -> bool:
    """Does a part want a derivative?"""
    words = part.words
    earlier = parts.parts[: parts.parts.index(part)]
    if it_in(words) and any(speaks_of_derivatives(parts, x.words) for x in earlier):
        return True
    is_becoming = becomes_in(parts, words) is not None and part is not parts.parts[0]
    if is_becoming or tells_optimum(parts, words) or _is_answered(parts, words):
        return True
    inside = [parts.formulas[n] for mark in re.findall(M, words) for n in numbers(mark)]
    is_claim = any("=" in x and _SIGN.search(x.partition("=")[0]) for x in inside)
    is_wanted = _ASKS.search(words) or _PHRASE.search(words) or part.is_apart or is_claim
    if is_wanted and (speaks_of_derivatives(parts, words) or SAME.search(words)):
        return True
    lead = _END.split(parts.before.rstrip())[-1]
    is_open = not re.search(r"(?:[.?!]|\b(?:where|with|if|when|that|given|assuming))\W*$", lead)
    is_led = is_open and _ASKS.search(lead) and M[0] in words  # find (a) ⟦∂f/∂x⟧, (b) ⟦∂f/∂y⟧
    of_derivative = speaks_of_derivatives(parts, lead) or speaks_of_derivatives(parts, words)
    return bool(is_led and of_derivative)


def it_in(words: str) -> re.Match[str] | None:
    """Where words speak of the derivative of an earlier part as “it”."""
    return _IT_IS.search(words) or _IT_AT.search(words)


def tells_optimum(parts: Parts, words: str) -> bool:
    r"""Is an optimum to be shown, in words or as ⟦\hat x = …⟧?"""
    shown = [parts.formulas[n] for found in _SHOWN.finditer(words) for n in numbers(found[1])]
    return _OPTIMUM.search(words) is not None or any(map(_HAT.match, shown))


def becomes_in(parts: Parts, words: str) -> re.Match[str] | None:
    """Where words ask what the answer to another part becomes, by its number or as “it”."""
    found = BECOMES.search(words) or _BECOMES.search(words)
    mark = found.groupdict().get("set") if found else None
    is_set = not mark or _SET.match(parts.formulas[next(numbers(mark))])
    return found if is_set else None


def speaks_of_derivatives(parts: Parts, words: str) -> bool:
    """Are there words or signs for a derivative?"""
    inside = [parts.formulas[n] for mark in re.findall(M, words) for n in numbers(mark)]
    if any(map(_SIGN.search, (words, *inside))) or re.search(NOUN, words, re.I):
        return True
    return _has_subscript(parts, (words, *inside))


def _has_subscript(parts: Parts, words: Sequence[str]) -> bool:
    """Is one of these f_x or f_{xy}, where the text defines f(x, y)?"""
    text = parts.written(" ".join((parts.before, *(each.words for each in parts.parts))))
    known = arguments_in(text)
    return any(has_partial(each, known) for each in words)
