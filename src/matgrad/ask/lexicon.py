"""Words by what they do: about sixty classes, and which words of prose are no names of formulas."""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache

from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.tokens import GREEK

# Several words that are one; the longest come first where they are looked up.
PHRASES: dict[str, str] = {
    **dict.fromkeys(
        (
            "with respect to",
            "with respects to",
            "in respect to",
            "respect to",
            "w r t",
            "with regard to",
            "with regards to",
            "wrt to",
        ),
        "wrt",
    ),
    **dict.fromkeys(
        (
            "not sure",
            "not able",
            "not clear",
            "not familiar",
            "not understand",
            "not know",
            "don't know",
            "don't understand",
            "don't see",
            "can't see",
            "can't find",
            "not find",
            "do not know",
            "do not understand",
            "not see",
        ),
        "unsure",
    ),
    **dict.fromkeys(("if possible", "if anyone", "if someone", "if you"), "if-possible"),
    **dict.fromkeys(("scalar function", "scalar field", "scalar-valued function"), "function"),
    **dict.fromkeys(("positive definite", "positive-definite", "strictly positive definite"), "pd"),
    **dict.fromkeys(
        (
            "positive semi-definite",
            "positive semidefinite",
            "positive semi definite",
            "positive-semidefinite",
            "non-negative definite",
        ),
        "psd",
    ),
    **dict.fromkeys(("one hot", "one-hot encoded", "one-hot vector", "one hot vector"), "one-hot"),
    **dict.fromkeys(
        ("skew symmetric", "anti symmetric", "anti-symmetric", "skew-symmetric"), "skew"
    ),
    **dict.fromkeys(
        ("full column rank", "full-column rank", "linearly independent columns"), "tall-rank"
    ),
    **{
        "full row rank": "wide-rank",
        "full rank": "full-rank",
        "lower triangular": "lower-triangular",
    },
    **{"lower triangle": "lower-triangular", "upper triangular": "upper-triangular"},
    **dict.fromkeys(("unit norm", "unit length", "norm one", "unit vector"), "unit"),
    **dict.fromkeys(("orthonormal columns", "orthogonal columns"), "orthonormal"),
    **dict.fromkeys(
        ("real number", "real scalar", "scalar value", "real valued", "real-valued"), "number"
    ),
    **dict.fromkeys(("column vector", "column-vector", "real vector"), "vector"),
    **{"row vector": "row"},
    **dict.fromkeys(
        (
            "on every component",
            "on each component",
            "on every entry",
            "on each entry",
            "to every component",
            "to each component",
            "to every entry",
            "to each entry",
            "element wise",
            "element-wise",
            "component-wise",
            "component wise",
            "entry-wise",
            "entry wise",
            "pointwise",
            "point-wise",
            "coordinatewise",
            "componentwise",
            "coordinate-wise",
        ),
        "elementwise",
    ),
    **dict.fromkeys(
        (
            "not necessarily",
            "not assumed to be",
            "not in general",
            "not generally",
            "not always",
            "need not be",
            "needn't be",
            "no longer",
            "not required to be",
            "may not be",
            "might not be",
        ),
        "not",
    ),
    **dict.fromkeys(
        ("second derivative", "second derivatives", "second order derivative"), "hessian"
    ),
    **dict.fromkeys(
        ("first derivative", "first order derivative", "first-order derivative"), "gradient"
    ),
    **dict.fromkeys(("second partial derivative", "second partial derivatives"), "hessian"),
    **dict.fromkeys(
        ("partial derivative", "partial derivatives", "matrix derivative"), "derivative"
    ),
    **dict.fromkeys(("total derivative", "frechet derivative", "matrix gradient"), "derivative"),
    **dict.fromkeys(("equal to", "given by", "supposed to be", "equals to"), "equal"),
    **dict.fromkeys(("function of", "a function of", "functions of"), "function-of"),
    **{"in general": "generally", "as well as": "and", "as well": "too"},
    **dict.fromkeys(("such that", "so that"), "such-that"),
    **dict.fromkeys(("provided that", "in the case that", "in case that", "in the case"), "if"),
    **dict.fromkeys(("is it true that", "is it correct that", "is it right that"), "is it"),
    **{"squared error": "squared-error", "of size": "of-size", "of length": "of-length"},
    **dict.fromkeys(
        (
            "of dimension",
            "of dimensions",
            "of shape",
            "has size",
            "has dimension",
            "has shape",
            "has dimensions",
            "of order",
            "with size",
            "with shape",
        ),
        "of-size",
    ),
    **dict.fromkeys(("of dimensionality", "has length"), "of-length"),
    **dict.fromkeys(
        ("backward propagation", "backwards propagation", "back propagation", "backward pass"),
        "backpropagation",
    ),
    **dict.fromkeys(("logistic function", "logistic sigmoid", "sigmoid function"), "logistic"),
    **dict.fromkeys(("relu function", "rectified linear unit"), "relu"),
}
LONGEST = max(len(phrase.split()) for phrase in PHRASES)

