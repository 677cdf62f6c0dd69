"""LaTeX becomes the tokens of the one grammar (lexer.tokens_of), and a problem."""
