"""What people are told while something is compiled for them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from closecall.kernels.cache_dirs import cache_root, preferred_root
from closecall.kernels.jit import compile_callbacks
from closecall.messages import Catalogue


@contextmanager
def compiling_told(say: Catalogue) -> Iterator[None]:
    """Say what is going on if something has to be compiled in here, and in the end how long it took.

    All of it goes to the standard error, so that a table or JSON on the standard output stays as it is.
    """

    def tell(sentence: str) -> None:
        print(sentence, file=sys.stderr, flush=True)

    def done(seconds: float) -> None:
        tell(say("compile.done", seconds=f"{seconds:.0f}"))
        if cache_root() != preferred_root():
            tell(say("compile.not_kept", folder=preferred_root()))

    with compile_callbacks(lambda: tell(say("compile.begun")), done):
        yield
