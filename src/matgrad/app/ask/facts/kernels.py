"""Matrices given by their entries: K_ij = k(x_i, x_j) is symmetric, as K_ji is the same."""

from __future__ import annotations

import re

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.text.segments import Cut
from matgrad.render.glyphs import plain_name

_ENTRY = re.compile(
    r"(?P<name>\\[A-Z][a-z]+|[A-Z])_\{(?P<i>[a-z]),?(?P<j>[a-z])\}:?=(?P<value>[^=]+)"
)
_KERNEL = re.compile(
    r"\b(?:kernel|gram\b|covariance function|similarity|affinity|distance|SVM|support vector"
    r"|gaussian process)",
    re.I,
)
_OPEN = re.compile(r"\b(?:not|if|unless|asymmetric|non-?symmetric|directed|cross)\b", re.I)
_MEMBER = r"(?:\\mathbf\{{[a-z]\}}|\\[a-z]+|[a-z])_\{{?{}\}}?"
_OF_TWO = re.compile(r"(?P<name>\\?[A-Za-z]+)\((?P<x>[^(),]+),(?P<y>[^(),]+)\)")


def tell_kernels(said: Said, cut: Cut) -> None:
    """A matrix is symmetric if its entries do not change when the indices change places."""
    words = cut.words
    for latex in map(_squeezed, cut.formulas):
        found = _ENTRY.fullmatch(latex)
        name = whole_name(found["name"]) if found else None
        known = said.facts.get(name or "", set[str]())
        if found is None or name is None or "symmetric" in known:
            continue
        if (name, "symmetric") not in said.denied and _is_mutual(found, words):
            i, j = found["i"], found["j"]
            shown = plain_name(name)
            said.implied.append(
                f"{shown} is symmetric: {shown}_{i}{j} and {shown}_{j}{i} are the same"
            )
            said.facts.setdefault(name, set()).add("symmetric")


def _is_mutual(found: re.Match[str], words: str) -> bool:
    """Is the entry ij of a kernel, of which only the name is known, the entry ji?"""
    i, j, value = found["i"], found["j"], found["value"]
    index = re.compile(rf"(?<=_)(?:{i}|{j})\b|(?<=_\{{)(?:{i}|{j})(?=\}})")
    forms = [value, index.sub(lambda at: j if at[0] == i else i, value)]
    is_kernel = _OF_TWO.search(value) and _KERNEL.search(words) and not _OPEN.search(words)
    one, other = (_ordered(_OF_TWO.sub(_sorted, form), i, j) for form in forms)
    return bool(is_kernel) and one == other


def _sorted(found: re.Match[str]) -> str:
    """A kernel with its arguments in one order."""
    return found["name"] + "(" + ";".join(sorted((found["x"], found["y"]))) + ")"


def _ordered(value: str, i: str, j: str) -> str:
    """Products of a member at i and one at j in one order: y_iy_j."""
    one, other = _MEMBER.format(i), _MEMBER.format(j)
    op = r"\^\{?(?:T|\\top)\}?|\\cdot|"
    pair = rf"(?P<a>{one})(?P<op>{op})(?P<b>{other})|(?P<c>{other})(?P<d>{op})(?P<e>{one})"
    return re.sub(pair, _in_order, value)


def _in_order(found: re.Match[str]) -> str:
    first, second = (found["a"], found["b"]) if found["a"] else (found["e"], found["c"])
    return f"{first}{found['op'] if found['a'] else found['d']}{second}"


def _squeezed(latex: str) -> str:
    latex = re.sub(r"\\(?:left|right|[bB]igg?[lr]?)(?![A-Za-z])|\\[,;!:]", "", latex)
    return re.sub(r"\s+", "", re.sub(r"(\\[A-Za-z]+)\s+(?=[A-Za-z])", r"\1{}", latex))
