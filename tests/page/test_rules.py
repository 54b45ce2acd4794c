"""The rules begin with a summary that fits on one screen of a phone."""

import pytest
from playwright.sync_api import expect

from closecall.games import rules_text, slugs
from closecall.messages import LANGUAGES
from page.browser import PHONE
from page.conftest import NewPerson


@pytest.mark.parametrize("language", LANGUAGES)
def test_summary_first(person: NewPerson, language: str) -> None:
    """Title, aim and summary in one view; then the contents, then the clauses in full."""
    ann = person("Ann", language, PHONE)
    for game in slugs():
        ann.open(f"/rules/{game}")
        main = ann.page.get_by_role("main")
        [short, *_] = [line[3:] for line in rules_text(game, language).splitlines() if line.startswith("## ")]
        expect(main.get_by_role("heading", level=2).first).to_have_text(short)
        for point in (summary := main.get_by_role("list").first.get_by_role("listitem")).all():
            expect(point).to_be_in_viewport(ratio=1)
        assert summary.count() >= 5
        contents = ann.page.get_by_role("navigation", name=ann.say("learn.rules.contents"))
        top, bottom = contents.bounding_box(), summary.last.bounding_box()
        assert top is not None
        assert bottom is not None
        assert top["y"] >= bottom["y"] + bottom["height"]
