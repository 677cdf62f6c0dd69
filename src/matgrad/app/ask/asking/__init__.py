"""What words ask for, and which formulas they give as the answer.

In goes a sentence with the `Reading`; out come, in `Said`, the derivatives that are asked for, the
variables, the points, and the formulas that are claims.
"""
