"""Coverage-guided fuzzing of everything that reads what others wrote: see README.md."""
