"""A whole question, prose and formulas mixed: what was understood, the answer, the claims.

`understand` goes from a text to an `Understood` in these steps, and each package imports only from
those before it:

text        a string → `Cut`: prose and formulas
spelling    `Cut` → `Cut`: what people leave out is spelled out
formulas    `Cut` → `Reading`: what formulas say
parts       a text with numbered parts → a text for each of them, to be asked alone
facts       words → `Said`: what names are
asking      words → `Said`: what is asked for, and what is claimed (`listen` runs both)
problem     `Reading` and `Said` → `Understood`: the function, its shapes, the variables
claims      `Understood` → verdicts on the formulas that the text gives
programs    a text with a program in Python → `Understood`, and verdicts on its derivatives
answer      `Understood` → `Reply`
"""

from matgrad.app.ask.answer.asking import ask
from matgrad.app.ask.answer.question import title_in
from matgrad.app.ask.answer.reply import Reply

__all__ = ["Reply", "ask", "title_in"]
