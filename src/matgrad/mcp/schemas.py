"""The tools as data: what each takes and gives, as JSON schemas.

Nothing of the engine is loaded for them, so that the service starts fast.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Schema = dict[str, Any]
WORDS: Schema = {"type": "string"}
TEXTS: Schema = {"type": "array", "items": WORDS}
NUMBERS: Schema = {"type": "array", "items": {"type": "array", "items": WORDS}}
OBJECT: Schema = {"type": "object"}
KINDS = ("gradient", "jacobian", "hessian", "differential")
TARGETS = ("numpy", "jax", "torch", "matlab", "julia", "c")


def _said(schema: Schema, words: str) -> Schema:
    return {**schema, "description": words}


def _one_of(*words: str) -> Schema:
    return {**WORDS, "enum": list(words)}


FUNCTION = _said(
    WORDS,
    "A function as people type it: text (norm2(A*x - b)^2), Unicode, NumPy, MATLAB or LaTeX. "
    "Lines before it may declare sizes (A: m x n) and define names (r = A*x - b).",
)
WRT = _said(WORDS, "The variable.")
KNOWN: dict[str, Schema] = {
    "shapes": _said(
        {**OBJECT, "additionalProperties": TEXTS},
        'Sizes of variables that are not to be inferred: {"A": ["m", "n"], "x": ["n"], "c": []}.',
    ),
    "assume": _said(
        {**OBJECT, "additionalProperties": TEXTS},
        'What is known of variables: {"A": ["symmetric"]}, also positive_definite, positive, unit.',
    ),
}
KIND = _said(
    _one_of(*KINDS), "A gradient if the function is scalar and nothing is said, else a Jacobian."
)
GUESSES: Schema = {
    "type": "array",
    "items": {**OBJECT, "properties": {"words": WORDS, "alternative": WORDS}},
}
ERROR: Schema = {
    "type": ["object", "null"],
    "properties": {
        "code": WORDS,
        "message": WORDS,
        "hint": {"type": ["string", "null"]},
        "position": {"type": ["array", "null"]},
        "options": {
            "type": "array",
            "items": {**OBJECT, "properties": {"text": WORDS, "words": WORDS}},
        },
    },
}
EXAMPLE = _said(
    {"type": ["object", "null"]}, "Small numbers at which the two sides have different values."
)


@dataclass(frozen=True)
class Tool:
    """One thing that an assistant can ask for."""

    name: str
    title: str
    description: str
    takes: Mapping[str, Schema]
    needed: tuple[str, ...]
    gives: Mapping[str, Schema]

    @property
    def input_schema(self) -> Schema:
        """What it takes."""
        return {
            "type": "object",
            "properties": dict(self.takes),
            "required": list(self.needed),
            "additionalProperties": False,
        }

    @property
    def output_schema(self) -> Schema:
        """What it gives; where `ok` is false `error` says why."""
        properties = {"ok": {"type": "boolean"}, "error": ERROR, **self.gives}
        return {"type": "object", "properties": properties, "required": ["ok", "error"]}


OF_A_FUNCTION: dict[str, Schema] = {"function": FUNCTION, "wrt": WRT, **KNOWN}
STATUS = _one_of("right", "right up to layout", "right by convention", "wrong", "undecided")
TOOLS: tuple[Tool, ...] = (
    Tool(
        "read_problem", "Read a problem",
        "How a function of matrices is read: sizes, facts, guesses; or, if it is unclear, a "
        "question with options, each a text that works when it is sent instead.",
        {"text": FUNCTION, "wrt": WRT, **KNOWN}, ("text",),
        {"form": WORDS, "status": _one_of("read", "assumed", "unclear"), "guesses": GUESSES,
         "declarations": {"type": "array"}, "question": {"type": ["string", "null"]},
         "options": {"type": "array"}},
    ),
    Tool(
        "derive", "Derive",
        "The exact gradient, Jacobian, Hessian or differential in matrix notation, with every step "
        "of the derivation checked, and a certificate. Give a function, or a question in words.",
        {**OF_A_FUNCTION, "kind": KIND,
         "question": _said(WORDS, "A whole question, prose and formulas mixed."),
         "certificate": _said({"type": "boolean"}, "Attach the certificate; true if not given.")},
        (),
        {"answers": {"type": "array"}, "claims": {"type": "array"}, "questions": TEXTS,
         "options": TEXTS, "reading": OBJECT, "shapes": OBJECT,
         "certificates": {"type": "array"}},
    ),
    Tool(
        "check_claim", "Check a claim",
        "Is a formula the derivative of a function? If not: small numbers that show it, the likely "
        "slip, and the right answer. The claim may be a derivation of several lines.",
        {**OF_A_FUNCTION, "kind": KIND, "claim": _said(WORDS, "The formula that is claimed.")},
        ("function", "claim"),
        {"status": STATUS, "right": {"type": "boolean"}, "slip": WORDS, "condition": WORDS,
         "notes": TEXTS, "counterexample": EXAMPLE, "answer": WORDS, "latex": WORDS},
    ),
    Tool(
        "same", "Compare two formulas",
        "Are two formulas of matrices equal for all values of their letters? Also only if a named "
        "condition holds, or up to a transpose; otherwise numbers show that they differ.",
        {"a": FUNCTION, "b": FUNCTION, **KNOWN}, ("a", "b"),
        {"status": _one_of("same", "same if", "same up to layout", "different", "undecided"),
         "condition": WORDS, "slip": WORDS, "counterexample": EXAMPLE, "formulas": TEXTS,
         "shapes": OBJECT, "guesses": GUESSES, "notes": TEXTS},
    ),
    Tool(
        "convex", "Prove convexity",
        "Is a function convex, concave, affine or neither? With a proof in steps, or with two "
        "points and the one halfway as a counterexample.",
        OF_A_FUNCTION, ("function", "wrt"),
        {"status": _one_of("convex", "concave", "affine", "neither", "undecided"), "where": WORDS,
         "steps": {"type": "array"}, "counterexamples": {"type": "array"}, "reason": WORDS},
    ),
    Tool(
        "explain_step", "Explain a step",
        "One line of a derivation: what stood before, what came after, the rule and why it holds.",
        {**OF_A_FUNCTION, "kind": KIND,
         "number": _said({"type": "integer", "minimum": 1}, "Which step, from 1.")},
        ("function", "number"),
        {"number": {"type": "integer"}, "of": {"type": "integer"}, "before": WORDS, "after": WORDS,
         "rule": WORDS, "why": WORDS},
    ),
    Tool(
        "code", "Write code",
        "Readable source code that computes the derivative; it was run and compared.",
        {**OF_A_FUNCTION, "kind": KIND,
         "target": _said(_one_of(*TARGETS), "The language.")},
        ("function",), {"source": WORDS, "inputs": TEXTS},
    ),
)  # fmt: skip
BY_NAME = {tool.name: tool for tool in TOOLS}
