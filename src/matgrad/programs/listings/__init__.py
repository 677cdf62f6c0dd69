"""Programs that are pasted, read as arrays: parsed, never run.

A listing is Python on arrays of NumPy, PyTorch or JAX. Its statements are interpreted with arrays
whose entries are not known (`matgrad.programs.arrays.array`), so that every value is an expression:

values        what names stand for besides arrays: modules, routines, records, classes
likely        what names tell: derivatives, and which shapes are likely
machine       the state of a program while it is read, and the problem that it states
library       what functions of libraries and of Python compute
script        is a text a program, and what of it has an effect?
objects       what classes, and those of torch.nn, make, with parts and methods
evaluation    expressions → values: operators, parts of arrays, calls
assignment    values get names, those of derivatives may fail; arrays are changed in place
execution     statements → values by name: routines, loops, branches
shapes        which shapes the inputs have, where nobody tells them: the ones that fit
reading       code as input: the problem that a program states
"""
