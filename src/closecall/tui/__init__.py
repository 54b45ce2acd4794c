"""People at a terminal: tables drawn as text, prompts, hot seat, replays."""
