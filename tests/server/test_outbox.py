"""The outbox: the latest of each kind, and every answer."""

from closecall.server.sockets.outbox import MOST_ANSWERS, Outbox


def drained(outbox: Outbox) -> list[str]:
    """Everything in it, in order."""
    frames = []
    while outbox:
        frames.append(outbox.pop())
    return frames


def test_the_latest_of_each_kind() -> None:
    """What was overtaken is never sent; kinds keep the order in which they came."""
    outbox = Outbox()
    assert not outbox
    for n in range(100):
        outbox.put("table", f"table {n}")
        outbox.put("seen 0", f"seen {n}")
    assert drained(outbox) == ["table 99", "seen 99"]
    assert not outbox


def test_answers_come_after_news_and_are_all_kept() -> None:
    """An answer's effect is known when it comes."""
    outbox = Outbox()
    outbox.answer("ack 1")
    outbox.answer("ack 2")
    outbox.put("seen 0", "seen")
    assert drained(outbox) == ["seen", "ack 1", "ack 2"]


def test_what_is_old_is_dropped() -> None:
    """Who waits for whom is part of a new view; dropping what is not there is nothing."""
    outbox = Outbox()
    outbox.put("waiting", "old")
    outbox.drop("waiting")
    outbox.drop("waiting")
    outbox.put("seen 0", "seen")
    outbox.put("waiting", "new")
    assert drained(outbox) == ["seen", "new"]


def test_nobody_reads() -> None:
    """Answers to somebody who never reads do not pile up unseen; views never do."""
    outbox = Outbox()
    for n in range(MOST_ANSWERS):
        outbox.answer(f"{n}")
        outbox.put("seen 0", f"{n}")
    assert not outbox.is_overfull
    outbox.answer("one too many")
    assert outbox.is_overfull
