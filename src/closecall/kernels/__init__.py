"""Compiled twins of the rules, their random number generator, and the cache of machine code."""
