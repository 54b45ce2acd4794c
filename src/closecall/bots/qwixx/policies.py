"""Who can play Qwixx in compiled code, by the number of the policy."""

PLAYERS = (
    *("random", "greedy", "skipper", "rusher", "evaluator", "expectimax", "solo"),
    *("expert", "hard", "medium", "easy", "weigher", "scorer"),
)
RANDOM, GREEDY, SKIPPER, RUSHER, EVALUATOR, EXPECTIMAX, SOLO = range(7)
EXPERT, HARD, MEDIUM, EASY, WEIGHER, SCORER = range(7, 13)
