"""What people leave out or write in their own way, spelled out in the formulas.

In goes a `Cut` and out comes a `Cut` that says the same: ‖·‖ is written as the norm that the text
calls it, “the trace of ⟦1⟧” as a formula, and σ², by which something is derived, as a variable of
its own. Whatever was decided on the way is a note.
"""
