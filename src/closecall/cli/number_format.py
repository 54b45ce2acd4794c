"""Numbers as the reader's language writes them."""

from closecall.messages import Catalogue


def _signs(say: Catalogue) -> tuple[str, str]:
    """The thousands separator and the decimal sign, from an example in the catalogue."""
    example = say("sim.number")
    return example[1], example[5]


def grouped(say: Catalogue, number: int) -> str:
    """A whole number with its thousands separated.

    >>> from closecall.messages import catalogue
    >>> grouped(catalogue("de"), 1234567)
    '1.234.567'
    """
    return f"{number:,}".replace(",", _signs(say)[0])


def decimal(say: Catalogue, number: float | None, digits: int) -> str:
    """A number with this many decimals; a dash if it is unknown.

    >>> from closecall.messages import catalogue
    >>> decimal(catalogue("fr"), 3.14159, 2)
    '3,14'
    """
    if number is None:
        return "–"
    text = f"{number:.{digits}f}".replace(".", _signs(say)[1])
    return f"−{text[1:]}" if text.startswith("-") else text
