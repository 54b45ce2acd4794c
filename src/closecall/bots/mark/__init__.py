"""The bots of Close to the Mark!."""
