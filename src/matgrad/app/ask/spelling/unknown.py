"""Words around the function that are not understood: they are asked about, never passed over.

What stands between “the gradient of” and a formula, and between that formula and “with respect
to”, either names what is differentiated or does something to it. What does something was taken
into the formula (worded), or it is not known.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.defining import NAME, is_differentiated
from matgrad.app.ask.spelling.joined import BY, DERIVATIVES
from matgrad.app.ask.spelling.modifiers import ARTICLES, acts, changing
from matgrad.app.ask.spelling.writing import ANY, ONE, Writing, has_marks
from matgrad.app.ask.text.marks import MARK
from matgrad.app.ask.text.segments import Cut

_GIVEN = r"(?:is|be|are|equals?|denotes?|is\s+given\s+by|reads|=|:)"
_OBJECTIVE = (
    r"\b(?:loss|cost|objective|criterion|energy|(?:log-)?likelihood|risk|lagrangian|hamiltonian"
    r"|functional)"
)
_CALLED = rf"{ANY}\s+(?:is|be|denotes?|equals)"
_LEAD = r"(?P<lead>(?:[^\N{LEFT WHITE SQUARE BRACKET}?!;:.]|\.(?!\s+(?-i:[A-Z]))){0,120}?)"
_ASKED = re.compile(
    rf"(?:{DERIVATIVES}{BY}\s+of|\bdifferentiat(?:e|ing)(?!\s+by\b))\s+{_LEAD}{ONE}", re.I
)
_SLOPE = re.compile(rf"{ANY}\s+of\s+{_LEAD}{ONE}", re.I)  # d/dx of …
_SLOPED = re.compile(r"\s*\\[dt]?frac\s*\{\s*(?:\\partial|d)\s*\}\s*\{[^{}]*\}\s*")
_SOUGHT = re.compile(rf"\b(?:minimi|maximi)[sz](?:e|ing)\s+{_LEAD}{ONE}", re.I)
_DEFINED = re.compile(
    rf"(?:{_OBJECTIVE}(?:\s+function)?(?:\s*:|\s+{_GIVEN})|(?P<name>{_CALLED}))\s+{_LEAD}{ONE}",
    re.I,
)
_EQUATED = re.compile(rf"{ANY}\s+equals\s+(?:to\s+)?{_LEAD}{ONE}", re.I)  # whatever the name
_COUNTED = re.compile(  # what is called something, and not worked out
    r"(?:the\s+|an?\s+)?(?:[a-z]+\s+)?(?:number|probability|index|label|set|list|vector|matrix|rows?"
    r"|columns?)\s+of\b",
    re.I,
)
_BREAKS = re.compile(  # -log, max
    r"(?P<sign>[-−+]?)\s*\\(?:operatorname\s*\{\s*)?(?P<word>log|ln|exp|max|min|sum|prod|mean)\}?\s*$"
)
_SHORT = re.compile(r"(?<==)\s*(?P<word>[A-Z]{2,6})\s*$")  # ⟦L = MSE⟧ of ⟦3⟧
_SHORT_OF = re.compile(rf"{ONE}\s+(?:of|between)\s+{ANY}")
_BROKEN = re.compile(  # ⟦L = -log⟧ likelihood of ⟦3⟧
    rf"{ONE}\s+(?P<lead>[a-z][^.?!;:{MARK[0]}]{{0,80}}?\b(?:of|over)\s+){ANY}"
)
_WITHOUT = re.compile(  # ⟦1⟧ over all ⟦3⟧ except ⟦5⟧
    rf"{ANY},?\s+\(?over\s+(?:all\s+|every\s+|each\s+)?(?:{ANY}\s+|[a-z]+\s+)"
    rf"(?P<does>other\s+than|except|but|excluding|apart\s+from|without)\s+(?:for\s+)?(?:{ANY}|the\s)"
)
_FUNCTION = re.compile(
    r"\s*(?:\\[A-Za-z]+|[A-Za-z])(?:_\w|_\{\w+\})?\([^()=]*\)\s*|\s*[fghF]\s*"
    r"|\s*\\mathrm\s*\{(?:loss|cost|obj|objective|error|energy|risk)\}\s*"
)
_STOP = re.compile(  # the formula behind these words is not the one that is spoken of
    r"\b(?:is|are|was|be|with|where|when|that|which|if|at|using|then|so|because|since|in|on|as|we|I"
    r"|it|you|has|have|can|should|will|would|for|respect|and|or|but|becomes?|equals?|equal|gives?|yields?"
    r"|leads?|gets?|got|produces?|results?(?=\s))\b"
)
_DOES = frozenset(  # these words do something to what follows them
    "of between times plus minus over less per percent from by to twice thrice double triple half "
    "squared cubed negative exp log ln sqrt sin cos".split()
)
_LOST = re.compile(
    r"[-+/^|‖]\s*[(\[{|‖]|[)\]}|‖\d]\s*[-+*/^]|\s[-+*/^=]\s|^\s*[-+]?\d+(?:\.\d+)?\s*$"
)
_ADDING = (["sum"], ["mean"], ["average"], ["product"])
_HARMLESS = frozenset(
    "the a an this that my our its their given following above whole entire full resulting scalar "
    "function functions functional loss cost objective value values energy error risk likelihood "
    "log-likelihood loglikelihood negative-log-likelihood expression formula form equation output "
    "outputs result case rest side term terms part components component entries entry elements "
    "element coordinates gradient gradients derivative derivatives hessian jacobian kind kinds "
    "type class set sort family version each both all any one either some such first second last "
    "order partial matrix vector square-matrix computation calculation respect".split()
)
_TAIL = frozenset(  # what may follow the function
    "with w wrt by in at where when whenever if for is are was were be being equals equal as or "
    "and "
    "but on using via from through that which whose given assuming exists exist does do did can "
    "could should would will may might must has have had i we you it they he she the a because "
    "since so then here there now evaluated defined to under without this these my not only also "
    "both too above below again however namely such like while until unless see please thanks "
    "respect its all what how why let becomes become isn't doesn't looks seems against holds "
    "first correctly directly explicitly easily step considered written taken computed thank "
    "along relative instead just really simply always never no yes right wrong correct true false "
    "inside of yields gives vanishes means i.e e.g cf vs versus after before during between "
    "zero vanish nonzero positive regarding holding keeping treating found obtained derived "
    "concerning taking restricted subject analytically numerically manually properly".split()
)
_RESPECTS = r"(?:with|w\.?r\.?t|by|for|respect)\b"
_DONE = frozenset(  # what is done to a function, said behind it
    "added subtracted divided multiplied scaled averaged normalised normalized negated inverted "
    "halved doubled summed transposed raised squared cubed regularised regularized weighted "
    "together per composed convolved".split()
)
_RESULT = re.compile(
    r"\bwhere\s+(?:the\s+)?(?:result|whole|everything|all\s+of\s+(?:it|this)|sum|output|total|it|this)"
    r"\b[^.?!]{0,30}?\bis\s+(?P<does>squared|cubed|divided|multiplied|scaled|averaged|normali[sz]ed"
    r"|negated|inverted|halved|doubled|summed|transposed|raised)"
)
_JOINED = re.compile(  # behind the function or its definition
    rf"{ANY},?\s+(?P<does>times|multiplied by|divided by|plus|minus|less)\s+(?:the\s+|a\s+)?{ANY}"
)
# Nobody divides these by a name: “over ⟦x⟧” tells the variable.
_VECTORS = re.compile(r"'|\^\s*\{?\s*(?:T|\\top)|\\\||\|\||[A-Z]|\\sum|,")
# ⟦1⟧ composed with a linear map, that is ⟦F(x) = …⟧: what is done is written out.
_WRITTEN = re.compile(rf"[^.?!;]{{0,80}}?[,:(]\s*(?:that is|i\.e\.|namely|so)\s*[,:]?\s*{ONE}")
_DEFINITION = re.compile(r"\s*\\?[A-Za-z]+\s*\([^()=]*\)\s*=")
LONGEST = 10  # words that name one function


def unknown_words(cut: Cut) -> str | None:
    """The question about words that make another function of a formula, and are not known."""
    if has_marks(cut):
        return None
    writing = Writing.of(cut)
    writing.text = " ".join(writing.text.split())
    slopes = (x for x in _SLOPE.finditer(writing.text) if _SLOPED.fullmatch(_first(writing, x)))
    for found in (*_ASKED.finditer(writing.text), *slopes):
        if _STOP.search(found["lead"]):
            continue
        formula = writing.formula(found[found.lastindex or 0])
        if unknown := _unknown_lead(found["lead"]) or changing(found["lead"], formula):
            return _question(unknown)
        if unknown := _unknown_tail(writing, found.end()):
            return f"“{unknown}” is not understood here; write the function as one formula."
    for found in _SOUGHT.finditer(writing.text):
        formula = writing.formula(found[found.lastindex or 0])
        if _LOST.search(found["lead"]) or _ends_acting(found["lead"], formula):
            return _question(found["lead"].strip())
    if unknown := _unknown_value(writing):
        return _question(unknown)
    does = (_RESULT, _JOINED, _WITHOUT)
    result = next(filter(None, (each.search(writing.text) for each in does)), None)
    return _question(result["does"]) if result else None


def _unknown_value(writing: Writing) -> str | None:
    """Words between a name, an equals sign or a formula that breaks off, and a formula."""
    for found in _DEFINED.finditer(writing.text):
        is_function = not found["name"] or _FUNCTION.fullmatch(writing.formula(_mark(found)))
        is_function = is_function or found["lead"].split() in _ADDING
        formula = writing.formula(found[found.lastindex or 0])
        if is_function and (unknown := _unknown_lead(found["lead"])):
            return unknown
        is_value = not (found["name"] and is_differentiated(writing, found.start("name")))
        if is_value and _ends_acting(found["lead"], formula):
            return found["lead"].strip()
    for found in _EQUATED.finditer(writing.text):
        is_other = NAME.fullmatch(writing.formula(found[2])) and not found["lead"].endswith("over ")
        is_other = is_other or _COUNTED.match(found["lead"])
        if not is_other and (unknown := _unknown_lead(found["lead"]) or _acting(found["lead"])):
            return unknown
    for found in _BROKEN.finditer(writing.text):
        if end := _BREAKS.search(writing.formula(found[1])):
            return f"{end['sign']}{end['word']} {found['lead']}".strip()
    for found in _SHORT_OF.finditer(writing.text):
        if end := _SHORT.search(writing.formula(found[1])):
            return end["word"]
    return None


def _acting(lead: str) -> str | None:
    """Words that end with one that acts on the formula behind it, whatever stands before."""
    words = lead.lower().split()
    return lead.strip() if words[-1:] == ["of"] and not {*words} <= _HARMLESS | {"of"} else None


def _first(writing: Writing, found: re.Match[str]) -> str:
    """The formula with which what was found begins."""
    return writing.formula(found[0].partition(MARK[-1])[0])


def _ends_acting(lead: str, formula: str) -> bool:
    """Does one word stand before a formula that makes another one of it: f is weighted ⟦2⟧?"""
    words = [word for word in lead.split() if word.lower() not in ARTICLES]
    is_value = "=" not in formula and NAME.fullmatch(formula) is None
    return len(words) == 1 and is_value and acts(words[0], formula)


def _mark(found: re.Match[str]) -> str:
    return found["name"].split()[0]


def _question(words: str) -> str:
    return f"What is “{words}”? Write the function as a formula."


def _unknown_lead(lead: str) -> str | None:
    """Words before a formula that do something to it."""
    if _LOST.search(lead) or lead.split() in _ADDING:
        return lead.strip()
    words = re.sub(r"[()\"“”‘’*_,]", " ", lead.lower()).split()
    if "inverse" in words and "of" in words and "matrix" not in words:
        return lead.strip()  # the inverse function of
    is_apposed = lead.rstrip().endswith(",") or words[-2:] in (
        ["function", "of"],
        ["functions", "of"],
    )
    if not words or len(words) > LONGEST or is_apposed or _STOP.search(lead):
        return None
    last = next((word for word in reversed(words) if word not in ("the", "a", "an")), "the")
    is_clear = last not in _DOES
    if "of" in words or not is_clear:
        is_clear = all(word in _HARMLESS or word == "of" for word in words)
    is_clear = is_clear and "i.e." not in words
    return None if is_clear else lead.strip()


def _unknown_tail(writing: Writing, end: int) -> str | None:
    """A word behind the function that is none of those that may follow."""
    text = writing.text
    while also := re.compile(rf"\s*(?:,|and|,\s*and)\s+{ANY}").match(text, end):
        end = also.end()
    if lost := re.compile(rf"\s*[-+/^|]\s*[\w({MARK[0]}]").match(text, end):
        return lost[0].strip()
    found = re.compile(r",?\s+\(?([A-Za-z][A-Za-z.'’-]*)").match(text, end)
    if found is None:
        return None
    word = found[1].rstrip(".,").replace("’", "'").lower()
    if word == "over":
        after = re.compile(rf"\s+{ONE}").match(text, found.end())
        above = writing.formula(text[text.rfind(MARK[0], 0, end) : end])
        is_named = NAME.fullmatch(above) or "=" in above or _VECTORS.search(above)
        is_variable = after and NAME.fullmatch(writing.formula(after[1])) and is_named
        return None if is_variable or after is None else word
    is_known = word in _TAIL or word.replace(".", "") in _TAIL or word.endswith("'s")
    takes = re.compile(rf"(?:\s+(?!{_RESPECTS})[a-z]+){{0,3}}?\s+{ANY}").match(text, found.end())
    is_last = found[1].endswith(".") and "." not in word  # of its sentence: A symmetric. is it …
    is_taking = takes is not None and not (found[0].startswith(",") or is_last)
    is_done = word in _DONE or is_taking
    told = _WRITTEN.match(text, found.end())
    is_composed = word in ("composed", "precomposed", "combined")
    is_known |= is_composed and bool(told and _DEFINITION.match(writing.formula(told[1])))
    return found[1] if is_done and not is_known else None
