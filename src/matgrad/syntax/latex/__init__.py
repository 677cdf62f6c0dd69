"""The lexer of LaTeX: what is typeset becomes the tokens of the one grammar."""

from matgrad.syntax.latex.lexer import tokens_of

__all__ = ["tokens_of"]
