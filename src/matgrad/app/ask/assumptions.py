"""Whether a text says a fact, denies it, or only speaks of the case that it holds."""

from __future__ import annotations

import re

STATED, DENIED, CONDITIONAL = "", "the text denies it", "the text only speaks of that case"
LONGEST = 800  # characters of a sentence before or behind a place
NEAR = 160  # characters before a fact in which it is said who assumes or asks it
MARKED = "\N{LEFT WHITE SQUARE BRACKET}"
_ASIDE = re.compile(r",\s*(?:however|though|in general|for example|eg|ie|a priori)\s*,", re.I)
_NOT = r"(?:\bnot\b|\bnever\b|\bneither\b|\bnor\b|n['’]t\b|\bcannot\b|\bwithout\b|\bno\b|\bdont\b)"
_DENIES = re.compile(
    rf"{_NOT}|\b(?:necessarily|possibly|maybe|perhaps|usually|often|sometimes|hardly|far from)\b"
    r"|\b(?:fail|drop(?!out)|relax|remov|abandon|giv(?:e|ing) up)\w*|\b(?:non[- ]?|a|un)symmetric",
    re.I,
)
_NON = re.compile(
    r"\b(?:(?:non|in|un)-?|almost|nearly|approximately|roughly|somewhat|partially|close to"
    r"|supposedly|allegedly|(?:might|may|could)\s+(?:\w+\s+)?be)\s?$",
    re.I,
)
_FALSE = re.compile(  # it is false that; he wrongly assumed that; books pretend that
    r"\b(?:false|wrong|untrue|incorrect|a mistake|a myth|nonsense)\b[^,;]{0,30}\b(?:that|to)\b"
    r"[^,]{0,30}$"
    r"|\b(?:wrongly|falsely|mistakenly|incorrectly|erroneously)\b[^,;]{0,40}$"
    r"|\b(?:pretend|ignor|wish|doubt|hop(?:e|ing)\b)\w*\b[^,;]{0,40}$"
    r"|\b(?:have|need|want|try|trying|like|how|asked|remains) to (?:prove|show|check|verify)\b"
    r"[^,;]{0,30}$",
    re.I,
)
_OTHER_PLACE = (
    r"\bin (?:the|my|our|an?) (?:previous|last|earlier|other|first|similar)"
    r" (?:exercise|problem|question|example|task|lecture|section|chapter|class|homework)\b"
)
_ELSEWHERE = re.compile(  # contrary to the last exercise, where A is symmetric, …
    r"\b(?:contrary to|unlike|in contrast (?:to|with)|as opposed to|different(?:ly)? from)\b"
    r"[^.;,]*,?\s*(?:where|in which|when|with)\b[^,]*$"
    rf"|{_OTHER_PLACE}[^.;]*$",
    re.I,
)
_SOMEWHERE = re.compile(rf"^\s*{_OTHER_PLACE}", re.I)
_ANY_FACT = (
    r"(?:(?:skew|anti)-?\s?)?(?:symm|diag|orthog|positive|negative|upper|lower|invert|general)"
)
_OR = re.compile(rf"^\s*,?\s*or\s+(?:an?\s+)?(?:{_ANY_FACT}|skew|arbitrary)", re.I)  # or diagonal
_OR_BEFORE = re.compile(rf"\b{_ANY_FACT}[\w -]{{0,12}},?\s*\bor\s+(?:an?\s+)?$", re.I)
_DOUBTED = re.compile(  # … but I doubt it; here it is arbitrary
    r"\b(?:I|we) (?:\w+ )?doubt (?:it|this|that)\s*(?:[,;]|$)"
    r"|\b(?:which|this|but (?:it|that)) (?:is|seems|may be)"
    r" (?:false|wrong|untrue|doubtful|not true)\b"
    r"|\b(?:here|now|but)\s+(?:it|this|that|(?:the|our|my) matrix)\s+(?:is|can be|may be)\s+"
    r"(?:an?\s+)?(?:arbitrary|general|any|not)\b"
    r"|\b(?:I|we) (?:do not|don['’]t|cannot|can['’]t) (?:(?:believe|trust) (?:it|him|her|them)\b"
    r"|think so)",
    re.I,
)
_ASSUMES = re.compile(
    rf"{_NOT}[\s,]+(?:\w+\W+){{0,4}}?(?:assum|suppos|presum|requir|impos|guarant|know|sure|say)\w*"
    r"[^,]{0,40}$",
    re.I,
)
_TAKEN_BACK = re.compile(
    rf"^[^.?!;,{MARKED}]*?(?:\bnot|n['’]t|\bnever)\s+(?:\w+\s+){{0,2}}?"
    r"(?:assum|requir|given|know|guarant|need|hold|true|the case)",
    re.I,
)
_OR_NOT = re.compile(rf"^[^.?!;{MARKED}]{{0,60}}?(?:\bor|\bit is|\bit['’]s) not\b|^ or isn", re.I)
_BREAK = re.compile(
    r"[,:()]|\b(?:where|when|with|for|and|but|here|let|suppose|given|such that|while|if|since|as)"
    r"\b",
    re.I,
)
_UNSURE = re.compile(
    r"\b(?:unless|whether|even (?:if|when)|only (?:if|when)|(?:what|how) (?:if|about))\b", re.I
)
# Is A symmetric? Must A be symmetric? Is it necessary that …? Can I assume that …?
_ASKED = re.compile(
    r"(?:^|[,;:]|\b(?:and|but|so|or|then|why))\s*(?:is|are|does|do|did|must|should|can|could|may|would"
    r"|need|has|have|will)\s+(?:(?:the|an?|our|my|this|that|it|there|we|I|he|she|they|one|you|really|also|then"
    r"|always|matter|help|change|anything|matri(?:x|ces)|vectors?|necessary|important|required"
    r"|essential|needed?|needs|requires?"
    r"|assum(?:e[ds]?|ing)|suppos(?:ed|ing)|using|have|has|to|be|enough|sufficient|assumption|condition|for|true|case|crucial|both)"
    r"\s+)*$",
    re.I,
)
_IS_IT = re.compile(  # A is symmetric?
    rf"\W*(?:(?:so|and|but)\s+)?{MARKED}\d+.\s+(?:is|are)\s+[\w\s-]{{1,40}}\?$", re.I
)
_AND_IF = re.compile(  # And if A is symmetric?
    r"^\W*(?:and|but|or)\s+(?:if|when|for)\b(?!.*\b(?:gradient|derivative|hessian|jacobian|comput|find))",
    re.I | re.S,
)
_OTHERS = re.compile(  # a classmate assumed that A is symmetric
    r"\b(?:he|she|they|someone|somebody|people|(?:class|room)mate|friend|colleague|student|teacher"
    r"|professor|book|authors?|paper|others?|answer)\s+(?:\w+\s+)?(?:assum|suppos|think|thought|believ)\w*"
    r"[^,]{0,30}$",
    re.I,
)
_CASE = re.compile(r"\b(?:if|when|whenever|once|in case|for|with(?! respect))\b", re.I)
_IF = re.compile(r"\bif\b", re.I)
_WHEN = re.compile(  # when A is symmetric, the gradient is …; for symmetric A it is …
    rf"\bwhen(?:ever)?\b[^,]*$|^\W*(?:(?:and|but|so|now)\s+)?for\s+(?:[a-z-]+\s+|{MARKED}\d+.\s+)"
    r"{0,3}$",
    re.I,
)
_DERIVATIVE = re.compile(r"\b(?:gradient|derivative|hessian|jacobian)\b", re.I)
_COMPARES = re.compile(
    r"\b(?:chang|differ(?!entia)|simplif|happen|same\b|still\b|matter|special|reduce|become|otherwise"
    r"|in general\b|general case|in particular|more simply|holds?\b|valid|necessary|required"
    r"|needed\b|works?\b|apply|applies|also true)",
    re.I,
)
_ASKS = re.compile(
    r"\?|\b(?:what|how|comput\w+|find|deriv(?:e|ing)|calculat\w+|determine|show|differentiat\w+)\b",
    re.I,
)
_SUBJECT = re.compile(
    r"\bsubject to\b|\bconstrain\w*|(?:\bmin|\bmax|\bargm|\boptimi)\w*\b.*\b(?:s\.?t\.?|such that"
    r"|under)\b",
    re.I | re.S,
)
_END = re.compile(r"[.?!;](?=\s|$)|\n\s*\n")


