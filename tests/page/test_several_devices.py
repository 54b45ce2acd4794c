"""Several people, each with a device of their own."""

from playwright.sync_api import expect

from page.browser import DESKTOP, SMALL_PHONE
from page.conftest import NewPerson
from page.gameplay import await_turn, confirm, play, play_out, play_out_together


def test_a_friend_comes_with_the_link(person: NewPerson) -> None:
    """Ann lays a table and gives her link away; Ben opens it, says who he is, and both play to the end."""
    ann, ben = person("Ann", "de"), person("Ben", "fr", DESKTOP)
    ann.begins("qwixx", "home.with_friends")
    drawn: list[str] = []
    ann.page.on("request", lambda request: drawn.append(request.url) if request.url.endswith("/qr") else None)
    ann.tap(ann.button("home.new.invite"))
    link = ann.page.get_by_label(ann.say("home.invite.link"), exact=True).input_value()
    ben.open(link.removeprefix(ben.url))
    ben.page.get_by_label(ben.say("home.join.what_name")).fill("Ben")
    ben.tap(ben.button("home.join.sit"))
    expect(ann.seat("Ben")).to_be_visible()
    assert len(drawn) == 1  # Whatever is told of the table, its link stays the same.
    of_ann, of_ben = play_out_together([ann, ben], "qwixx")
    assert [line.split()[0] for line in of_ann] == [line.split()[0] for line in of_ben]
    # Nothing secret stays in the address.
    assert "#" not in ben.page.url


def test_a_friend_comes_with_the_code(person: NewPerson) -> None:
    """The six letters that Ann reads aloud are enough, in any case and with a space."""
    ann, ben = person("Ann", "en"), person("Ben", "it", SMALL_PHONE)
    made = ann.sits_down("mark", "me", "open")
    code = str(made["table"]["code"])
    ben.open("/")
    ben.page.get_by_label(ben.say("home.code")).fill(f"{code[:3].lower()} {code[3:]}")
    ben.tap(ben.button("home.join_button"))
    expect(ben.page).to_have_url(f"{ben.url}/table/{made['table']['id']}")
    expect(ann.seat(ben.say("page.guest"))).to_be_visible()


def test_a_choice_is_sealed_until_everybody_has_chosen(person: NewPerson) -> None:
    """Ann reads that hers is kept and for whom she waits; she may take it back; Ben learns nothing of it."""
    ann, ben = person("Ann", "en"), person("Ben", "en")
    made = ann.sits_down("qwixx", "me", "open")
    ben.has_name()
    ben.asks("/join", invite=made["invite"])
    ben.asks(f"/tables/{made['table']['id']}/sit")
    ben.open(f"/table/{made['table']['id']}")
    assert await_turn(ann, "qwixx")
    assert await_turn(ben, "qwixx")
    ann.tap(ann.button_like("board.qwixx.pass"))
    confirm(ann)
    expect(ann.choice.get_by_text(ann.say("page.play.waiting_one", name="Ben"))).to_be_visible()
    expect(ben.seat("Ann")).not_to_contain_text(ben.say("page.play.seat_waits"))
    ann.tap(ann.button("page.play.take_back"))
    expect(ben.seat("Ann")).to_contain_text(ben.say("page.play.seat_waits"))
    assert await_turn(ann, "qwixx")
    assert ann.has_focus()
    # A bot that stands in chooses for her; when she comes back she is told, and may choose herself.
    ann.asks(f"/tables/{made['table']['id']}/leave")
    expect(ben.seat("Ann")).not_to_contain_text(ben.say("page.play.seat_waits"))
    ann.tap(ann.button("page.play.come_back"))
    expect(ann.text("page.play.bot_chose")).to_be_visible()
    ann.tap(ann.button("page.play.take_back"))
    assert await_turn(ann, "qwixx")
    expect(ann.text("page.play.bot_chose")).to_be_hidden()


def test_somebody_watches(person: NewPerson) -> None:
    """A stranger finds the public table, sees the game and its end, and can choose nothing."""
    ann, zoe = person("Ann", "it"), person("Zoe", "de", DESKTOP)
    ann.sits_down("qwixx", "me", "greedy", public=True)
    assert await_turn(ann, "qwixx")
    zoe.open("/tables")
    zoe.tap(zoe.page.get_by_role("link", name=zoe.say("home.tables.watch")).first)
    expect(zoe.text("page.play.you_watch")).to_be_visible()
    play(ann, "qwixx", 3)
    expect(zoe.button_like("board.qwixx.pass")).to_be_hidden()
    lines = play_out(ann, "qwixx")
    # A bot is called in the language of whoever looks.
    seen = [line.replace(zoe.say("home.bot.greedy"), ann.say("home.bot.greedy")) for line in zoe.scores()]
    assert [line.split()[0] for line in seen] == [line.split()[0] for line in lines]


def test_people_say_something(person: NewPerson) -> None:
    """A phrase that Ann picks is read and heard by Ben in his own language."""
    ann, ben = person("Ann", "fr"), person("Ben", "de")
    made = ann.sits_down("mark", "me", "open")
    ben.has_name()
    ben.asks("/join", invite=made["invite"])
    ben.asks(f"/tables/{made['table']['id']}/sit")
    ben.open(f"/table/{made['table']['id']}")
    expect(ben.seat("Ann")).to_be_visible()
    ann.tap(ann.button("page.play.menu"))
    ann.tap(ann.button("phrase.good_luck"))
    expect(ben.seat("Ann")).to_contain_text(ben.say("phrase.good_luck"))
    said = ben.say("page.play.says", name="Ann", phrase=ben.say("phrase.good_luck"))
    expect(ben.page.get_by_role("log")).to_contain_text(said)
