"""Who gives a formula as the answer, and in which words: “Bob gets”, “my code returns”."""

from __future__ import annotations

import re

from matgrad.app.ask.text.marks import M
from matgrad.app.ask.text.words import RESPECT

PERSON = (
    r"\b(?:I|im|ive|we|he|she|they|one|you|(?:somebody|someone|people|others|anybody|everybody)(?:\s+else)?)"
    r"(?:['’](?:d|ve|m|ll))?"
)
BETWEEN = (
    r"(?:(?:keep|kept|always|then|also|still|would|have|had|has|now|first|just|did|do|simply|only"
    r"|originally|instead|strongly|really|naively|initially|however|both|all|was|were|been|am|are|rather"
    r"|(?:seems?|appears?|happens?|used)\s+to)\s+)*"
)
TELLS = (
    r"(?:gets?|getting|got|obtain(?:s|ed|ing)?|found|finds?|guess(?:ed)?|think|thought"
    r"|believed?|claim(?:s|ed)?|concluded?|derived|computed|calculated|expect(?:ed|ing)?|suspect(?:ed)?"
    r"|reach(?:ed)?|end(?:ed|s|ing)? up with|arriv(?:ed?|es|ing) at"
    r"|c[ao]m(?:e|es|ing) up with|stated?|says?|said|told|wrote"
    r"|answer(?:s|ed)|repl(?:ies|ied)|suggest(?:s|ed)?|propos(?:es?|ed)|argues?|argued|insists?(?:\s+on)?|insisted(?:\s+on)?|reckon(?:ed)?"
    r"|(?<=would\s)(?:write|put))"
)
_TOOLS = (
    r"|code|program|script|implementation|software|solver|package|library|autograd|auto-?diff"
    r"|jax|(?:py)?torch|tensorflow|keras|numpy|scipy|sympy|wolfram(?:\s?alpha)?|mathematica|maple|matlab|octave"
    r"|(?:chat)?gpt\S*|llm|chatbot|assistant|computer|calculator|finite differences"
)
_PEOPLE = (
    r"|friend|teacher|prof(?:essor)?|colleague|author|authors|lecturer|instructor|tutor|student|classmate"
    r"|supervisor|advisor|boss|ta|grader|reviewer|referee"
)
SOURCE = (
    r"(?:(?:my|the|our|his|her|a|this|that|another|some|many|most|other|several|your)\s+)?(?:\w+\s+)?"
    r"(?:answer|result|solution|guess|attempt|derivation|calculation|computation|conclusion|claim|try"
    r"|textbooks?|books?|papers?|sources?|blogs?|posts?|(?:web)?sites?|tutorial|slides|manual|course"
    rf"|table|wikipedia|wiki|forums?|threads?|cookbook|lecture|notes|method|key|sheet|documentation|docs{_TOOLS}{_PEOPLE})"
)
GIVES = (
    r"(?:is|was|gives?|gave|says?|said|states?|stated|claims?|claimed|has|have|yields?|gets?|got"
    r"|wrote|writes?|finds?|found|obtains?|obtained|returns?|returned|outputs?|prints?|printed"
    r"|reports?|reported|computes?|computed|produces?|produced|shows?|insists?(?:\s+on)?|told|tells|suggests?"
    r"|thinks?|believes?|lists?|agrees?\s+with|agreed\s+with|match(?:es|ed)?|confirms?|confirmed)"
)
# Somebody's name, which is not the first word of a sentence about something else.
_NO_NAME = (
    r"The|This|That|These|Those|It|Then|So|But|And|Or|Which|What|Who|Why|How|When|Where|Is|Are|If"
    r"|Let|Here|There|Thus|Hence|Also|Now|My|Our|An?|For|With|By|Since|Because|As|From|In|On|At"
    r"|To|Of|We|He|She|They|You|One|Not|Does|Do|Can|Could|Should|Would|Each|Both|All|Consider"
    r"|Suppose|Assume|Given|Define|Find|Show|Compute|Gradient|Derivative|Hessian|Jacobian|Function"
    r"|Laplacian|Lagrangian|Hamiltonian|Loss|Cost|Objective|Energy|Risk|Likelihood"
    r"|Prove|Verify|Check|Confirm|Proof|Claim|Theorem|Lemma|Corollary|Exercise|Problem|Question"
    r"|Example|Note|Hint|Edit|Update|Please|Thanks|Hello|Hi|Determine|Calculate|Derive|Evaluate"
    r"|First|Second|Third|Last|Former|Latter|Mine|Yours|Answer|Differentiate|Recall|Observe|Use|Using|True|False|Step|Part|Case"
    r"|Backwards?|Forward|Backprop|Pass|Layer|Network|Linear|Code|Setup|Notation|Here"
)
_LETTERED = (  # student A, person 2
    r"\b(?:student|person|candidate|group|team|colleague|classmate|author)\s+(?:(?-i:[A-H])|\d)\b"
)
NAME = (
    rf"(?:{_LETTERED}|\b(?-i:(?!(?:{_NO_NAME})\b)[A-Z][a-z]+[A-Z]?[a-z]*"
    r"(?<!ing)(?<!ion)(?<!ity)(?<!try)(?<!ule)(?<!ment)(?<!ance)(?<!lly)))"
)
NOUN = (
    r"(?:gradient|derivative|hessian|jacobian|answer|result|matrix|vector|row|column|scalar|number)"
)
FILLING = (
    r"(?:\s|\b(?:it|that)['’]s\b|\b(?:that|it|is|was|to|be|the|its|answer|result|gradient|derivative|should|would|must|as"
    r"|just|simply|only|still|instead|following|equals?|expression|formula|jacobian|hessian|will|also"
    r"|there|something|like|rather|actually|me|us|him|her|them|this|as|indeed|for|which|correct|right)\b"
    r"|[,:])*+"
)
_TRIES = r"(?:tried|try|used?|applied|attempted|did|do|started with|wrote down|worked it out)"
# What a formula behind a colon is called: I tried the product rule: ⟦1⟧; I expect a matrix: ⟦1⟧.
_UP_TO_COLON = r"[^.?!:;\N{LEFT WHITE SQUARE BRACKET}]{0,80}:"
_FROM = r"(?:(?:on|in|at|from)\s+(?:(?:the|a|this|my|our)\s+)?\w+\s+)?"  # on the forum