def standing(text: str, subject: int, begin: int, end: int) -> str:
    """How a text speaks of a fact from `begin` to `end`, said of what stands at `subject`."""
    start, stop = sentence_around(text, min(subject, begin))
    stop = max(stop, end)
    lead = _ASIDE.sub(" ", text[start : min(subject, begin)])
    between = text[subject:begin] if subject < begin else ""
    near = last_clause(lead if between else text[start:begin])
    rest = re.sub(rf"^\s*{MARKED}\d+.", "", text[end:stop])
    last, next_ = text[max(start, begin - NEAR) : begin], rest[:NEAR]
    if _NON.search(last) or _DENIES.search(between) or _DENIES.search(near):
        return DENIED
    if _ASSUMES.search(lead[-NEAR:]) or _TAKEN_BACK.search(rest) or _SOMEWHERE.search(next_):
        return DENIED
    if _FALSE.search(lead[-NEAR:]) or _ELSEWHERE.search(lead[-NEAR:]) or _DOUBTED.search(next_):
        return DENIED
    if _OR_NOT.search(rest) or _OR.search(next_) or _OR_BEFORE.search(last):
        return CONDITIONAL
    return CONDITIONAL if is_case(text[start : stop + 1], lead, text[start:begin]) else STATED


def is_constraint(text: str, at: int) -> bool:
    """Is what stands here what a minimum or maximum is subject to?"""
    before = text[sentence_around(text, at)[0] : at]
    return _SUBJECT.search(before) is not None


def last_clause(text: str) -> str:
    """What follows the last word that begins a clause."""
    return _BREAK.split(text)[-1]


def is_case(sentence: str, lead: str, before: str) -> bool:
    """Is a fact only the condition of something else that the sentence says?"""
    near = lead if len(lead) <= NEAR else f"…{lead[-NEAR:]}"
    if _UNSURE.search(lead) or _OTHERS.search(near):
        return True
    if _IS_IT.match(sentence):
        return True
    if sentence.endswith("?") and (_ASKED.search(near) or _AND_IF.search(sentence)):
        return True
    if _CASE.search(before) and _COMPARES.search(sentence):
        return True
    if _ASKS.search(sentence):
        return False
    before = before if len(before) <= NEAR else f"_{before[-NEAR:]}"
    is_claimed = _DERIVATIVE.search(sentence) is not None and _WHEN.search(before) is not None
    return is_claimed or _IF.search(lead) is not None


def sentence_around(text: str, at: int) -> tuple[int, int]:
    """Where the sentence begins and ends in which a place lies."""
    first, last = max(0, at - LONGEST), min(len(text), at + LONGEST)
    start = max((found.end() for found in _END.finditer(text, first, at)), default=first)
    found = _END.search(text, at, last)
    return start, found.start() if found else last