# What adjectives, and nouns that imply one, say of a matrix or a vector.
FACTS: dict[str, tuple[str, ...]] = {
    "symmetric": ("symmetric",), "symmetrical": ("symmetric",), "hermitian": ("symmetric",),
    "self-adjoint": ("symmetric",), "pd": ("positive_definite",), "spd": ("positive_definite",),
    "psd": ("symmetric",), "skew": ("skew",), "antisymmetric": ("skew",),
    "diagonal": ("diagonal",), "orthogonal": ("orthogonal",), "unitary": ("orthogonal",),
    "orthonormal": ("orthonormal",), "invertible": ("invertible",),
    "nonsingular": ("invertible",), "non-singular": ("invertible",), "regular": ("invertible",),
    "positive": ("positive",), "non-negative": ("nonnegative",), "nonnegative": ("nonnegative",),
    "nonzero": ("nonzero",), "non-zero": ("nonzero",), "unit": ("unit",), "one-hot": ("onehot",),
    "tall-rank": ("full_column_rank",), "wide-rank": ("full_row_rank",), "full-rank": (),
    "lower-triangular": ("lower_triangular",), "upper-triangular": ("upper_triangular",),
    "toeplitz": ("toeplitz",), "square": ("square",), "fixed": ("fixed",), "constant": ("fixed",),
    # kinds and remarks without a fact
    **dict.fromkeys(
        "real given known arbitrary rectangular general differentiable "
        "independent random dense small large suitable appropriate unknown parameter free "
        "deterministic".split(), (),
    ),
}  # fmt: skip
IMPLIED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("covariance", "variance", "precision", "correlation", "gram", "laplacian"), ("symmetric",)
    ),
    **dict.fromkeys(("kernel", "scatter", "hessian-matrix"), ("symmetric",)),
    **dict.fromkeys(("rotation", "permutation"), ("orthogonal",)),
}
# Words that change nothing: of any other word, where a text speaks of formulas, it is told that it
# is not used. Words for people and for what somebody said stand here, and nouns for what formulas
# are about. What is done to something, how often, under which condition and where is no such word.
NEUTRAL = frozenset(
    # articles, pronouns, prepositions, auxiliaries, conjunctions
    "a about actually again also always am an and are as be because been being between but by can "
    "could did do does down easily exactly for from had has have having he hence her here his how "
    "however i i'd i'm i've in indeed into is it it's its just let let's like may maybe me mine "
    "my namely now of off on one onto or our out per perhaps please precisely probably quickly "
    "really shall she should simply since so still than that the their them then there therefore "
    "these they this those thus to too us using via was we we're were what what's whats where "
    "whereas which while who whose why will with would you your "
    # asking, telling, calculating
    "above ask asked asking begin believe believes below calculate calculated calculating call "
    "called came check checked claim claimed claims come comes compute computed computes "
    "computing consider considering define defined denote denoted denotes derive derived derives "
    "deriving determine doing done equal equals evaluate expect explain find finding finds fit "
    "fitting following found gave get gets getting give given gives got guess guessed help hint "
    "implement implemented implementing know known knows look looking looks made make makes "
    "minimise minimising minimize minimizing name named need needed needs obtain obtained obtains "
    "prove proved proves put read reads recall remember return returned returns said say saying "
    "says see seen sees set sets setting show showing shown shows solve solving start state "
    "stated states study studying suspect take taken takes taking tell think thinks thought told "
    "train training tried try trying understand use used uses verify want wanted wants work "
    "working works write writes written wrote "
    # what somebody has, and who
    "advance answer answers anyone attempt beginner book books calculation case certain class "
    "classmate code colleague confused cookbook correct correctly corresponding course dear "
    "derivation easy entire everybody example exercise explanation final fine friend friends full "
    "generally good hard hello hi homework idea interested lecture line main new nice note notes "
    "ok okay original own paper particular people problem prof professor program proof question "
    "result resulting results right script simple simpler simplest solution solutions somebody "
    "someone sorry standard step steps stuck student students sure ta teacher textbook thank "
    "thanks true tutor useful usual usually way well well-known whole wiki wikipedia yes "
    # telling how it went
    "advice agree allow allows already alternate anything anywhere apply applying applied approach "
    "appreciate appreciated article ask assignment avoid background basic basically become becomes "
    "begins blog brackets chain clarity clear clearly comment comments completely computation "
    "concept concise consist consisting context continue deeply definition definitions different "
    "difficult difficulties difficulty e.g. edit edits either english enough eq. eqn equivalent "
    "especially etc exact exam exists expand expanded expanding expansion explicit explicitly "
    "express expressed fact familiar few finally form forms further furthermore guidance guessing "
    "happy hints hoping i.e. identities if-possible immediate instance instead intermediate "
    "intuition intuitive involve involved involves involving isolate issue kind lack last least "
    "lemma link literature long lot manner many math mathematics maths mention mentioned "
    "missing mistake mostly myself neat online option others ought paper's papers parentheses part "
    "perspective piece places pose post posted progress proper properly provide purpose puzzle "
    "python quite quick quotient ready reading reason record reduces reference references remains "
    "replace rest rewrite rewriting rewritten rule rules section seem seems several similar "
    "simplify simplified simplifying site snippet some somehow something somewhere sort source "
    "special specific starts struggling stuff substitute substituting substitution such suggestion "
    "suggestions technique techniques text theory there's thing things time together topic tricky "
    "trouble tutorial bug bugs slip wrong understanding understood unsure version video ways we'll "
    "website wonder wondering word words worked yet "
    # what formulas are about
    "algebra algorithm argument arguments backprop backpropagation bias biases calculus "
    "classification classifier coefficient coefficients cost costs "
    "criterion data dataset deep derivative derivatives descent design differentiable "
    "differentiate differentiation dimension dimensions energy equation equations error errors "
    "expression feature features "
    "formula formulas forward function functional functions gradient input inputs lasso layer "
    "layers learning least least-squares likelihood linear log-likelihood loss losses machine "
    "map mapping matrices matrix method model models network networks notation objective "
    "observation observations observed optimiser output outputs parameter parameters partial "
    "pca penalty point points posterior prediction predictions prior propagation quadratic "
    "quantities quantity rate real regression regularisation regulariser regularization "
    "regularizer residual residuals respect response ridge sample samples shape size sizes "
    "smooth squares statistics symbol target targets tensor term terms total unknown unknowns "
    "update value values variable variables vector vectors weight weights".split()
)
KINDS: dict[str, str] = {
    **dict.fromkeys("matrix matrices".split(), "matrix"),
    **dict.fromkeys("vector vectors".split(), "vector"),
    **dict.fromkeys(
        "scalar scalars number numbers constant integer real parameter".split(), "scalar"
    ),
    "row": "row",
}
DERIVATIVES: dict[str, str] = {
    **dict.fromkeys(
        "derivative derivatives differentiation partial partials derivation deriv".split(), ""
    ),
    **dict.fromkeys("gradient gradients grad grads subgradient subgradients".split(), "gradient"),
    **dict.fromkeys("hessian hessians".split(), "hessian"),
    **dict.fromkeys("jacobian jacobians".split(), "jacobian"),
    **dict.fromkeys("differential differentials".split(), "differential"),
}
OPERATIONS: dict[str, str] = {
    **{"sigmoid": "sigmoid", "logistic": "sigmoid", "relu": "relu", "softmax": "softmax"},
    **{"tanh": "tanh", "softplus": "softplus", "hadamard": ".*", "square": "square"},
}
CLASSES: dict[str, frozenset[str]] = {
    "FIND": frozenset(
        "find compute calculate get obtain derive determine evaluate take what what's whats show "
        "give how need want looking computing finding calculating deriving taking which "
        "simplify express verify understand seek require differentiate give write is".split()
    ),
    "DIFF": frozenset("differentiate differentiating differentiated derive deriving".split()),
    "MIN": frozenset(
        "minimise minimize minimising minimizing minimises minimizes maximise maximize maximising "
        "maximizing maximizes maximises optimise optimize optimizing optimising minimum maximum "
        "minimized minimised minimal maximal".split()
    ),
    "BE": frozenset("is are be being 's was".split()),
    "SAY": frozenset(
        "is equals equal be get got obtain obtained found gives give becomes become have as "
        "equaling yields computed derived was are simply just like".split()
    ),
    "ASSERT": frozenset(
        "get got obtain obtained found think believe guess claim claims claimed computed derived "
        "calculated says say suggests suggested states stated concluded conclude suspect figured "
        "gets gives wrote writes answer result solution formula guess attempt equal equals be is "
        "came obtains keep reads".split()
    ),
    "ASSUME": frozenset("assume suppose assuming supposing assumed imagine presume".split()),
    "LET": frozenset("let given consider for denote with define where take say".split()),
    "KNOW": frozenset(
        "know known given since because as where with here note told said recall note: "
        "throughout".split()
    ),
    "IF": frozenset("if when whenever provided".split()),
    "INVERTIBLE": frozenset("invertible nonsingular non-singular regular".split()),
    "NOT": frozenset("not isn't never n't neither nor aren't cannot non".split()),
    "DEPENDS": frozenset("depends depend depending function-of parametrized parameterized".split()),
    "DENOTES": frozenset(
        "denotes denote means is stands represents denoting be are refers".split()
    ),
    "PRODUCT": frozenset(
        "hadamard kronecker frobenius euclidean inner dot elementwise schur product".split()
    ),
    "NOUN": frozenset(
        "function objective loss cost expression quantity term formula norm trace determinant form "
        "functional norms criterion energy likelihood log-likelihood map mapping scalar vector "
        "matrix matrices vectors variable variables parameter parameters argument arguments "
        "weights weight "
        "bias entries field point points equation following below above above-mentioned".split()
    ),
    "ART": frozenset("the a an this that our my your its some any each following".split()),
    "UNREAL": frozenset(
        "wish hope doubt wonder whether prove show unless unsure might could would were was had "
        "hypothetically imagine maybe must perhaps possibly should supposedly".split()
    ),
}
# Signs of products that stand alone, where a text says what they denote.
PRODUCT_SIGNS = {
    **dict.fromkeys(("∘", "⊙", ".*"), "entrywise-sign"),
    "⊗": "kronecker-sign",
}
ARTICLES_OF = frozenset(
    "the a an this that of is are be to in on for with and or but if so by as at it we you i he "
    "from then than when where which what how do does not no can my our".split()
)
BOUNDS = frozenset(
    "and but so then where with which whereas while for since because hence thus whose of is "
    "are what find compute here let given to also both from in".split()
)
# Other words of prose, of at most three letters or that look like a name.
SHORT = frozenset(
    "of is to in it we my an as at be by do he if me no on or so up us am go vs ok eg ie hi al la "
    "the and for are but not you all can had her was one our out day get has him his how man new "
    "now old see two way who its let put say she too use any may why try via per set due yes end "
    "row few far add non iff eq ask got did lot own big off sum log dot wrt fix key top low map "
    "nor yet bit run net mean real cost loss this that then than with here size term step form de "
    "et id im dont ive isnt i etc pca svm svd ols mse mle pde ode sgd cnn rnn lstm gan relu bce "
    "url aka ex lda gp nn ml ai cs em vae pls qr lu".split()
)
_DERIVATIVE_WORDS = frozenset(DERIVATIVES)
FUNCTION_WORDS = frozenset(
    name
    for name in [
        *FUNCTIONS,
        "ln",
        "Tr",
        "trace",
        "norm",
        "Diag",
        "vec",
        "min",
        "max",
        "relu",
        "ReLU",
        "softmax",
        "sigmoid",
        "mean",
        "sum",
        "prod",
        "std",
        "var",
        "logdet",
    ]
    if len(name) > 1
) - frozenset("matrix vector scalar entries inverse power square transpose step".split())
_NAMES = frozenset([*GREEK.values(), "lam", "yhat", "eps", "xhat", "lambd"]) - {"R", "in"}
_VOWELS = frozenset("aeiouyAEIOUY")
_KEYS = tuple(sorted({
    *FACTS, *IMPLIED, *KINDS, *DERIVATIVES, *(w for words in CLASSES.values() for w in words),
    "respect", "covariance", "frobenius", "euclidean", "hadamard", "elementwise",
}))  # fmt: skip
_KNOWN = frozenset(_KEYS)


