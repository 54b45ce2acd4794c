"""What people type: notation, shorthands, commands, mistakes, second thoughts."""

import re

import pytest

from closecall.core.match import Commit, TakeBack
from closecall.core.rules import Seat
from closecall.games.mark import parse_move
from closecall.games.qwixx.state import Colour, Roll
from closecall.messages import LANGUAGES, catalogue
from closecall.tui.prompt import COMMANDS, command_of
from support.mark import table
from terminal.scripted_console import MemoryFile, ScriptedConsole, played, session_at
from terminal.tables import enough_table, qwixx_table

A = Seat(0)
SHEET = """
1   .K -  4B -  .G -  .Y -  .R   0
2   8G -  .Y -  6R -  .K -  .B   1
3   .R -  9K -  .B -  .G -  .Y   0
4   .B -  .G -  .Y -  .R -  .K   0
5   .Y -  .R -  .K -  .B -  .G   0
"""


def typed(*lines: str, roll: str = "K1 B2 G1 Y4 R6", language: str = "en") -> str:
    """What a yellow player sees who types these lines, alone with the sheet of the worked example."""
    console = ScriptedConsole(lines)
    match = table(SHEET, players="Y", roll=roll)
    session_at(console, "mark", "you", match=match, language=language).run()
    return console.text


# Close to the Mark!


@pytest.mark.parametrize("text", ["b2+g", "B2 + G", "b2g", "b2 g", "b2=5", "b2 5", "b2:5", "b2 = 5"])
def test_ways_to_write_an_entry(text: str) -> None:
    """The worked example: a 5 in b2 makes two crosses, and is shown so before it counts."""
    assert "Sealed: 5 in b2: 2 crosses, +2 points.\n" in typed(text)


def test_a_circle_alone_is_enough_where_one_sum_fits() -> None:
    """A green circle takes only yellow plus green; a yellow one could take several sums."""
    assert "Sealed: 5 in c1: 2 crosses, +2 points." in typed("c1")
    assert "Several sums fit into b2: type b2=5, b2=6 or b2=10." in typed("b2")
    assert "Sealed: 7 in b2" in typed("b2", roll="K3 B3 G3 Y4 R3"), "all choices give the same number"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("b2=7", "No sum of 7 can go into b2; possible: b2=5, b2=6 or b2=10."),
        ("b1", "Circle b1 already holds 4, and nothing is overwritten."),
        ("b1+k", "Circle b1 already holds 4, and nothing is overwritten."),
        ("b2+y", "Your yellow die is always used; name another one to go with it."),
        ("c1+k", "Circle c1 is green; the sum goes into a circle of one of your two dice, yellow or black."),
        ("yellow", "The colours have been chosen; now enter a number."),
        ("f7", "“f7” is not a move."),
        ("b2+", "“b2+” is not a move."),
        ("🎲" * 100, "is not a move."),
        ("sheet z", "“z” is not one of the players."),
        ("undo", "There is nothing to take back: you have not chosen yet."),
    ],
)
def test_a_mistake_is_answered_by_a_sentence(text: str, sentence: str) -> None:
    """And then the same question is asked again."""
    shown = " ".join(typed(text).split())
    assert sentence in shown
    assert shown.count("Your entry, such as b2=7") == 2


def test_colours_in_the_own_language() -> None:
    """A person who plays in German may type `gelb`; the letter and the English word work too."""
    for word in ("gelb", "GELB", "yellow", "y", "Y"):
        console, _ = played("mark", "you", [word], language="de")
        assert catalogue("de")("play.sealed", choice="").split(":")[0] in console.text


# Qwixx


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("r7", "red 7: +1 point, skips 2 3 4 5 6"),
        ("R 7", "red 7: +1 point, skips 2 3 4 5 6"),
        ("red 7", "red 7: +1 point, skips 2 3 4 5 6"),
        ("y", "yellow 7: +1 point, skips 2 3 4 5 6"),
        ("-", "pass"),
        ("p", "pass"),
        ("pass", "pass"),
    ],
)
def test_ways_to_write_a_cross(text: str, choice: str) -> None:
    """Row and number, a row alone where only one number fits, and the dash."""
    console = ScriptedConsole([text])
    session_at(console, "qwixx", "you", match=qwixx_table(Roll((3, 4), (1, 2, 3, 4)))).run()
    assert f"Sealed: {choice}.\n" in console.text


def test_a_number_alone_may_be_ambiguous() -> None:
    """Seven fits into all four rows; where it fits into one row only, it is enough."""
    console = ScriptedConsole(["7", "8"])
    session_at(console, "qwixx", "you", match=qwixx_table(Roll((3, 4), (1, 2, 3, 4)))).run()
    assert "More than one move fits: type r7, y7, g7 or b7.\n" in console.text
    assert "“8” is not a move." in console.text
    console = ScriptedConsole(["7"])
    closed = qwixx_table(Roll((3, 4), (None, 2, None, None)), closed=(Colour.RED, Colour.GREEN, Colour.BLUE))
    session_at(console, "qwixx", "you", match=closed).run()
    assert "Sealed: yellow 7" in console.text


