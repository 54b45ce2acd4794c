"""The `closecall` command: arguments, files, and what each command does."""
