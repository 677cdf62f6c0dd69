"""Programs that are pasted, read as arrays: parsed, never run.

A listing is Python on arrays of NumPy, PyTorch or JAX. Its statements are interpreted with arrays
whose entries are not known (`matgrad.app.arrays`), so that every value is an expression:

values        what names stand for besides arrays: modules, routines, records, samples of a loop
library       what functions of libraries compute
evaluation    expressions → values
execution     statements → values by name, with the names that a person chose
shapes        which shapes the inputs have, where nobody tells them: the ones that fit
"""