# In which place of a book: , eq. (81),
WHERE = (
    r"(?:,?\s+\(?(?:eqn?s?|equation|pages?|pp?|sections?|sec|formula)\.?\s*\(?\d[\d.]*(?:\s+or so)?"
    r"\)*,?)?"
)
_PLACE = (
    r"(?:internet|web|net|wikipedia|(?:text)?book|papers?|notes|literature|forum|blog|slides|lecture"
    r"|tutorial|thread)"
)
WHENCE = (  # I found ⟦1⟧ and ⟦3⟧ somewhere on the internet
    r"(?:(?:somewhere|online|(?:on|in|from)\s+(?:(?:the|an?|my|our|some|old|other)\s+){0,2}"
    rf"{_PLACE})\s*){{1,2}}(?:[.,;?!]|$)"
)
SHOWN = re.compile(  # what stands behind these words is to be shown
    r"\b(?:show|prove|verify|check|confirm|deduce|conclude|infer)\s+(?:that\s+)?$", re.I
)


_NUMBERED = r"(?:\s+(?-i:[A-E])\b|\s+(?:\d|one|two|three)\b)?"  # student B


_WHOSE = (  # my solution ⟦1⟧, the model solution ⟦3⟧
    r"my|our|his|her|their|your|(?:the\s+)?(?:model|official|sample|book['’]s|given|printed|expected)"
)


_PARAMETER = (  # what one differentiates by: for the covariance I have ⟦1⟧
    r"(?:(?:hidden|output|input|first|second|other|learned|prior|posterior)\s+)?"
    r"(?:means?|(?:co)?variances?|precision|weights?|bias(?:es)?|slope|intercept|scale|shift|location"
    r"|first|second|third|other|latter|former|parameters?|coefficients?|variable|logits|inputs?)"
    r"(?:\s+(?:matrix|vector|term|one|parameter|variable|layer))?"
)


