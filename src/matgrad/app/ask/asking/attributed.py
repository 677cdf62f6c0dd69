"""Formulas that somebody else gives as the answer, and who: “my prof wrote ⟦1⟧”."""

from __future__ import annotations

import re

from matgrad.app.ask.asking.tellers import (
    BETWEEN,
    FILLING,
    GIVES,
    NAME,
    PERSON,
    SOURCE,
    TELLS,
    WHERE,
)
from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, mark_of, numbers
from matgrad.app.ask.text.patterns import ignoring_case
from matgrad.app.ask.text.words import DERIVATIVE

_SAYS = (
    r"(?:says?|said|wr[io]tes?|claim(?:s|ed)?|state[sd]?|insist(?:s|ed)?(?:\s+on)?|told|tells"
    r"|thinks?|thought|believe[sd]?|reckon(?:s|ed)?|argue[sd]?|suggest(?:s|ed)?|swears?|derive[sd]?"
    r"|quote[sd]?|post(?:s|ed)|answer(?:s|ed))"
)
# What speaks of the question itself, and not of an answer; and what is no noun.
_NOBODY = (
    r"(?:problem|exercise|assignment|question|task|definition|statement|condition|constraint"
    r"|it|we|he|she|they|I|you|one|that|which|who|is|are|has|have|was|were)"
)
_NOUN = rf"(?!{_NOBODY}\b)[A-Za-z][\w.-]*"
_SOMEBODY = (
    r"\b(?:my|our|his|her|your|their|the|an?|this|that|another|some|one)\s+"
    rf"(?:{_NOUN}\s+(?:(?:on|in|at|from)\s+(?:the\s+)?)?){{0,3}}?{_NOUN}"
)
_NAMES = rf"(?:{NAME})(?:\s+(?:(?:and|&)\s+)?(?:{NAME})){{0,3}}"  # bounded, as texts may be long
_IT = r"(?:(?:we|one|they|you|I|it|there)\s+(?:have|has|had|finds?|sees?|is|says|reads|gets?)\b)"
_PER = r"(?:according to|(?:as )?per)"
_THEIRS = (
    r"['’]s(?:\s+(?:own\s+)?(?:answer|solution|result|gradient|version|guess|notes|book|code|docs"
    r"|slides|course|lecture|blog|paper))?"
)
# Nothing more is said of the formula, as in “⟦1⟧ on the left side of the equations”.
_END = (
    r"(?=\s*(?:[.,;:?!)]|$|(?:but|while|whereas|though|although|and|or|instead|there|here|too|again"
    r"|which|who|for the (?:gradient|derivative|answer)|as (?:the|its|an?) (?:gradient|derivative"
    r"|answer|result|hessian|jacobian)|on the (?:board|blackboard|whiteboard|sheet)"
    r"|in (?:class|the lecture|the solution)|(?:in|on|at) (?:different|various|several|other)"
    r"|online|elsewhere|somewhere)\b))"
)
_HELD = rf"(?:{_END}|(?=\s+(?:in|on|there|at)\b))"  # in his spreadsheet
_THING = (  # what has a formula as its part, and tells none
    r"(?:network|model|loss|function|layer|matrix|equation|system|cost|objective|term|sum|gradient"
    r"|derivative|hessian|jacobian|energy|kernel|vector|likelihood|density|update|step|rule|norm"
    r"|integral|product|denominator|numerator|exponent|residual|neuron|unit|series|expansion)"
)
_OWNER = rf"(?!{_NOBODY}\b|{_THING}s?\b)[A-Za-z][\w.-]*"
_HOLDER = (
    r"(?:\b(?:my|our|his|her|your|their|the|an?|this|that|another|some|one)\s+"
    rf"(?:{_OWNER}\s+){{0,3}}?{_OWNER}|{_NAMES})"
)
_SHOWS = GIVES.replace("is|was|", "", 1)  # the weight is ⟦1⟧ says nothing of the derivative
_AS = r"(?:something\s+like|it\s+as|it\s+to\s+be|(?:that\s+)?it(?:\s+is|\s+was|['’]s))"
# Behind a question for a derivative these give an answer to it.
ANSWERING = (
    # ⟦1⟧, yes?
    rf"^\s*(?:(?:so|then|hence|thus|well|ok|maybe|perhaps)\s*,?\s*)*({M})\s*,\s*(?:yes|right|correct|no|true"
    r"|ok(?:ay)?|is\s+(?:that|this|it)\s+(?:right|correct|ok(?:ay)?)|isn['’]t\s+it|or\s+not)\s*\?",
    # I seem to remember ⟦1⟧ with ⟦r = …⟧
    r"\b(?:I|we)\s+(?:(?:do|seem\s+to|vaguely|faintly|still|only|think\s+I)\s+)*(?:recall|remember)\s+"
    rf"(?:{_AS}\s+)?({M})(?=\s*(?:[.?!;]|$|,?\s*(?:with|where)\s+{M}\s*(?:[.?!;,]|$|(?:is\s+the|as)\b)))",
    rf"(?:{_SOMEBODY}|{_NAMES}){WHERE}\s+{BETWEEN}{_SAYS}\b{FILLING}({M}){_END}",
    rf"\b{_PER}\s+(?:{_SOMEBODY}|{_NAMES}|\w+){WHERE}\s*,?{FILLING}({M}){_END}",
    rf"\b(?:in|on|from|by)\s+(?:{SOURCE}|{_NAMES}){WHERE}\s*,?\s*{_IT}{FILLING}({M}){_END}",
    rf"{_SOMEBODY}{_THEIRS}\s+{BETWEEN}(?:is|was|reads|says)\b{FILLING}({M}){_END}",
    rf"{PERSON}\s+{BETWEEN}(?:sees?|saw|observed?|measured?|read)\b{FILLING}({M}){_END}",
    # my study partner has ⟦1⟧, the paper I am reading has ⟦1⟧, a friend has only one of them, ⟦1⟧
    rf"{_HOLDER}(?:\s+(?:that\s+)?(?:I|we)\s+[^.,;?!{M[0]}]{{2,30}}?)?\s+{BETWEEN}(?:has|have|had|{_SHOWS})\s+"
    rf"(?:only\s+[^.,;?!{M[0]}]{{1,30}},\s*|{FILLING})({M}){_HELD}",
    rf"{PERSON}\s+{BETWEEN}(?:have|had)\s+({M})(?=\s+(?:before|earlier|(?:at\s+)?first|previously)\b)",
    rf"{PERSON}\s+{BETWEEN}{TELLS}\s+(?:an?|the|it|this)\s[^.,;:?!{M[0]}]{{1,40}},\s*({M}){_END}",
    rf"(?:\b(?:mine|yours|ours|his|hers|theirs)|(?:{_SOMEBODY}|{_NAMES})['’]s?)\s*:\s*({M}){_END}",
    rf"\b{SOURCE}\s*,[^.:;?!{M[0]}]{{1,60}}:\s*({M}){_END}",
    rf"[,;]\s*(?:leaving|which\s+leaves|which\s+(?:is|gives|means|equals))\s+(?:us\s+with\s+)?({M}){_END}",
    rf"\bthe\s+(?:right|correct|true|proper)\s+(?:thing|one|answer|formula|result|expression|version)\s+"
    rf"(?:is|was|should\s+be|would\s+be)\s+({M}){_END}",
    rf"\bit\s+(?:should|must|ought\s+to)\s+(?:read|say|be)\s+({M}){_END}",
    rf"\bis\s+({M})\s+(?:(?:equally|also|just|as|still|then|perhaps)\s+){{0,2}}(?:fine|okay|ok|good|valid"
    r"|acceptable|allowed|wrong)\b",
)
# A letter alone is an answer if it is called one: my brother says it's just ⟦x⟧.
NAMED = (
    rf"(?:{_SOMEBODY}|{_NAMES}|{PERSON}){WHERE}\s+{BETWEEN}(?:{_SAYS}|{TELLS})\s*,?\s+(?:that\s+)?"
    rf"(?:(?:it|this|(?:the|its|my)\s+(?:\w+\s+)?(?:{DERIVATIVE}|answer|result))"
    r"(?:['’]s|\s+(?:is|was|equals|(?:should|would|must|will|has\s+to|ought\s+to)\s+be))\s+"
    r"(?:(?:just|simply|only|really|actually|still|rather|merely|in\s+fact)\s+)*"
    rf"|(?:just|simply|only|merely)\s+)({M}){_END}"
)
# What one has met is an answer also in the sentence that asks: I've seen both ⟦1⟧ and ⟦3⟧.
MET = (
    rf"{PERSON}\s+{BETWEEN}(?:seen|saw|c[ao]me across|encountered|found|read)\b{FILLING}"
    rf"(?:(?:both|either)\s+)?({M}){_END}"
)
_WHO = (
    # Andrew Ng's notes say
    rf"(?P<who>(?:{_SOMEBODY}|{_NAMES})['’]s?\s+(?:{_NOUN}\s+){{0,2}}?{_NOUN}){WHERE}\s+{BETWEEN}"
    rf"(?:{_SAYS}|{TELLS}|has|have|{_SHOWS})\b{FILLING}$",
    rf"(?P<who>{_SOMEBODY}|{_NAMES}){WHERE}\s+{BETWEEN}(?:{_SAYS})\b{FILLING}$",
    rf"(?P<who>\b{SOURCE}|{_NAMES}){WHERE}\s+{BETWEEN}(?:{TELLS}|{GIVES})\b{FILLING}$",
    rf"\b{_PER}\s+(?P<who>{_SOMEBODY}|{_NAMES}|\w+){WHERE}\s*,?{FILLING}$",
    rf"\b(?:in|on|from|by)\s+(?P<who>{SOURCE}|{_NAMES}){WHERE}\s*,?\s*{_IT}{FILLING}$",
    rf"(?P<who>{_SOMEBODY}|{_NAMES}){_THEIRS}\s+{BETWEEN}(?:is|was|reads|says)\b{FILLING}$",
    rf"(?P<who>(?<!['’])(?<!['’]s\s)\b{SOURCE}|{_NAMES})\s*:\s*$",
    rf"(?P<who>{_SOMEBODY}|{_NAMES}|\b(?-i:[A-Z]{{2,4}})){_THEIRS}\s*:\s*$",
    rf"[,;]\s*(?:and\s+|but\s+|while\s+)?(?P<who>{_NAMES})\s+$",
)
_JOINS = re.compile(
    r"^(?:(?:and|but|while|whereas|so|or|then|that|because|as|since|yet)\s+)+", re.I
)
_BEHIND_WHO = re.compile(  # according to my notes the score is; not: the author of the book
    r"(?<!\sof)(?<!\sin)(?<!\son)(?<!\sat)(?<!\sfrom)\s+the\s", re.I
)
_NEXT = re.compile(
    rf"({M})(?:\s+(?:for|as)\s+(?:the|its)\s+[a-z]+)?\s*(?:,\s*and|,|\band)\s*$", re.I
)
_LOWERED = re.compile(  # only the first word of a sentence has a capital
    r"(?:(?:My|Our|His|Her|The|An?|One|Some|This|That|Another|Many|Most|Other|Several|Your)\s"
    r"|(?:Some|Any|Every)(?:one|body)\b|People\b|Others\b)"
)
_OWN = re.compile(  # words of the one who asks, or of nobody
    r"(?:answer|result|solution|guess|attempt|derivation|calculation|computation|conclusion|claim"
    r"|try|method|gradient|derivative|hessian|jacobian)s?$|^(?:this|that|it|me)\b",
    re.I,
)


