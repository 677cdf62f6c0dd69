"""What a question is read as: its function, in the language of text."""

from matgrad.app.ask.understand import understand


def function_of(question: str) -> str | None:
    """The function that a question is about, with its definitions filled in as names."""
    problem = understand(question).problem
    return None if problem is None else str(problem.function)


def by(formula: str, variable: str = "x") -> str | None:
    """The function of the shortest question about a typed formula."""
    return function_of(f"gradient of {formula} wrt {variable}")
