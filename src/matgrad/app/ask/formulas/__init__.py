"""What formulas say by themselves, without the words around them.

In goes a `Cut`, out comes a `Reading`: names with the sets they are in, definitions, facts such as
A = A^T, derivatives that are asked for or given, and what is left. `notation` has the small things
that all of it needs: what is a name, a call, a left side.
"""
