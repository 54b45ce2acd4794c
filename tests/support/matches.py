"""Matches in a given state, their ends, and expected refusals."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import pytest

from closecall.core.errors import GameError
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import AnyRules, Over
from closecall.messages import LANGUAGES, catalogue

E = TypeVar("E", bound=GameError)
X = ParamSpec("X")


def match_at(rules: AnyRules, state: Any, options: Any, seats: int) -> AnyMatch:
    """A match in a given state, as if it had just been set up like this."""
    return Match(rules, seats, options, state, 0, {}, (), rules.pending(state))


def refusal(kind: type[E], act: Callable[X, object], *args: X.args, **facts: X.kwargs) -> E:
    """The refusal, of exactly this kind, that a call raises; its sentence exists in every language."""
    with pytest.raises(kind) as caught:
        act(*args, **facts)
    assert type(caught.value) is kind
    check_sentences(caught.value)
    return caught.value


def check_sentences(error: GameError) -> None:
    """A refusal can be shown in all four languages; a missing message or fact is a KeyError."""
    for language in LANGUAGES:
        sentence = error.sentence(catalogue(language))
        assert sentence.encode(), language  # And it can be printed.


def over(match: AnyMatch) -> Over:
    """How a finished match ended."""
    assert isinstance(match.pending, Over)
    return match.pending
