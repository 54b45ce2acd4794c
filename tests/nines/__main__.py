"""`python -m nines`: the `closecall` program with one more game."""

import sys

from closecall.cli.main import main
from closecall.games import register
from nines.game import GAME

register(GAME)
sys.exit(main())
