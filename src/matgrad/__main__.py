"""`python -m matgrad` is the command line."""

import sys

from matgrad.cli.commands import main

if __name__ == "__main__":
    sys.exit(main())
