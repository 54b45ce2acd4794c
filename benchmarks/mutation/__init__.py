"""The parts of `benchmarks/mutants.py`: the mutants, the tests that run their lines, and the processes."""
