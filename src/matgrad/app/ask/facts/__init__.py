"""What words say of names: a symmetric matrix, a vector of length n, the ReLU.

In goes the marked text with its `Reading`, out comes what is kept in `Said`. A fact is established
only by a clause of which every word is known (clauses, phrases); otherwise it is denied, supposed
or merely mentioned, and is kept as that.
"""
