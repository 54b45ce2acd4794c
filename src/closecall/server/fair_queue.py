"""A queue in which those who ask take turns, however much each of them asks for."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Items by who asks for them; each asker's items stay in order.

    >>> queue = FairQueue[str]()
    >>> for name in ("a1", "a2", "a3", "b1"):
    ...     queue.put(name[0], name)
    >>> [queue.pop() for _ in range(len(queue))]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[T]] = OrderedDict()
        """In the order of whose turn it is."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, asker: str, item: T) -> None:
        """Add an item."""
        self._waiting.setdefault(asker, deque()).append(item)

    def pop(self) -> T:
        """The next item; its asker's next one comes after everybody else's."""
        asker, items = self._waiting.popitem(last=False)
        item = items.popleft()
        if items:
            self._waiting[asker] = items
        return item
