"""What is said of a part elsewhere: “For (a) I got ⟦7⟧”, behind all parts, belongs to part (a)."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.parts.marks import CALLED, Parts
from matgrad.app.ask.parts.typed_answers import typed_answers
from matgrad.app.ask.text.marks import M

_NUMBER = rf"(?:(?:{CALLED})\s*)?\((?:\d{{1,2}}|[a-h]|i{{1,3}}|iv|v)\)"
_LABEL = _NUMBER.replace(r"\((?:", r"\((?P<n>")
_OPENS = re.compile(
    r"^\W*(?:my answers?\s*:\s*)?(?:(?:and|but|so|also)\s+)?(?:for|in|as for|regarding|concerning)"
    rf"\s+{_LABEL}[\s,:]*",
    re.I,
)
_BESIDE = re.compile(  # my answer to (a) is ⟦1⟧; I got ⟦1⟧ for (a)
    r"(?P<head>\b(?:my|our|the|his|her|a)\s+(?:\w+\s+)?(?:answer|result|solution|guess|attempt|claim)"
    rf"|{M}\s*,?)\s+(?:to|for|in|of|as the answer to)\s+{_LABEL}",
    re.I,
)
_CLAIMS = re.compile(
    r"\b(?:I|we|they|he|she)(?:['’]d)?\s+(?:\w+\s+)?(?:got|get|have|had|found|find|obtain\w*|think|guess"
    r"|believe|claim|say|suspect)\b|\b(?:answer|result|solution|guess|attempt|claim)\b"
    rf"|\b(?:it|gradient|derivative|hessian|jacobian)\s+(?:is|should be|equals)\s+{M}",
    re.I,
)
_TASK = re.compile(r"\b(?:compute|calculate|derive|determine|differentiate|now|use|using)\b", re.I)
_AND = r"\s*[,;]?\s+(?:and|while|but)\s+"
_ENDS = re.compile(
    rf"(?<=[.?!])\s+|\n\s*\n|{_AND}(?=(?:for|in)\s+{_NUMBER}|{M}\s+(?:for|in)\s+{_NUMBER})", re.I
)
_MARKS = rf"{M}(?:\s*(?:,\s*and|,|and)\s*{M}){{0,3}}"
_ANY = r"(?:\d{1,2}|[a-h]|i{1,3}|iv|v)"
_TELLS = r"(?:(?:I|we)\s+(?:get|got|have|had|found|find|obtain(?:ed)?)|it\s+is|is|it['’]s)\s+"
_ANSWER = (  # (a) ⟦1⟧; 2. ⟦3⟧; for (b) I get ⟦5⟧
    rf"(?:for\s+)?(?:\({_ANY}\)|(?<![\w(.]){_ANY}[.)](?=\s))\s*[:,]?\s*(?:{_TELLS})?{_MARKS}"
)
_BACK = rf"{_MARKS}\s+(?:for|in)\s+(?:(?:{CALLED})\s+)?\(?{_ANY}\)?(?![\w)])"  # ⟦1⟧, ⟦3⟧ for 1
_INTRO = (
    r"(?P<intro>\b(?:(?:I|we|they|he|she)(?:['’]ve)?\s+(?:\w+\s+)?(?:get|got|have|had|found|find"
    r"|obtain(?:ed)?)|(?:(?:my|our|the|his|her|their)\s+)?(?:[\w'’]+\s+){0,2}?(?:answers?|results?"
    r"|solutions?|guess(?:es)?|attempts?)(?:\s+(?:are|is|so far|sheet|key|manual|paper))*"
    r"|mine(?:\s+are)?"
    r"|(?:(?:my|our|the|an?|his|her)\s+(?:[\w'’]+\s+){1,3}?|(?-i:[A-Z])[a-z]+\s+)"
    r"(?:has|have|says?|gives?|gets?|got|claims?|writes?|lists?))\s*:?\s*)"
)
_NEXT = r"\s*(?:[,;.]\s*(?:and\s+)?|and\s+)?\s*"
_LISTS = tuple(
    re.compile(rf"{intro}(?P<all>{item}(?:{_NEXT}{item}){{1,7}})[.,;]?", re.I)
    for intro, item in ((rf"(?:{_INTRO})?", _ANSWER), (_INTRO, _BACK))
)
_ONE = re.compile(rf"{_ANSWER}|{_BACK}", re.I)
_NOUN = re.compile(  # a student's solution: ⟦1⟧
    r"\b((?:answer|result|solution|guess|attempt)(?:e?s)?(?:\s+(?:sheet|key|manual|paper))?)$", re.I
)
_OWN = re.compile(r"\b(?:I|we|my|our|mine)\b|^\W*(?:answer|result|solution|guess|attempt)", re.I)


def _listed(outline: Parts, labels: list[str]) -> Parts:
    """The parts with the answers that a list gives by their numbers: (a) ⟦1⟧, (b) ⟦3⟧."""
    moved: dict[int, list[str]] = {}

    def taken(found: re.Match[str]) -> str:
        items = [each[0] for each in _ONE.finditer(found["all"])]
        homes = [re.search(rf"\b{_ANY}\b", re.sub(M, "", x), re.I) for x in items]
        names = [home[0].lower() if home else "" for home in homes]
        intro = found["intro"] or ""
        is_told = intro or re.search(_TELLS, found["all"], re.I)
        if not is_told or not {*names} <= {*labels} or len({*names}) < len(names):
            return found[0]
        who = (
            "I get " if not intro or _OWN.search(intro) else _NOUN.sub(r"\1 is", intro.strip(" :"))
        )
        for name, item in zip(names, items, strict=True):
            marks = " and ".join(re.findall(M, item))
            moved.setdefault(labels.index(name), []).append(f"{who.strip(' :')} {marks}.")
        return ""

    texts = [*(part.words for part in outline.parts), outline.after]
    for pattern in _LISTS:
        texts = [pattern.sub(taken, text) for text in texts]
    for i, text in enumerate(texts):
        texts[i], answers = typed_answers(text, labels)
        for at, answer in answers.items():
            moved.setdefault(at, []).append(f"I get {answer}.")
    *words, after = texts
    pairs = zip(outline.parts, words, strict=True)
    parts = [
        replace(part, words=" ".join((_closed(text.strip()), *moved[at])) if at in moved else text)
        for at, (part, text) in enumerate(pairs)
    ]
    return replace(outline, parts=tuple(parts), after=after) if moved else outline


def sent_home(outline: Parts) -> Parts:
    """The parts with the claims that the text makes of them in another place."""
    labels = [part.label.rpartition(" ")[2].strip("()").lower() for part in outline.parts]
    outline = _listed(outline, labels)
    pieces = [_ENDS.split(each) for each in (*(p.words for p in outline.parts), outline.after)]
    moved: dict[int, list[str]] = {}
    for at, sentences in enumerate(pieces):
        first = 1 if at < len(labels) else 0  # a part begins with its own task
        for i, sentence in enumerate(sentences[first:], first):
            home, words = _home(sentence, labels)
            if home is not None:
                moved.setdefault(home, []).append(words)
                sentences[i] = ""
    if not moved:
        return outline
    *texts, after = ["\n\n".join(filter(None, each)) for each in pieces]
    parts = [
        replace(part, words=" ".join((_closed(text), *moved[at])) if at in moved else text)
        for at, (part, text) in enumerate(zip(outline.parts, texts, strict=True))
    ]
    return replace(outline, parts=tuple(parts), after=after)


def _closed(words: str) -> str:
    """A part that ends with a full stop."""
    words = re.sub(r"(?:[\s,;]|\b(?:and|or|then)\b)+$", "", words, flags=re.I)
    return words if re.search(r"[.?!]$", words) else f"{words}."


def _home(sentence: str, labels: list[str]) -> tuple[int | None, str]:
    """The part of which a sentence claims something, and what it says without the number."""
    found = _OPENS.search(sentence) or _BESIDE.search(sentence)
    is_alone = re.match(rf"\s*{M}\s+(?:for|in)\s", sentence)  # … and ⟦3⟧ for (b)
    is_claim = found and (is_alone or _CLAIMS.search(sentence)) and not _TASK.search(sentence)
    if not found or not is_claim or M[0] not in sentence or found["n"].lower() not in labels:
        return None, sentence
    words = _BESIDE.sub(r"\g<head>", _OPENS.sub("", sentence)).strip()
    words = f"I get {words}" if is_alone else words
    return labels.index(found["n"].lower()), _closed(words[:1].upper() + words[1:])
