"""Levels of Qwixx below the best: minds that look less far, and now and then fall back to a simpler one.

| level | how it thinks | and now and then |
|---|---|---|
| hard | compares what its sheet can hope for with the best of the others | – |
| medium | the same | crosses what skips least, as one does in a hurry |
| easy | crosses what skips least, never more than two numbers | works on the row that has come furthest |

Which mind is at work, a number of their own decides before every move: see `mind_at_work` in `arena.py`.
"""

from closecall.bots.qwixx.partners import Partner

HARD, MEDIUM, EASY = Partner("hard"), Partner("medium"), Partner("easy")
