"""Replays: dice stay on the table for the choice that uses them, and every step is told in a sentence."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from page.browser import DESKTOP, PHONE, Device
from page.conftest import NewPerson
from page.person import Person
from page.screens import await_end

COLOURS = {"mark": ("black", "blue", "green", "yellow", "red"), "qwixx": ("red", "yellow", "green", "blue")}
SENTENCE = re.compile(r"^[A-ZÀ-Þ][^+@{}]* [^+@{}]*[.!]$", re.DOTALL)
NOTATION = re.compile(r"\b[a-e][1-5]\b|\b[rgyb]\d+\b|\bpass\b")


def finished_game(person: Person, game: str, *bots: str) -> tuple[str, list[dict[str, Any]]]:
    """The path of the replay of a game of bots, and its steps."""
    table_id = person.create_table(game, *bots)["table"]["id"]
    await_end(person, f"/table/{table_id}")
    steps: list[dict[str, Any]] = []
    while True:
        page = person.get(f"/tables/{table_id}/replay?step={len(steps)}&limit=200")
        steps += page["items"]
        if len(steps) >= page["steps"]:
            return f"/replay/{table_id}", steps


def dice_of(person: Person, game: str, view: dict[str, Any]) -> list[str]:
    """The dice of a view as they are read out."""
    coloured = view["dice"] if game == "mark" else view["dice"]["coloured"]
    return [
        person.say(f"board.{game}.die", colour=person.say(f"colour.{colour}"), number=number)
        for colour, number in zip(COLOURS[game], coloured, strict=True)
        if number is not None
    ]


def tray(person: Person, game: str) -> Locator:
    """The dice on the board."""
    return person.region("board.mark.dice" if game == "mark" else "board.qwixx.dice_label")


def expect_step(person: Person, n: int, last: int) -> None:
    """Wait until the replay shows a step."""
    controls = person.region("learn.replay.controls")
    expect(controls).to_contain_text(person.say("learn.replay.step", step=n, steps=last))


def told(person: Person) -> str:
    """What the replay says about the step."""
    words = person.region("learn.replay.controls").get_by_role("strong").inner_text()
    return words.replace("\u00a0", " ")


@pytest.mark.parametrize("game", ["mark", "qwixx"])
@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_dice_stay_for_the_choice_that_uses_them(person: NewPerson, game: str, device: Device) -> None:
    """Until the next roll, also if the replay is opened at that very step, and at the end of the game."""
    ann = person("Ann", "de", device)
    ann.register()
    path, steps = finished_game(ann, game, "greedy", "random")
    last = len(steps) - 1
    using = [
        n
        for n, (before, after) in enumerate(pairwise(steps), start=1)
        if before["seen"]["view"]["dice"] is not None and after["seen"]["view"]["dice"] is None
    ]
    assert using[-1] == last
    for n in (using[0], last):
        dice = dice_of(ann, game, steps[n - 1]["seen"]["view"])
        ann.open(f"{path}?step={n - 1}")
        expect_step(ann, n - 1, last)
        for die in dice:
            expect(tray(ann, game)).to_contain_text(die)
        ann.page.keyboard.press("ArrowRight")
        expect_step(ann, n, last)
        for die in dice:
            expect(tray(ann, game)).to_contain_text(die)
        ann.page.reload()
        expect_step(ann, n, last)
        for die in dice:
            expect(tray(ann, game)).to_contain_text(die)


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
@pytest.mark.parametrize(("game", "bots"), [("mark", 2), ("qwixx", 2), ("enough", 3)])
def test_steps_are_told_in_sentences(person: NewPerson, game: str, bots: int, language: str) -> None:
    """Who did what, never how a record writes it."""
    ann = person("Ann", language, PHONE)
    ann.register()
    path, steps = finished_game(ann, game, *["greedy"] * bots)
    last = len(steps) - 1
    ann.open(path)
    for n in range(min(last, 24) + 1):
        expect_step(ann, n, last)
        text = told(ann)
        assert SENTENCE.match(text), text
        assert not NOTATION.search(text), text
        ann.page.keyboard.press("ArrowRight")
