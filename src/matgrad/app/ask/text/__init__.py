"""A text as people write it, cut into prose and formulas.

In goes a string: plain text, Markdown or LaTeX, with comments, programs and formulas typed in
prose. Out comes a `Cut` (segments): every formula in LaTeX, every word in its place, and the same
text with formulas marked by their numbers, ⟦3⟧, in which words are searched for (marks, sentences).
"""