def test_a_misthrow_is_announced_before_it_counts() -> None:
    """Passing in both actions costs five points, and the menu says so."""
    console = ScriptedConsole(["-", "", "-"])
    session_at(console, "qwixx", "you", match=qwixx_table(Roll((3, 4), (1, 2, 3, 4)))).run()
    assert "-   pass: misthrow, −5 points" in console.text
    assert "Sealed: pass: misthrow, −5 points.\n" in console.text


# Close Enough


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("1", "the deck’s top card"),
        ("d", "the deck’s top card"),
        ("deck", "the deck’s top card"),
        ("b 4", "12 from Ben for your 4: 26, exact!"),
        ("take b 4", "12 from Ben for your 4: 26, exact!"),
        ("TAKE  B  4", "12 from Ben for your 4: 26, exact!"),
        ("p 9", "3 from the pile for your 9: 12, 14 off"),
        ("pile 4", "3 from the pile for your 4: 17, 9 off"),
        ("call", "call it: 18, 8 off"),
        ("lock", "lock your face-up card with sl"),
        ("silence b", "silence Ben with dh"),
    ],
)
def test_ways_to_write_a_turn(text: str, choice: str) -> None:
    """A number, the notation, or as much of it as leaves no doubt."""
    console = ScriptedConsole(["", text])
    session_at(console, "enough", "Ann,Ben,Cem", match=enough_table()).run()
    assert f"Sealed: {choice}.\n" in console.text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("b", "More than one move fits: type take B 4 or take B 9."),
        ("take c 4", "Cem’s face-up card is locked and cannot be taken."),
        ("take a 4", "You cannot take your own face-up card."),
        ("take e 4", "There is no player E at this table."),
        ("99", "99 is not one of the moves offered; “moves” lists them."),
        ("drop 4", "You drop a card only after drawing from the deck with a full lot."),
        ("stay", "You stay in or fold only when someone has called and it is your final turn."),
        ("lock dh", "The token double/silence cannot lock."),
        ("hello there", "“hello there” is not a move."),
    ],
)
def test_mistakes_on_a_turn(text: str, sentence: str) -> None:
    """Each is answered by a sentence, and the question asked again."""
    console = ScriptedConsole(["", text])
    session_at(console, "enough", "Ann,Ben,Cem", match=enough_table()).run()
    shown = " ".join(console.text.split())
    assert sentence in shown
    assert shown.count("Fine-tune or call") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_every_word(language: str) -> None:
    """Whatever can be typed, backing out (E13) and showing (E14) too."""
    words = {
        "deck",
        "take",
        "pile",
        "drop",
        "call",
        "stay",
        "fold",
        "lock",
        "silence",
        "out",
        "pass",
        "show",
        "keep",
        "total",
    }
    assert words <= set(re.findall(r"\w+", catalogue(language)("help.enough_words")))


@pytest.mark.parametrize(
    ("language", "nobody", "over"),
    [
        ("en", "nobody called. Its targets were 26, 30, 44.", "Nobody called for three rounds in a row."),
        ("de", "Niemand hat angesagt. Die Ziele waren 26, 30, 44.", "Drei Runden hintereinander"),
        ("fr", "personne n’a annoncé. Les cibles étaient 26, 30, 44.", "Trois manches de suite"),
        ("it", "nessuno ha chiamato. I bersagli erano 26, 30, 44.", "Tre manche di fila"),
    ],
)
def test_a_round_without_a_call(language: str, nobody: str, over: str) -> None:
    """E18: that nobody called is told first, and then what follows: another round, or the end of the game."""
    for redeals in (1, 2):
        match = enough_table(turns=119, redeals=redeals)
        console, _ = played("enough", "Ann,random,random", ["pile 4", ""], match=match, language=language)
        assert nobody in console.text
        assert (over in console.text) == (redeals == 2)


def test_a_card_is_given_up_by_its_value() -> None:
    """After drawing, the number is the card and not a place in a list."""
    console = ScriptedConsole(["", "deck", ""])
    session = session_at(console, "enough", "Ann,Ben,Cem", match=enough_table())
    session.run()
    drawn = session.match.seen_by(A).view.drawn
    console = ScriptedConsole(["", "deck", "", str(drawn), ""])
    session = session_at(console, "enough", "Ann,Ben,Cem", match=enough_table())
    session.run()
    assert f"Sealed: give up {drawn}: 18, 8 off.\n" in console.text
    assert session.match.seen_by(None).view.discard[-1] == drawn


# Second thoughts


