"""The answer to a question: `ask` runs everything and gives a `Reply`.

In goes the text; the reply has what was understood, the derivations, those at points and in cases,
the verdicts on claims, and what was left out, as a document and as data.
"""
