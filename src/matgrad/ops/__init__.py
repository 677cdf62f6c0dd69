"""The operators, each declared once; one family a file.

Importing this package fills the catalogue.
"""

from matgrad.ops.elementwise import *  # noqa: F403
from matgrad.ops.inverse import *  # noqa: F403
from matgrad.ops.linear import *  # noqa: F403
from matgrad.ops.norms import *  # noqa: F403
from matgrad.ops.structure import *  # noqa: F403
