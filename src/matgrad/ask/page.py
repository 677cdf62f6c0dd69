"""The page of documentation that the table of forms writes about itself."""

from __future__ import annotations

from matgrad.ask import forms

TITLES: dict[str, str] = {
    forms.ASK: "What is asked",
    forms.CLAIM: "What somebody says the answer is",
    forms.DECLARE: "Shapes and kinds",
    forms.ASSUME: "What is so",
    forms.ALL: "What is so of all matrices",
    forms.SUPPOSE: "What is supposed, for one claim or one question",
    forms.DENY: "What is not so",
    forms.DEPEND: "What depends on what",
    forms.DENOTE: "Names of functions",
    forms.RETRACT: "Corrections",
}
HEAD = """# Asking in words

`mg.ask` and `matgrad ask` read a text with formulas, in LaTeX or typed, and answer it. What the
words around the formulas may say is the table below, by example; each example is a test. A text
outside of it is answered with a question, which is a good answer.

Every reply begins with one of three words. **read**: the text has one meaning, and all of it was
used: no word or formula is left that may say something. **assumed**: the likeliest meaning, with
the guesses listed first. **unclear**: a question, with texts that work when they are sent back. A
wish, a doubt, a denial or a sentence about another lecture is no fact.

This page is written by `matgrad.ask.page` from the table in `src/matgrad/ask/forms.py`.
"""


def page() -> str:
    """The page, as it stands in docs/ask.md.

    >>> page().splitlines()[0]
    '# Asking in words'
    """
    parts = [HEAD]
    for act, title in TITLES.items():
        examples = [text for form in forms.FORMS if form.act == act for text in form.examples[:1]]
        parts.append(f"## {title}\n\n" + "\n".join(f"- {text}" for text in examples) + "\n")
    return "\n".join(parts)
