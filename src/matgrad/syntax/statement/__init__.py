"""What a formula says: it declares, defines, differentiates, states a fact, or is a function.

Decided on tokens of either spelling, before the grammar reads anything; whoever joins statements
to a problem gives the tokens of some of them to `read_problem`.
"""

from matgrad.syntax.statement.kinds import Statement, Tokens, What
from matgrad.syntax.statement.reading import statements
from matgrad.syntax.statement.tidy import tidied

__all__ = ["Statement", "Tokens", "What", "statements", "tidied"]
