"""A whole question, prose and formulas mixed: what was understood, the answer, the claims."""

from matgrad.app.ask.answer.reply import Reply, ask
from matgrad.app.ask.answer.rows import title_in

__all__ = ["Reply", "ask", "title_in"]
