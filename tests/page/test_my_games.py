"""My games: statistics by game and company, charts that can be read without seeing them, and tidy rows."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from page.browser import DESKTOP, PHONE, SMALL_PHONE, Device
from page.conftest import NewPerson
from page.gameplay import play_to_end
from page.person import Person
from page.screens import (
    await_end,
    axe_violations,
    contrast_violations,
    layout_shifts,
    many_statistics,
    overflow,
    show_statistics,
    small_targets,
)
from page.test_layout import COMFORTABLE_PX, delay


def statistics(person: Person) -> Locator:
    """The part of the screen with the figures."""
    return person.region("statistics.title")


def figure(person: Person, key: str) -> Locator:
    """The value of a figure."""
    term = person.page.get_by_role("term").filter(has_text=person.pattern(key))
    return statistics(person).locator("dl > div").filter(has=term).get_by_role("definition")


def expect_figures(person: Person, figures: Any) -> None:
    """The figures on the screen are those that the server counted."""
    expect(figure(person, "statistics.games")).to_have_text(str(figures.games))
    expect(figure(person, "statistics.best")).to_have_text(str(figures.best))
    if figures.contests:
        share = person.say("statistics.of", n=figures.victories, all=figures.contests)
        expect(figure(person, "statistics.won_share")).to_contain_text(share)
        expect(figure(person, "statistics.streak")).to_have_text(str(figures.streak))
        expect(figure(person, "statistics.longest_streak")).to_have_text(str(figures.longest_streak))
    else:
        expect(figure(person, "statistics.streak")).to_have_count(0)


def test_a_game_is_counted(person: NewPerson) -> None:
    """Ann plays against an easy bot, and finds the result among her figures."""
    ann = person("Ann", "en", PHONE)
    ann.open_new_table("mark", "me", "easy")
    lines = play_to_end(ann, "mark")
    (own,) = [line for line in lines if line.startswith("Ann")]
    (game,) = ann.get("/me/statistics")["games"]
    score, won = game["all"]["best"], game["all"]["victories"]
    assert str(score) in own
    assert ("★" in own) == bool(won)
    ann.open("/games")
    level = ann.say("statistics.company.bots", level=ann.say("home.bot.easy"))
    expect(statistics(ann)).to_contain_text(level)
    expect(statistics(ann).get_by_role("heading", name=ann.say("game.mark"))).to_be_visible()
    for key in ("statistics.best", "statistics.average"):
        expect(figure(ann, key)).to_have_text(str(score))
    expect(figure(ann, "statistics.games")).to_have_text("1")
    expect(figure(ann, "statistics.won_share")).to_contain_text(ann.say("statistics.of", n=won, all=1))
    expect(figure(ann, "statistics.streak")).to_have_text(str(won))


def test_games_that_do_not_count(person: NewPerson) -> None:
    """Neither an abandoned game nor one that a bot finished: both are listed, but there are no figures."""
    ann = person("Ann", "it", PHONE)
    ann.register()
    left = ann.create_table("mark", "me", "random")["table"]["id"]
    ann.post(f"/tables/{left}/leave")
    await_end(ann, f"/table/{left}")
    closed = ann.create_table("qwixx", "me", "+Ben")["table"]["id"]
    ann.post(f"/tables/{closed}/close")
    ann.open("/games")
    rows = ann.page.get_by_role("main").get_by_role("link", name=ann.say("page.play.replay"))
    expect(rows).to_have_count(2)
    expect(statistics(ann)).to_have_count(0)
    assert ann.get("/me/statistics") == {"games": []}


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_games_and_companies_can_be_chosen(person: NewPerson, language: str) -> None:
    """Each choice shows its own figures; the page says what counts."""
    ann = person("Ann", language, DESKTOP)
    ann.register()
    ann.create_table("mark", "me", "open")
    ann.open("/games")
    show_statistics(ann)
    expect(statistics(ann)).to_contain_text(ann.say("statistics.counted"))
    for game in many_statistics().games:
        ann.tap(statistics(ann).get_by_role("tab", name=ann.say(f"game.{game.game}")))
        everybody = ann.page.get_by_role("radio", name=ann.say("statistics.company.all"), exact=True)
        everybody.check()
        expect_figures(ann, game.all)
        for part in game.companies:
            name = (
                ann.label(f"statistics.company.{part.company}")
                if part.level is None
                else ann.label("statistics.company.bots", level=ann.say(f"home.bot.{part.level}"))
            )
            ann.page.get_by_role("radio", name=name, exact=True).check()
            expect_figures(ann, part.figures)
        everybody.check()


def test_charts_as_tables(person: NewPerson) -> None:
    """Both charts have a text that sums them up, and a table with every number."""
    ann = person("Ann", "en", PHONE)
    ann.register()
    ann.create_table("mark", "me", "open")
    ann.open("/games")
    show_statistics(ann)
    figures = many_statistics().games[-1].all  # The latest game was one of these.
    progress, scores = statistics(ann).get_by_role("figure").all()
    expect(progress.get_by_role("img", name=ann.pattern("statistics.progress_text"))).to_be_visible()
    expect(scores.get_by_role("img", name=ann.pattern("statistics.distribution_text"))).to_be_visible()
    for chart in (progress, scores):
        expect(chart.get_by_role("table")).to_be_hidden()
        ann.tap(chart.get_by_text(ann.say("statistics.table")))
    lines = progress.get_by_role("row").all_inner_texts()[1:]
    told = [line.split("\t")[1:] for line in lines]
    words = {True: "statistics.won", False: "statistics.not_won", None: "statistics.alone"}
    assert told == [[f"{game.score:g}", ann.say(words[game.won])] for game in reversed(figures.recent)]
    times = [int(line.split("\t")[1]) for line in scores.get_by_role("row").all_inner_texts()[1:]]
    assert sum(times) == figures.games
    assert axe_violations(ann) + contrast_violations(ann) + overflow(ann) == []
    assert small_targets(ann, COMFORTABLE_PX) == []


def test_nothing_jumps_while_my_games_load(person: NewPerson) -> None:
    """The list waits for the statistics above it."""
    ann = person("Ann", "de", PHONE)
    ann.register()
    left = ann.create_table("mark", "me", "random")["table"]["id"]
    ann.post(f"/tables/{left}/leave")
    await_end(ann, f"/table/{left}")
    ann.page.route("**/api/me/statistics", delay)
    ann.open("/games")
    expect(ann.page.get_by_role("main").get_by_role("link", name=ann.say("page.play.replay"))).to_be_visible()
    assert layout_shifts(ann) == []


def test_statistics_that_do_not_arrive(person: NewPerson) -> None:
    """The games are listed anyway, and one tap tries again."""
    ann = person("Ann", "fr", PHONE, allow_errors=True)
    ann.open_new_table("mark", "me", "open")
    ann.page.route("**/api/me/statistics", lambda route: route.abort())
    ann.open("/games")
    expect(ann.page.get_by_role("alert")).to_be_visible()
    expect(ann.page.get_by_role("link", name=ann.say("home.go_on_button"))).to_be_visible()
    ann.page.unroute("**/api/me/statistics")
    ann.tap(ann.button("home.try_again"))
    expect(ann.page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("device", [SMALL_PHONE, PHONE, DESKTOP], ids=["small", "phone", "desktop"])
def test_buttons_are_on_one_side(person: NewPerson, device: Device, language: str) -> None:
    """In every row the last button ends at the same place, however long the texts beside it are."""
    ann = person("Ann", language, device)
    ann.register()
    for game, *seats in (
        ("mark", "me", "random"),
        ("qwixx", "me", "+Maximilian-Alexander", "+Zoë", "random"),
        ("mark", "me"),
    ):
        table_id = ann.create_table(game, *seats)["table"]["id"]
        ann.post(f"/tables/{table_id}/leave")
        await_end(ann, f"/table/{table_id}")
    closed = ann.create_table("qwixx", "me", "+Bo")["table"]["id"]
    ann.post(f"/tables/{closed}/close")
    ann.create_table("enough", "me", "+Maximilian-Alexander", "+Annabelle-Charlotte")
    ann.create_table("qwixx", "me", "open")
    ann.open("/games")
    buttons = ann.page.get_by_role("main").locator("li").filter(has=ann.page.get_by_role("link"))
    expect(buttons).to_have_count(6)
    ends = ann.page.evaluate(
        """() => [...document.querySelectorAll("main li")].flatMap((row) => {
             const buttons = [...row.querySelectorAll(".button")];
             const ends = buttons.map((each) => each.getBoundingClientRect().right);
             return ends.length > 0 ? [Math.max(...ends)] : [];
           })"""
    )
    assert len(ends) == 6
    assert max(ends) - min(ends) < 1, ends