_DESCRIBED = (  # she said that ⟦1⟧ is a vector
    r"\bthat\s+{}\s+(?:is|has|denotes)\s+(?:always\s+|just\s+)?(?:(?:an?|the)\s+)?(?:[a-z]+\s+)?"
    r"(?:vectors?|matrix|scalar|number|function|constant|norm|rows?|columns?|form|symmetric|square"
    r"|positive|invertible|small|large|close)\b"
    # one step of gradient descent gives ⟦x/2⟧
    r"|\bgradient\s+(?:descent|ascent|steps?|flow|method|updates?|iterations?)\b[^.?!,;:]{{0,60}}?"
    r"\b(?:is|gives?|yields?|becomes?|leads\s+to|reads|gets?)\s+(?:just\s+|then\s+|now\s+)?{}"
    # which variable to take, is it ⟦x⟧?
    r"|\b(?:variables?|respect\s+to\s+(?:what|which))\b[^.?!]*\b(?:is\s+it|it\s+is|it['’]s)\s+{}"
    # I get ⟦1⟧ for the gradient and ⟦3⟧ for the information
    r"|{}\s+(?:for|as)\s+(?:the|its|my|our)\s+(?:(?:observed|expected|fisher|gaussian|mean|principal"
    r"|squared|frobenius|newton)\s+)*(?:information|curvatures?|laplacian|divergence|trace|norm"
    r"|length|(?:log-?)?determinant|eigenvalues?|step|MLE|estimat(?:e|or)|minimi[sz]er|maximi[sz]er"
    r"|(?:[a-z-]+\s+)?(?:term|part|summand)|penalty|regulari[sz]er"
    r"|(?:minim|maxim|optim)um|(?:co)?variance|third\s+derivative|function(?:\s+value)?\s+itself)\b"
)


