"""The bots of Qwixx."""
