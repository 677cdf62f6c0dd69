"""Questions about programs: `Text` with code → `Understood` with the function that it computes.

finding     where the code is, and the words around it
told        the shapes that words and comments tell
roles       which value is the function, and which names are derivatives of it
reading     the program, read with all that is told, in the likeliest ways
asked       the variables, and what is claimed in the words
judging     verdicts on the derivatives that a program computes or a text claims
"""
