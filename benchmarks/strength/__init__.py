"""How strong the bots are; see `__main__.py`."""
