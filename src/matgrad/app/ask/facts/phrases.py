"""The words that may stand around a fact without changing it, by the parts of a clause."""

from __future__ import annotations

import re

from matgrad.app.ask.facts.properties import GIVEN, UNKNOWN
from matgrad.app.ask.text.adjectives import ANY_FACT, ITS, NOUNS
from matgrad.app.ask.text.marks import M
from matgrad.app.ask.text.words import DERIVATIVE

NAMES = rf"{M}(?:\s*(?:,\s*and|,|and|&)\s*{M}){{0,12}}+"
_DETERMINER = r"an?|the|our|my|this|these|each|every|both|all|some|any|its?|one|two|three|certain"
_PLAIN = (  # adjectives that take nothing back
    r"real(?:-valued)?|square|given|fixed|constant|known|arbitrary|generic|dense|small|large|tall|skinny|thin|wide|rectangular|random"
    r"|non-?zero|positive|negative|non-?negative|semi-?definite|strictly|fully|same|single|new"
    r"|weight(?:s|ing)?|data|design|coefficient|parameter|dropout|commuting|smooth|learnable"
    r"|also|always|itself|themselves|moreover|furthermore|therefore|thus|hence|then|now|here|again"
    r"|simply|just|additionally|in addition|of course|by (?:assumption|construction|definition)"
    r"|full|complex|finite|attention|empirical|sample|unknown|deterministic|trainable|observed|associated"
    r"|\d+[- ]by[- ]\d+|[a-z][- ]by[- ][a-z]|[a-z] by|n-dimensional"
)
# What a matrix is the matrix of.
_KIND = (
    r"stiffness|mass|damping|inertia|weight(?:ing)?|cost|penalty|system|coefficient|coupling"
    r"|covariance|correlation|precision|information|scatter|kernel|gram|hessian|metric|distance"
    r"|similarity|affinity|adjacency|laplacian|interaction|diffusion|conductivity|elasticity"
    r"|capacitance|inductance|resistance|scaling|state|control|input|output|noise|error|data"
    r"|parameter|regulari[sz]ation|feedback|gain|transition|projection|rotation|autocorrelation"
    r"|autocovariance|asset|return|preconditioning|matrix|conductance|admittance|impedance|permittivity|compliance|influence"
    r"|scale|dispersion|shape|concentration|bandwidth|curvature|smoothing|roughness|prior|posterior"
    r"|reference|base|flexibility|observation|measurement|process|lyapunov|riccati|moment"
)
_NOUN = (
    r"matri(?:x|ces)|vectors?|scalars?|numbers?|constants?|operators?|maps?|forms?|reals?"
    r"|weights?|parameters?|coefficients?|kernels?|masks?|labels?|targets?|responses?|outputs?"
    r"|inputs?|states?|features?|observations?|measurements?|samples?|points?"
)
_PROPERTY = "|".join(
    f"(?:{pattern})"
    for pattern in (ANY_FACT, *(p for p, _ in NOUNS), *(p for p, _, _ in GIVEN), UNKNOWN.pattern)
)
_SUFFIX = r"(?:x|ces|ory|ion|ary|s)?(?![\w\\-])"
_VERB = (
    r"(?:can|may|shall|will|should) be (?:taken|assumed|chosen|supposed)(?: to be| as)?|"
    r"(?:happens?|turns? out|proves?) to be|shall be"
    r"|is|are|be|were|being|has|have|having|denotes?|represents?|stands? for|remains?|to be|means"
    r"|(?:(?:we|I) )?assumed?(?: to be)?|(?:known|taken|supposed|said|required|chosen|guaranteed"
    r"|told) to be|known|which|that|whose(?=\s*$)|as|so|it is"
)
_WORDS = rf"(?:{_PLAIN})|(?:{_NOUN})|(?:{_DETERMINER})"
_ITEM = (
    rf"(?:(?:(?:{_PROPERTY}){_SUFFIX}|(?:{_KIND})s?(?=\s+(?:matri|{M[0]}))"
    rf"|(?:{_WORDS}|(?:{_VERB})|and|but|ie|with|in|by(?=\s*{M[0]})"
    r"|of (?:the|our|an?|this) (?:data|system|problem|model|network|noise|process|graph|returns"
    r"|errors|observations|samples|states?|parameters|features|inputs)"
    rf"|of (?:size|order|dimension|shape|length|the same size))(?![\w-])|{M}|[,()])\s*)"
)
_OPENING = r"[.;:,(]?\s*(?:(?:here|of|that|throughout|let|with|for|given|assum\w+|suppos\w+)\s+)*"
BETWEEN = re.compile(rf"(?:{NAMES}\s*:?|{_OPENING})\s*(?:{_ITEM})*+", re.I)
# What may stand before a name, or before a property that stands before its name.
BEFORE_NAME = re.compile(
    rf"(?:(?<![\w-])(?:(?:{_PROPERTY}){_SUFFIX}|(?:{_WORDS})(?![\w-])|(?:{_KIND})s?(?=\s+matri|\s*$))\s*)"
    r"{0,8}+$",
    re.I,
)
BEFORE_FACT = re.compile(
    rf"(?:(?<![\w-])(?:(?:{_PROPERTY}){_SUFFIX}|(?:{_WORDS})(?![\w-])),?\s*(?:and\s+)?"
    rf"|{M}\s+){{0,8}}+$",
    re.I,
)
_ADVERB = (
    r"here|now|also|again|moreover|furthermore|further|additionally|in addition|finally|first"
    r"|second(?:ly)?|next|then|throughout|below|above|for simplicity|as usual|by assumption"
    r"|in (?:this|my|our|the present) (?:problem|question|case|exercise|setting|context|example)"
    r"|in (?:what follows|the following|the sequel)|from now on|henceforth"
    r"|without (?:any )?loss of generality|w\.?l\.?o\.?g\.?"
    r"|for (?:now|the moment)|to (?:begin|start) with"
    r"|please|of course|in particular|so|hint|to be precise"
    rf"|(?:un)?like {M}|(?<!\w)\(?(?:[a-z\d]|i{{2,3}}|iv|vi{{0,3}})\)|\d\."
    r"|remark|assumptions?|setup|notation|all|both|edit|update|clarification|addendum|wlog"
    r"|by the way|btw|ps|p\.s\.|thanks|importantly|in my (?:application|work|code|use case|model)"
)
_WE = r"(?:we|I|one|you)"
_DECLARING = (  # at the beginning of a sentence, or behind a comma
    r"let(?:'s|’s| us)?|suppose|assume|say|imagine|take|consider|given|note|recall|remember|notice"
    r"|(?:keep|bear) in mind|(?:I|we) should (?:add|say|mention)|it (?:turns out|so happens)"
    r"|denote(?: by)?|define|use"
    rf"|{_WE} (?:(?:can|may|will|do|also|further|shall|now|safely|always|already|even) ){{0,2}}"
    r"(?:assume|suppose|know|consider|take|let|require|write|have|impose|set|use)"
    rf"|(?:{_WE} are|I am|I'm|we're) (?:given|told|assuming"
    r"|(?:working|dealing) with)|I (?:forgot|should have|meant|ought)"
    r" (?:to )?(?:say|said|mention(?:ed)?|add)|it is (?:well )?(?:known|given|assumed)"
    r"|(?:the|my|our) (?:assumption|condition|setting|hypothesis) is"
    r"|(?:my|our|the) (?:professor|teacher|instructor|lecturer|problem|exercise|question|task)"
    r" (?:says?|said|states?|told (?:me|us))"
)
_LINK = (  # behind what is known
    r"where|with|supposing|assuming|considering|provided|knowing|using|since|because|as|in which"
    r"|such that|so that|satisf(?:y|ies|ying)|obey(?:s|ing)?|having|under|for which|and|but|while"
    r"|ie|that is|of"
    r"|(?:under|with) the (?:assumption|condition)"
)
_SUPPOSING = (
    r"if|when|whenever|in case|(?:in|for) the (?:special |particular |simple )?case(?: where| that"
    r"| when)?|for"
)
OPENS = re.compile(
    rf"(?:(?:^|(?<=[\s,:(])|(?<={M[-1]}))(?:(?P<if>{_SUPPOSING})|(?P<verb>{_DECLARING})"
    rf"|(?P<link>{_LINK}))"
    rf"(?![\w-])\s*)?(?P<more>(?:(?:{_ADVERB})(?![\w-])\s*,?\s*)*(?:that\s+)?)$",
    re.I,
)
TASK = re.compile(
    r"\W*(?:(?:so|now|then|please|first|hi|hello|and)\W+)*"
    r"(?:what(?:'s|’s| is| are| would| will)|how (?:can|do|does|to|would|should|is)|find|compute"
    r"|calculate|derive|determine|evaluate|differentiat\w*|minimi[sz]e|maximi[sz]e|show|give|let"
    r"|consider|given|define|suppose|assume|is|are|does"
    r"|i (?:have|want|need|am|would|derived?|computed?)|i'm"
    r"|we (?:have|want|need|consider|minimi[sz]e|maximi[sz]e)|for|with|gradient|derivative"
    r"|hessian|jacobian)(?![\w-])",
    re.I,
)
PUZZLED = re.compile(r"^I (?:do not|don['’]t) (?:see|know|understand|get) (?:what|how) ", re.I)
_SUBJECT = (  # in multinomial logistic regression, …
    r"in\s+(?:[a-z-]+\s+){0,3}(?:regression|classification|(?:machine |deep )learning|statistics"
    r"|mechanics|optimi[sz]ation|inference|geometry|econometrics|physics)"
)
ADVERBS = re.compile(rf"^(?:\W*(?:{_ADVERB}|{_SUBJECT}|and|but)(?![\w-]),?\s*)+", re.I)
PROPERTIES = re.compile(rf"(?<![\w\\-])(?:{_PROPERTY}){_SUFFIX}", re.I)
TOLD = re.compile(rf"{M}|\b(?:{DERIVATIVE}|differential)", re.I)
BESIDE = re.compile(rf"{M}\s*[,(]\s*", re.I)
IS = re.compile(rf"(?:is|are|isn't|does)\b[^{M[0]}]{{0,40}}{M}", re.I)
WOULD = re.compile(r"\bwould\b(?! like\b)", re.I)
GENERAL = re.compile(r"\b(?:in general|generally|otherwise)\b", re.I)
IF = re.compile(r"\b(?:if|when|whenever)\b", re.I)
DECLARES = re.compile(rf"(?:{_DECLARING})(?![\w-])(?:\s+that\b)?", re.I)
_ONE = (
    rf"(?:(?:the|an?|our|some)\s+)?(?:[a-z-]+\s+){{0,3}}?{M}"
    r"(?:\s+(?:be|is|an?|the|and|in|has|have|with|denote)\b[^,;?!]*)?"
)
DECLARED = re.compile(  # let X be the design matrix, D a diagonal matrix, …
    rf"(?:let|suppose|assume|given|consider)\s+{_ONE}(?:\s*[,;]\s*(?:and\s+)?{_ONE}){{0,8}}$", re.I
)
ASKS = re.compile(
    r"\?|\b(?:what|how|comput\w+|find|deriv(?:e|ing)|calculat\w+|determine|show|differentiat\w+"
    r"|evaluat(?:e|ing)|let|define|consider|minimi[sz]e|maximi[sz]e)\b",
    re.I,
)
CALLED = re.compile(  # what a formula is called: the Rayleigh quotient ⟦1⟧
    rf"\b(?:the|an?|my|our)\s+(?:(?!of\b)[\w*-]+\s+){{1,3}}(?={M})", re.I
)
NOT_A_FACT = re.compile(rf"\b(is|are|be)\s+(?:not|neither)\s+(?=(?:{_PROPERTY}){_SUFFIX})", re.I)
MORE = re.compile(
    rf"(?:(?:and )?(?:has|with|having) (?:(?:an? )?(?:strictly )?{ITS}(?:diagonal|trace)"
    r"(?: (?:entries|elements))?|(?:ones|zeros|1s|0s) (?:on|along) (?:its|the) (?:main )?diagonal)"
    rf"(?![\w-])|(?:{_PROPERTY}){_SUFFIX}|(?:{_KIND})s?(?=\s+(?:matri|weight|penalty|{M[0]}))|(?:{_WORDS}"
    r"|(?:and|but|that|which) (?:is|are|has|have)|and|ie|with"
    r"|of (?:size|order|dimension|shape|length|the same (?:size|shape|dimensions?|order)(?: as)?)"
    r"|throughout|as (?:well|usual|always)|too"
    r"|(?:entries |values )?(?:in |are |of |from )?(?:0|zero)s? (?:or|and) (?:1|one)s?"
    r"|applied|element-?wise"
    r"|of (?:an?|the) (?:(?!directed)[\w-]+ )?(?:graph|network)|graphs?|networks?|whose"
    rf"|(?<={M[-1]} )(?:on|along) (?:its|the) diagonal|respectively|resp|eigenvalues"
    rf"|of(?=\s+(?:the\s+|an?\s+|our\s+)?(?:(?:{_NOUN}|variables?)\s+)?{M})|of the data"
    r"|of (?:real|complex) numbers"
    r"|(?:(?:and|that|which) )?(?:does|do) not depend on|independent of"
    r"|is (?:assumed|given|known|guaranteed)|holds|entries|for simplicity|of signs|wlog"
    r"|with respect to|wrt|everywhere|below|above|(?:of )?full rank|rank|be"
    r"|projections?|projectors?"
    rf"|(?:but )?not (?:necessarily )?(?:(?:{_PROPERTY}){_SUFFIX}))(?![\w-])|{M}|[,()])\s*",
    re.I,
)
TELLERS = (  # who says what a derivative is
    r"(?:I|we|one|you|he|she|they|someone|somebody|(?:my|the|our|an?|his|her|this)\s+[a-z]+)\s+"
    r"(?:(?:have|also|then|would)\s+)?(?:think|thinks?|believes?|claims?|claimed|says?|said|states?"
    r"|stated|gives?|gets?|got|find|found|told\s+(?:me|us)|obtain(?:ed|s)?|expect|guess)"
)
REASONS = re.compile(  # I think that the gradient is ⟦3⟧, because
    rf"(?:(?:so|then|now|and|but|hence|thus)\s+)?{TELLERS}\s+(?:that\s+)?(?:[a-z']+\s+){{0,8}}?{M}$",
    re.I,
)
END = re.compile(_SUFFIX + r"\s*", re.I)
_NAMED = (
    r"(?:matri(?:x|ces)|vectors?|scalars?|numbers?|constants?|functions?|parameters?|weights?|bias"
    r"|rate|target|labels?|objective|loss|cost|energy|form|responses?|observations?|measurements?"
    r"|outputs?|inputs?|states?|noise|data|logits?|scores?|probabilities|predictions?|features?)"
)
NEXT = re.compile(
    r"(?:,\s*)?(?:because|since)\b(?!.*\b(?:not|never|but|doubt|says?|said)\b)|"
    r"(?:[.;:?!)\s]|(?:right|correct|true)(?=\s*\?))*$|(?:[,:;)]\s*){0,2}"
    r"(?:(?:and|where|with|so|then|let|while|but|define|both|for which|consider|take|study"
    rf"|put|set|write|we have|we consider|such that|that)\s+)+(?:the\s+|a\s+)?{M}"
    rf"|(?:[,:;)]\s*){{1,2}}(?:the\s+|a\s+)?{M}"
    rf"|(?:,\s*(?:and\s+)?|and\s+)(?:(?:the|an?|our|some)\s+)?(?:[a-z-]+\s+){{0,2}}?{_NAMED}\s+{M}"
    r"|along\s+(?:the\s+|all\s+)?(?:trajector(?:y|ies)|solutions?|flow|paths?|orbits?)\b"
    r"|(?:,\s*)?and\s+(?:I|we)\s+(?:want|need|wish|try|would like)\b"
    r"(?!.*\b(?:not|never|no|but|doubt)\b)"
    rf"|,\s*(?:I|we)\s+(?:believe|think|claim|get|got|expect|conclude|find|have|obtain|guess"
    r"|found|obtained|computed|calculated|derived)\s+"
    rf"(?:that\s+)?(?:[a-z]+\s+){{0,4}}?{M}"
    rf"|,\s*(?:it\s+follows|we\s+conclude|{TELLERS})\s+(?:that\s+)?(?:[a-z]+\s+){{0,6}}?"
    rf"(?:{M}\s+(?:[a-z]+\s+){{0,4}}?){{0,2}}{M}"
    rf"|,\s*(?:KKT|FOC|SOC|claim|result|optimality|stationarity|Newton|then|so|hence)\s*:\s*{M}",
    re.I,
)
WORD = re.compile(r"[^\W\d_][\w'’-]*|[^\s\w,.:;?!()*'’\"-]|--+")
# The rest of “is the symmetric stiffness matrix”, “a symmetric approximation of the Hessian”.
_THING = (  # what a matrix may be called, beside the nouns above
    r"hessian|tensor|approximation(?= (?:of|to)\b)|estimate|preconditioner|gramian|laplacian|metric"
    r"|kernel matrix|block(?= matri)"
)
_OF_WHAT = (
    r"(?!(?:only|if|when|unless|or|not|up|but|nor|except|is|are|was|were|has|have|in|and|where|with"
    r"|that|which|of|to|for|as|at|modulo|because|since|so|then|times|plus|minus|pattern|blocks?"
    r"|directed|asymmetric|non\w*|two|both|different)\b)[a-z][a-z-]*"
)
ATTRIBUTIVE = re.compile(
    rf"(?:(?:\b(?:is|be|are|denotes?|represents?)\s+|^{M}\s*,?\s+)(?:an?|the|our|some|any)\s+"
    rf"|^{M}\s*:\s+)(?:(?:{_PROPERTY}){_SUFFIX}\s*"
    rf"|(?:{_WORDS})(?![\w-])\s*|{M}\s*)*$",
    re.I,
)
HEAD = re.compile(
    rf"{_SUFFIX}(?:(?:\s+(?:{_KIND})){{0,3}}\s+(?:{_NOUN}|{_THING})\b)?"
    rf"(?:\s+(?:of|to|onto|containing|holding|collecting|describing|representing|encoding)(?:\s+(?:{_OF_WHAT}|{M}(?=\s+function))){{1,4}}(?:\s+at\s+{M})?)?\s*",
    re.I,
)
COORDINATE = re.compile(  # … with ⟦P⟧ symmetric
    rf"(?<={M[-1]}),?\s+(?P<link>with|where)\s+{NAMES}\s+(?:(?:is|are|being|both|an?)\s+)?"
    rf"(?:(?:(?:{_PROPERTY}){_SUFFIX}|real|square|matri(?:x|ces))\s*(?:and\s+|,\s*)?)+$",
    re.I,
)
COORDINATE_NOUN = re.compile(  # … where ⟦1⟧ is the Hadamard product
    rf"(?<={M[-1]}),?\s+(?P<link>with|where)\s+{NAMES}\s+(?:is|are|denotes?)\s+(?:an?|the|our)"
    r"\s+(?!(?:not|same|only|wrong|false)\b)[\w-]+(?:\s+(?!(?:if|when|or|and|that)\b)[\w-]+){0,2}$",
    re.I,
)
RELATIVE = re.compile(r"where|with|such that|satisf|in which|for which|having", re.I)
LAST = re.compile(r"[,;:(]|\b(?:where|with)\b", re.I)
INTRODUCES = re.compile(
    rf"(?:consider|given|take|study|look at)\s+(?:the|an?|our|this)\s+(?:[a-z-]+\s+){{0,4}}"
    r"(?:problem|program|model|system|task|function|form|functional|method|setting)$|"
    rf"(?:let|given|define|suppose|consider)\s+(?:the\s+|an?\s+)?(?:[a-z]+\s+){{0,3}}{M}"
    r"(?!.*\b(?:not|no|never|without|unlike)\b)",
    re.I | re.S,
)
# What makes it likely that a fact is doubted; without such words it is open.
DOUBTS = re.compile(
    r"\b(?:not|never|nobody|unlike|without|false|wrong\w*|doubt\w*|wish|pretend\w*|almost|nearly|might|was|prove|previous|last"
    r"|contrary|supposedly)\b|n['’]t\b",
    re.I,
)
OR = re.compile(  # A = A^T or …, if …, for n = 1
    r"\s*(?:or|if|when|whenever|for(?!\s+(?:all|every|any|each|which)\b))\b", re.I
)
UNSETTLED = re.compile(  # titles of what need not hold
    r"\W*(?:errors?|mistakes?|wrong|false|claim|conjecture|question|to show|goal|task|todo"
    r"|hypothesis|counter-?example|objection|doubt)\W*:\s*",
    re.I,
)
TITLE = re.compile(  # Schur complement trick: …
    rf"(?!(?:if|when|suppose|assume|case|for|unless|is|are|does)\b)[A-Z][^{M[0]}:.?!,;]{{2,50}}:\s*"
)
ALONE = re.compile(rf"{NAMES}\s*(?:(?:is|are|being)\s+)?")  # … , ⟦A⟧ and ⟦B⟧ symmetric
ANSWERS = re.compile(r"^\W*(?:no|yes|ok|okay|well|so)\s*[:,]\s*", re.I)
_BEFORE_ONE = rf"(?:the\s+)?(?:(?:[a-z]+\s+)|(?:{M}\s*(?:,\s*)?(?:and\s+|or\s+)?)){{0,6}}$"
PARTIAL = re.compile(  # some A are symmetric, one of A and B, all matrices but B
    r"\b(?:some|any|one)\s+$|\b(?:one|two|some|most|none|any|either|neither|which|half)\s+of\s+"
    rf"{_BEFORE_ONE}|\b(?:all|every|each|both)\s+(?:[a-z]+\s+){{0,3}}(?:but|except(?:\s+for)?"
    rf"|save|besides|other\s+than|apart\s+from)\s+{_BEFORE_ONE}",
    re.I,
)
# What a fact may be the content of without being stated: it is wrong that …, show that …
REPORTED = re.compile(
    r"\b(?:wrong|false|true|correct|right|show|prove|verify|check|determine|find|need|necessary"
    rf"|how|whether|if|do|does|is it|have to)\b[^{M[0]}]*\bthat\b"
    r"(?!.*\b(?:where|with|if|when|for|given|since|assuming|such)\b)",
    re.I,
)
CASE = re.compile(
    r"(?:for(?!\s+(?:the|an?|our|my|this)\s+(?:[a-z-]+\s+)?(?:lagrangian|function|cost|loss|problem"
    r"|objective|energy|form|criterion|functional|potential|likelihood|model|system|network)\b)"
    rf"(?!\s[^{M[0]}]{{1,40}}\b(?:I|we|one)\s+(?:minimi|maximi|optimi|train|fit|consider|study))"
    r"|if|when)\b",
    re.I,
)
HAS = re.compile(rf"\b(?:has|have|having)\b[^{M[0]}]*$", re.I)
PARTS = re.compile(r"rank|column|row|trace|determinant|entries|sum", re.I)
TAKEN_BACK = re.compile(
    r"[\s.;,:!?)–—-]*(?:(?:or|but|and)\s+)?(?:not\b(?!\s+(?:only|sure|that))|no[,.!]|nope"
    r"|just kidding"
    r"|(?:I|we) (?:do not|don['’]t|doubt|hope|guess|cannot|can['’]t)\b"
    r"(?! (?:know|understand|see|get|find))|(?:this|that|which|it)(?: assumption)?"
    r" (?:is|was|seems|may be|need)\s+(?:\w+\s+)?(?:not|false"
    r"|wrong|doubtful|untrue)\b|(?:actually|sorry|wait|rather)\b|scratch|forget|ignore|drop\b)",
    re.I,
)
