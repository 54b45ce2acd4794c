"""Several people on their own devices, and one person in two tabs."""

from playwright.sync_api import expect

from page.browser import DESKTOP, SMALL_PHONE
from page.conftest import NewPerson
from page.gameplay import await_turn, pass_turn, play, play_to_end, play_to_end_together


def test_friend_joins_by_link(person: NewPerson) -> None:
    """Ann creates a table and shares its link; Ben opens it, enters his name, and both play to the end."""
    ann, ben = person("Ann", "de"), person("Ben", "fr", DESKTOP)
    ann.start_game("qwixx", "home.with_friends")
    qr_requests: list[str] = []
    ann.page.on(
        "request", lambda request: qr_requests.append(request.url) if request.url.endswith("/qr") else None
    )
    ann.tap(ann.button("home.new.invite"))
    link = ann.page.get_by_label(ann.say("home.invite.link"), exact=True).input_value()
    ben.open(link.removeprefix(ben.url))
    ben.page.get_by_label(ben.say("home.join.what_name")).fill("Ben")
    ben.tap(ben.button("home.join.sit"))
    expect(ann.seat("Ben")).to_be_visible()
    assert len(qr_requests) == 1  # Updates of the table do not load the QR code again.
    of_ann, of_ben = play_to_end_together([ann, ben], "qwixx")
    assert [line.split()[0] for line in of_ann] == [line.split()[0] for line in of_ben]
    # The invitation is removed from the address.
    assert "#" not in ben.page.url


def test_friend_joins_by_code(person: NewPerson) -> None:
    """The six letters work in lower case and with a space."""
    ann, ben = person("Ann", "en"), person("Ben", "it", SMALL_PHONE)
    made = ann.open_new_table("mark", "me", "open")
    code = str(made["table"]["code"])
    ben.open("/")
    ben.page.get_by_label(ben.say("home.code")).fill(f"{code[:3].lower()} {code[3:]}")
    ben.tap(ben.button("home.join_button"))
    expect(ben.page).to_have_url(f"{ben.url}/table/{made['table']['id']}")
    expect(ann.seat(ben.say("page.guest"))).to_be_visible()


def test_choice_is_sealed_until_all_have_chosen(person: NewPerson) -> None:
    """Ann sees whom she waits for and can take her choice back; Ben sees only whether she has chosen."""
    ann, ben = person("Ann", "en"), person("Ben", "en")
    made = ann.open_new_table("qwixx", "me", "open")
    ben.register()
    ben.post("/join", invite=made["invite"])
    ben.post(f"/tables/{made['table']['id']}/sit")
    ben.open(f"/table/{made['table']['id']}")
    assert await_turn(ann, "qwixx")
    assert await_turn(ben, "qwixx")
    pass_turn(ann)
    expect(ann.choice.get_by_text(ann.say("page.play.waiting_one", name="Ben"))).to_be_visible()
    expect(ben.seat("Ann")).not_to_contain_text(ben.say("page.play.seat_waits"))
    ann.tap(ann.button("page.play.take_back"))
    expect(ben.seat("Ann")).to_contain_text(ben.say("page.play.seat_waits"))
    assert await_turn(ann, "qwixx")
    assert ann.has_focus()
    # A substitute bot chooses for her; when she returns the page says so, and she can choose herself.
    ann.post(f"/tables/{made['table']['id']}/leave")
    expect(ben.seat("Ann")).not_to_contain_text(ben.say("page.play.seat_waits"))
    ann.tap(ann.button("page.play.come_back"))
    expect(ann.text("page.play.bot_chose")).to_be_visible()
    ann.tap(ann.button("page.play.take_back"))
    assert await_turn(ann, "qwixx")
    expect(ann.text("page.play.bot_chose")).to_be_hidden()


def test_public_table_is_watched(person: NewPerson) -> None:
    """A stranger finds the public table, sees the game and its result, and is offered no choice."""
    ann, zoe = person("Ann", "it"), person("Zoe", "de", DESKTOP)
    ann.open_new_table("qwixx", "me", "greedy", public=True)
    assert await_turn(ann, "qwixx")
    zoe.open("/tables")
    zoe.tap(zoe.page.get_by_role("link", name=zoe.say("home.tables.watch")).first)
    expect(zoe.text("page.play.you_watch")).to_be_visible()
    play(ann, "qwixx", 3)
    expect(zoe.button_matching("board.qwixx.pass")).to_be_hidden()
    lines = play_to_end(ann, "qwixx")
    # Bots' names are in the viewer's language.
    seen = [line.replace(zoe.say("home.bot.greedy"), ann.say("home.bot.greedy")) for line in zoe.scores()]
    assert [line.split()[0] for line in seen] == [line.split()[0] for line in lines]


def test_phrases(person: NewPerson) -> None:
    """A phrase that Ann picks is shown and announced to Ben in his language."""
    ann, ben = person("Ann", "fr"), person("Ben", "de")
    made = ann.open_new_table("mark", "me", "open")
    ben.register()
    ben.post("/join", invite=made["invite"])
    ben.post(f"/tables/{made['table']['id']}/sit")
    ben.open(f"/table/{made['table']['id']}")
    expect(ben.seat("Ann")).to_be_visible()
    ann.tap(ann.button("page.play.menu"))
    ann.tap(ann.button("phrase.good_luck"))
    expect(ben.seat("Ann")).to_contain_text(ben.say("phrase.good_luck"))
    said = ben.say("page.play.says", name="Ann", phrase=ben.say("phrase.good_luck"))
    expect(ben.page.get_by_role("log")).to_contain_text(said)


def test_two_tabs_show_the_same(person: NewPerson) -> None:
    """A choice confirmed in one tab is shown in the other, and can be taken back there."""
    ann = person("Ann", "it")
    made = ann.open_new_table("qwixx", "me", "open", start="full")
    ben = person("Ben", "en")
    ben.register()
    ben.post("/join", invite=made["invite"])
    ben.post(f"/tables/{made['table']['id']}/sit")
    other = ann.other_tab(f"/table/{made['table']['id']}")
    assert await_turn(ann, "qwixx")
    assert await_turn(other, "qwixx")
    ann.page.bring_to_front()
    pass_turn(ann)
    expect(other.button("page.play.take_back")).to_be_visible()
    other.page.bring_to_front()
    other.tap(other.button("page.play.take_back"))
    expect(ann.button("page.play.take_back")).to_be_hidden()
    assert await_turn(ann, "qwixx")
