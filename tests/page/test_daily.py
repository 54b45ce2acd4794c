"""The daily game on the page: from the first page to the ranking, par, the calendar and a text to share."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from closecall.daily import DAY_MS, start_of
from page.browser import DESKTOP, PHONE, SMALL_PHONE
from page.gameplay import play_to_end
from page.person import Person, new_person
from page.screens import axe_violations, contrast_violations, layout_shifts, overflow, small_targets
from page.test_layout import COMFORTABLE_PX
from page.test_shared_replay import COPY
from server.server_process import BrowserUser, RunningServer, running_server

DAY = date(2026, 11, 18)
LANGUAGES = ("en", "de", "fr", "it")

# The time stands still until the test sets it, so that no test meets midnight by chance, and a bot that takes
# no time plays for par.
_BEFORE = """
import pathlib, closecall.server.time_source as source, closecall.server.daily.par as par
source.TimeSource.now = lambda self: int(pathlib.Path({clock!r}).read_text())
par.strongest_bot = lambda game: "greedy"
"""


@dataclass(frozen=True, slots=True)
class DailyPage:
    """A server whose clock the test sets."""

    running: RunningServer
    clock: Path

    def set_day(self, day: date, ms: int = DAY_MS // 2) -> None:
        """Set the time, in one step, so that nobody reads half of it."""
        new = self.clock.with_suffix(".new")
        new.write_text(str(start_of(day) + ms))
        new.replace(self.clock)

    def without_browser(self, person: Person) -> BrowserUser:
        """The same person, to play faster than on the page."""
        client = self.running.client()
        for cookie in person.context.cookies():
            client.cookies.set(cookie["name"], cookie["value"])
        return BrowserUser(self.running, client)

    def finish(self, somebody: BrowserUser, game: str) -> None:
        """Let somebody play today's game to its end."""
        table = somebody.post_ok(f"/daily/{game}")
        with somebody.socket(table["id"]) as connection:
            connection.play_to_end()


