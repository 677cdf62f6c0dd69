"""Verdicts on the derivatives that programs compute by hand.

roles       which value is the function, and which routines compute derivatives
told        what arguments and comments tell
source      what the source tells before it is read: columns, counts, layers
rules       derivatives that a program registers for JAX
inner       names for what stands inside of activations, which a backward pass has
uses        the program without what only uses its gradients
outside     names that routines set and statements outside of them use
meant       by which variable a derivative is meant that does not name it
entering    the inputs that routines are carried out with
routines    routines that nothing calls, carried out with inputs for their parameters
placed      backward passes whose values are derivatives by their place
classes     methods of classes of which the program makes no objects
claimed     derivatives of the program, and by what they are
reading     the program, read with all that is told: its function and its derivatives
labels      which inputs are labels of a softmax, in rows or in columns
judge       verdicts on the derivatives
report      what callers hold
check       all of these together: `check_code`
"""

from matgrad.programs.verdicts.check import check_code
from matgrad.programs.verdicts.report import CodeReport, CodeVerdict

__all__ = ["CodeReport", "CodeVerdict", "check_code"]
