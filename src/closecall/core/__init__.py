"""The vocabulary that all games share: pure, typed, standard library only."""
