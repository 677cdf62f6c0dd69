"""From what was read and heard to a problem that can be derived.

In go a `Reading` and what was `Said`, out comes an `Understood`: the function, its definitions and
shapes as a `Problem`, the variables and the kind of derivative; or a question back, where the text
leaves open what is meant.
"""
