"""The end of a game: who won, why it is over, and what decided it."""

import pytest
from playwright.sync_api import expect

from page.browser import DESKTOP, PHONE
from page.conftest import NewPerson
from page.gameplay import await_turn, play_to_end
from page.person import Person
from page.screens import await_end


def finished(person: Person, game: str, *seats: str) -> str:
    """Register, and show the result of a game of bots; the id of its table."""
    person.register()
    made = person.create_table(game, *seats)
    table_id = str(made["table"]["id"])
    await_end(person, f"/table/{table_id}")
    person.open(f"/table/{table_id}")
    expect(person.result).to_be_visible()
    return table_id


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_whose_fourth_misthrow_it_was(person: NewPerson, language: str) -> None:
    """By name, in every language. Random players hardly ever close two rows; then that is said."""
    ann = person("Ann", language, DESKTOP)
    table_id = finished(ann, "qwixx", "random", "random", "random")
    steps = ann.get(f"/tables/{table_id}/replay?limit=1")["steps"]
    last = ann.get(f"/tables/{table_id}/replay?step={steps - 1}")["items"][0]["seen"]["view"]["results"][-1]
    if last["misthrower"] is None:
        expect(ann.result).to_contain_text(ann.label("over.two_rows_closed"))
        return
    names = [seat["name"] for seat in ann.get(f"/tables/{table_id}")["seats"]]
    guilty = names[last["misthrower"]].replace("Random", ann.label("home.bot.random"))
    expect(ann.result).to_contain_text(ann.label("board.qwixx.fourth_misthrow_by", name=guilty))


def test_a_solo_game_names_title_and_what_comes_next(person: NewPerson) -> None:
    """Close to the Mark! alone: the title, where the points came from, and the way to the next title."""
    ann = person("Ann", "en", PHONE)
    ann.start_game("mark", "home.alone")
    [line] = play_to_end(ann, "mark")
    points = int(line.split()[-2].replace("−", "-"))
    expect(ann.result).to_contain_text(ann.say("over.sheets_full"))
    expect(ann.result).to_contain_text("came from the lines")
    least = next(least for least in (100, 81, 71, 61, 51, 41, 0) if points >= least)
    expect(ann.result).to_contain_text(ann.say("mark.grade", title=ann.say(f"mark.title.{least}")))
    if points < 100:
        expect(ann.result).to_contain_text("for the next title")


def figures(person: Person) -> dict[str, str]:
    """The personal figures below the result, by name."""
    rows = person.result.get_by_role("term").all_inner_texts()
    return dict(zip(rows, person.result.get_by_role("definition").all_inner_texts(), strict=True))


def test_personal_figures(person: NewPerson) -> None:
    """Best, average and victories of the games of this kind, for somebody without a name too."""
    ann = person("Ann", "en", PHONE)
    scores: list[int] = []
    for _ in range(2):
        ann.start_game("mark", "home.alone")
        assert await_turn(ann, "mark")
        table_id = ann.page.url.rpartition("/")[2]
        ann.post(f"/tables/{table_id}/leave")  # A bot goes on; the game does not count.
        expect(ann.result).to_be_visible()
        expect(ann.result.get_by_role("definition")).to_have_count(0)
        ann.start_game("mark", "home.alone")
        [line] = play_to_end(ann, "mark")
        scores.append(int(line.split()[-2].replace("−", "-")))
        expect(ann.result.get_by_role("definition").first).to_be_visible()
        best, average = max(scores), sum(scores) / len(scores)
        assert figures(ann) == {
            ann.say("page.result.best"): ann.say("board.mark.points", n=best),
            ann.say("page.result.average"): f"{average:.1f}".removesuffix(".0"),
        }
        is_best = len(scores) > 1 and scores[-1] > scores[0]
        expect(ann.result.get_by_text(ann.say("page.result.new_best"))).to_have_count(int(is_best))


def watch_the_end(watcher: Person, player: Person) -> str:
    """Let bots finish a game of two people at one device, while somebody watches; the table."""
    player.register()
    watcher.register()
    made = player.create_table("mark", "me", "+Cem")
    table_id = str(made["table"]["id"])
    watcher.post("/join", invite=made["invite"])
    watcher.open(f"/table/{table_id}")
    expect(watcher.page.get_by_text(watcher.pattern("board.mark.choosing")).first).to_be_visible()
    player.post(f"/tables/{table_id}/leave")
    expect(watcher.result).to_be_visible()
    return table_id


CONFETTI = "canvas[aria-hidden=true]"
NOTE_CONFETTI = """
// It may be gone before a busy test looks: what it does is noted meanwhile.
window.noted = { pieces: 0, taps: null };
const fill = CanvasRenderingContext2D.prototype.fillRect;
CanvasRenderingContext2D.prototype.fillRect = function (...box) {
  window.noted = { pieces: window.noted.pieces + 1, taps: getComputedStyle(this.canvas).pointerEvents };
  return fill.apply(this, box);
};
"""


def test_a_victory_is_celebrated(person: NewPerson) -> None:
    """Confetti falls in front of everything, takes no taps, and goes; scores end up as they are."""
    ann = person("Ann", "en", PHONE, reduced_motion="no-preference")
    ann.page.add_init_script(NOTE_CONFETTI)
    table_id = watch_the_end(ann, person("Ben"))
    ann.page.wait_for_function("window.noted.pieces > 100")
    assert ann.page.evaluate("window.noted.taps") == "none"
    expect(ann.page.locator(CONFETTI)).to_have_count(0)
    steps = ann.get(f"/tables/{table_id}/replay?limit=1")["steps"]
    over = ann.get(f"/tables/{table_id}/replay?step={steps - 1}")["items"][0]["seen"]["over"]
    for score in over["scores"]:
        line = ann.result.get_by_role("listitem").filter(has_text=ann.say("board.mark.points", n=score))
        expect(line.first).to_be_visible()


SOME_FRAMES = """() => new Promise((done) => {
  let left = 10;
  requestAnimationFrame(function wait() { left-- > 0 ? requestAnimationFrame(wait) : done(); });
})"""


def test_no_confetti_without_animations(person: NewPerson) -> None:
    """Neither with reduced motion, nor for a game that was over before."""
    ann = person("Ann", "en", PHONE)  # People in these tests prefer reduced motion.
    ann.page.add_init_script(NOTE_CONFETTI)
    watch_the_end(ann, person("Ben"))
    ann.page.evaluate(SOME_FRAMES)
    assert ann.page.evaluate("window.noted.pieces") == 0
    ann.page.emulate_media(reduced_motion="no-preference")
    ann.page.reload()
    expect(ann.result).to_be_visible()
    ann.page.evaluate(SOME_FRAMES)
    assert ann.page.evaluate("window.noted.pieces") == 0
