"""The README's pictures show what the terminal shows today."""

from importlib.util import module_from_spec, spec_from_file_location

from support.source import ROOT

FOLDER = ROOT / "docs" / "pictures"


def test_the_pictures_are_fresh() -> None:
    """They are what `python docs/pictures/make.py` draws."""
    spec = spec_from_file_location("make", FOLDER / "make.py")
    assert spec is not None
    assert spec.loader is not None
    make = module_from_spec(spec)
    spec.loader.exec_module(make)
    drawn = make.pictures()
    assert set(drawn) == {path.name for path in FOLDER.glob("*.svg")}
    for name, text in drawn.items():
        assert (FOLDER / name).read_text("utf-8") == text, f"{name}: run python docs/pictures/make.py"
