"""Questions about programs: a text with code → `Understood` with the function that it computes.

code            what only a program has, and no formula
lines           lines of code among the words, without fences
order           pieces of a program, each behind those that it needs
worded          the loss that words tell of a program without one
finding         where the code is, and the words around it
inner           names for what stands inside of activations, which a backward pass has
asked           the variables, by what the words ask for
by_library      derivatives that the program has its library work out
typed           formulas in the words that are claimed to be derivatives
layered         parts of objects that words ask for
stated          what words and comments say of arrays: facts, masks
equal           what is equal by that, and answers in which it is put in
counts          which letters are numbers of samples
listed          shapes that are told of several names at once
told            the shapes that words and comments tell; `Told`, all that is known before reading
above           shapes that are told for derivatives from above
roles           which value is the function, and which names are derivatives of it
outside         names that routines set and statements outside of them use
uses            the program without what only uses its gradients
entering        the inputs that routines are carried out with
routines        routines that nothing calls, carried out with inputs for their parameters
placed          backward passes whose values are derivatives by their place
classes         methods of classes of which the program makes no objects
meant           by which variable a derivative is meant that does not name it
claimed         derivatives of the program, and by what they are
reading         the program, read with all that is told: its function and its derivatives
rivals          other ways to read it that are about as likely
labels          which inputs are labels of a softmax, in rows or in columns
judging         verdicts on the derivatives that a program computes or a text claims
cases           verdicts where words speak of one case: otherwise, if the hinge is active
supposing       verdicts where labels may sum to one though nobody says so
understanding   the question as it was understood: all of these together
"""
