"""Programs that are pasted, read as arrays: parsed, never run.

A listing is Python on arrays of NumPy, PyTorch or JAX. Its statements are interpreted with arrays
whose entries are not known (`matgrad.programs.arrays.array`), so that every value is an expression:

values        what names stand for besides arrays: modules, routines, records
passes        what loops over samples compute, for all passes at once
derivatives   names that programs give to derivatives
naming        what names of programs are called in formulas
likely        which shapes are likely, by names and by what is done with them
starts        random arrays, of which only the sizes matter
library       what functions of libraries compute
machine       the state of a program while it is read
parts         x[0], the rows of a loop, what class numbers choose
operators     two values → a value; exp(z) over its sum is a softmax
functions     of libraries and of Python, with the values of a program
objects       what classes make, with parts and methods
layers        of torch.nn, as classes
calls         of functions, methods and routines
evaluation    expressions → values
assignment    values get names; those of derivatives may fail
changing      arrays that are changed in place
calling       routines, with names of their own
loops         entry by entry, or over all samples at once
execution     statements → values by name, with the names that a person chose
shapes        which shapes the inputs have, where nobody tells them: the ones that fit
settling      names for sizes, and the program without what changes nothing
problems      the function as a problem, by inputs or by what is computed on the way
parsing       text → what Python makes of it, with places
script        is a text a program, and what of it has an effect?
reader        a program on its way to a function
reading       code as input: the problem that a program states
"""