def is_described(sentence: str, segment: int) -> bool:
    """Does a sentence say what a formula is like, and not that it is the answer?"""
    mark = mark_of(segment)
    return re.search(_DESCRIBED.format(*[mark] * 4), sentence, re.I) is not None


_NO_ONE = re.compile(r"(?:its|the|an?|this|that|it|their)?", re.I)  # the sigmoid. Its …


def who_says(marked: str, segment: int) -> str:
    """Who gives a formula as the answer; nothing if it is the one who asks."""
    before = marked.partition(mark_of(segment))[0][-200:]
    if last := _NEXT.search(before):  # they give ⟦1⟧, ⟦3⟧
        return who_says(marked, next(numbers(last[1])))
    found = [each for way in _WHO for each in ignoring_case(way).finditer(before)]
    found = [each for each in found if not _OWN.search(each["who"])]
    last = max(found, key=lambda each: (each.end("who"), -each.start("who")), default=None)
    who = re.split(r"[.?!]\s", " ".join(last["who"].split()))[-1] if last else ""
    who = _BEHIND_WHO.split(_JOINS.sub("", who))[0]
    who = "" if _NO_ONE.fullmatch(who) else who
    return who[0].lower() + who[1:] if _LOWERED.match(who) else who


_RIVAL = re.compile(  # I get ⟦1⟧, but every book has ⟦3⟧
    r"\b(?:but|while|whereas|though|although|yet)\b[^.?!]*\b(?:has|have|says?|writes?|gives?)\s+$",
    re.I,
)


def is_of_solution(said: Said, sentence: str, reading: Reading, segment: int) -> bool:
    """Is a formula set against a solution, and no derivative: I get x = …, but books have …?"""
    before = sentence.partition(mark_of(segment))[0]
    last = next(numbers(re.findall(M, before)[-1]), -1) if M[0] in before else -1
    given = {each.segment for each in reading.defined if not each.left.arguments}
    given |= {each.segment for each in said.solved}
    return last in given and _RIVAL.search(before) is not None
