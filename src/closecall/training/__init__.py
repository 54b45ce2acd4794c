"""Trainers of the strong bots: their values come from games against themselves."""
