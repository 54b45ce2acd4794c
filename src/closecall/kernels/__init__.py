"""Compiled twins of the rules, the generator of their chance, and the cache of machine code."""
