"""Questions about programs: a text with code → `Understood` with the function that it computes.

finding         where the code is, and the words around it
asked           the variables, by what the words ask for
typed           formulas in the words that are claimed to be derivatives
stated          what words and comments say of arrays
told            the shapes that words and comments tell; `Told`, all that is known before reading
roles           which value is the function, and which names are derivatives of it
routines        routines that nothing calls, carried out with inputs for their parameters
reading         the program, read with all that is told: its function and its derivatives
settling        names for sizes, and the program without what changes nothing
judging         verdicts on the derivatives that a program computes or a text claims
understanding   the question as it was understood: all of these together
"""