TELLING = (  # how somebody gives a formula as the answer
    rf"{PERSON}\s+{_FROM}{BETWEEN}{TELLS}\b{FILLING}({M})",
    rf"(?:^|(?<=[.?!;]\s))(?:got|getting|obtained)\s+({M})",
    rf"\b{SOURCE}{_NUMBERED}{WHERE}\s+{BETWEEN}{GIVES}\b{FILLING}({M})",
    rf"\bfor\s+(?:the|its|my)\s+(?:gradient|derivative|hessian|jacobian)(?:\s+{RESPECT}\s+{M})?\s*,?\s*"
    rf"(?:I|we|they)\s+(?:have|had|gets?|got|find|found|obtain(?:ed)?)\s+({M})",
    rf"\bfor\s+(?:the|its|my|our)\s+{_PARAMETER}\s*,?\s*(?:I|we|they)\s+(?:have|had)\s+({M})"
    r"(?=\s*(?:[.,;?!]|$|(?:and|but|while|instead)\b))",
    rf"{NAME}{WHERE}\s+{BETWEEN}(?:{TELLS}|{GIVES})\b{FILLING}({M})",
    rf"{PERSON}\s+{BETWEEN}{TELLS}\s+an?\s+(?:\w+\s+)?{NOUN}\s+(?:of|like|equal to|that is)\s+"
    rf"({M})",
    rf"{PERSON}\s+{BETWEEN}(?:{TELLS}|{_TRIES})\b{_UP_TO_COLON}\s*({M})",
    rf"(?:\b{SOURCE}|{NAME})\s+{BETWEEN}{GIVES}\b{_UP_TO_COLON}\s*({M})",
    rf"\b{SOURCE}\s*,\s*({M})\s*,",
    r"(?:^|[,;:]|\b(?:vs\.?|versus|against|but|and|while|whereas))\s*"
    rf"(?:{_WHOSE})\s+(?:answer|solution|result|guess|attempt|version)\s+({M})"
    r"(?=\s*(?:[.,;?!(]|$|(?:and|but|while|whereas|vs|versus|against|or)\b))",
    rf"\bwhich\s+(?:(?:one|answer|of\s+(?:these|them|the\s+two))\s+)?is\s+(?:right|correct|true)\s*[,:?]\s*({M})",
    rf"\b(?:it|this|that)\s+(?:agrees?|agreed|coincides?)\s+with\s+({M})",
    # I get ⟦1⟧, my friend ⟦3⟧; a colleague still uses ⟦3⟧
    rf"\b(?:{TELLS}|derives?|(?:I|he|she)\s+have|ha[sd]|says?)\s[^.?!{M[0]}]{{0,40}}{M}"
    r"\s*(?:,|;|,?\s(?:and|but|while|whereas))\s+(?:my|the|our|his|her|an?)\s+(?:\w+\s+)?"
    rf"(?:{_PEOPLE[1:]}|(?:text)?book|paper|notes|manual|key)\s+({M})(?=\s*(?:[.?!;]|$))",
    rf"\b{SOURCE}{_NUMBERED}\s+still\s+uses?\s+({M})",
)

SOLVING = (  # how somebody gives a point as the answer
    *TELLING,
    rf"\b{SOURCE}\s*:\s*({M})",
    rf"\bis it\b{FILLING}({M})",
    rf"(?:^\W*|[,;:]\s*|\b(?:so|then|and|but|now)\s+)is\s+({M})\s+(?:then\s+|really\s+)?"
    r"(?:right|correct|true|valid|ok(?:ay)?|what\s+(?:I|one|we)\s+(?:should\s+)?gets?)\b",
    rf"\band\s+(?:then\s+|so\s+)?(?:gets?|got|finds?|found|obtain(?:s|ed)?|arrived?\s+at)\s+({M})",
)


HEADING = (
    r"(?:Hint|Note|Question|Problem|Example|Loss|Objective|Cost|Energy|Error|Risk|Minimi[sz]e|Model"
    r"|Maximi[sz]e|Proof|Setup|Goal|Task|Edit|Update|Exercise|Remark|Theorem|Lemma|Notation|Data"
    r"|Constraint|Subject|Definition|Variables?|Parameters?|Input|Output|Formula|Equation|Step)"
)
# Bob: ⟦3⟧, behind the function; a heading tells nothing.
LABELLED = (
    rf"(?:^|[;,])\W*(?!(?-i:{HEADING})\b){NAME}\s*:\s*"
    r"(?:(?:no|yes|well|it is|it['’]s)\s*,?\s*)?({})"
)
