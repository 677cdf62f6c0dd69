"""Networks described in words: a ReLU layer of 10 units, 3 softmax outputs, cross-entropy.

Only what the words say is taken: widths that are not given are letters, and a missing activation or
loss is asked for. Other kinds of networks, convolutional or recurrent, are not read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from matgrad.app.ask.problem.understood import Understood
from matgrad.nets import Dense, Network, dense, network

NUMBERS = {word: i for i, word in enumerate("zero one two three four five six".split())}
NUMBERS |= {"a": 1, "an": 1, "single": 1, "the": 1}
_COUNT = rf"(?:\d{{1,4}}|{'|'.join(NUMBERS)})"
_WIDTH = r"(?:\d{1,5}|(?<![A-Za-z])[b-zB-HJ-Z](?:_?\d)?(?![A-Za-z]))"
_SIZE = rf"(?:size|dimension|length|width|in\s+R\^)\s*({_WIDTH})"
ACTIVATIONS = (
    (r"re-?lu\b|rectified linear|\brectifier", "relu"),
    (r"\btanh\b|hyperbolic tangent", "tanh"),
    (r"\bsigmoid(?:al)?\b|\blogistic\b(?! (?:loss|regression))", "sigmoid"),
    (r"\bgelu\b", "gelu"),
    (r"\bsilu\b|\bswish\b", "silu"),
    (r"\bsoftplus\b", "softplus"),
    (r"\bsoftmax\b", "softmax"),
    (r"\blinear (?=output|activation|layer|unit)|\bidentity\b", "identity"),
    (r"(?:arbitrary|general|generic|some|differentiable) (?:\w+ )?(?:activation|nonlinearity)"
     r"|activation(?: function)? (?:σ|sigma)", "sigma"),
)  # fmt: skip
LOSSES = (
    (r"binary cross-?\s?entropy|\bbce\b|\blog(?:istic)? loss\b", "binary_cross_entropy"),
    (r"cross-?\s?entropy|negative log-?\s?likelihood|\bnll\b", "softmax_cross_entropy"),
    (r"squared? (?:error|loss|euclidean)|\bmse\b|least[- ]squares|quadratic (?:loss|cost)"
     r"|\bl2 loss|sum of squares|euclidean loss", "squared_error"),
    (r"\bhinge\b", "hinge"),
    (r"\bhuber\b", "huber"),
)  # fmt: skip
_ANY = "|".join(f"(?:{pattern})" for pattern, _ in ACTIVATIONS)
_IS_NETWORK = re.compile(
    r"\b(?:neural )?(?:network|net|perceptron|mlp|autoencoder)s?\b|\bhidden (?:layer|unit|neuron)",
    re.I,
)
_OTHER = re.compile(
    r"convolution|\bcnn\b|recurrent|\brnn\b|\blstm\b|\bgru\b|attention|transformer|batch[- ]?norm"
    r"|pooling|\bgraph neural|embedding|maxout|leaky|\belu\b|autoencoder|contrastive|\bgan\b",
    re.I,
)
_OUTPUT = re.compile(
    rf"(?:{_ANY})\s*(?:activations?\s*|function\s*)?(?:(?:in|at|on|for|as)\s+)?(?:the\s+|its\s+)?"
    r"(?:output|final|last)s?\b(?:[- ]?layers?|\s+units?|\s+neurons?)?"
    rf"|\b(?:output|final|last)s?\b(?:[- ]?(?:layer|unit|neuron|activation)s?)?\s*,?\s*(?:(?:is|are"
    rf"|uses?|has|have|with|of|through|by|applies|being|a|an|the|\(|{_COUNT})\s+){{0,4}}\(?(?:{_ANY})"
    rf"|(?:followed by|and(?: then)?|then|through|into)\s+(?:a\s+|the\s+)?softmax(?:\s+layer)?",
    re.I,
)  # fmt: skip
_HIDDEN = (
    re.compile(
        rf"\b({_COUNT})\s+(?:(?!{_COUNT}\b)[\w-]+\s+){{0,3}}?hidden\s+(?:layers\b|layer\b)", re.I
    ),
    re.compile(r"\bhidden\s+(?:layer|units?|neurons?|nodes?)\b", re.I),
)
_LAYERS = re.compile(rf"\b({_COUNT})[- ]layer(?:ed|s)?\b", re.I)
_UNITS = r"(?:hidden\s+)?(?:[\w-]+\s+)?(?:units?|neurons?|nodes?)"
_LIST = rf"({_WIDTH}(?:\s*(?:,\s*and|,|and)\s*{_WIDTH}){{0,5}})"
_HIDDEN_WIDTHS = (
    re.compile(rf"hidden\s+layers?\s*,?\s*(?:\(|of|with|has|have|having|contains?|sizes?|widths?|\s)+"
               rf"\s*{_LIST}\b(?:\s+and)?(?!\s*(?:inputs?|outputs?|class))", re.I),
    re.compile(rf"\b{_LIST}\s+hidden\s+(?:\w+\s+)?(?:units?|neurons?|nodes?)", re.I),
    re.compile(rf"\b{_LIST}\s+{_UNITS}\s+(?:in|for)\s+(?:the|each)\s+hidden", re.I),
)  # fmt: skip
_INPUT_WIDTH = (
    re.compile(rf"\b({_WIDTH})(?:[- ]dimensional)?\s+(?:\w+\s+)?(?:inputs?|features?)\b", re.I),
    re.compile(
        rf"inputs?\b[^.;]{{0,30}}?(?:size|dimension|length|width|in\s+R\^)\s*({_WIDTH})", re.I
    ),
)
_OUTPUT_WIDTH = (
    re.compile(
        rf"\b({_WIDTH}|single|one|scalar)\s+(?:{_ANY})?\s*(?:[\w-]+\s+)?(?:outputs?|classes)\b",
        re.I,
    ),
    re.compile(rf"outputs?\b[^.;]{{0,30}}?{_SIZE}", re.I),
)
_BATCH = re.compile(rf"batch(?:es)?(?:\s+size)?\s+(?:of\s+)?(?:size\s+)?({_WIDTH})\b", re.I)
WHICH_LOSS = "Which loss is the network trained with?"


@dataclass
class Described:
    """A network that words describe, or what they leave open."""

    network: Network | None = None
    notes: list[str] = field(default_factory=list[str])
    questions: list[str] = field(default_factory=list[str])


def described(text: str) -> Described | None:
    """The network that a text describes; None if it does not describe one."""
    words = " ".join(re.sub(r"[$*_{}\\]", "", text).split())
    if not _IS_NETWORK.search(words) or _OTHER.search(words):
        return None
    count = hidden_layers(words)
    if count is None:
        is_open = re.search(r"\blayers?\b", words) is not None
        return Described(questions=["How many hidden layers does it have?"]) if is_open else None
    loss, last = loss_of(words)
    inner = activations(_OUTPUT.sub(" ", words), count)
    found = Described()
    if not loss:
        found.questions.append(WHICH_LOSS)
    if inner is None:
        found.questions.append("Which activation function do the hidden layers have?")
    if not found.questions:
        _build(found, words, (loss, last), inner or [])
    return found


def hidden_layers(words: str) -> int | None:
    """How many hidden layers there are; of two layers of weights, one is hidden."""
    counts = {_number(found[1]) for found in _HIDDEN[0].finditer(words) if is_count(found)}
    if counts:
        return counts.pop() if len(counts) == 1 else None
    if re.search(r"\bhidden\s+layers\b", words, re.I):
        return None
    layers = _LAYERS.search(words)
    if layers and _number(layers[1]) in (1, 2):
        return _number(layers[1]) - 1
    return 1 if _HIDDEN[1].search(words) and layers is None else None


def is_count(found: re.Match[str]) -> bool:
    """Is it said how many there are? “The hidden layers” does not say it."""
    is_many = found[0].lower().endswith("layers")
    return not is_many or found[1].isdigit() or _number(found[1]) > 1


def _number(word: str) -> int:
    return int(word) if word.isdigit() else NUMBERS[word.lower()]


def loss_of(words: str) -> tuple[str, str]:
    """The loss, and what acts in the last layer besides what the loss itself applies."""
    name = next((name for pattern, name in LOSSES if re.search(pattern, words, re.I)), "")
    outputs = " ".join(found[0] for found in _OUTPUT.finditer(words))
    last = next((name for pattern, name in ACTIVATIONS if re.search(pattern, outputs, re.I)), "")
    if name == "softmax_cross_entropy" and last == "sigmoid":
        name = "binary_cross_entropy"
    is_inside = name in ("softmax_cross_entropy", "binary_cross_entropy")
    return name, "identity" if is_inside or not last else last


def activations(words: str, count: int) -> list[str] | None:
    """The activations of the hidden layers, in order: one for all, or one for each."""
    places = [
        (found.start(), name)
        for pattern, name in ACTIVATIONS
        for found in re.finditer(pattern, words, re.I)
        if name not in ("softmax", "identity")
    ]
    names = [name for _, name in sorted(places)]
    if not count:
        return []
    if len(set(names)) == 1:
        return names[:1] * count
    return names if len(names) == count else None


def _build(found: Described, words: str, ending: tuple[str, str], inner: list[str]) -> None:
    loss, last = ending
    given = widths(words, len(inner))
    if given is None:
        found.questions.append("How wide is each of the layers?")
        return
    options = {
        "bias": not re.search(r"\b(?:no|without|ignor\w+|omit\w*) (?:the |any )?bias", words, re.I),
        "residual": re.search(r"\bresidual|skip connection", words, re.I) is not None,
        "dropout": re.search(r"\bdropout\b", words, re.I) is not None,
        "layer_norm": re.search(r"\blayer ?-?norm", words, re.I) is not None,
    }
    hidden = [dense(width, f, **options) for width, f in zip(given[1:-1], inner, strict=True)]
    parts: list[str | int | Dense] = [
        given[0],
        *hidden,
        dense(given[-1], last, bias=options["bias"]),
    ]
    decay = re.search(r"\bweight decay|\bl2[- ](?:regulari|penal)", words, re.I) is not None
    batch = _BATCH.search(words)
    found.network = network(
        parts, loss=loss, weight_decay=decay, batch=_size(batch[1]) if batch else None
    )
    shown = ", ".join(map(str, given))
    what = f"hidden layers: {' and '.join(dict.fromkeys(inner))}" if inner else "no hidden layer"
    found.notes.append(f"a network of widths {shown}; {what}; loss: {loss.replace('_', ' ')}")


def widths(words: str, hidden: int) -> list[str | int] | None:
    """The widths of the layers, letters where none are given; None if their number does not fit."""
    first = _first(_INPUT_WIDTH, words)
    last = _first(_OUTPUT_WIDTH, words)
    inside = [_size(each) for each in re.findall(_WIDTH, _first(_HIDDEN_WIDTHS, words))]
    if len(inside) == 1:
        inside *= hidden
    if len(inside) not in (0, hidden):
        return None
    taken = {str(each) for each in (*inside, first, last)}
    free = [name for name in ("n", "k", "m", "p", "q", "r", "s") if name not in taken]
    if len(inside) != hidden:
        inside = ["k"] if hidden == 1 and "k" in free else [f"k{i}" for i in range(1, hidden + 1)]
    n, m = ("n" if "n" in free else free[0]), ("m" if "m" in free else free[-1])
    return [_size(first) if first else n, *inside, _size(last) if last else m]


def _first(patterns: tuple[re.Pattern[str], ...], words: str) -> str:
    return next((found[1] for pattern in patterns if (found := pattern.search(words))), "")


def _size(text: str) -> str | int:
    is_one = text.lower() in ("single", "one", "scalar")
    return 1 if is_one else int(text) if text.isdigit() else text.replace("_", "")


def read_network(found: Understood) -> bool:
    """Does the text describe a network in words? If so it is the problem, or asked about."""
    network = described("".join(segment.text for segment in found.cut.segments))
    if network is None:
        return False
    found.problem = network.network
    found.variables = network.network.parameters if network.network else ()
    found.said.is_network = True
    found.notes += network.notes
    found.questions += network.questions
    return True