@lru_cache(1 << 14)
def is_word(text: str) -> bool:
    """Is this a word of prose, rather than a name or a run of names such as Ax?

    >>> [is_word(text) for text in ("symmetric", "Ax", "W1", "XW", "theta", "Find")]
    [True, False, False, False, False, True]
    """
    lower = text.lower()
    if not text.isalpha() or not text.isascii():
        return False
    if lower.rstrip("0123456789") in _NAMES or text in _NAMES:
        return False
    if lower in SHORT or lower in _KNOWN:
        return len(text) > 1 and (text[1:].islower() or text.isupper() or lower == "relu")
    if len(text) < 3:
        return False
    is_plain = text.islower() or (text[0].isupper() and text[1:].islower())
    has_vowels = bool(_VOWELS & set(lower))
    if is_plain:
        return has_vowels and (
            len(text) > 3 or lower in SHORT or (text.islower() and lower[1] in _VOWELS)
        )
    return (len(text) > 5 and text.isupper()) or len(text) > 6


@lru_cache(1 << 12)
def corrected(word: str) -> str:
    """The word of a class that a misspelt one stands for, or the word itself.

    The first letter stays: a prefix makes another word.

    >>> [corrected(word) for word in ("symetric", "asymmetric", "bidiagonal")]
    ['symmetric', 'asymmetric', 'bidiagonal']
    """
    if word in _KNOWN or len(word) < 7:
        return word
    near = get_close_matches(word, _KEYS, 1, cutoff=0.88)
    is_other = near and word[0] != near[0][0]  # asymmetric, bidiagonal, noninvertible
    is_form = near and (word.startswith(near[0]) or near[0].startswith(word))
    return near[0] if near and not is_other and not is_form else word


@lru_cache(1 << 14)
def classes_of(word: str) -> frozenset[str]:
    """The classes of a word, which patterns name in capitals."""
    found = {name for name, words in CLASSES.items() if word in words}
    for name, table in (("ADJ", FACTS), ("ADJ", IMPLIED), ("KIND", KINDS), ("D", DERIVATIVES),
                        ("OPNAME", OPERATIONS)):  # fmt: skip
        if word in table:
            found.add(name)
    return frozenset(found)
