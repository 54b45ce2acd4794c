"""The bots of Close Enough."""