def test_undo_before_others_have_chosen() -> None:
    """The sealed choice is in the log and so is its taking back; then another one counts."""
    file = MemoryFile()
    console, session = played("mark", "you,random", ["y", "undo", "k", ""], file=file)
    assert "Sealed: you play yellow." in console.text
    assert "Taken back. Choose again." in console.text
    colours = {sheet.colour.name for sheet in session.match.seen_by(None).view.sheets}
    assert "BLACK" in colours
    first = next(move for move in session.match.seen_by(A).menu or ())
    text = session.match.rules.format_move(first)
    console, session = played("mark", "you,random", ["y", "undo", "k", "", text, "undo", text, ""], file=file)
    assert file.record is not None
    entries = [entry for entry in file.record.log if getattr(entry, "seat", None) == 0]
    assert entries[-3:] == [Commit(A, parse_move(text)), TakeBack(A), Commit(A, parse_move(text))]
    assert session.match.seen_by(None).view.round == 1


@pytest.mark.parametrize("word", ["undo", "u", "UNDO"])
def test_undo_of_the_last_choice(word: str) -> None:
    """Alone, nobody else chooses: the choice waits for Enter and can still be changed."""
    shown = typed("b2+g", word, "b2=10", "moves", "hello", "")
    assert "Sealed: 5 in b2" in shown
    assert "Sealed: 10 in b2: 1 cross, +3 points." in shown
    assert "press Enter to let it stand" in shown, "anything else than Enter or undo is not understood here"
    assert "You – 10 in b2: 1 cross, +3 points" in shown


def test_without_confirmation() -> None:
    """--no-confirm: a choice counts at once."""
    console, session = played("mark", "you", ["y"], confirm=False)
    assert "Sealed" not in console.text
    assert session.match.seen_by(None).view.dice is not None


def test_a_forced_move_is_made_and_announced() -> None:
    """The 2 is lost in red and yellow, and the last of green and blue: one can only pass, and is told so."""
    forced = qwixx_table(Roll((1, 1), (4, 4, 4, 4)), crossed=((3,), (3,), (), ()))
    console = ScriptedConsole([])
    session = session_at(console, "qwixx", "you", match=forced)
    session.run()
    assert "Only one move is possible, so it is made for you: pass." in console.text
    assert session.match.seen_by(None).view.action == 2


# Commands


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_are_understood_in_english_and_in_the_own_language(language: str) -> None:
    """Every command has a word in every language, and no two are the same."""
    say = catalogue(language)
    words = [say(f"command.{command}") for command in COMMANDS]
    assert len(set(words)) == len(COMMANDS)
    for command, word in zip(COMMANDS, words, strict=True):
        assert command_of(say, f"  {word.upper()} x ") == (command, "x")
        assert command_of(say, command) == (command, "")
    assert command_of(say, "b2") is None
    assert command_of(say, "") is None


def test_what_the_commands_answer() -> None:
    """Help, moves, sheet, rules and save each answer and ask again; quit leaves."""
    assert "b2+g writes the sum of your die and the green die into circle b2" in " ".join(typed("?").split())
    assert "b2+g = 5 (+2)" in typed("moves")
    assert "b1 blue 4" in typed("sheet")
    assert "b1 blue 4" in typed("sheet you")
    assert "M10" in typed("rules")
    assert "in memory" in typed("save")
    shown = typed("quit", "b2+g")
    assert "Sealed" not in shown


@pytest.mark.parametrize("lines", [[], ["q"], ["quit"], ["exit"]])
def test_leaving(lines: list[str]) -> None:
    """The end of the input is like quit: the game is kept as it is."""
    file = MemoryFile()
    _, session = played("mark", "you,random", ["y", "", *lines], file=file)
    assert file.record == session.record
    assert session.match.seen_by(A).menu is not None


# Real dice


def test_real_dice() -> None:
    """Rolls and lots are typed in; nonsense is answered by a sentence."""
    lines = ["x", "b", "k", "", "y", "", "1234", "7 1 1 1 1", "31452"]
    console, session = played("mark", "Ann,Ben", lines, seed=None)
    assert "“x” is not one of the players; type a letter." in console.text
    assert "“1234” is not a roll" in console.text
    assert "“7 1 1 1 1” is not a roll" in console.text
    view = session.match.seen_by(None).view
    assert (view.starter, view.dice) == (1, (3, 1, 4, 5, 2))


def test_real_dice_of_qwixx() -> None:
    """White, white, red, yellow, green, blue, as long as they are in the game."""
    console, session = played("qwixx", "Ann,Ben", ["Ben", "?", "6 5 4,3 2 1"], seed=None)
    assert "Ben rolls. white, white, red, yellow, green, blue: " in console.text
    assert session.match.seen_by(None).view.dice == Roll((6, 5), (4, 3, 2, 1))
    closed = qwixx_table(None, closed=(Colour.YELLOW,))
    console = ScriptedConsole(["654321", "65421"])
    session = session_at(console, "qwixx", "you", match=closed, seed=None)
    session.run()
    assert "“654321” is not a roll: type 5 digits" in console.text
    assert session.match.seen_by(None).view.dice == Roll((6, 5), (4, None, 2, 1))
