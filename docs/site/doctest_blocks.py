"""A Griffe extension: examples in docstrings (`>>> …`) become code blocks, as Markdown would not see them."""

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"^(?P<indent> *)>>> .*?(?=\n *\n|\Z)", re.MULTILINE | re.DOTALL)


class DoctestBlocks(Extension):
    """Fence each example, up to the next empty line."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Called for everything that has a docstring."""
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
