"""A whole question, prose and formulas mixed: what was understood, the answer, the claims."""

from matgrad.app.ask.answer import Reply, ask

__all__ = ["Reply", "ask"]
