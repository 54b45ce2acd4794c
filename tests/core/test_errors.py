"""Refusals: a stable code, facts, and a sentence in the reader's language."""

import pickle
from typing import Any

import pytest

from closecall.core import errors
from closecall.core.errors import BadRecord, GameError, IllegalMove, excerpt, short_repr
from closecall.messages import LANGUAGES, Word, catalogue

KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, GameError)]


def test_every_kind_is_a_game_error() -> None:
    """A client may catch them all at once, and each alone."""
    names = {kind.__name__ for kind in KINDS}
    assert names == {
        "GameError",
        "BadNotation",
        "BadMove",
        "IllegalMove",
        "NotYourDecision",
        "StaleDecision",
        "AlreadyChosen",
        "IllegalOutcome",
        "BadOptions",
        "BadRecord",
        "UnfairRecord",
    }
    for kind in KINDS:
        others = [other for other in KINDS if other not in (kind, GameError)]
        assert not any(issubclass(kind, other) for other in others)


def test_code_and_facts() -> None:
    """The code and the facts are there for programs, the English sentence for people."""
    error = IllegalMove("already_chosen", seat="C")
    assert (error.code, error.facts) == ("already_chosen", {"seat": "C"})
    assert repr(error) == "IllegalMove('already_chosen', {'seat': 'C'})"
    assert str(error) == "Player C has already chosen; take that choice back first."


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_are_called_by_their_names(language: str) -> None:
    """A player without a name is called by the letter; the error itself does not change."""
    say, names = catalogue(language), {"A": "Ann", "C": "Zoë"}
    error = IllegalMove("already_chosen", seat="C")
    nameless = say("home.new.player", n="C")
    assert nameless in error.sentence(say)
    assert error.sentence(say, names) == error.sentence(say).replace(nameless, "Zoë")
    assert error.facts == {"seat": "C"}
    other = IllegalMove("already_chosen", seat="B")
    assert other.sentence(say, names) == other.sentence(say)
    assert GameError("no_chance").sentence(say, names) == say("error.no_chance")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_in_every_language(language: str) -> None:
    """A fact that is a word is translated with the sentence."""
    say = catalogue(language)
    error = BadRecord("wrong_type", "log[3].seat", expected=Word("type.number"), found=Word("type.text"))
    sentence = error.sentence(say)
    assert "log[3].seat" in sentence
    assert say("type.number") in sentence
    assert say("type.text") in sentence


def test_a_bad_record_knows_its_place() -> None:
    """The place is an attribute as well as a fact of the sentence."""
    error = BadRecord("not_an_entry", "log[7]")
    assert error.where == error.facts["where"] == "log[7]"
    assert str(error).startswith("log[7]: ")


def test_excerpts_are_short_and_printable() -> None:
    """A refusal repeats neither a huge value nor control characters nor half a character."""
    assert excerpt("r7\n\x07\ud800") == "r7???"
    assert excerpt("x" * 999) == "x" * 40 + "…"
    assert short_repr((1, "x")) == "(1, 'x')"
    assert len(short_repr("x" * 999)) == 61
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert short_repr(deep) == short_repr(10**10_000) == "…"


@pytest.mark.parametrize("kind", KINDS)
def test_refusals_can_be_sent_between_processes(kind: type[GameError]) -> None:
    """A simulation in another process reports the same refusal."""
    error = BadRecord("not_an_entry", "log[7]") if kind is BadRecord else kind("no_chance")
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is kind
    assert (back.code, back.facts, str(back)) == (error.code, error.facts, str(error))
