"""`python -m closecall` is `closecall`, also where the program is not on the path."""

import sys

from closecall.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
