"""Live tables: rooms, their bots, clocks and viewers."""
