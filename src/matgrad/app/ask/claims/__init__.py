"""Whether the formulas that a text gives are right.

In goes an `Understood` with its derivation, out comes a `Verdict` for each claim: right, right in a
case, or wrong with a counterexample and, of several lines, the first that is wrong.
"""
