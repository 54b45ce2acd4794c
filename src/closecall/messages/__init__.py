"""All texts that players read, in four languages.

One catalogue for all clients: a folder per language, a JSON file per area, flat keys, `{placeholders}`. Each
game keeps its own texts in the same form, in the folder `messages` of its package. A message that counts
something has the forms `one` and `other`, chosen by the fact `n`.

>>> say = catalogue("en")
>>> say("error.no_chance")
'No roll or draw is due now.'
>>> say("error.not_your_decision", seat="Ben")
'Ben has nothing to decide now.'
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Protocol, runtime_checkable

LANGUAGES = ("en", "de", "fr", "it")

_PLACEHOLDER = re.compile(r"\{(\w+)\}")

Message = str | Mapping[str, str]


class Word(str):
    """A fact that is the key of a message, such as the name of a colour; it is translated when shown."""

    __slots__ = ()


@runtime_checkable
class HasSentence(Protocol):
    """A fact that has its own sentence in every language: a refusal that is the reason for another."""

    def sentence(self, say: "Catalogue") -> str:
        """The fact in the language of a catalogue."""


class Catalogue:
    """The messages of one language; call it with a key and the facts of the sentence."""

    def __init__(self, language: str, messages: Mapping[str, Message]) -> None:
        self.language = language
        self.messages = messages

    def __call__(self, key: str, /, **facts: object) -> str:
        message = self.messages[key]
        if not isinstance(message, str):
            message = message[self._form(facts["n"])]
        return _PLACEHOLDER.sub(lambda found: self._show(facts[found[1]]), message)

    def __contains__(self, key: object) -> bool:
        return key in self.messages

    def _form(self, n: object) -> str:
        assert isinstance(n, int)
        # In French zero is singular: "0 point", "1 point", "2 points".
        is_one = abs(n) < 2 if self.language == "fr" else abs(n) == 1
        return "one" if is_one else "other"

    def _show(self, fact: object) -> str:
        if isinstance(fact, Word):
            return self(fact)
        if isinstance(fact, str | int):  # Nearly all facts; checking a protocol is slow.
            return str(fact)
        return fact.sentence(self) if isinstance(fact, HasSentence) else str(fact)


_added: list[Traversable] = []


def add_messages(folder: Traversable) -> None:
    """Add the texts of a game from outside this package: a folder per language, English at least."""
    _added.append(folder)
    catalogue.cache_clear()


def message_folders() -> tuple[Traversable, ...]:
    """All folders of messages: the shared ones, each game's own, and those that were added."""
    games = sorted((resources.files("closecall") / "games").iterdir(), key=lambda folder: folder.name)
    own = [folder for game in games if (folder := game / "messages").is_dir()]
    return (resources.files(__name__), *own, *_added)


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of one of the LANGUAGES, read once; a text without a translation stays English."""
    if language not in LANGUAGES:
        raise KeyError(language)
    messages: dict[str, Message] = {}
    for folder in message_folders():
        translated = folder / language
        messages.update(_read(translated if translated.is_dir() else folder / "en"))
    return Catalogue(language, messages)


def _read(folder: Traversable) -> dict[str, Message]:
    messages: dict[str, Message] = {}
    for file in folder.iterdir():
        messages.update(json.loads(file.read_text("utf-8")))
    return messages


def placeholders(message: Message) -> set[str]:
    """The placeholders of a message, so that a test can compare them between languages.

    >>> sorted(placeholders("{player} takes {card}."))
    ['card', 'player']
    """
    texts = [message] if isinstance(message, str) else message.values()
    return {name for text in texts for name in _PLACEHOLDER.findall(text)}