@pytest.fixture
def daily(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DailyPage]:
    """A server of its own at noon of DAY."""
    clock = tmp_path / "clock"
    clock.write_text(str(start_of(DAY) + DAY_MS // 2))
    flags: tuple[str, ...] = getattr(request, "param", ())
    with running_server(tmp_path, None, *flags, before=_BEFORE.format(clock=str(clock))) as running:
        yield DailyPage(running, clock)


def card(person: Person) -> Locator:
    """Today's games on the first page."""
    return person.region("home.daily")


def daily_button(person: Person, game: str, choice: str) -> Locator:
    """What begins today's game on the first page."""
    name = f"{person.label(f'game.{game}')} : {person.label(choice)}."
    return card(person).get_by_role("button", name=re.compile(name.replace(" :", r"\s*:")))


def flaws(person: Person) -> list[str]:
    """What is wrong with the layout and accessibility of a screen."""
    return [
        *overflow(person), *axe_violations(person), *contrast_violations(person),
        *small_targets(person, COMFORTABLE_PX), *layout_shifts(person),
    ]  # fmt: skip


def test_a_day_from_the_first_page_to_the_ranking(daily: DailyPage, browser: Browser) -> None:
    """Play, see rank and par, look at the game of somebody else, and share a text that gives nothing away."""
    daily.finish(daily.running.person("Cleo"), "mark")
    with new_person(browser, daily.running.url, "Ann", "en", PHONE) as ann:
        ann.register()
        ann.open(f"/daily/mark/{DAY}")
        expect(ann.region("day.ranking")).to_contain_text("Cleo")
        expect(ann.text("day.closed_until")).to_be_visible()
        expect(ann.link("day.replay_of", name="Cleo")).to_have_count(0)

        ann.open("/")
        expect(card(ann)).to_contain_text(ann.say("home.daily_new"))
        ann.tap(daily_button(ann, "mark", "home.daily_play"))
        play_to_end(ann, "mark")
        expect(ann.link("page.play.to_day")).to_be_visible()
        while ann.get(f"/daily/mark/{DAY}")["par"] is None:
            ann.page.wait_for_timeout(200)
        ann.tap(ann.link("page.play.to_day"))

        expect(ann.page.get_by_role("heading", level=1)).to_have_text(re.compile("Nov 18, 2026"))
        result = ann.get(f"/daily/mark/{DAY}")
        score, rank = result["mine"]["score"], result["rank"]
        expect(ann.page.get_by_role("main")).to_contain_text(ann.say("home.daily_points", n=score))
        expect(ann.page.get_by_role("main")).to_contain_text(ann.say("home.daily_rank", rank=rank, players=2))
        check_par(ann, daily, score)
        check_share_text(ann, score)
        # Loaded again: what moved at the table before is not of this screen.
        ann.open(f"/daily/mark/{DAY}")
        expect(ann.region("day.par").get_by_role("img")).to_be_visible()
        assert flaws(ann) == []

        ann.tap(ann.link("day.replay_of", name="Cleo"))
        expect(ann.region("learn.replay.controls")).to_be_visible()
        ann.open("/")
        link = card(ann).get_by_role("link", name=re.compile(re.escape(ann.say("home.daily_result"))))
        expect(link).to_contain_text(ann.say("home.daily_points", n=score))
        expect(card(ann)).to_contain_text(ann.say("home.daily_streak", n=1))
        assert overflow(ann) + axe_violations(ann) + contrast_violations(ann) + layout_shifts(ann) == []
        assert [flaw for flaw in small_targets(ann, COMFORTABLE_PX) if "daily" in flaw] == []


def check_par(ann: Person, daily: DailyPage, score: int) -> None:
    """The chart has a text, and a table with a row for each round."""
    chart = ann.region("day.par").get_by_role("img")
    expect(chart).to_be_visible()
    par = ann.get(f"/daily/mark/{DAY}")["par"]["points"]
    expect(chart).to_have_accessible_name(
        re.compile(re.escape(ann.say("day.chart_about", mine=score, par=par[-1])))
    )
    ann.tap(ann.page.get_by_text(ann.say("day.table"), exact=True))
    rows = ann.region("day.par").get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(1 + len(par))
    expect(rows.last).to_have_text(re.compile(rf"{len(par)}\s*{score}\s*{par[-1]}"))
    expect(ann.region("day.par").get_by_role("list").get_by_role("listitem")).to_have_count(10)


def check_share_text(ann: Person, score: int) -> None:
    """Date, points, rank and ten squares; nothing about dice."""
    shared = ann.region("day.share_title")
    expect(shared).to_contain_text(f"{DAY}")
    expect(shared).to_contain_text(ann.say("home.daily_points", n=score))
    text = shared.locator("p").first.inner_text()
    assert re.search("[🟦⬜🟧]{10}$", text)
    rest = text.replace(str(DAY), "").replace(ann.say("home.daily_points", n=score), "")
    assert set(re.findall(r"\d+", rest)) <= {"1", "2"}  # The rank and the number of players.
    ann.page.evaluate(COPY)
    ann.tap(ann.button("day.copy"))
    expect(ann.text("day.copied")).to_be_visible()
    assert ann.page.evaluate("window.copied") == text


def test_only_the_first_try_counts(daily: DailyPage, browser: Browser) -> None:
    """Practising is offered, says what it is, and changes no rank."""
    with new_person(browser, daily.running.url, "Ann", "de", SMALL_PHONE) as ann:
        ann.register()
        ann.open("/daily")
        ann.tap(ann.start_button("qwixx", "day.play"))
        play_to_end(ann, "qwixx")
        ann.tap(ann.link("page.play.to_day"))
        expect(ann.region("day.ranking").get_by_role("row")).to_have_count(2)
        before = ann.get(f"/daily/qwixx/{DAY}")
        ann.tap(ann.button("day.again"))
        play_to_end(ann, "qwixx")
        expect(ann.page.get_by_text(ann.say("page.play.practice"))).to_be_visible()
        ann.tap(ann.link("page.play.to_day"))
        expect(ann.region("day.ranking").get_by_role("row")).to_have_count(2)
        after = ann.get(f"/daily/qwixx/{DAY}")
        assert [after[part] for part in ("ranking", "mine", "rank", "points")] == [
            before[part] for part in ("ranking", "mine", "rank", "points")
        ]


def test_the_calendar(daily: DailyPage, browser: Browser) -> None:
    """Days in a row, with points, as a table that can be read out; the day is the server's, in UTC."""
    for zone in ("Pacific/Kiritimati", "Pacific/Honolulu"):
        daily.set_day(DAY - timedelta(days=2))
        with new_person(browser, daily.running.url, "Ann", "it", PHONE, timezone_id=zone) as ann:
            ann.register()
            scores = []
            for back in (2, 1, 0):
                daily.set_day(DAY - timedelta(days=back))
                daily.finish(daily.without_browser(ann), "qwixx")
                scores.append(ann.get(f"/daily/qwixx/{DAY - timedelta(days=back)}")["mine"]["score"])
            ann.open("/daily")
            game = ann.page.get_by_role("region", name=ann.label("game.qwixx"), exact=True)
            expect(game).to_contain_text(ann.say("home.daily_streak", n=3))
            calendar = game.get_by_role("table", name=ann.label("day.calendar", game=ann.label("game.qwixx")))
            # 2026-11-16 was a Monday.
            week = calendar.get_by_role("row").last
            for column, score in enumerate(scores):
                expect(week.get_by_role("cell").nth(column)).to_have_text(str(score).replace("-", "−"))
            expect(game.get_by_role("listitem")).to_have_count(3)
            expect(ann.page.get_by_role("main")).to_contain_text("mercoledì 18 novembre 2026")
            assert flaws(ann) == []


@pytest.mark.parametrize("daily", [("--sealed-daily",)], indirect=True, ids=["sealed"])
def test_a_sealed_day(daily: DailyPage, browser: Browser) -> None:
    """Tomorrow's fingerprint is there today, and its secret when that day is over."""
    with new_person(browser, daily.running.url, "Ann", "en", DESKTOP) as ann:
        ann.register()
        ann.open("/daily")
        dice = ann.region("day.dice")
        expect(dice).to_contain_text(ann.say("day.about_sealed"))
        tomorrow = ann.get("/daily")["tomorrow"]["commitment"]
        expect(dice).to_contain_text(tomorrow)
        assert flaws(ann) == []
        daily.set_day(DAY + timedelta(days=1))
        ann.open(f"/daily/mark/{DAY + timedelta(days=1)}")
        expect(dice).to_contain_text(tomorrow)
        expect(dice).not_to_contain_text(ann.say("day.secret", day="Nov 19, 2026"))
        daily.set_day(DAY + timedelta(days=2))
        ann.open(f"/daily/mark/{DAY + timedelta(days=1)}")
        expect(dice).to_contain_text(ann.say("day.secret", day="Nov 19, 2026"))
        secret = ann.get(f"/daily/mark/{DAY + timedelta(days=1)}")["day"]["secret"]
        expect(dice).to_contain_text(secret)
        assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == tomorrow


def test_public_dice_say_so(daily: DailyPage, browser: Browser) -> None:
    """In every language: anybody can look ahead. A day to come is not shown."""
    for language in LANGUAGES:
        with new_person(browser, daily.running.url, "Ann", language, SMALL_PHONE) as ann:
            ann.open("/daily")
            expect(ann.region("day.dice")).to_contain_text(ann.say("day.about_public"))
            assert flaws(ann) == []
            ann.open(f"/daily/mark/{DAY}")
            expect(ann.region("day.ranking")).to_contain_text(ann.say("day.players", n=0))
            assert flaws(ann) == []
