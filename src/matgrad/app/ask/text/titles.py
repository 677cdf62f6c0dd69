r"""Titles are sentences of their own, also without a full stop: **Ridge regression**, \section{…}.

A line between stars, behind # or in a command is one; so is the first line of a text, where the
next begins a sentence, and words in brackets before one: (Fisher discriminant) Let …
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.adjectives import ANY_FACT

_FORMULA = r"\$[^$\n]{1,200}\$"
_INSIDE = rf"(?:[^\n$*]|{_FORMULA}){{2,200}}?"
_COMMANDS = r"title|section|subsection|subsubsection|chapter|paragraph"
_GROUP = rf"(?:[^{{}}$]|{_FORMULA}){{2,200}}?"
_MARKED = re.compile(
    rf"^[ \t]*(?:#{{1,6}}[ \t]+(?:\*\*)?(?P<a>{_INSIDE})(?:\*\*)?[ \t#]*"
    rf"|(?P<stars>\*\*|__)(?P<b>{_INSIDE})(?P=stars)[ \t]*"
    rf"|<(?P<tag>h[1-6]|b|strong)>(?P<c>{_INSIDE})</(?P=tag)>[ \t]*)$"
    rf"|\\(?:{_COMMANDS})\*?\s*\{{(?P<d>{_GROUP})\}}",
    re.MULTILINE,
)
_OPENS = (  # what begins a sentence that sets something up
    r"Let|Suppose|Assume|Consider|Given|Define|Denote|Say|Take|Recall"
)
_WORD = r"[A-Z][a-z’'-]+[ ,]|I(?:['’]m)? |A [a-z]+|In "
_NAME = r"\$[^$\n=]{1,80}\$|\\\([^$\n=]{1,80}?\\\)|[A-Za-z]\w?"
_NAMED = (  # $K$ is a kernel matrix; $A$, $B$ are …; $x\in\mathbb R^n$ and …
    rf"(?:{_NAME})(?:(?:[ \t]*,[ \t]*|,?[ \t]+and[ \t]+)(?:{_NAME})){{0,5}}[ \t]+(?:is|are|denotes?"
    rf"|stands?|represents?|has|have|contains?|an?|{ANY_FACT})\b|\$[^$\n=]{{1,40}}\\in(?![A-Za-z])[^$\n=]{{1,60}}\$"
)
_LEAD = (  # with these a sentence goes on below
    r"(?:[Tt]he|an?|of|for|to|by|in|is|are|be|and|or|but|get|got|have|has|that|where|with|from|at|on"
    r"|as|into|we|I|respect|find|compute|minimi[sz]e|maximi[sz]e|let|given|define"
    r"|via|like|if|when|then|so|was|were"
    r"|says?|equals?|gives?|obtain|following|consider|suppose|assume|not|than|this|our|my|its)"
)
_NOUN = (
    r"(?:function|loss|gradient|derivative|hessian|jacobian|objective|formula)"  # with a formula
)
_SHORTENED = r"\bw\.r\.t\.|\bi\.i\.d\.|\be\.g\.|\bi\.e\.|\bvs\."
_FIRST = re.compile(
    rf"\A\s*(?P<line>(?!(?:{_OPENS})\b)[A-Z]"
    rf"(?:[^\n$=:;.?!]|{_FORMULA}|{_SHORTENED}){{4,110}}?)[ \t]*"
    rf"(?=\n[ \t]*\n\s*(?:{_WORD}|{_NAMED})|\n[ \t]*(?:{_OPENS})\b)"
)
_SUBJECT = re.compile(rf"\s*(?:{_NAMED})")
_GOES_ON = re.compile(rf"(?:[,(+*/^-]|\b(?:{_LEAD}|{_NOUN}))\s*\Z", re.I)
_LEADS = re.compile(rf"(?:[,(+*/^-]|\b{_LEAD})\s*\Z", re.I)
_LINKED = re.compile(  # also where a name and its verb follow
    r"(?:[,(]|\b(?:and|or|but|that|where|with|if|when|then|so|because|since|as|the|matrix|for|of))\s*\Z"
)
_GREETING = re.compile(
    r"\A(?P<words>\s*(?:hi|hello|hey|dear|good (?:morning|evening|day|afternoon))"
    r"(?: [A-Za-z]+){0,3})[ \t]*[,!]?(?=[ \t]*\n\s*[A-Z])",
    re.I,
)
_CALLED = r"(?:exercise|problem|question|task|example|ex|q)"
_BRACKETS = re.compile(
    rf"(?P<before>\A\s*|\n[ \t]*|[.:]\s+|(?:\A|\n)[ \t]*(?i:{_CALLED})\.?\s*[\d.]{{1,5}}[a-z]?\s+)"
    r"[(\[](?P<words>[A-Za-z][A-Za-z’'-]{2,}(?:,? [A-Za-z’'-]+){0,7})[)\]]"
    r"(?=\s+(?:[A-Z][a-z’']+\s|I\s|A\s+[a-z]))(?!\s+(?:Is|Are)\s)"
)
_NUMBERED = re.compile(rf"(?:{_CALLED}|part|case)\.?\s*\(?[\w.]{{1,5}}\)?", re.I)
_ENDED = re.compile(r"[.?!:;,…]\s*\Z")


def with_titles(text: str) -> str:
    """The text with a full stop behind its titles.

    >>> with_titles("**Ridge regression**\\n\\nLet A be symmetric.")
    'Ridge regression.\\n\\nLet A be symmetric.'
    """
    text = _MARKED.sub(_marked, text)
    text = _GREETING.sub(r"\g<words>.", _FIRST.sub(_first, text))
    return _BRACKETS.sub(r"\g<before>\g<words>.", text)


def _marked(found: re.Match[str]) -> str:
    title = (found["a"] or found["b"] or found["c"] or found["d"]).strip()
    is_words = re.search("[A-Za-z]{3}", re.sub(_FORMULA, "", title)) is not None
    if not is_words or _NUMBERED.fullmatch(title):
        return found[0]
    end = "" if _ENDED.search(title) or _GOES_ON.search(title) else "."
    return f"{title}{end}" + ("\n\n" if found["d"] else "")


def _first(found: re.Match[str]) -> str:
    line = found["line"]
    is_words = len(re.findall("[A-Za-z]{3,}", re.sub(_FORMULA, "", line))) > 1
    goes_on = _LINKED if _SUBJECT.match(found.string, found.end()) else _LEADS
    return found[0] if goes_on.search(line) or not is_words else f"{found[0].rstrip()}."
