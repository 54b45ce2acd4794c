"""The champion's trophy (E17), our own drawing."""

from closecall.tui.screen import Style, centred, display_width

_CUP = (
    r"   ._________.   ",
    r"  _|    *    |_  ",
    r" ( |  * * *  | ) ",
    r"  \|    *    |/  ",
    r"    \       /    ",
    r"     `-. .-'     ",
    r"      __|__      ",
    r"     |_____|     ",
)


def trophy(style: Style, name: str) -> list[str]:
    """A cup with a name under it; nothing to look at for those who listen."""
    if style.is_plain:
        return []
    width = max(len(_CUP[0]), display_width(name))
    return [style.paint(centred(line, width), "bold") for line in [*_CUP, name]]
