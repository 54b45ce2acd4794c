"""Many games at once: what happens on average, how far results spread, and who wins."""
